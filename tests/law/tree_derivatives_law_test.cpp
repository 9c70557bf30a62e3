// Derivatives of forces and accelerations of mechanisms: dual numbers through the algorithms themselves are the truth,
// and they know nothing of the closed forms.

#include <polhode/dynamics/tree/derivatives.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <polhode/dynamics/tree/matrices.hpp>

#include "dynamics/tree/kernels/derivative_table.hpp"
#include "support/random_trees.hpp"
#include "support/validation.hpp"
#include "unit/ode/counting_new.hpp"

namespace polhode {
namespace {

using namespace random_trees;
using Numbers = std::vector<double>;
using Matrix = Eigen::MatrixXd;
using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr int lanes = 4;  // directions of a dual number

/// Room for nv × nv numbers, none of which is one before it is written.
Numbers square(const Tree& tree) {
  const std::size_t nv = static_cast<std::size_t>(tree.nv());
  return Numbers(nv * nv, std::numeric_limits<double>::quiet_NaN());
}
Matrix matrix(const Tree& tree, const Numbers& rows) {
  return Eigen::Map<const Rows>(rows.data(), tree.nv(), tree.nv());
}

/// A mechanism and all that its derivatives depend on.
struct Case {
  Tree tree;
  Numbers q, v, a, wrenches;
  Surroundings<double> around;

  explicit Case(Generator& random) : tree(random_tree(random)) {
    q = random_coordinates(random, tree);
    v = random_numbers(random, tree.nv(), 3);
    a = random_numbers(random, tree.nv(), 5);
    wrenches = random_numbers(random, 6 * static_cast<int>(tree.links().size()), 4);
    around = random_surroundings(random);
  }
  Surroundings<double> with_wrenches() const {
    Surroundings<double> all = around;
    all.wrenches = wrenches;
    return all;
  }
};

std::vector<Dual4> constants(const Numbers& numbers) { return {numbers.begin(), numbers.end()}; }

/// ∂/∂q along the directions of velocities, or ∂/∂v, of a function of dual q and v that fills nv numbers.
template <class F>
Matrix by_duals(const Case& one, bool by_q, F&& function) {
  const int nv = one.tree.nv();
  Matrix result(nv, nv);
  for (int first = 0; first < nv; first += lanes) {
    std::vector<Dual4> q = constants(one.q), v = constants(one.v), out(one.v.size());
    for (int k = 0; k < lanes && first + k < nv; ++k) {
      if (!by_q) {
        v[static_cast<std::size_t>(first + k)].tangent.set(k, 1);
        continue;
      }
      Numbers unit(one.v.size()), rate(one.q.size());
      unit[static_cast<std::size_t>(first + k)] = 1;
      coordinate_rates<double>(one.tree, one.q, unit, rate);
      for (std::size_t i = 0; i < rate.size(); ++i) q[i].tangent.set(k, rate[i]);
    }
    function(q, v, out);
    for (int k = 0; k < lanes && first + k < nv; ++k)
      for (int r = 0; r < nv; ++r) result(r, first + k) = out[static_cast<std::size_t>(r)].tangent[k];
  }
  return result;
}

Surroundings<Dual4> dual_surroundings(const Case& one, const std::vector<Dual4>& wrenches) {
  return {.gravity = one.around.gravity,
          .base_angular_velocity = one.around.base_angular_velocity,
          .base_angular_acceleration = one.around.base_angular_acceleration,
          .base_acceleration = one.around.base_acceleration,
          .wrenches = wrenches};
}

Matrix dual_rnea(const Case& one, bool by_q) {
  const std::vector<Dual4> wrenches = constants(one.wrenches), a = constants(one.a);
  RneaWorkspace work;
  return by_duals(one, by_q, [&](const auto& q, const auto& v, auto& tau) {
    rnea<Dual4>(one.tree, q, v, a, work, tau, dual_surroundings(one, wrenches));
  });
}

Matrix dual_aba(const Case& one, bool by_q, const Numbers& tau, const Numbers& rotors) {
  const std::vector<Dual4> wrenches = constants(one.wrenches), force = constants(tau);
  AbaWorkspace work;
  return by_duals(one, by_q, [&](const auto& q, const auto& v, auto& a) {
    aba<Dual4>(one.tree, q, v, force, work, a, dual_surroundings(one, wrenches), {.rotors = rotors});
  });
}

Matrix mass_matrix(const Case& one) {
  Numbers M = square(one.tree);
  CrbaWorkspace work;
  crba<double>(one.tree, one.q, work, M);
  return matrix(one.tree, M);
}

/// The largest entry of the difference, as a multiple of ε · size.
double in_roundings(const Matrix& a, const Matrix& b, double size) {
  if (!a.allFinite()) return std::numeric_limits<double>::infinity();
  return (a - b).cwiseAbs().maxCoeff() / (epsilon * size);
}

class TreeDerivatives : public testing::Test {
 protected:
  Generator random{2018};
  static constexpr int cases = 400;
};

TEST_F(TreeDerivatives, ForcesChangeAsDualNumbersSay) {
  double worst = 0;
  for (int i = 0; i < cases; ++i) {
    const Case one(random);
    if (one.tree.nv() == 0) continue;
    Numbers dq = square(one.tree), dv = dq, M = dq;
    RneaDerivativesWorkspace work;
    rnea_derivatives(one.tree, one.q, one.v, one.a, work, dq, dv, M, one.with_wrenches());
    const Matrix true_dq = dual_rnea(one, true), true_dv = dual_rnea(one, false), true_M = mass_matrix(one);
    worst = std::max(worst, in_roundings(matrix(one.tree, dq), true_dq, true_dq.cwiseAbs().maxCoeff()));
    worst = std::max(worst, in_roundings(matrix(one.tree, dv), true_dv, true_dv.cwiseAbs().maxCoeff() + 1));
    worst = std::max(worst, in_roundings(matrix(one.tree, M), true_M, true_M.cwiseAbs().maxCoeff()));
  }
  // About a hundred products and sums lie behind an entry, of numbers about as large as the largest entry.
  expect_error_within(100, worst, "∂τ/∂q, ∂τ/∂v, M of 400 random mechanisms [ε · largest entry]",
                      "dual numbers through rnea, crba");
}

TEST_F(TreeDerivatives, AccelerationsChangeAsDualNumbersSay) {
  double worst = 0;
  for (int i = 0; i < cases; ++i) {
    const Case one(random);
    if (one.tree.nv() == 0) continue;
    const Numbers tau = random_numbers(random, one.tree.nv(), 10);
    const Numbers rotors = i % 2 == 0 ? Numbers{} : Numbers(tau.size(), 0.3);
    Numbers dq = square(one.tree), dv = dq, M_inverse = dq;
    AbaDerivativesWorkspace work;
    aba_derivatives(one.tree, one.q, one.v, tau, work, dq, dv, M_inverse, one.with_wrenches(), rotors);
    const Matrix true_dq = dual_aba(one, true, tau, rotors), true_dv = dual_aba(one, false, tau, rotors);
    Matrix M = mass_matrix(one);
    if (!rotors.empty()) M.diagonal().array() += 0.3;
    const double condition = M.norm() * matrix(one.tree, M_inverse).norm();
    const double sizes[] = {true_dq.cwiseAbs().maxCoeff(), true_dv.cwiseAbs().maxCoeff() + 1};
    worst = std::max(worst, in_roundings(matrix(one.tree, dq), true_dq, condition * sizes[0]));
    worst = std::max(worst, in_roundings(matrix(one.tree, dv), true_dv, condition * sizes[1]));
  }
  // The same hundred, and what the mass matrix makes of a relative error when it is inverted.
  expect_error_within(100, worst, "∂a/∂q, ∂a/∂v of 400 random mechanisms [ε · condition · largest entry]",
                      "dual numbers through aba");
}

TEST_F(TreeDerivatives, InverseTimesMassMatrixIsOne) {
  double worst = 0;
  for (int i = 0; i < cases; ++i) {
    const Case one(random);
    const int nv = one.tree.nv();
    if (nv == 0) continue;
    const Numbers rotors = i % 2 == 0 ? Numbers{} : Numbers(static_cast<std::size_t>(nv), 0.2);
    Numbers numbers = square(one.tree);
    InverseWorkspace work;
    mass_matrix_inverse(one.tree, one.q, work, numbers, rotors);
    Matrix M = mass_matrix(one);
    if (!rotors.empty()) M.diagonal().array() += 0.2;
    const Matrix inverse = matrix(one.tree, numbers);
    EXPECT_EQ(inverse, inverse.transpose());
    worst = std::max(worst, in_roundings(inverse * M, Matrix::Identity(nv, nv), inverse.norm() * M.norm()));
  }
  // Elimination is backward stable: the error of a column is that of a mass matrix off by ε of its size for each of up
  // to fifty pivots.
  expect_error_within(50, worst, "M⁻¹ M − 1 of 400 random mechanisms [ε · condition]", "crba");
}

TEST_F(TreeDerivatives, WhereTheMechanismFloatsDoesNotMatter) {
  Generator other(7);
  for (int i = 0; i < 20; ++i) {
    std::vector<Link> links = random_tree(other).links();
    links[0].joint = joint::Free{};
    links[0].parent = -1;
    for (std::size_t k = 1; k < links.size(); ++k) links[k].parent = std::max(links[k].parent, 0);
    const Tree tree("floating", links);
    Numbers q = random_coordinates(random, tree);
    const Numbers v = random_numbers(random, tree.nv(), 3), a = random_numbers(random, tree.nv(), 5);
    Numbers dq = square(tree), dv = dq, M = dq, far_dq = dq;
    RneaDerivativesWorkspace work;
    rnea_derivatives(tree, q, v, a, work, dq, dv, M);
    q[0] += 1e7;
    rnea_derivatives(tree, q, v, a, work, far_dq, dv, M);
    EXPECT_EQ(dq, far_dq);
  }
}

#if defined(__x86_64__)
TEST_F(TreeDerivatives, RegistersOfFourNumbersGiveTheSameBits) {
  if (__builtin_cpu_supports("avx2") == 0 || __builtin_cpu_supports("bmi2") == 0) return;
  const auto all = [](const Case& one, const tree::DerivativeKernels& kernels) {
    const tree::Plan plan = one.tree.data().plan();
    const tree::Base base{{0.1, 0.2, 0.3}, {0.3, 0.2, 0.1}, {1, 2, 9.81}};
    const std::size_t step = square(one.tree).size();
    Numbers out(5 * step);
    double* const to = out.data();
    TreeWorkspace work;
    kernels.rnea_derivatives(plan, base, one.q.data(), one.v.data(), one.a.data(), nullptr,
                             work.ask(kernels.rnea_derivatives_room(plan)), to, to + step, to + 4 * step);
    kernels.aba_derivatives(plan, base, one.q.data(), one.v.data(), one.a.data(), nullptr, nullptr,
                            work.ask(kernels.aba_derivatives_room(plan)), to + 2 * step, to + 3 * step, to + 4 * step);
    return out;
  };
  for (int i = 0; i < 50; ++i) {
    const Case one(random);
    EXPECT_EQ(all(one, tree::baseline_derivatives()), all(one, tree::wide_derivatives()));
  }
}
#endif

TEST_F(TreeDerivatives, NothingIsAllocatedAfterTheFirstCall) {
  const Case one(random);
  const Numbers rotors(one.v.size(), 0.1);
  Numbers first = square(one.tree), second = first, third = first;
  RneaDerivativesWorkspace rnea_work;
  AbaDerivativesWorkspace aba_work;
  InverseWorkspace minverse_work;
  const auto all = [&] {
    rnea_derivatives(one.tree, one.q, one.v, one.a, rnea_work, first, second, third, one.with_wrenches());
    aba_derivatives(one.tree, one.q, one.v, one.a, aba_work, first, second, third, one.with_wrenches(), rotors);
    mass_matrix_inverse(one.tree, one.q, minverse_work, third);
  };
  all();
  const long before = allocations();
  for (int i = 0; i < 10; ++i) all();
  EXPECT_EQ(allocations(), before);
}

}  // namespace
}  // namespace polhode
