// Laws of mechanisms, and the textbook's algorithms against the fast ones, on seeded random trees with every kind of
// joint.
#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <cmath>

#include "dynamics/tree/data.hpp"
#include "support/fast_tree.hpp"
#include "support/random_trees.hpp"

namespace polhode {
namespace {

using namespace random_trees;
using textbook::Matrix;
using textbook::Vector;

double largest(const Matrix& matrix) { return matrix.size() == 0 ? 0 : matrix.cwiseAbs().maxCoeff(); }
double sum_of(VecIn numbers) {
  double sum = 0;
  for (const double one : numbers) sum += std::fabs(one);
  return sum;
}
Vector vector_of(VecIn numbers) { return Eigen::Map<const Vector>(numbers.data(), static_cast<long>(numbers.size())); }

/// The most that the coordinates of a joint move its link by.
double slide_of(const Joint& joint, const double* q) {
  if (std::holds_alternative<joint::Prismatic>(joint)) return std::fabs(q[0]);
  if (const auto* helical = std::get_if<joint::Helical>(&joint)) return std::fabs(helical->pitch * q[0]);
  if (std::holds_alternative<joint::Planar>(joint)) return std::hypot(q[0], q[1]);
  if (std::holds_alternative<joint::Free>(joint)) return Vec3(q[0], q[1], q[2]).norm();
  return 0;
}

/// A tree at a moment, and what bounds the numbers that algorithms meet there.
struct Moment {
  Tree tree;
  std::vector<double> q, v, a, wrenches;
  Surroundings<double> around;

  /// Sums over the links of mass × length², of that × speed, and of what forces and moments can be. A length is at
  /// least one metre and that from the base along the joints to the end of the link; a speed the sum of those of the
  /// joints on the way, which make links turn, or slide and so do less.
  struct Sizes {
    double inertia = 0, momentum = 0, force = 0;
  };
  Sizes sizes() const {
    Sizes sum;
    std::vector<double> length, speed, acceleration;
    const double linear = around.gravity.norm() + around.base_acceleration.norm();
    for (int i = 0; i < static_cast<int>(tree.links().size()); ++i) {
      const Link& link = tree.links()[static_cast<std::size_t>(i)];
      const auto before = [&](const std::vector<double>& list, double of_base) {
        return link.parent < 0 ? of_base : list[static_cast<std::size_t>(link.parent)];
      };
      const std::size_t v0 = static_cast<std::size_t>(tree.v0(i)), count = static_cast<std::size_t>(nv(link.joint));
      length.push_back(before(length, 1) + link.X_PF.p.norm() + slide_of(link.joint, q.data() + tree.q0(i)));
      speed.push_back(before(speed, around.base_angular_velocity.norm()) + sum_of({v.data() + v0, count}));
      acceleration.push_back(before(acceleration, around.base_angular_acceleration.norm()) +
                             sum_of({a.data() + v0, count}));
      const double turning = acceleration.back() + speed.back() * speed.back();
      if (!wrenches.empty()) sum.force += length.back() * sum_of({wrenches.data() + 6 * i, 6});
      if (!link.mass) continue;
      const double end =
          length.back() + link.mass->com().norm() + std::sqrt(link.mass->inertia().trace() / link.mass->mass());
      sum.inertia += link.mass->mass() * end * end;
      sum.momentum += link.mass->mass() * end * end * speed.back();
      sum.force += link.mass->mass() * end * (end * turning + linear);
    }
    return sum;
  }
  /// Results are sums of products bounded by the above. Along any chain of operations there are some ten roundings for
  /// each link outward and ten inward, in each of two ways that are compared.
  double rounding() const { return 40 * static_cast<double>(tree.links().size()) * 1.1e-16; }
  double close_inertia() const { return rounding() * sizes().inertia; }
  double close_momentum() const { return rounding() * sizes().momentum; }
  double close_force() const { return rounding() * sizes().force; }
  Moment with(const Vector& velocities, const Vector& accelerations) const {
    Moment other = *this;
    other.v.assign(velocities.begin(), velocities.end());
    other.a.assign(accelerations.begin(), accelerations.end());
    return other;
  }
};

/// Calls `check` with 500 trees in random motion; `still` bases have gravity alone around them.
template <class Check>
void with_random_trees(unsigned seed, bool still, Check check) {
  Generator random(seed);
  for (int i = 0; i < 500; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << seed << ", tree " << i);
    const Tree tree = random_tree(random);
    Moment moment{.tree = tree,
                  .q = random_coordinates(random, tree),
                  .v = random_numbers(random, tree.nv(), 2),
                  .a = random_numbers(random, tree.nv(), 5),
                  .wrenches = {},
                  .around = random_surroundings(random)};
    if (still) {
      moment.around = {.gravity = moment.around.gravity};
    } else {
      moment.wrenches = random_numbers(random, 6 * static_cast<int>(tree.links().size()), 5);
      moment.around.wrenches = moment.wrenches;
    }
    check(moment);
  }
}

/// Duals that move along directions with rates, four at a time.
std::vector<Dual4> duals(VecIn values) { return {values.begin(), values.end()}; }
void move_along(std::vector<Dual4>& numbers, VecIn rates, int slot) {
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i].tangent.set(slot, rates[i]);
}
std::vector<double> rates_of(const Tree& tree, VecIn q, VecIn v) {
  std::vector<double> rates(q.size());
  coordinate_rates<double>(tree, q, v, rates);
  return rates;
}
/// The coordinates while the mechanism moves with v.
std::vector<Dual4> moving_along(const Tree& tree, VecIn q, VecIn v) {
  std::vector<Dual4> result = duals(q);
  move_along(result, rates_of(tree, q, v), 0);
  return result;
}

/// Ṁ of the fast algorithm.
Matrix crba_rate(const Moment& now) {
  CrbaWorkspace work;
  const long nv = now.tree.nv();
  std::vector<Dual4> M(static_cast<std::size_t>(nv * nv));
  crba<Dual4>(now.tree, moving_along(now.tree, now.q, now.v), work, M);
  Matrix rate(nv, nv);
  for (long i = 0; i < nv * nv; ++i) rate.data()[i] = M[static_cast<std::size_t>(i)].tangent[0];
  return rate;
}

TEST(TreeLaw, BothMassMatricesAgreeAndArePositive) {
  with_random_trees(1, true, [](const Moment& now) {
    const Matrix M = textbook::mass_matrix<double>(now.tree, now.q), fast_M = fast::crba(now.tree, now.q);
    EXPECT_LT(largest(M - fast_M), now.close_inertia());
    EXPECT_EQ(largest(fast_M - fast_M.transpose()), 0);
    EXPECT_GT(Eigen::SelfAdjointEigenSolver<Matrix>(fast_M).eigenvalues().minCoeff(), 0);
    // ½ vᵀ M v is the energy.
    const Vector v = vector_of(now.v);
    EXPECT_NEAR(0.5 * v.dot(fast_M * v), textbook::kinetic_energy<double>(now.tree, now.q, now.v),
                now.close_momentum() * sum_of(now.v));
  });
}

TEST(TreeLaw, RandomTreesHaveEveryTiltOfAxes) {
  int seen[static_cast<int>(tree::Tilt::any) + 1] = {}, together = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    Generator random(seed);
    const Tree tree = random_tree(random);
    for (const tree::Node& node : tree.data().nodes) {
      ++seen[static_cast<int>(node.tilt)];
      if (!node.apart) ++together;
    }
  }
  for (int count : seen) EXPECT_GT(count, 20);
  EXPECT_GT(together, 100);
}

TEST(TreeLaw, TheMassMatrixIsTheSlopeOfForcesOverAccelerations) {
  with_random_trees(2, false, [](const Moment& now) {
    const Matrix M = fast::crba(now.tree, now.q);
    const std::vector<Dual4> q = duals(now.q), v = duals(now.v);
    RneaWorkspace work;
    for (int first = 0; first < now.tree.nv(); first += 4) {
      std::vector<Dual4> a = duals(now.a), tau(now.a.size());
      const int count = std::min(4, now.tree.nv() - first);
      for (int k = 0; k < count; ++k)
        a[static_cast<std::size_t>(first + k)] = Dual4::variable(now.a[static_cast<std::size_t>(first + k)], k);
      rnea<Dual4>(now.tree, q, v, a, work, tau);
      for (int k = 0; k < count; ++k)
        for (int i = 0; i < now.tree.nv(); ++i)
          EXPECT_NEAR(tau[static_cast<std::size_t>(i)].tangent[k], M(i, first + k), now.close_inertia());
    }
  });
}

TEST(TreeLaw, GravityIsTheSlopeOfThePotential) {
  with_random_trees(3, true, [](const Moment& now) {
    const std::vector<double> zeros(now.v.size(), 0.0);
    const Vector h = fast::rnea(now.tree, now.q, zeros, zeros, now.around);
    const double size = now.with(vector_of(zeros), vector_of(zeros)).close_force();
    EXPECT_LT(largest(h - textbook::gravity_forces(now.tree, now.q, now.around.gravity)), size);
    for (std::size_t i = 0; i < now.v.size(); ++i) {
      std::vector<double> direction = zeros;
      direction[i] = 1;
      const std::vector<Dual4> q = moving_along(now.tree, now.q, direction);
      EXPECT_NEAR(textbook::potential_energy<Dual4>(now.tree, q, now.around.gravity).tangent[0],
                  h[static_cast<long>(i)], size);
    }
  });
}

TEST(TreeLaw, CoriolisAndGravityAreWhatMotionWithoutAccelerationNeeds) {
  with_random_trees(4, true, [](const Moment& now) {
    const Vector h = fast::bias(now.tree, now.q, now.v, now.around);
    const Vector by_textbook = textbook::coriolis(now.tree, now.q, now.v) * vector_of(now.v) +
                               textbook::gravity_forces(now.tree, now.q, now.around.gravity);
    EXPECT_LT(largest(h - by_textbook), now.close_force());
  });
}

/// [v, w]: of spherical and free joints, the brackets of motions in the axes of the link; else zero.
Vector bracket(const Tree& tree, const Vector& v, const Vector& w) {
  Vector result = Vector::Zero(tree.nv());
  for (int i = 0; i < static_cast<int>(tree.links().size()); ++i) {
    const Joint& joint = tree.links()[static_cast<std::size_t>(i)].joint;
    const long at = tree.v0(i);
    const auto cross = [&](long a, long b) { return Vec3(Vec3(v.segment<3>(a)).cross(Vec3(w.segment<3>(b)))); };
    if (std::holds_alternative<joint::Spherical>(joint)) result.segment<3>(at) = cross(at, at);
    if (std::holds_alternative<joint::Free>(joint)) {
      result.segment<3>(at) = cross(at + 3, at) + cross(at, at + 3);
      result.segment<3>(at + 3) = cross(at + 3, at + 3);
    }
  }
  return result;
}

TEST(TreeLaw, ChristoffelsMatrixIsTheOneThatKeepsEnergyAndHasNoTorsion) {
  // Ṁ − 2 C skew and C(v) w − C(w) v = M [v, w]: there is only one such C, and the fast one is it.
  with_random_trees(5, true, [](const Moment& now) {
    const Matrix C = textbook::coriolis(now.tree, now.q, now.v), rate = crba_rate(now);
    const double size = now.close_momentum();
    EXPECT_LT(largest(rate - textbook::mass_matrix_rate(now.tree, now.q, now.v)), size);
    const Matrix skew = rate - 2 * C;
    EXPECT_LT(largest(skew + skew.transpose()), size);
    const Vector v = vector_of(now.v), w = vector_of(now.a);
    const Vector torsion = C * w - textbook::coriolis(now.tree, now.q, now.a) * v -
                           textbook::mass_matrix<double>(now.tree, now.q) * bracket(now.tree, v, w);
    EXPECT_LT(largest(fast::coriolis(now.tree, now.q, now.v) - C), size);
    EXPECT_LT(largest(torsion), size * sum_of(now.a));
  });
}

TEST(TreeLaw, BothWaysNeedTheSameForcesOnAMovingBase) {
  // For the textbook a base that moves is a link without mass on a free joint, whose motion is given.
  with_random_trees(6, false, [](const Moment& now) {
    std::vector<Link> links = now.tree.links();
    for (Link& link : links) ++link.parent;
    links.insert(links.begin(), Link{.name = "base", .joint_name = "moves", .joint = joint::Free{}});
    const Tree tree("on its base", links);
    const Surroundings<double>& around = now.around;
    std::vector<double> q{0, 0, 0, 0, 0, 0, 1}, v(6, 0.0), a(6, 0.0), wrenches(6, 0.0);
    for (std::size_t i = 0; i < 3; ++i) {
      const long k = static_cast<long>(i);
      v[3 + i] = around.base_angular_velocity[k];
      a[i] = around.base_acceleration[k];
      a[3 + i] = around.base_angular_acceleration[k];
    }
    q.insert(q.end(), now.q.begin(), now.q.end());
    v.insert(v.end(), now.v.begin(), now.v.end());
    a.insert(a.end(), now.a.begin(), now.a.end());
    wrenches.insert(wrenches.end(), now.wrenches.begin(), now.wrenches.end());
    const Vector tau = textbook::mass_matrix<double>(tree, q) * vector_of(a) +
                       textbook::coriolis(tree, q, v) * vector_of(v) +
                       textbook::gravity_forces(tree, q, around.gravity) - textbook::wrench_forces(tree, q, wrenches);
    const Vector fast_tau = fast::rnea(now.tree, now.q, now.v, now.a, around);
    EXPECT_LT(largest(tau.tail(now.tree.nv()) - fast_tau), now.close_force());
  });
}

TEST(TreeLaw, LengthsOfQuaternionsAndAxesDoNotMatter) {
  Generator random(11);
  const Link planar{
      .name = "a", .joint = joint::Planar{{0, 0, -2}}, .mass = random_mass(random)};  // half a turn from z
  const Link ball{.name = "b", .parent = 0, .joint = joint::Spherical{}, .mass = random_mass(random)};
  const Link free{.name = "c", .parent = 1, .joint = joint::Free{}, .mass = random_mass(random)};
  const Tree tree("long", {planar, ball, free});
  const std::vector<double> q = random_coordinates(random, tree);
  std::vector<double> scaled = q;
  for (const std::size_t first : {3u, 10u})
    for (std::size_t i = first; i < first + 4; ++i) scaled[i] *= -1.7;
  const Vec3 g(1, 2, -9);
  const Surroundings<double> around{.gravity = g};
  const std::vector<double> still(12, 0.0);
  const Moment now{.tree = tree, .q = q, .v = still, .a = still, .wrenches = {}, .around = around};
  const Vector G = textbook::gravity_forces(tree, q, g);
  const double close = now.close_force();
  EXPECT_GT(largest(G), 1);
  EXPECT_LT(largest(textbook::gravity_forces(tree, scaled, g) - G), close);
  EXPECT_LT(largest(fast::bias(tree, q, still, around) - G), close);
  EXPECT_LT(largest(fast::bias(tree, scaled, still, around) - G), close);
  EXPECT_LT(largest(fast::crba(tree, scaled) - textbook::mass_matrix<double>(tree, q)), now.close_inertia());
}

/// ‖M⁻¹‖, by which errors of forces become errors of accelerations.
double softness(const Matrix& M) { return 1 / Eigen::SelfAdjointEigenSolver<Matrix>(M).eigenvalues().minCoeff(); }

TEST(TreeLaw, ArticulatedBodiesSolveTheEquationsOfMotion) {
  with_random_trees(7, false, [](const Moment& now) {
    const Vector tau = vector_of(now.a);  // any numbers
    const Vector a = fast::aba(now.tree, now.q, now.v, view(tau), now.around);
    const Matrix M = fast::crba(now.tree, now.q);
    const Vector by_matrix = M.ldlt().solve(tau - fast::bias(now.tree, now.q, now.v, now.around));
    // Both are factorisations of a positive matrix, which err as if the forces of the motion were rounded.
    const double close = now.with(vector_of(now.v), a).close_force();
    EXPECT_LT(largest(a - by_matrix), softness(M) * close);
    // RNEA undoes ABA.
    EXPECT_LT(largest(fast::rnea(now.tree, now.q, now.v, view(a), now.around) - tau), close);
  });
}

TEST(TreeLaw, RotorsAddToTheDiagonal) {
  with_random_trees(8, false, [](const Moment& now) {
    std::vector<double> rotors;
    for (const Link& link : now.tree.links())
      rotors.insert(rotors.end(), static_cast<std::size_t>(nv(link.joint)), link.resistance.reflected_inertia());
    const Vector tau = vector_of(now.a);  // any numbers
    const Vector a = fast::aba(now.tree, now.q, now.v, view(tau), now.around, rotors);
    const Vector needed = fast::rnea(now.tree, now.q, now.v, view(a), now.around) + vector_of(rotors).cwiseProduct(a);
    EXPECT_LT(largest(needed - tau), now.with(vector_of(now.v), a).close_force());
  });
}

TEST(TreeLaw, EnergyGrowsByThePowerOfTheForces) {
  with_random_trees(9, true, [](const Moment& now) {
    const Vector tau = vector_of(now.a);  // any numbers
    const Vector a = fast::aba(now.tree, now.q, now.v, view(tau), now.around);
    const std::vector<Dual4> q = moving_along(now.tree, now.q, now.v);
    std::vector<Dual4> v = duals(now.v);
    move_along(v, view(a), 0);
    const Dual4 energy = textbook::kinetic_energy<Dual4>(now.tree, q, v) +
                         textbook::potential_energy<Dual4>(now.tree, q, now.around.gravity);
    const double close = sum_of(now.v) * now.with(vector_of(now.v), a).close_force();
    EXPECT_NEAR(energy.tangent[0], vector_of(now.v).dot(tau), close);
  });
}

TEST(TreeLaw, OneFreeJointMovesAsAFreeBody) {
  Generator random(10);
  for (int i = 0; i < 500; ++i) {
    const MassProperties mass = random_mass(random);
    const Pose X_WF{Rotation::exp(random_vector(random, 2)), random_vector(random, 1)};
    // W == P: the base stands still.
    const Tree tree("body", {Link{.name = "body", .joint = joint::Free{}, .X_PF = X_WF, .mass = mass}});
    const std::vector<double> q = random_coordinates(random, tree), v = random_numbers(random, 6, 3);
    const Vec3 g = random_vector(random, 10), force = random_vector(random, 5), moment = random_vector(random, 3);
    std::vector<double> wrench;
    for (const Vec3& part : {moment, force}) wrench.insert(wrench.end(), part.begin(), part.end());
    const Vector a = fast::aba(tree, q, v, std::vector<double>(6, 0.0), {.gravity = g, .wrenches = wrench});

    const FreeBodies bodies({FreeBody{
        .name = "body",
        .mass = mass,
        .loads = {load::Gravity{g}, load::Push{Vec3::Zero(), force, Axes::body}, load::Torque{moment, Axes::body}}}});
    const Rotation R_WB = X_WF.R * Rotation::from_quaternion(q[6], q[3], q[4], q[5]);
    const Vec3 c = mass.com(), w(v[3], v[4], v[5]), alpha(a[3], a[4], a[5]);
    const Vec3 v_WBcm = R_WB * Vec3(Vec3(v[0], v[1], v[2]) + w.cross(c));
    // The origin's acceleration in its own axes, which turn, and that of the centre of mass.
    const Vec3 a_origin = Vec3(a[0], a[1], a[2]) + w.cross(Vec3(v[0], v[1], v[2]));
    const Vec3 a_WBcm = R_WB * Vec3(a_origin + alpha.cross(c) + w.cross(w.cross(c)));
    const FreeBodyState state{.p_WBcm = Vec3::Zero(), .R_WB = R_WB, .v_WBcm = v_WBcm, .w_WB_B = w};
    std::array<double, 12> rate{};
    bodies.rate<double>(0, bodies.coordinates({&state, 1}), rate);
    const Moment now{
        .tree = tree, .q = q, .v = v, .a = {a.begin(), a.end()}, .wrenches = wrench, .around = {.gravity = g}};
    const double close = softness(fast::crba(tree, q)) * now.close_force();
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_NEAR(a_WBcm[static_cast<long>(k)], rate[6 + k], close);
      EXPECT_NEAR(alpha[static_cast<long>(k)], rate[9 + k], close);
    }
  }
}

}  // namespace
}  // namespace polhode
