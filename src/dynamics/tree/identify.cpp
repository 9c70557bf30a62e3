#include <polhode/dynamics/tree/identify.hpp>

#include <algorithm>
#include <cmath>
#include <random>

#include <Eigen/QR>
#include <Eigen/SVD>

#include <polhode/base/text.hpp>

namespace polhode {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

std::size_t size_of(int n) { return static_cast<std::size_t>(n); }

/// State number i of a list of states.
VecIn part(const std::vector<double>& list, std::size_t i, int n) { return {list.data() + i * size_of(n), size_of(n)}; }

/// The regressors of all samples, one below another.
Matrix stacked(const Tree& tree, const Samples& samples, std::size_t count, const IdentifyOptions& options) {
  const int nv = tree.nv(), width = parameter_count(tree, options.columns);
  Matrix W(static_cast<long>(count) * nv, width);
  std::vector<double> Y(size_of(nv) * size_of(width));
  RegressorWorkspace work;
  for (std::size_t i = 0; i < count; ++i) {
    regressor(tree, part(samples.q, i, tree.nq()), part(samples.v, i, nv), part(samples.a, i, nv), work, Y,
              options.columns, options.around);
    W.middleRows(static_cast<long>(i) * nv, nv) =
        Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(Y.data(), nv, width);
  }
  return W;
}

/// W with columns of length one; a column that is nothing but rounding becomes zero.
struct Scaled {
  Matrix W;
  Vector lengths;  ///< of the columns; one where a column is zero
};
Scaled scaled(Matrix W) {
  Vector lengths = W.colwise().norm();
  const double smallest = 1e-13 * lengths.maxCoeff();
  for (long c = 0; c < W.cols(); ++c) {
    if (lengths[c] <= smallest) {
      W.col(c).setZero();
      lengths[c] = 1;
    } else {
      W.col(c) /= lengths[c];
    }
  }
  return {std::move(W), std::move(lengths)};
}

using Qr = Eigen::ColPivHouseholderQR<Matrix>;

Qr decomposed(const Matrix& W, double tolerance) {
  Qr qr(W.rows(), W.cols());
  qr.setThreshold(tolerance);
  qr.compute(W);
  return qr;
}

/// Seeded states that move every joint in every way.
Samples rich_samples(const Tree& tree, std::size_t count) {
  std::mt19937_64 random(1986);
  const auto number = [&random] { return static_cast<double>(random() >> 11U) * 0x1p-51 - 2; };
  Samples samples;
  std::vector<double> u(size_of(tree.nv())), q(size_of(tree.nq()));
  const std::vector<double> neutral = tree.neutral();
  for (std::size_t i = 0; i < count; ++i) {
    for (double& one : u) one = number();
    moved(tree, neutral, u, q);
    samples.q.insert(samples.q.end(), q.begin(), q.end());
    for (int k = 0; k < tree.nv(); ++k) samples.v.push_back(number());
    for (int k = 0; k < tree.nv(); ++k) samples.a.push_back(number());
  }
  return samples;
}

int combinations_of(const Tree& tree, const IdentifyOptions& options) {
  const std::size_t count = size_of(2 * parameter_count(tree, options.columns) / std::max(1, tree.nv()) + 10);
  return static_cast<int>(
      decomposed(scaled(stacked(tree, rich_samples(tree, count), count, options)).W, options.rank_tolerance).rank());
}

/// How much a parameter weighs when values near the given ones are looked for: of a link, its mass and size.
Vector natural_sizes(const Tree& tree, const std::vector<Parameter>& parameters, const std::vector<double>& given) {
  Vector sizes(static_cast<long>(parameters.size()));
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const ParameterKind kind = parameters[i].kind;
    double& size = sizes[static_cast<long>(i)];
    if (kind >= ParameterKind::damping) {
      size = std::max(std::fabs(given[i]), 0.1);
      continue;
    }
    const MassProperties& mass = *tree.links()[size_of(parameters[i].link)].mass;
    const double length = std::sqrt(mass.inertia_about(Vec3::Zero()).trace() / mass.mass());
    size = mass.mass() * (kind == ParameterKind::mass ? 1 : kind <= ParameterKind::hz ? length : length * length);
  }
  return sizes;
}

/// Base parameters with their coefficients, values and deviations.
std::vector<BaseParameter> base_of(const Qr& qr, const Vector& lengths, const Vector& rhs, double& condition) {
  const long rank = qr.rank(), width = qr.cols();
  const Matrix R = qr.matrixQR().topRows(rank).triangularView<Eigen::Upper>();
  const Matrix R_own = R.leftCols(rank);
  const auto upper = R_own.triangularView<Eigen::Upper>();
  const Vector turned = (qr.householderQ().adjoint() * rhs).eval();
  const Vector values = upper.solve(turned.head(rank));
  const Matrix others = upper.solve(R.rightCols(width - rank));
  const Matrix inverse = upper.solve(Matrix::Identity(rank, rank));
  const double spare = static_cast<double>(qr.rows() - rank);
  const double deviation = spare > 0 ? turned.tail(qr.rows() - rank).norm() / std::sqrt(spare) : 0;
  const Eigen::JacobiSVD<Matrix> svd(R_own);
  condition = rank > 0 ? svd.singularValues()[0] / svd.singularValues()[rank - 1] : 0;
  const auto& order = qr.colsPermutation().indices();
  std::vector<BaseParameter> base;
  for (long k = 0; k < rank; ++k) {
    BaseParameter one{.parameter = order[k]};
    one.coefficients.assign(size_of(static_cast<int>(width)), 0.0);
    one.coefficients[size_of(order[k])] = 1;
    for (long c = rank; c < width; ++c)
      one.coefficients[size_of(order[c])] = others(k, c - rank) * lengths[order[c]] / lengths[order[k]];
    one.value = values[k] / lengths[order[k]];
    one.deviation = deviation * inverse.row(k).norm() / lengths[order[k]];
    base.push_back(std::move(one));
  }
  return base;
}

/// The values nearest to the given ones, each measured by its size, that have the base parameters.
std::vector<double> nearest_values(const std::vector<BaseParameter>& base, const std::vector<double>& given,
                                   const Vector& sizes) {
  const long width = sizes.size(), rank = static_cast<long>(base.size());
  Matrix A(width, rank);
  Vector change(rank);
  for (long k = 0; k < rank; ++k) {
    const BaseParameter& one = base[static_cast<std::size_t>(k)];
    double sum = 0;
    for (long c = 0; c < width; ++c) {
      const std::size_t at = static_cast<std::size_t>(c);
      A(c, k) = one.coefficients[at] * sizes[c];
      sum += one.coefficients[at] * given[at];
    }
    // Rows of the equations at one size: those of base parameters differ by units.
    const double row = 1 / A.col(k).norm();
    A.col(k) *= row;
    change[k] = (one.value - sum) * row;
  }
  const Eigen::HouseholderQR<Matrix> qr(A);
  Vector y = Vector::Zero(width);
  y.head(rank) = qr.matrixQR().topRows(rank).triangularView<Eigen::Upper>().transpose().solve(change);
  y = (qr.householderQ() * y).eval();
  std::vector<double> values(given);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] += sizes[static_cast<long>(i)] * y[static_cast<long>(i)];
  return values;
}

/// Puts values into links; what is not physical is replaced, with a warning.
class Writer {
 public:
  Writer(std::vector<Link>& links, Diagnostics& findings) : links_(links), findings_(findings) {}

  void operator()(const std::vector<Parameter>& parameters, const std::vector<double>& values) {
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      if (parameters[i].kind == ParameterKind::mass)
        mass(parameters[i].link, values.data() + i);
      else if (parameters[i].kind >= ParameterKind::damping)
        resistance(parameters[i], values[i]);
    }
  }

 private:
  void warn(int link, const std::string& what, std::string message, std::string hint) {
    findings_.warning({}, numbered("link", size_of(link)) + what, std::move(message), std::move(hint));
  }

  /// π: the ten values of a link.
  void mass(int link, const double* pi) {
    Link& to = links_[size_of(link)];
    const double m = pi[0];
    if (!(m > 0)) {
      warn(link, ".mass", "the mass found is " + shortest(m) + ", so that the link keeps what it had",
           "give motions that show this mass alone, or accept that only combinations of parameters are known");
      return;
    }
    const Vec3 com = Vec3(pi[1], pi[2], pi[3]) / m;
    Mat3 inertia;
    inertia << pi[4], pi[5], pi[6], pi[5], pi[7], pi[8], pi[6], pi[8], pi[9];
    inertia -= m * point_inertia(com);
    if (const auto found = MassProperties::checked(m, com, inertia)) {
      to.mass = *found;
      return;
    }
    const auto nearest = MassProperties::checked(m, com, nearest_physical_inertia(inertia));
    warn(link, ".inertia",
         nearest ? "no body has the inertia found; the nearest possible one takes its place"
                 : "no body has the inertia found, so that the link keeps what it had",
         "forces of the mechanism with the replaced value differ from the samples more than the residuals say");
    if (nearest) to.mass = *nearest;
  }

  void resistance(const Parameter& parameter, double value) {
    if (value < 0) {
      warn(parameter.link, ".resistance",
           parameter.name + " comes out as " + shortest(value) + "; zero takes its place",
           "look for forces that the model does not have");
      value = 0;
    }
    JointResistance& to = links_[size_of(parameter.link)].resistance;
    if (parameter.kind == ParameterKind::damping) to.damping = value;
    if (parameter.kind == ParameterKind::friction) to.friction = value;
    if (parameter.kind == ParameterKind::rotor) to.rotor_inertia = value / (to.gear * to.gear);
  }

  std::vector<Link>& links_;
  Diagnostics& findings_;
};

/// How many samples there are; findings if they do not fit the mechanism.
std::size_t count_of(const Tree& tree, const Samples& samples, const IdentifyOptions& options, Diagnostics& findings) {
  const std::size_t nv = size_of(tree.nv());
  const std::size_t count = nv == 0 ? 0 : samples.tau.size() / nv;
  const auto expect = [&](const char* what, const std::vector<double>& list, std::size_t expected) {
    if (list.size() != expected)
      findings.error({}, what,
                     "expected " + std::to_string(expected) + " numbers, but there are " + std::to_string(list.size()),
                     "give nq, nv, nv and nv numbers for each sample");
    else if (!all_finite(list))
      findings.error({}, what, "some numbers are not finite", "leave such samples out");
  };
  if (count == 0) findings.error({}, "tau", "there are no samples", "give at least one state with its forces");
  expect("q", samples.q, count * size_of(tree.nq()));
  expect("v", samples.v, count * nv);
  expect("a", samples.a, count * nv);
  expect("tau", samples.tau, count * nv);
  if (!options.tau_deviation.empty()) {
    expect("tau_deviation", options.tau_deviation, nv);
    for (const double one : options.tau_deviation)
      if (!(one > 0))
        findings.error({}, "tau_deviation", "a standard deviation is positive", "leave it empty if unknown");
  }
  if (parameter_count(tree, options.columns) == 0)
    findings.error({}, "", "no link with mass moves, and no resistance is asked for", "there is nothing to identify");
  return count;
}

void warn_of_poor_motions(const Identification& found, std::size_t equations, const IdentifyOptions& options,
                          Diagnostics& findings) {
  const std::string rank = std::to_string(found.base.size());
  if (static_cast<int>(found.base.size()) < found.combinations)
    findings.warning({}, "samples",
                     "they tell " + rank + " combinations of parameters; motions of all joints would tell " +
                         std::to_string(found.combinations),
                     "move every joint, at different speeds and places");
  if (found.condition > options.largest_condition)
    findings.warning({}, "samples",
                     "the equations are nearly dependent: their condition is " + shortest(std::round(found.condition)),
                     "move the joints further and faster, and not in step");
  if (equations <= found.base.size())
    findings.warning({}, "samples", "as many unknowns as equations: the residuals say nothing", "give more samples");
}

}  // namespace

Result<Identification> identify(const Tree& tree, const Samples& samples, const IdentifyOptions& options) {
  Diagnostics findings;
  const std::size_t count = count_of(tree, samples, options, findings);
  if (findings.has_errors()) return findings;
  const long nv = tree.nv(), rows = static_cast<long>(count) * nv;
  Matrix W = stacked(tree, samples, count, options);
  Vector tau = Eigen::Map<const Vector>(samples.tau.data(), rows);
  if (!options.tau_deviation.empty())
    for (long r = 0; r < rows; ++r) {
      const double weight = 1 / options.tau_deviation[static_cast<std::size_t>(r % nv)];
      W.row(r) *= weight;
      tau[r] *= weight;
    }
  auto [W_scaled, lengths] = scaled(W);
  const Qr qr = decomposed(W_scaled, options.rank_tolerance);

  Identification found{.tree = tree};
  found.parameters = regressor_parameters(tree, options.columns);
  found.base = base_of(qr, lengths, tau, found.condition);
  found.combinations = combinations_of(tree, options);
  const std::vector<double> given = parameter_values(tree, options.columns);
  found.values = nearest_values(found.base, given, natural_sizes(tree, found.parameters, given));
  const Vector unexplained = tau - W * Eigen::Map<const Vector>(found.values.data(), W.cols());
  for (long k = 0; k < nv; ++k) {
    double sum = 0;
    for (long r = k; r < rows; r += nv) sum += unexplained[r] * unexplained[r];
    const double weight = options.tau_deviation.empty() ? 1 : options.tau_deviation[static_cast<std::size_t>(k)];
    found.residuals.push_back(weight * std::sqrt(sum / static_cast<double>(count)));
  }
  warn_of_poor_motions(found, static_cast<std::size_t>(rows), options, findings);
  std::vector<Link> links = tree.links();
  Writer(links, findings)(found.parameters, found.values);
  found.tree = Tree(tree.name(), std::move(links));
  return {std::move(found), std::move(findings)};
}

}  // namespace polhode
