// Random mechanisms as a whole: energies, momentum and the centre of mass are sums over links, and derivatives of one
// another.

#include <gtest/gtest.h>

#include <polhode/dynamics/tree/quantities.hpp>

#include "support/moving_trees.hpp"

namespace polhode {
namespace {

using namespace random_trees;
constexpr int trees = 300;
const Vec3 gravity(1.5, -2.5, -9);

/// Largest figures of a mechanism's totals.
struct TotalSizes : Sizes {
  using Sizes::Sizes;
  double momentum() const { return mass * velocity(); }
  double force() const { return mass * acceleration(); }
  double energy() const { return mass * velocity() * velocity(); }
  double power() const { return mass * velocity() * acceleration(); }
};

Totals<double> totals_of(const Moving& now) {
  TotalsWorkspace work;
  return totals<double>(now.tree, now.q, now.v, now.a, work, gravity);
}
Totals<Dual4> dual_totals_of(const Moving& now) {
  TotalsWorkspace work;
  const std::vector<Dual4> a(now.a.begin(), now.a.end());
  return totals<Dual4>(now.tree, along(now.tree, now.q, now.v), with_rate(now.v, now.a), a, work, gravity);
}

TEST(TreeQuantitiesLaw, KineticEnergyIsHalfVMV) {
  Generator random(7201);
  for (int i = 0; i < trees; ++i) {
    const Moving now(random);
    const TotalSizes sizes(now);
    const Vector v = as_vector(now.v);
    TotalsWorkspace work;
    EXPECT_NEAR(kinetic_energy(now.tree, now.q, now.v, work), 0.5 * v.dot(mass_matrix(now) * v),
                rounding * sizes.energy());
  }
}

TEST(TreeQuantitiesLaw, RatesAreDerivativesAlongTheMotion) {
  Generator random(7202);
  for (int i = 0; i < trees; ++i) {
    const Moving now(random);
    const TotalSizes sizes(now);
    const Totals<double> all = totals_of(now);
    const Totals<Dual4> duals = dual_totals_of(now);
    EXPECT_NEAR(duals.kinetic.tangent[0], all.kinetic_rate, rounding * sizes.power());
    EXPECT_NEAR(duals.potential.tangent[0], all.potential_rate, rounding * sizes.momentum() * gravity.norm());
    EXPECT_LE(gap(rate_of(duals.p_WC), all.v_WC), rounding * sizes.velocity());
    EXPECT_LE(gap(rate_of(duals.v_WC), all.a_WC), rounding * sizes.acceleration());
    EXPECT_LE(gap(rate_of(duals.momentum), all.force), rounding * sizes.force());
    EXPECT_LE(gap(rate_of(duals.angular_momentum), all.moment), rounding * sizes.force() * sizes.reach);
  }
}

TEST(TreeQuantitiesLaw, EnergyGrowsByThePowerOfTheJoints) {
  Generator random(7203);
  RneaWorkspace work;
  for (int i = 0; i < trees; ++i) {
    const Moving now(random);
    const TotalSizes sizes(now);
    const Totals<double> all = totals_of(now);
    std::vector<double> tau(now.v.size());
    rnea<double>(now.tree, now.q, now.v, now.a, work, tau, {.gravity = gravity});
    const double weight = sizes.mass * gravity.norm() * sizes.velocity();
    EXPECT_NEAR(all.kinetic_rate + all.potential_rate, as_vector(tau).dot(as_vector(now.v)),
                rounding * (sizes.power() + weight));
  }
}

/// Sums over the links that move, from their own mass properties and motions.
struct LinkSums {
  double mass = 0, kinetic = 0;
  Vec3 p_WC = Vec3::Zero(), momentum = Vec3::Zero(), about_base = Vec3::Zero();

  explicit LinkSums(const Moving& now) {
    KinematicsWorkspace work;
    std::vector<LinkMotion<double>> motions(now.tree.links().size());
    link_motions<double>(now.tree, now.q, now.v, now.a, work, motions);
    std::vector<bool> moves;
    for (std::size_t k = 0; k < motions.size(); ++k) {
      const Link& link = now.tree.links()[k];
      const bool carried = link.parent >= 0 && moves[static_cast<std::size_t>(link.parent)];
      moves.push_back(carried || nv(link.joint) > 0);
      if (moves.back() && link.mass) add(*link.mass, motions[k]);
    }
    p_WC /= mass;
  }
  void add(const MassProperties& body, const LinkMotion<double>& link) {
    const Vec3 p_BBcm_W = link.R_WB * body.com(), p_WBcm = link.p_WB + p_BBcm_W;
    const Vec3 v_WBcm = link.V_WB_W().velocity_at(p_BBcm_W);
    const Vec3 L_W = link.R_WB * body.inertia() * link.R_WB.transpose() * link.w_WB;
    mass += body.mass();
    p_WC += body.mass() * p_WBcm;
    momentum += body.mass() * v_WBcm;
    about_base += L_W + p_WBcm.cross(body.mass() * v_WBcm);
    kinetic += 0.5 * (body.mass() * v_WBcm.squaredNorm() + link.w_WB.dot(L_W));
  }
  Vec3 angular_momentum() const { return about_base - p_WC.cross(momentum); }
};

TEST(TreeQuantitiesLaw, TotalsAreSumsOverTheLinksThatMove) {
  Generator random(7204);
  for (int i = 0; i < trees; ++i) {
    const Moving now(random);
    const TotalSizes sizes(now);
    const Totals<double> all = totals_of(now);
    const LinkSums sums(now);
    EXPECT_NEAR(all.mass, sums.mass, rounding * sizes.mass);
    EXPECT_NEAR(moving_mass(now.tree), sums.mass, rounding * sizes.mass);
    EXPECT_NEAR(all.kinetic, sums.kinetic, rounding * sizes.energy());
    EXPECT_LE(gap(all.p_WC, sums.p_WC), rounding * sizes.reach);
    EXPECT_LE(gap(all.momentum, sums.momentum), rounding * sizes.momentum());
    EXPECT_LE(gap(all.angular_momentum, sums.angular_momentum()), rounding * sizes.momentum() * sizes.reach);
  }
}

TEST(TreeQuantitiesLaw, TheCentreOfMassIsTheGradientOfThePotentialInGravity) {
  Generator random(7205);
  TotalsWorkspace work;
  for (int i = 0; i < trees; ++i) {
    const Moving now(random);
    const TotalSizes sizes(now);
    const Vec3 p_WC = centre_of_mass(now.tree, now.q, work);
    const double mass = moving_mass(now.tree);
    for (int k = 0; k < 3; ++k) {
      // U is linear in g, so that its values at unit vectors are its gradient.
      const double U = potential_energy(now.tree, now.q, work, Vec3::Unit(k));
      EXPECT_NEAR(-U / mass, p_WC[k], rounding * sizes.reach);
    }
  }
}

TEST(TreeQuantitiesLaw, TheCentroidalMatrixTakesVelocitiesToMomentum) {
  Generator random(7206);
  CentroidalWorkspace work;
  for (int i = 0; i < trees; ++i) {
    const Moving now(random);
    const TotalSizes sizes(now);
    const Totals<double> all = totals_of(now);
    std::vector<double> A(six_rows(now.tree));
    centroidal_matrix<double>(now.tree, now.q, work, A);
    const Vector momentum = as_matrix(A, now.nv()) * as_vector(now.v);
    EXPECT_LE(gap(momentum.head<3>(), all.momentum), rounding * sizes.momentum());
    EXPECT_LE(gap(momentum.tail<3>(), all.angular_momentum), rounding * sizes.momentum() * sizes.reach);
  }
}

TEST(TreeQuantitiesLaw, MomentumOfAFlyingMechanismChangesByForcesFromOutside) {
  Generator random(7207);
  AbaWorkspace aba_work;
  KinematicsWorkspace work;
  for (int i = 0; i < trees; ++i) {
    std::vector<Link> links = random_tree(random).links();
    links.front().joint = joint::Free{};
    for (std::size_t k = 1; k < links.size(); ++k) links[k].parent = std::max(links[k].parent, 0);
    Moving now(random, Tree("flying", links));
    const std::vector<double> tau = random_numbers(random, now.nv(), 20);
    const std::vector<double> wrenches = random_numbers(random, 6 * static_cast<int>(links.size()), 20);
    aba<double>(now.tree, now.q, now.v, tau, aba_work, now.a, {.gravity = gravity, .wrenches = wrenches});
    const TotalSizes sizes(now);
    const Totals<double> all = totals_of(now);
    std::vector<LinkMotion<double>> motions(links.size());
    link_motions<double>(now.tree, now.q, now.v, {}, work, motions);
    Vec3 force = all.mass * gravity, moment = Vec3::Zero();
    const auto add = [&](const LinkMotion<double>& link, const double* n, const double* f) {
      const Vec3 f_W = link.R_WB * Vec3(f[0], f[1], f[2]), n_W = link.R_WB * Vec3(n[0], n[1], n[2]);
      force += f_W;
      moment += n_W + (link.p_WB - all.p_WC).cross(f_W);
    };
    add(motions[0], tau.data() + 3, tau.data());  // the free joint: force, then torque, in the link's axes
    for (std::size_t k = 0; k < links.size(); ++k)
      add(motions[k], wrenches.data() + 6 * k, wrenches.data() + 6 * k + 3);
    // The accelerations of aba carry its own error: they are right for forces that differ by rounding of the largest
    // force in it, and M a is as large as mass · acceleration.
    EXPECT_LE(gap(all.force, force), rounding * sizes.force());
    EXPECT_LE(gap(all.moment, moment), rounding * sizes.force() * sizes.reach);
  }
}

TEST(TreeQuantitiesLaw, WhatIsFixedToTheBaseDoesNotCount) {
  const MassProperties ball = solid::of(solid::Sphere{.mass = 2, .radius = 0.1});
  const Tree tree("pendulum", {Link{.name = "stand", .mass = ball.with_mass(50)},
                               Link{.name = "rod",
                                    .parent = 0,
                                    .joint = joint::Revolute{Vec3::UnitZ()},
                                    .X_PF = {Rotation(), Vec3(0, 0, 1)},
                                    .mass = ball.placed({Rotation(), Vec3(0, 0, -0.5)})}});
  TotalsWorkspace work;
  const std::vector<double> q{0};
  EXPECT_EQ(moving_mass(tree), 2);
  EXPECT_EQ(centre_of_mass(tree, q, work), Vec3(0, 0, 0.5));
  // One product of numbers with a rounding each.
  EXPECT_DOUBLE_EQ(potential_energy(tree, q, work), 2 * 9.81 * 0.5);
}

TEST(TreeQuantitiesLaw, AMechanismWithoutMassHasItsCentreAtTheBase) {
  const Tree tree("ghost", {Link{.name = "ghost", .joint = joint::Prismatic{Vec3::UnitX()}}});
  TotalsWorkspace work;
  const std::vector<double> q{3};
  EXPECT_EQ(moving_mass(tree), 0);
  EXPECT_EQ(centre_of_mass(tree, q, work), Vec3::Zero());
}

}  // namespace
}  // namespace polhode
