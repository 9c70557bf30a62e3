// Identities that every mechanism obeys, tried on one.
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include <polhode/base/text.hpp>
#include <polhode/dynamics/tree/derivatives.hpp>
#include <polhode/dynamics/tree/matrices.hpp>
#include <polhode/dynamics/tree/quantities.hpp>
#include <polhode/dynamics/tree/textbook.hpp>
#include <polhode/formats/robot_queries.hpp>

namespace polhode {
namespace {

using Numbers = std::vector<double>;
constexpr double epsilon = std::numeric_limits<double>::epsilon();

double largest(const Numbers& x) {
  double most = 0;
  for (double one : x) most = std::max(most, std::fabs(one));
  return most;
}
/// |x − y| of the size of both, or of `size` if that is larger.
double apart(const Numbers& x, const Numbers& y, double size = 0) {
  double most = 0;
  for (std::size_t i = 0; i < x.size(); ++i) most = std::max(most, std::fabs(x[i] - y[i]));
  return most / std::max({largest(x), largest(y), size, std::numeric_limits<double>::min()});
}
Numbers flat(const textbook::Matrix& A) {
  Numbers x;
  for (Eigen::Index i = 0; i < A.rows(); ++i)
    for (Eigen::Index k = 0; k < A.cols(); ++k) x.push_back(A(i, k));
  return x;
}
Numbers times(const Numbers& A, const Numbers& x) {
  Numbers y(A.size() / x.size(), 0.0);
  for (std::size_t i = 0; i < y.size(); ++i)
    for (std::size_t k = 0; k < x.size(); ++k) y[i] += A[i * x.size() + k] * x[k];
  return y;
}

/// One random state and everything that is computed of it.
struct Trial {
  const Tree& tree;
  const std::size_t nv;
  Numbers q, v, a, tau, h, G, M, C, M_inverse;
  double condition = 1;  ///< |M| |M⁻¹|

  Trial(const Tree& of, std::mt19937_64& random) : tree(of), nv(static_cast<std::size_t>(of.nv())) {
    std::uniform_real_distribution<double> number(-2, 2);
    const auto draw = [&] {
      Numbers x(nv);
      for (double& one : x) one = number(random);
      return x;
    };
    q.resize(static_cast<std::size_t>(tree.nq()));
    moved(tree, tree.neutral(), draw(), q);
    v = draw();
    a = draw();
    tau = h = G = Numbers(nv);
    M = C = M_inverse = Numbers(nv * nv);
    RneaWorkspace rnea_work;
    CrbaWorkspace crba_work;
    CoriolisWorkspace coriolis_work;
    BiasWorkspace bias_work;
    InverseWorkspace inverse_work;
    rnea<double>(tree, q, v, a, rnea_work, tau);
    bias_forces<double>(tree, q, v, bias_work, h);
    gravity_forces<double>(tree, q, bias_work, G);
    crba<double>(tree, q, crba_work, M);
    coriolis<double>(tree, q, v, coriolis_work, C);
    mass_matrix_inverse(tree, q, inverse_work, M_inverse);
    condition = static_cast<double>(nv) * largest(M) * largest(M_inverse);
  }

  double forward_of_inverse() const {
    AbaWorkspace work;
    Numbers back(nv);
    aba<double>(tree, q, v, tau, work, back);
    return apart(back, a);
  }
  double mass_matrix_and_forces() const {
    Numbers sum = times(M, a);
    for (std::size_t i = 0; i < nv; ++i) sum[i] += h[i];
    return apart(sum, tau);
  }
  double mass_by_jacobians() const { return apart(flat(textbook::mass_matrix<double>(tree, q)), M); }
  /// The entries of C are differences of terms of this size, which may leave next to nothing.
  double terms_of_coriolis() const { return largest(M) * largest(v); }
  double coriolis_by_christoffel() const { return apart(flat(textbook::coriolis(tree, q, v)), C, terms_of_coriolis()); }
  double bias_by_parts() const {
    Numbers sum = times(C, v);
    for (std::size_t i = 0; i < nv; ++i) sum[i] += G[i];
    return apart(sum, h);
  }
  /// dM/dt = C + Cᵀ, with dM/dt by dual numbers along the motion.
  double rate_of_mass() const {
    std::vector<Dual4> q_dual(q.begin(), q.end()), M_dual(nv * nv);
    Numbers rate(q.size());
    coordinate_rates<double>(tree, q, v, rate);
    for (std::size_t i = 0; i < q.size(); ++i) q_dual[i].tangent.set(0, rate[i]);
    CrbaWorkspace work;
    crba<Dual4>(tree, q_dual, work, M_dual);
    Numbers M_rate, sum;
    for (std::size_t i = 0; i < nv; ++i)
      for (std::size_t k = 0; k < nv; ++k) {
        M_rate.push_back(M_dual[i * nv + k].tangent[0]);
        sum.push_back(C[i * nv + k] + C[k * nv + i]);
      }
    return apart(M_rate, sum, terms_of_coriolis());
  }
  double inverse_times_mass() const {
    double most = 0;
    for (std::size_t i = 0; i < nv; ++i)
      for (std::size_t k = 0; k < nv; ++k) {
        double sum = i == k ? -1 : 0;
        for (std::size_t l = 0; l < nv; ++l) sum += M_inverse[i * nv + l] * M[l * nv + k];
        most = std::max(most, std::fabs(sum));
      }
    return most;
  }
  double power() const {
    TotalsWorkspace work;
    const Totals<double> now = totals<double>(tree, q, v, a, work);
    double supplied = 0, size = std::fabs(now.kinetic_rate) + std::fabs(now.potential_rate);
    for (std::size_t i = 0; i < nv; ++i) {
      supplied += tau[i] * v[i];
      size += std::fabs(tau[i] * v[i]);
    }
    return std::fabs(now.kinetic_rate + now.potential_rate - supplied) / size;
  }
  /// One column of each derivative, by dual numbers.
  double derivatives(std::mt19937_64& random) const {
    RneaDerivativesWorkspace work;
    Numbers by_q(nv * nv), by_v(nv * nv), M_too(nv * nv), direction(nv, 0.0), q_rate(q.size());
    rnea_derivatives(tree, q, v, a, work, by_q, by_v, M_too);
    const std::size_t k = random() % nv;
    direction[k] = 1;
    coordinate_rates<double>(tree, q, direction, q_rate);
    std::vector<Dual4> q_dual(q.begin(), q.end()), v_dual(v.begin(), v.end()), a_dual(a.begin(), a.end()), out(nv);
    for (std::size_t i = 0; i < q.size(); ++i) q_dual[i].tangent.set(0, q_rate[i]);
    v_dual[k].tangent.set(1, 1);
    RneaWorkspace rnea_work;
    rnea<Dual4>(tree, q_dual, v_dual, a_dual, rnea_work, out);
    Numbers exact, ours;
    for (std::size_t i = 0; i < nv; ++i) {
      exact.insert(exact.end(), {out[i].tangent[0], out[i].tangent[1]});
      ours.insert(ours.end(), {by_q[i * nv + k], by_v[i * nv + k]});
    }
    return apart(exact, ours);
  }
};

}  // namespace

std::vector<RobotCheck> check_robot(const Tree& tree, int states) {
  std::vector<RobotCheck> checks{{"RNEA after ABA gives the accelerations back"},
                                 {"M a + h are the forces of RNEA"},
                                 {"M by Jacobians is M of composite bodies"},
                                 {"C by Christoffel symbols is C by recursion"},
                                 {"C v + G are the forces of RNEA at a = 0"},
                                 {"dM/dt = C + Cᵀ, so that dM/dt − 2C is skew"},
                                 {"M⁻¹ M = 1"},
                                 {"power: d(T + U)/dt = τ · v"},
                                 {"derivatives of RNEA are those of dual numbers"}};
  if (tree.nv() == 0) return {};
  std::mt19937_64 random(1);
  // A number comes out of some forty operations for each link on its way, of a size of up to ten of its own.
  const double rounding = 400 * epsilon * static_cast<double>(tree.links().size());
  for (int i = 0; i < states; ++i) {
    const Trial trial(tree, random);
    const double inverse = rounding * trial.condition;
    const double errors[] = {trial.forward_of_inverse(), trial.mass_matrix_and_forces(),
                             trial.mass_by_jacobians(),  trial.coriolis_by_christoffel(),
                             trial.bias_by_parts(),      trial.rate_of_mass(),
                             trial.inverse_times_mass(), trial.power(),
                             trial.derivatives(random)};
    for (std::size_t k = 0; k < checks.size(); ++k) {
      checks[k].error = std::isnan(errors[k]) ? errors[k] : std::max(checks[k].error, errors[k]);
      const bool conditioned = k == 0 || k == 6;
      checks[k].allowed = std::max(checks[k].allowed, conditioned ? inverse : rounding);
    }
  }
  return checks;
}

std::string format(std::span<const RobotCheck> checks) {
  std::string text;
  for (const RobotCheck& check : checks) {
    std::string name = check.name;
    std::size_t letters = 0;
    for (char c : name) letters += (static_cast<unsigned char>(c) & 0xc0) != 0x80;
    name.append(letters < 52 ? 52 - letters : 1, ' ');
    text += name + rounded(check.error, 2) + "  of " + rounded(check.allowed, 2) + " allowed  " +
            (check.passed() ? "holds" : "FAILS") + "\n";
  }
  return text;
}

}  // namespace polhode
