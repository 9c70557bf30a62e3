// Newton–Euler over Denavit and Hartenberg's tables against the fast algorithm, on seeded random arms.
#include <gtest/gtest.h>

#include "support/fast_tree.hpp"
#include "support/random_trees.hpp"

namespace polhode {
namespace {

using namespace random_trees;
using textbook::ArmSurroundings;
using textbook::DhConvention;
using textbook::DhRow;
using textbook::Vector;

std::vector<DhRow> random_arm(Generator& random) {
  std::vector<DhRow> rows(2 + random() % 7);
  for (DhRow& row : rows) {
    const MassProperties mass = random_mass(random);
    row = {.prismatic = random() % 3 == 0,
           .alpha = uniform(random, -3, 3),
           .a = uniform(random, -0.7, 0.7),
           .d = uniform(random, -0.7, 0.7),
           .theta = uniform(random, -3, 3),
           .mass = mass.mass(),
           .com = mass.com(),
           .inertia = mass.inertia(),
           .resistance = {.damping = uniform(random, 0, 1),
                          .friction = uniform(random, 0, 1),
                          .rotor_inertia = uniform(random, 0, 0.01),
                          .gear = uniform(random, -10, 10)}};
  }
  return rows;
}

/// A motion of an arm on a base that moves.
struct Motion {
  std::vector<double> q, v, a;
  Surroundings<double> world;
  ArmSurroundings arm;
};

/// X_W0: frame 0 in the world, which is fixed to the base and moves as `world` says.
Motion random_motion(Generator& random, std::size_t count, const Pose& X_W0) {
  const int n = static_cast<int>(count);
  Motion motion{.q = random_numbers(random, n, 2),
                .v = random_numbers(random, n, 2),
                .a = random_numbers(random, n, 5),
                .world = random_surroundings(random),
                .arm = {}};
  const Rotation R_0W = X_W0.R.inverse();
  const Vec3 &w = motion.world.base_angular_velocity, &alpha = motion.world.base_angular_acceleration;
  motion.arm.gravity = R_0W * motion.world.gravity;
  motion.arm.base_angular_velocity = R_0W * w;
  motion.arm.base_angular_acceleration = R_0W * alpha;
  const Vec3 turning = alpha.cross(X_W0.p) + w.cross(w.cross(X_W0.p));
  motion.arm.base_acceleration = R_0W * Vec3(motion.world.base_acceleration + turning);
  motion.arm.tip_force = random_vector(random, 5);
  motion.arm.tip_moment = random_vector(random, 2);
  motion.arm.tool_point = random_vector(random, 0.5);
  return motion;
}

/// A bound on rounding. Both ways add, link by link, products whose sizes are at most masses × lengths × accelerations,
/// and along any chain of them there are some ten roundings for each link outward and ten inward, in each way.
double allowed(const std::vector<DhRow>& rows, const Motion& motion) {
  double length = 1, mass = 0, speed = motion.world.base_angular_velocity.norm();
  double acceleration = motion.world.base_angular_acceleration.norm();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    length += std::fabs(rows[i].a) + std::fabs(rows[i].d) + rows[i].com.norm();
    if (rows[i].prismatic) length += std::fabs(motion.q[i]);
    mass += rows[i].mass;
    speed += std::fabs(motion.v[i]);
    acceleration += std::fabs(motion.a[i]);
  }
  const double linear = motion.world.gravity.norm() + motion.world.base_acceleration.norm();
  const double force = mass * length * (length * (acceleration + speed * speed) + linear) + 20 * length;
  return 40 * static_cast<double>(rows.size()) * 1.1e-16 * force;
}

void compare(const std::vector<DhRow>& rows, DhConvention convention, Generator& random) {
  const Pose X_W0{Rotation::exp(random_vector(random, 2)), random_vector(random, 0.5)};
  const Tree tree = textbook::from_dh("arm", rows, convention, X_W0);
  Motion motion = random_motion(random, rows.size(), X_W0);
  ArmSurroundings tip = motion.arm;
  std::vector<DhRow> modified = rows;
  if (convention == DhConvention::standard) {
    // What the tip does, from the last frame of the table to the one at the last joint.
    modified = textbook::modified_rows(rows);
    const Pose X_MS{Rotation::about_x(rows.back().alpha), {rows.back().a, 0, 0}};
    motion.arm.tool_point = X_MS * tip.tool_point;
    motion.arm.tip_force = X_MS.R * tip.tip_force;
    motion.arm.tip_moment = X_MS.R * tip.tip_moment;
  }
  const std::vector<double> wrenches = fast::tip_wrenches(tree, tip);
  motion.world.wrenches = wrenches;
  const Vector tau = textbook::dh_rnea(modified, motion.q, motion.v, motion.a, motion.arm);
  const Vector fast_tau =
      fast::rnea(tree, motion.q, motion.v, motion.a, motion.world) + fast::resistance(tree, motion.v, motion.a);
  EXPECT_LT((tau - fast_tau).cwiseAbs().maxCoeff(), allowed(rows, motion));
}

TEST(ArmLaw, BothNewtonEulersAgreeOnModifiedTables) {
  Generator random(1);
  for (int i = 0; i < 500; ++i) compare(random_arm(random), DhConvention::modified, random);
}

TEST(ArmLaw, BothNewtonEulersAgreeOnStandardTables) {
  Generator random(2);
  for (int i = 0; i < 500; ++i) compare(random_arm(random), DhConvention::standard, random);
}

TEST(ArmLaw, ATableOfTheOtherConventionIsAnotherArm) {
  // The test of the tests: frames that are not where they should be are seen.
  Generator random(3);
  const std::vector<DhRow> rows = random_arm(random);
  const Motion motion = random_motion(random, rows.size(), {});
  const Tree tree = textbook::from_dh("arm", rows, DhConvention::standard);
  const Vector tau = textbook::dh_rnea(rows, motion.q, motion.v, motion.a, motion.arm);
  EXPECT_GT((tau - fast::rnea(tree, motion.q, motion.v, motion.a, motion.world)).cwiseAbs().maxCoeff(), 0.1);
}

}  // namespace
}  // namespace polhode
