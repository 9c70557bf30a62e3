// Links of random mechanisms: places, velocities, accelerations and Jacobians are derivatives of one another.

#include <gtest/gtest.h>

#include <polhode/dynamics/tree/kinematics.hpp>

#include "support/moving_trees.hpp"

namespace polhode {
namespace {

using namespace random_trees;
constexpr int trees = 300;

std::vector<LinkMotion<double>> motions_of(const Moving& now, const BaseMotion& base = {}) {
  KinematicsWorkspace work;
  std::vector<LinkMotion<double>> motions(now.tree.links().size());
  link_motions<double>(now.tree, now.q, now.v, now.a, work, motions, base);
  return motions;
}

/// The motions while q, v and a go on, with derivatives in the first direction.
std::vector<LinkMotion<Dual4>> dual_motions_of(const Moving& now) {
  KinematicsWorkspace work;
  const std::vector<Dual4> a(now.a.begin(), now.a.end());
  std::vector<LinkMotion<Dual4>> motions(now.tree.links().size());
  link_motions<Dual4>(now.tree, along(now.tree, now.q, now.v), with_rate(now.v, now.a), a, work, motions);
  return motions;
}

Matrix jacobian_of(const Moving& now, int link, const Vec3& p_BQ = Vec3::Zero()) {
  JacobianWorkspace work;
  std::vector<double> J(six_rows(now.tree));
  jacobian<double>(now.tree, now.q, link, work, J, p_BQ);
  return as_matrix(J, now.nv());
}
Matrix jacobian_rate_of(const Moving& now, int link, const Vec3& p_BQ = Vec3::Zero()) {
  JacobianWorkspace work;
  std::vector<double> J_rate(six_rows(now.tree));
  jacobian_rate<double>(now.tree, now.q, now.v, link, work, J_rate, p_BQ);
  return as_matrix(J_rate, now.nv());
}

TEST(TreeKinematicsLaw, APlaceChangesWithItsTwist) {
  Generator random(7101);
  for (int i = 0; i < trees; ++i) {
    const Moving now(random);
    const Sizes sizes(now);
    const auto duals = dual_motions_of(now);
    const auto motions = motions_of(now);
    for (std::size_t k = 0; k < motions.size(); ++k) {
      const LinkMotion<double>& link = motions[k];
      EXPECT_LE(gap(value_of(duals[k].p_WB), link.p_WB), rounding * sizes.reach);
      EXPECT_LE(gap(value_of(duals[k].R_WB), link.R_WB), rounding);
      EXPECT_LE(gap(rate_of(duals[k].p_WB), link.v_WB), rounding * sizes.velocity());
      EXPECT_LE(gap(rate_of(duals[k].R_WB), cross_matrix(link.w_WB) * link.R_WB), rounding * sizes.speed);
    }
  }
}

TEST(TreeKinematicsLaw, VelocitiesChangeWithAccelerations) {
  Generator random(7102);
  for (int i = 0; i < trees; ++i) {
    const Moving now(random);
    const Sizes sizes(now);
    const auto duals = dual_motions_of(now);
    const auto motions = motions_of(now);
    for (std::size_t k = 0; k < motions.size(); ++k) {
      EXPECT_LE(gap(rate_of(duals[k].v_WB), motions[k].a_WB), rounding * sizes.acceleration());
      EXPECT_LE(gap(rate_of(duals[k].w_WB), motions[k].alpha_WB), rounding * sizes.acceleration());
    }
  }
}

TEST(TreeKinematicsLaw, TheJacobianTakesVelocitiesToTwists) {
  Generator random(7103);
  for (int i = 0; i < trees; ++i) {
    const Moving now(random);
    const Sizes sizes(now);
    const auto motions = motions_of(now);
    for (std::size_t k = 0; k < motions.size(); ++k) {
      const LinkMotion<double>& link = motions[k];
      const Vec3 p_BQ = random_vector(random, 1);
      const Vector at_origin = jacobian_of(now, static_cast<int>(k)) * as_vector(now.v);
      const Vector at_Q = jacobian_of(now, static_cast<int>(k), p_BQ) * as_vector(now.v);
      EXPECT_LE(gap(at_origin.head<3>(), link.v_WB), rounding * sizes.velocity());
      EXPECT_LE(gap(at_origin.tail<3>(), link.w_WB), rounding * sizes.speed);
      const Vec3 p_BQ_W = link.R_WB * p_BQ;
      EXPECT_LE(gap(at_Q.head<3>(), link.V_WB_W().velocity_at(p_BQ_W)), rounding * sizes.velocity());
      EXPECT_LE(gap(at_Q.tail<3>(), link.w_WB), rounding * sizes.speed);
    }
  }
}

TEST(TreeKinematicsLaw, AccelerationsAreJaPlusTheRateOfJTimesV) {
  Generator random(7104);
  for (int i = 0; i < trees; ++i) {
    const Moving now(random);
    const Sizes sizes(now);
    const auto motions = motions_of(now);
    for (std::size_t k = 0; k < motions.size(); ++k) {
      const int link = static_cast<int>(k);
      const Vector total = jacobian_of(now, link) * as_vector(now.a) + jacobian_rate_of(now, link) * as_vector(now.v);
      EXPECT_LE(gap(total.head<3>(), motions[k].a_WB), rounding * sizes.acceleration());
      EXPECT_LE(gap(total.tail<3>(), motions[k].alpha_WB), rounding * sizes.acceleration());
    }
  }
}

TEST(TreeKinematicsLaw, TheRateOfTheJacobianIsItsDerivative) {
  Generator random(7105);
  JacobianWorkspace work;
  for (int i = 0; i < trees; ++i) {
    const Moving now(random);
    const Sizes sizes(now);
    const std::vector<Dual4> q = along(now.tree, now.q, now.v);
    std::vector<Dual4> J(six_rows(now.tree));
    for (int link = 0; link < static_cast<int>(now.tree.links().size()); ++link) {
      const Vec3 p_BQ = random_vector(random, 1);
      jacobian<Dual4>(now.tree, q, link, work, J, p_BQ);
      const Matrix J_rate = jacobian_rate_of(now, link, p_BQ);
      EXPECT_LE(gap(rate_matrix(J, now.nv()), J_rate), rounding * 2 * sizes.velocity());
    }
  }
}

TEST(TreeKinematicsLaw, ABaseThatMovesIsAFreeJointThatMovesAlike) {
  Generator random(7106);
  for (int i = 0; i < trees; ++i) {
    const Moving now(random);
    std::vector<Link> links = now.tree.links();
    for (Link& link : links) ++link.parent;
    links.insert(links.begin(), Link{.name = "base", .joint_name = "ground", .joint = joint::Free{}});
    Moving carried(random, Tree("carried", links));
    const BaseMotion base{random_vector(random, 2), random_vector(random, 2), random_vector(random, 2),
                          random_vector(random, 2)};
    // The component-wise derivative of v in axes that turn with w.
    const Vec3 linear = base.acceleration - base.angular_velocity.cross(base.velocity);
    carried.q = now.q, carried.v = now.v, carried.a = now.a;
    carried.q.insert(carried.q.begin(), {0, 0, 0, 0, 0, 0, 1});
    const auto prepend = [](std::vector<double>& list, const Vec3& x, const Vec3& y) {
      list.insert(list.begin(), {x[0], x[1], x[2], y[0], y[1], y[2]});
    };
    prepend(carried.v, base.velocity, base.angular_velocity);
    prepend(carried.a, linear, base.angular_acceleration);
    const Sizes sizes(carried);
    const auto on_base = motions_of(now, base), on_joint = motions_of(carried);
    for (std::size_t k = 0; k < on_base.size(); ++k) {
      EXPECT_LE(gap(on_base[k].R_WB, on_joint[k + 1].R_WB), rounding);
      EXPECT_LE(gap(on_base[k].p_WB, on_joint[k + 1].p_WB), rounding * sizes.reach);
      EXPECT_LE(gap(on_base[k].v_WB, on_joint[k + 1].v_WB), rounding * sizes.velocity());
      EXPECT_LE(gap(on_base[k].w_WB, on_joint[k + 1].w_WB), rounding * sizes.speed);
      EXPECT_LE(gap(on_base[k].a_WB, on_joint[k + 1].a_WB), rounding * sizes.acceleration());
      EXPECT_LE(gap(on_base[k].alpha_WB, on_joint[k + 1].alpha_WB), rounding * sizes.acceleration());
    }
  }
}

TEST(TreeKinematicsLaw, PosesAndTwistsInLinkAxesAreTheSameMotion) {
  Generator random(7107);
  KinematicsWorkspace work;
  for (int i = 0; i < trees; ++i) {
    const Moving now(random);
    const Sizes sizes(now);
    const auto motions = motions_of(now);
    std::vector<Pose> poses(motions.size());
    link_poses(now.tree, now.q, work, poses);
    for (std::size_t k = 0; k < motions.size(); ++k) {
      EXPECT_LE(gap(poses[k].R.matrix(), motions[k].R_WB), rounding);
      EXPECT_LE(gap(poses[k].p, motions[k].p_WB), rounding * sizes.reach);
      const Twist V_WB_B = motions[k].V_WB_B();
      EXPECT_LE(gap(poses[k].R * V_WB_B.linear, motions[k].v_WB), rounding * sizes.velocity());
      EXPECT_LE(gap(poses[k].R * V_WB_B.angular, motions[k].w_WB), rounding * sizes.speed);
    }
  }
}

TEST(TreeKinematicsLaw, ListsThatAreEmptyStandForRest) {
  Generator random(7108);
  KinematicsWorkspace work;
  Moving now(random);
  std::vector<LinkMotion<double>> given(now.tree.links().size()), left_out = given;
  for (double& one : now.v) one = 0;
  for (double& one : now.a) one = 0;
  link_motions<double>(now.tree, now.q, now.v, now.a, work, given);
  link_motions<double>(now.tree, now.q, {}, {}, work, left_out);
  for (std::size_t k = 0; k < given.size(); ++k) {
    EXPECT_EQ(given[k].p_WB, left_out[k].p_WB);
    EXPECT_EQ(left_out[k].v_WB, Vec3::Zero());
    EXPECT_EQ(left_out[k].alpha_WB, Vec3::Zero());
  }
}

TEST(TreeKinematicsLaw, ALinkThatIsNotThereIsACallersMistake) {
  Generator random(7109);
  const Moving now(random);
  JacobianWorkspace work;
  std::vector<double> J(six_rows(now.tree));
  EXPECT_THROW(jacobian<double>(now.tree, now.q, -1, work, J), UsageError);
  EXPECT_THROW(jacobian<double>(now.tree, now.q, static_cast<int>(now.tree.links().size()), work, J), UsageError);
  J.pop_back();
  EXPECT_THROW(jacobian<double>(now.tree, now.q, 0, work, J), UsageError);
}

}  // namespace
}  // namespace polhode
