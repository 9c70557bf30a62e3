// The matrices of random mechanisms: the Coriolis matrix, the inverse of the mass matrix, what joints resist.

#include <cstring>

#include <gtest/gtest.h>
#include <Eigen/Eigenvalues>

#include <polhode/dynamics/tree/matrices.hpp>
#include <polhode/dynamics/tree/quantities.hpp>

#include "dynamics/tree/kernels/derivative_table.hpp"
#include "dynamics/tree/kernels/matrix_table.hpp"
#include "support/moving_trees.hpp"
#include "unit/ode/counting_new.hpp"

namespace polhode {
namespace {

using namespace random_trees;
constexpr int trees = 300;

Matrix coriolis_of(const Moving& now) {
  CoriolisWorkspace work;
  std::vector<double> C(square(now.tree));
  coriolis<double>(now.tree, now.q, now.v, work, C);
  return as_matrix(C, now.nv());
}

/// Entries of M are at most mass · reach², those of its rate and of C 2 speed times as much: an axis turns with at most
/// `speed`, its lever grows with reach · speed.
double rate_size(const Sizes& sizes) { return 2 * sizes.speed * sizes.mass * sizes.reach * sizes.reach; }

TEST(TreeMatricesLaw, TheMassMatrixChangesByCPlusItsTranspose) {
  Generator random(7301);
  CrbaWorkspace work;
  for (int i = 0; i < trees; ++i) {
    const Moving now(random);
    std::vector<Dual4> M(square(now.tree));
    crba<Dual4>(now.tree, along(now.tree, now.q, now.v), work, M);
    const Matrix C = coriolis_of(now);
    EXPECT_LE(gap(rate_matrix(M, now.nv()), C + C.transpose()), rounding * rate_size(Sizes(now)));
  }
}

TEST(TreeMatricesLaw, CvPlusGIsTheForceWithoutAcceleration) {
  Generator random(7302);
  RneaWorkspace rnea_work;
  BiasWorkspace work;
  for (int i = 0; i < trees; ++i) {
    const Moving now(random);
    const Sizes sizes(now);
    const Vec3 gravity = random_vector(random, 10);
    const std::vector<double> still(now.v.size(), 0.0);
    std::vector<double> tau(now.v.size()), G(now.v.size()), h(now.v.size());
    rnea<double>(now.tree, now.q, now.v, still, rnea_work, tau, {.gravity = gravity});
    gravity_forces<double>(now.tree, now.q, work, G, gravity);
    bias_forces<double>(now.tree, now.q, now.v, work, h, {.gravity = gravity});
    const Vector sum = coriolis_of(now) * as_vector(now.v) + as_vector(G);
    const double size = rate_size(sizes) * sizes.speed + sizes.mass * gravity.norm() * sizes.reach;
    EXPECT_LE(gap(sum, as_vector(tau)), rounding * size);
    EXPECT_EQ(h, tau);
  }
}

TEST(TreeMatricesLaw, GravityForcesAreTheGradientOfThePotential) {
  Generator random(7303);
  BiasWorkspace work;
  TotalsWorkspace totals_work;
  for (int i = 0; i < trees; ++i) {
    const Moving now(random);
    const Sizes sizes(now);
    const Vec3 gravity = random_vector(random, 10);
    std::vector<double> G(now.v.size());
    gravity_forces<double>(now.tree, now.q, work, G, gravity);
    for (std::size_t c = 0; c < G.size(); ++c) {
      std::vector<double> unit(now.v.size(), 0.0);
      unit[c] = 1;
      const Dual4 U = totals<Dual4>(now.tree, along(now.tree, now.q, unit), {}, {}, totals_work, gravity).potential;
      EXPECT_NEAR(U.tangent[0], G[c], rounding * sizes.mass * gravity.norm() * sizes.reach);
    }
  }
}

/// The derivatives of M along all coordinates, four at a time.
std::vector<Matrix> mass_matrix_gradient(const Moving& now) {
  CrbaWorkspace work;
  std::vector<Matrix> result;
  for (int first = 0; first < now.nv(); first += 4) {
    std::vector<Dual4> q(now.q.begin(), now.q.end()), M(square(now.tree));
    for (int k = 0; k < 4 && first + k < now.nv(); ++k) q[static_cast<std::size_t>(first + k)].tangent.set(k, 1);
    crba<Dual4>(now.tree, q, work, M);
    for (int k = 0; k < 4 && first + k < now.nv(); ++k) result.push_back(rate_matrix(M, now.nv(), k));
  }
  return result;
}

TEST(TreeMatricesLaw, WhereVelocitiesAreRatesOfCoordinatesTheMatrixIsChristoffels) {
  Generator random(7304);
  int seen = 0;
  for (int i = 0; i < 3 * trees; ++i) {
    std::vector<Link> links = random_tree(random).links();
    for (Link& link : links)  // balls and free joints become planar ones
      if (nq(link.joint) != nv(link.joint)) link.joint = joint::Planar{random_vector(random, 1)};
    const Moving now(random, Tree("plain", links));
    if (now.nv() > 12) continue;  // keeps the test short
    ++seen;
    const std::vector<Matrix> dM = mass_matrix_gradient(now);
    const Matrix C = coriolis_of(now);
    Matrix expected = Matrix::Zero(now.nv(), now.nv());
    for (int r = 0; r < now.nv(); ++r)
      for (int c = 0; c < now.nv(); ++c)
        for (int k = 0; k < now.nv(); ++k) {
          const auto d = [&](int by, int row, int column) { return dM[static_cast<std::size_t>(by)](row, column); };
          expected(r, c) += 0.5 * (d(k, r, c) + d(c, r, k) - d(r, c, k)) * now.v[static_cast<std::size_t>(k)];
        }
    EXPECT_LE(gap(C, expected), rounding * rate_size(Sizes(now)));
  }
  EXPECT_GT(seen, 100);
}

/// ‖M‖ ‖M⁻¹‖ in the norm of largest row sums, from the inverse that is tested: if that is wrong, so is the product.
double condition(const Matrix& M, const Matrix& inverse) {
  return M.cwiseAbs().rowwise().sum().maxCoeff() * inverse.cwiseAbs().rowwise().sum().maxCoeff();
}

TEST(TreeMatricesLaw, TheInverseTimesTheMassMatrixIsOne) {
  Generator random(7305);
  InverseWorkspace work;
  for (int i = 0; i < trees; ++i) {
    const Moving now(random);
    std::vector<double> numbers(square(now.tree)), rotors(now.v.size());
    reflected_inertias(now.tree, rotors);
    const Matrix one = Matrix::Identity(now.nv(), now.nv());
    for (const bool with_rotors : {false, true}) {
      Matrix M = mass_matrix(now);
      if (with_rotors) M.diagonal() += as_vector(rotors);
      mass_matrix_inverse(now.tree, now.q, work, numbers, with_rotors ? rotors : std::vector<double>{});
      const Matrix inverse = as_matrix(numbers, now.nv());
      EXPECT_EQ(inverse, inverse.transpose());
      EXPECT_LE(gap(inverse * M, one), rounding * condition(M, inverse));
      // A wrong inverse could be large: its size is that of 1 / the smallest eigenvalue.
      const double smallest = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(M).eigenvalues()[0];
      EXPECT_LE(inverse.cwiseAbs().maxCoeff(), 1.01 / smallest);
    }
  }
}

TEST(TreeMatricesLaw, SolutionsChangeAsThoseOfAMatrixDo) {
  // M x = b with b at rest: dx/dt = −M⁻¹ dM/dt x, the left side by dual numbers through the factors.
  Generator random(7306);
  InverseWorkspace work;
  CrbaWorkspace crba_work;
  MassFactors factors;
  for (int i = 0; i < trees; ++i) {
    const Moving now(random);
    const std::vector<Dual4> q = along(now.tree, now.q, now.v);
    std::vector<Dual4> M(square(now.tree)), x(now.a.begin(), now.a.end());
    std::vector<double> numbers(square(now.tree));
    crba<Dual4>(now.tree, q, crba_work, M);
    factorise_mass_matrix<Dual4>(now.tree, q, factors);
    solve_mass_matrix<Dual4>(now.tree, factors, x);
    mass_matrix_inverse(now.tree, now.q, work, numbers);
    const Matrix inverse = as_matrix(numbers, now.nv());
    const Vector solution = inverse * as_vector(now.a);
    const Vector expected = -inverse * (rate_matrix(M, now.nv()) * solution);
    // Of a sum of nv² terms of the size of C, wrong by the condition of M.
    const double size = inverse.cwiseAbs().rowwise().sum().maxCoeff() * now.nv() * rate_size(Sizes(now)) *
                        solution.cwiseAbs().maxCoeff();
    EXPECT_LE(gap(rate_matrix(x, 1), expected), rounding * condition(mass_matrix(now), inverse) * size);
  }
}

TEST(TreeMatricesLaw, FactorsOfTheMassMatrixSolveIt) {
  Generator random(7307);
  MassFactors factors;
  InverseWorkspace work;
  for (int i = 0; i < trees; ++i) {
    const Moving now(random);
    std::vector<double> rotors(now.v.size()), numbers(square(now.tree));
    reflected_inertias(now.tree, rotors);
    Matrix M = mass_matrix(now);
    M.diagonal() += as_vector(rotors);
    factorise_mass_matrix<double>(now.tree, now.q, factors, rotors);
    std::vector<double> x = now.a;
    solve_mass_matrix<double>(now.tree, factors, x);
    mass_matrix_inverse(now.tree, now.q, work, numbers, rotors);
    const Vector expected = as_matrix(numbers, now.nv()) * as_vector(now.a);
    const double size = condition(M, as_matrix(numbers, now.nv())) * expected.cwiseAbs().maxCoeff();
    EXPECT_LE(gap(as_vector(x), expected), rounding * size);
    // A solution of a matrix that is positive leaves a rest of rounding · ‖M‖ ‖x‖, however ill it is conditioned.
    const double rest = M.cwiseAbs().rowwise().sum().maxCoeff() * as_vector(x).cwiseAbs().maxCoeff();
    EXPECT_LE(gap(M * as_vector(x), as_vector(now.a)), rounding * rest);
  }
}

TEST(TreeMatricesLaw, JointsResistWithDampingFrictionAndRotors) {
  const JointResistance arm{.damping = 2, .friction = 3, .rotor_inertia = 0.5, .gear = 4};
  const Tree tree("arm", {Link{.name = "a", .joint = joint::Revolute{}, .resistance = arm},
                          Link{.name = "b", .parent = 0, .joint = joint::Universal{}, .resistance = {.friction = 1}},
                          Link{.name = "c", .parent = 1},
                          Link{.name = "d", .parent = 2, .joint = joint::Prismatic{}, .resistance = {.damping = 7}}});
  const std::vector<double> v{-5, 0, 0.25, 2}, a{1, 10, 10, 10};
  std::vector<double> tau(4), rotors(4), B(16);
  resistance(tree, v, a, tau);
  EXPECT_EQ(tau, (std::vector<double>{2 * -5 - 3 + 8, 0, 1, 14}));
  reflected_inertias(tree, rotors);
  EXPECT_EQ(rotors, (std::vector<double>{8, 0, 0, 0}));
  damping_matrix(tree, B);
  const Vector diagonal{{2, 0, 0, 7}};
  EXPECT_EQ(as_matrix(B, 4), Matrix(diagonal.asDiagonal()));
}

TEST(TreeMatricesLaw, WideRegistersGiveTheSameBits) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") == 0) return;  // nothing to compare
  Generator random(7308);
  const tree::MatrixAlgorithms<double>&baseline = tree::baseline_matrices(), &wide = tree::wide_matrices();
  const tree::DerivativeKernels &first_inverse = tree::baseline_derivatives(),
                                &second_inverse = tree::wide_derivatives();
  TreeWorkspace work;
  for (int i = 0; i < trees; ++i) {
    const Moving now(random);
    const tree::Plan plan = now.tree.data().plan();
    std::vector<double> first(square(now.tree)), second = first;
    const auto same = [&] { return std::memcmp(first.data(), second.data(), first.size() * sizeof(double)) == 0; };
    void* const room = work.ask(std::max(baseline.coriolis_room(plan), first_inverse.minverse_room(plan)));
    baseline.coriolis(plan, now.q.data(), now.v.data(), room, first.data());
    wide.coriolis(plan, now.q.data(), now.v.data(), room, second.data());
    EXPECT_TRUE(same());
    first_inverse.minverse(plan, now.q.data(), nullptr, room, first.data());
    second_inverse.minverse(plan, now.q.data(), nullptr, room, second.data());
    EXPECT_TRUE(same());
  }
#endif
}

TEST(TreeMatricesLaw, NothingIsAllocatedAfterTheFirstCall) {
  Generator random(7309);
  const Moving now(random);
  CoriolisWorkspace coriolis_work;
  InverseWorkspace inverse_work;
  BiasWorkspace bias_work;
  MassFactors factors;
  KinematicsWorkspace kinematics_work;
  JacobianWorkspace jacobian_work;
  TotalsWorkspace totals_work;
  CentroidalWorkspace centroidal_work;
  std::vector<double> matrix(square(now.tree)), rows(six_rows(now.tree)), list(now.v.size());
  std::vector<LinkMotion<double>> motions(now.tree.links().size());
  const auto all = [&] {
    coriolis<double>(now.tree, now.q, now.v, coriolis_work, matrix);
    mass_matrix_inverse(now.tree, now.q, inverse_work, matrix);
    gravity_forces<double>(now.tree, now.q, bias_work, list);
    bias_forces<double>(now.tree, now.q, now.v, bias_work, list);
    factorise_mass_matrix<double>(now.tree, now.q, factors);
    solve_mass_matrix<double>(now.tree, factors, list);
    link_motions<double>(now.tree, now.q, now.v, now.a, kinematics_work, motions);
    jacobian<double>(now.tree, now.q, 1, jacobian_work, rows);
    jacobian_rate<double>(now.tree, now.q, now.v, 1, jacobian_work, rows);
    totals<double>(now.tree, now.q, now.v, now.a, totals_work);
    centroidal_matrix<double>(now.tree, now.q, centroidal_work, rows);
  };
  all();
  const long before = allocations();
  all();
  EXPECT_EQ(allocations(), before);
}

}  // namespace
}  // namespace polhode
