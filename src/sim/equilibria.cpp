#include <polhode/sim/equilibria.hpp>

#include <algorithm>
#include <cmath>
#include <random>

#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

#include <polhode/base/error.hpp>
#include <polhode/sim/coordinates.hpp>

#include "sim/linearised.hpp"

namespace polhode {
namespace {

constexpr int most_iterations = 100, most_halvings = 30, most_rounds = 8;
constexpr double rank_zero = 1e-9;     // singular values below this part of the largest are none
constexpr double good_enough = 1e-12;  // |f| beside the largest |J| · size that was met on the way
constexpr double rounding_of_rates = 1e-15;
constexpr double settled = 1e-14;  // a step of this part of the size is rounding
constexpr double same = 1e-6;      // of the size: two that are nearer are one
constexpr double straight = 0.25;  // of a chord
constexpr int most_bends = 5;
constexpr double beside_it = 0.05;     // of the size: where slopes are compared with those at a point
constexpr double stride = 1e-3;        // of the size: how far along a family it is tried
constexpr double hessian_step = 1e-4;  // of the size
constexpr double definite = 1e-5;      // of the largest curvature

/// Newton's method in coordinates that are divided by their sizes.
class RootFinder {
 public:
  RootFinder(const System& system, double t, std::vector<double> sizes)
      : near_(system), t_(t), sizes_(std::move(sizes)), rate_(sizes_.size()) {}

  /// Moves x to an equilibrium; false if none was reached. Begins again from where it ended, with the slopes that are
  /// met there, until that leads nowhere else: beside slopes far away a rate may seem to be nothing that is not.
  bool go(std::vector<double>& x) {
    std::vector<double> from;
    for (int round = 0; round < most_rounds; ++round) {
      from = x;
      if (!approach(x)) return false;
      double moved = 0;
      for (std::size_t i = 0; i < x.size(); ++i) moved = std::max(moved, std::fabs(x[i] - from[i]) / sizes_[i]);
      if (moved <= same) return true;
    }
    return false;
  }
  const Eigen::MatrixXd& matrix_at(const std::vector<double>& x) {
    near_.compute(t_, x);
    return near_.matrix();
  }
  /// Directions in which the linear rate stays zero, in coordinates.
  Eigen::MatrixXd null_directions(const std::vector<double>& x) {
    std::vector<double> rows(sizes_.size()), beside(x.size());
    // A row is small beside what it is a little farther on.
    for (const double way : {-beside_it, beside_it}) {
      for (std::size_t i = 0; i < x.size(); ++i) beside[i] = x[i] + way * sizes_[i];
      if (near_.compute(t_, beside)) widen(rows);
    }
    near_.compute(t_, x);
    widen(rows);
    const auto svd = decomposed(rows);
    const Eigen::Index n = near_.matrix().cols();
    Eigen::Index rank = 0;
    while (rank < n && svd.singularValues()[rank] > same * svd.singularValues()[0]) ++rank;
    return scale() * svd.matrixV().rightCols(n - rank);
  }
  const std::vector<double>& sizes() const { return sizes_; }

 private:
  using Svd = Eigen::JacobiSVD<Eigen::MatrixXd>;

  bool approach(std::vector<double>& x) {
    std::vector<double> rows(sizes_.size());
    double merit = 0, ahead = 0;
    for (int k = 0; k < most_iterations; ++k) {
      if (!near_.compute(t_, x)) return false;
      widen(rows);
      merit = merit_of(view(near_.rate()), rows);
      const Eigen::VectorXd step = newton_step(rows);
      ahead = merit == 0 ? 0 : step.cwiseAbs().maxCoeff();
      if (ahead <= settled) break;
      if (!damped(x, step, merit, rows)) break;
    }
    // Both: a rate may be small beside slopes far away, and a step where slopes are small in all directions.
    return (merit <= good_enough && ahead <= same) || merit <= rounding_of_rates;
  }

  Eigen::DiagonalMatrix<double, Eigen::Dynamic> scale() const {
    return Eigen::DiagonalMatrix<double, Eigen::Dynamic>(
        Eigen::Map<const Eigen::VectorXd>(sizes_.data(), static_cast<Eigen::Index>(sizes_.size())));
  }
  /// The largest |J| · size of each row so far: what its rate is large or small against.
  void widen(std::vector<double>& rows) const {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      double row = 0;
      for (std::size_t j = 0; j < sizes_.size(); ++j)
        row += std::fabs(near_.matrix()(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j))) * sizes_[j];
      rows[i] = std::max(rows[i], row);
    }
  }
  static double merit_of(VecIn rate, const std::vector<double>& rows) {
    double merit = 0;
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (rate[i] != 0) merit = std::max(merit, std::fabs(rate[i]) / rows[i]);
    return merit;
  }
  Svd decomposed(const std::vector<double>& rows) const {
    Eigen::MatrixXd A = near_.matrix() * scale();
    for (Eigen::Index i = 0; i < A.rows(); ++i)
      if (const double row = rows[static_cast<std::size_t>(i)]; row > 0) A.row(i) /= row;
    return Svd(A, Eigen::ComputeFullU | Eigen::ComputeFullV);
  }
  Eigen::VectorXd newton_step(const std::vector<double>& rows) const {
    Eigen::VectorXd f = near_.rate();
    for (Eigen::Index i = 0; i < f.size(); ++i)
      if (const double row = rows[static_cast<std::size_t>(i)]; row > 0) f[i] /= row;
    Svd svd = decomposed(rows);
    svd.setThreshold(rank_zero);
    Eigen::VectorXd step = -svd.solve(f);
    const double longest = step.cwiseAbs().maxCoeff();
    if (longest > 1) step /= longest;
    return step;
  }
  /// As much of the step as brings the rate down.
  bool damped(std::vector<double>& x, const Eigen::VectorXd& step, double merit, const std::vector<double>& rows) {
    std::vector<double> trial(x.size());
    double part = 1;
    for (int k = 0; k < most_halvings; ++k, part /= 2) {
      for (std::size_t i = 0; i < x.size(); ++i)
        trial[i] = x[i] + part * step[static_cast<Eigen::Index>(i)] * sizes_[i];
      near_.rate_at(t_, trial, rate_);
      if (!(merit_of(rate_, rows) < merit) || !all_finite(rate_)) continue;
      x = trial;
      return true;
    }
    return false;
  }

  Linearised near_;
  double t_;
  std::vector<double> sizes_, rate_;
};

/// Collects equilibria, judges them, each once.
class Collection {
 public:
  Collection(const System& system, const EquilibriaOptions& options, std::vector<double> sizes)
      : system_(system), options_(options), finder_(system, options.t, std::move(sizes)) {}

  bool look_from(std::vector<double> x) {
    if (!finder_.go(x)) return false;
    if (inside(x) && !is_known(x)) found_.push_back(std::move(x));
    return true;
  }

  std::vector<Equilibrium> finish() {
    std::sort(found_.begin(), found_.end(), [this](const auto& a, const auto& b) { return comes_before(a, b); });
    std::vector<Equilibrium> list;
    for (const std::vector<double>& x : found_) list.push_back(judged(x));
    return list;
  }

 private:
  double apart(const std::vector<double>& a, const std::vector<double>& b) const {
    double most = 0;
    for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::fabs(a[i] - b[i]) / finder_.sizes()[i]);
    return most;
  }
  bool comes_before(const std::vector<double>& a, const std::vector<double>& b) const {
    for (std::size_t i = 0; i < a.size(); ++i)
      if (std::fabs(a[i] - b[i]) > same * finder_.sizes()[i]) return a[i] < b[i];
    return false;
  }
  bool inside(const std::vector<double>& x) const {
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double margin = same * finder_.sizes()[i];
      if (x[i] < options_.lowest[i] - margin || x[i] > options_.highest[i] + margin) return false;
    }
    return true;
  }
  /// The same, or of the same family.
  bool is_known(const std::vector<double>& x) {
    for (const std::vector<double>& one : found_) {
      if (apart(one, x) <= same) return true;
      if (finder_.null_directions(x).cols() > 0 && are_joined(one, x, most_bends)) return true;
    }
    return false;
  }
  /// Whether equilibria lead from one to the other: what Newton's method reaches from half way lies between them, and
  /// so on where that is far off the chord. From one family to another there is a gap that stays.
  bool are_joined(const std::vector<double>& a, const std::vector<double>& b, int bends) {
    std::vector<double> middle(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) middle[i] = 0.5 * (a[i] + b[i]);
    std::vector<double> reached = middle;
    if (!finder_.go(reached) || finder_.null_directions(reached).cols() == 0) return false;
    const double chord = apart(a, b), off = apart(reached, middle);
    if (off <= straight * chord) return true;
    return bends > 0 && off < chord && are_joined(a, reached, bends - 1) && are_joined(reached, b, bends - 1);
  }
  /// In how many of the directions without linear rate there is another equilibrium a little farther on.
  int family_at(const std::vector<double>& x) {
    const Eigen::MatrixXd directions = finder_.null_directions(x);
    int dimensions = 0;
    for (Eigen::Index k = 0; k < directions.cols(); ++k) {
      std::vector<double> beside = x;
      for (std::size_t i = 0; i < x.size(); ++i) beside[i] += stride * directions(static_cast<Eigen::Index>(i), k);
      if (finder_.go(beside) && apart(beside, x) > 0.1 * stride) ++dimensions;
    }
    return dimensions;
  }
  bool is_extreme(const Monitor& monitor, const std::vector<double>& x) const;
  Equilibrium judged(const std::vector<double>& x);

  const System& system_;
  const EquilibriaOptions& options_;
  RootFinder finder_;
  std::vector<std::vector<double>> found_;
};

/// Whether a quantity has a strict minimum or maximum at x, by its second differences.
bool Collection::is_extreme(const Monitor& monitor, const std::vector<double>& x) const {
  const auto n = static_cast<Eigen::Index>(x.size());
  const auto at = [&](Eigen::Index i, double u, Eigen::Index j, double v) {
    std::vector<double> y = x;
    y[static_cast<std::size_t>(i)] += u * hessian_step * finder_.sizes()[static_cast<std::size_t>(i)];
    y[static_cast<std::size_t>(j)] += v * hessian_step * finder_.sizes()[static_cast<std::size_t>(j)];
    return value_of(monitor, options_.t, y);
  };
  const double here = value_of(monitor, options_.t, x);
  Eigen::MatrixXd H(n, n);
  Eigen::VectorXd slope(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    slope[i] = (at(i, 1, i, 0) - at(i, -1, i, 0)) / 2;
    H(i, i) = at(i, 1, i, 0) - 2 * here + at(i, -1, i, 0);
    for (Eigen::Index j = 0; j < i; ++j)
      H(i, j) = H(j, i) = (at(i, 1, j, 1) - at(i, 1, j, -1) - at(i, -1, j, 1) + at(i, -1, j, -1)) / 4;
  }
  if (!H.allFinite() || !slope.allFinite()) return false;
  // Curvatures are compared in coordinates in which each of them alone is 1: a stiff spring beside a soft one.
  Eigen::VectorXd size = H.diagonal().cwiseAbs().cwiseSqrt();
  if (!(size.minCoeff() > 0)) return false;
  for (Eigen::Index i = 0; i < n; ++i)
    if (std::fabs(slope[i]) > 1e-2 * size[i] * size[i]) return false;
  H = size.cwiseInverse().asDiagonal() * H * size.cwiseInverse().asDiagonal();
  const Eigen::VectorXd curvatures =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(H, Eigen::EigenvaluesOnly).eigenvalues();
  return curvatures[0] > definite || curvatures[n - 1] < -definite;
}

/// The name of an equilibrium of two variables.
std::string planar_type(const std::vector<std::complex<double>>& values, double zero, bool kept) {
  const std::complex<double> a = values[0], b = values[1];
  if (size_of(a) <= zero || size_of(b) <= zero) return "degenerate";
  const bool turns = std::fabs(b.imag()) > zero;
  if (turns && std::fabs(b.real()) <= zero) return kept ? "centre" : "centre or focus";
  if (!turns && a.real() < 0 && b.real() > 0) return "saddle";
  return std::string(b.real() < 0 ? "stable " : "unstable ") + (turns ? "focus" : "node");
}

Equilibrium Collection::judged(const std::vector<double>& x) {
  Equilibrium point{.x = x};
  const Spectrum spectrum = spectrum_of(finder_.matrix_at(x));
  point.eigenvalues = spectrum.values;
  point.family = family_at(x);
  double zero = eigenvalue_zero * spectrum.largest;
  // Where equilibria meet, Newton's method comes only as near as makes eigenvalues small.
  if (finder_.null_directions(x).cols() > point.family) zero = std::max(zero, 1e-3 * finder_.matrix_at(x).norm());
  int dying = 0;
  for (const std::complex<double>& value : point.eigenvalues) {
    if (value.real() > zero) ++point.ways_out;
    if (value.real() < -zero) ++dying;
  }
  if (point.ways_out > 0) {
    point.fate = Fate::unstable;
  } else if (dying == static_cast<int>(x.size())) {
    point.fate = Fate::asymptotically_stable;
  } else {
    for (const Monitor* monitor : kept_scalars(system_))
      if (point.kept.empty() && is_extreme(*monitor, x)) point.kept = monitor->channel.name;
    point.fate = point.kept.empty() ? Fate::undecided : Fate::stable;
  }
  if (x.size() == 2) point.type = planar_type(point.eigenvalues, zero, !point.kept.empty());
  return point;
}

void check_usage(const System& system, const EquilibriaOptions& options) {
  if (const std::string why = why_not_flat(system); !why.empty()) usage_error("a system of plain numbers", why);
  const long n = system.state_space().nx();
  require_size("start", n, static_cast<long>(options.start.size()), "one for each coordinate");
  require_size("lowest", n, static_cast<long>(options.lowest.size()), "one for each coordinate");
  require_size("highest", n, static_cast<long>(options.highest.size()), "one for each coordinate");
  if (depends_on_time(system, options.t, options.start))
    usage_error("a rate that does not depend on time", "one that does", "what changes with time stays nowhere");
}

}  // namespace

std::string_view to_string(Fate fate) {
  switch (fate) {
    case Fate::asymptotically_stable: return "asymptotically stable";
    case Fate::stable: return "stable";
    case Fate::unstable: return "unstable";
    default: return "undecided";
  }
}

Equilibria equilibria(const System& system, const EquilibriaOptions& options) {
  check_usage(system, options);
  const std::size_t n = options.start.size();
  std::vector<double> sizes(n);
  for (std::size_t i = 0; i < n; ++i) {
    sizes[i] = 0.5 * (options.highest[i] - options.lowest[i]);
    if (!(sizes[i] > 0)) sizes[i] = std::max(1.0, std::fabs(options.highest[i]));
  }
  Collection collection(system, options, sizes);
  Equilibria result;
  std::mt19937_64 draw(1);
  for (int k = 0; k <= options.starts; ++k) {
    std::vector<double> x = options.start;
    for (std::size_t i = 0; k > 0 && i < n; ++i) {
      const double part = static_cast<double>(draw() >> 11) * 0x1p-53;  // in [0, 1), the same everywhere
      x[i] = options.lowest[i] + part * (options.highest[i] - options.lowest[i]);
    }
    ++result.starts;
    if (collection.look_from(std::move(x))) ++result.arrived;
    if (options.progress && !options.progress(static_cast<double>(k + 1) / (options.starts + 1))) {
      result.complete = k == options.starts;
      break;
    }
  }
  result.found = collection.finish();
  return result;
}

}  // namespace polhode
