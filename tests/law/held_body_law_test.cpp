// Laws of pivots and springs, on seeded random bodies.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <array>

#include <polhode/polhode.hpp>

#include "support/random_bodies.hpp"
#include "support/rate_checks.hpp"

namespace polhode {
namespace {

using namespace random_bodies;

FreeBody random_held(Generator& random, const std::string& name) {
  return {.name = name,
          .mass = random_mass(random),
          .loads = random_loads(random),
          .pivot = Pivot{.p_BoP_B = random_vector(random, 1), .p_WP = random_vector(random, 2)}};
}

load::Spring random_spring(Generator& random, int a, int b) {
  return {
      .ends = {load::Spring::End{{a}, random_vector(random, 0.5)}, load::Spring::End{{b}, random_vector(random, 4)}},
      .stiffness = uniform(random, 1, 20),
      .damping = uniform(random, 0, 1),
      .length = uniform(random, 0.1, 1)};
}

/// A free body, a held one and another free one; springs between all of them and to the world.
FreeBodies random_assembly(Generator& random) {
  return FreeBodies(
      {{"a", random_mass(random), random_loads(random)}, random_held(random, "b"), {"c", random_mass(random)}},
      {random_spring(random, 0, 1), random_spring(random, 2, 0), random_spring(random, 1, -1),
       random_spring(random, -1, 2)});
}

std::vector<double> random_start(Generator& random, const FreeBodies& bodies) {
  std::vector<FreeBodyState> states;
  for (std::size_t i = 0; i < bodies.bodies().size(); ++i) states.push_back(random_state(random));
  return bodies.coordinates(states);
}

TEST(HeldBodyLaw, BooksBalanceWithPivotsAndSprings) {
  Generator random(11);
  for (int i = 0; i < 10; ++i) {
    const FreeBodies bodies = random_assembly(random);
    const std::vector<double> x0 = random_start(random, bodies);
    const Recording run = simulate(System(FreeBodySystem(bodies)), x0, {.t_end = 2, .tolerance = 1e-11});
    ASSERT_EQ(run.drifts.size(), 4u);
    EXPECT_EQ(run.drifts[3].name, "b.pivot_angular_momentum");
    // The local error of each of some 200 steps is below 1e-11 of its block.
    for (const Drift& drift : run.drifts) EXPECT_LT(drift.largest, 2e-9) << drift.name;
  }
}

TEST(HeldBodyLaw, SpringsBetweenBodiesKeepMomentumAndAngularMomentum) {
  Generator random(12);
  const FreeBodies bodies({{"a", random_mass(random)}, {"b", random_mass(random)}}, {random_spring(random, 0, 1)});
  const System system{FreeBodySystem(bodies)};
  EXPECT_FALSE(system.monitors()[0].conserved());
  EXPECT_TRUE(system.monitors()[1].conserved());
  EXPECT_TRUE(system.monitors()[2].conserved());
  const Recording run = simulate(system, random_start(random, bodies), {.t_end = 5, .tolerance = 1e-11});
  for (const Drift& drift : run.drifts) EXPECT_LT(drift.largest, 2e-9) << drift.name;
}

TEST(HeldBodyLaw, PivotForceOnAFreeBodyHoldsItsPoint) {
  // The reaction as a push on the same body, free: its angular acceleration is the same, and its point does not
  // accelerate.
  Generator random(13);
  for (int trial = 0; trial < 20; ++trial) {
    const FreeBody held = random_held(random, "b");
    const FreeBodies pivoted({held});
    const std::vector<double> x = random_start(random, pivoted);
    const FreeBodyState now = pivoted.state(0, x);
    const Vec3 reaction = pivoted.momenta(0, 0.3, x).pivot_force;
    FreeBody free{held.name, held.mass, held.loads, {}};
    free.loads.push_back(load::Push{held.pivot->p_BoP_B, reaction, Axes::world});
    const FreeBodies same({free});
    std::array<double, 6> v_held{};
    std::array<double, 12> v_free{};
    pivoted.rate<double>(0.3, x, v_held);
    same.rate<double>(0.3, same.coordinates({&now, 1}), v_free);
    const Vec3 alpha_B(v_free[9], v_free[10], v_free[11]);
    const Vec3 r_B = held.pivot->p_BoP_B - held.mass.com();
    const Vec3 a_P = Vec3(v_free[6], v_free[7], v_free[8]) +
                     now.R_WB * Vec3(alpha_B.cross(r_B) + now.w_WB_B.cross(now.w_WB_B.cross(r_B)));
    // Rounding in accelerations of some 100.
    EXPECT_LT((alpha_B - Vec3(v_held[3], v_held[4], v_held[5])).norm(), 1e-11);
    EXPECT_LT(a_P.norm(), 1e-11);
    EXPECT_LT((now.p_WBcm + now.R_WB * r_B - held.pivot->p_WP).norm(), 1e-14);
  }
}

TEST(HeldBodyLaw, LanesOfAPackHaveTheBitsOfTheScalarRate) {
  Generator random(14);
  for (int trial = 0; trial < 20; ++trial) {
    const FreeBodies bodies = random_assembly(random);
    expect_lanes_have_the_bits_of_the_scalar(bodies, [&] { return random_start(random, bodies); });
  }
}

TEST(HeldBodyLaw, DualNumbersGiveTheDerivativeOfTheRate) {
  Generator random(15);
  const FreeBodies bodies = random_assembly(random);
  expect_duals_differentiate_the_rate(bodies, random_start(random, bodies), 1e-6);
}

TEST(HeldBodyLaw, TwoMassesOnASpringSwingAtTheRootOfStiffnessOverReducedMass) {
  // On a line through both centres nothing turns: l = l₀ + A cos ωt with ω² = k (1/m₁ + 1/m₂).
  const auto ball = [](double mass) { return solid::of(solid::Sphere{.mass = mass, .radius = 0.1}); };
  const FreeBodies bodies(
      {{"a", ball(1)}, {"b", ball(3)}},
      {load::Spring{.ends = {load::Spring::End{{0}}, load::Spring::End{{1}}}, .stiffness = 12, .length = 2}});
  const std::array states{FreeBodyState{}, FreeBodyState{.p_WBcm = {2.5, 0, 0}}};
  const Recording run =
      simulate(System(FreeBodySystem(bodies)), bodies.coordinates(states), {.t_end = 3, .tolerance = 1e-12});
  for (std::size_t i = 0; i < run.times.size(); ++i)
    EXPECT_NEAR(bodies.spring(0, run.state(i)).length, 2 + 0.5 * std::cos(4 * run.times[i]), 1e-10);
  EXPECT_TRUE(run.system.monitors()[0].conserved());
}

TEST(HeldBodyLaw, SpringOfNoLengthPassesThroughItsCentre) {
  // An isotropic oscillator to the world's origin: x = cos 3t, through zero.
  const FreeBodies bodies({{"a", solid::of(solid::Sphere{.mass = 2, .radius = 0.1})}},
                          {load::Spring{.ends = {load::Spring::End{{0}}, load::Spring::End{}}, .stiffness = 18}});
  const FreeBodyState start{.p_WBcm = {1, 0, 0}};
  const Recording run =
      simulate(System(FreeBodySystem(bodies)), bodies.coordinates({&start, 1}), {.t_end = 2, .tolerance = 1e-12});
  EXPECT_NEAR(run.series("a.position.x").back(), std::cos(6), 1e-10);
  std::array<double, 12> v{};
  bodies.rate<double>(0, bodies.coordinates(std::array{FreeBodyState{}}), v);
  EXPECT_EQ(v[6], 0);
}

TEST(HeldBodyLaw, SpringOnABodyThatIsNotThereIsRefused) {
  Generator random(16);
  EXPECT_THROW(FreeBodies({{"a", random_mass(random)}}, {random_spring(random, 0, 1)}), UsageError);
}

}  // namespace
}  // namespace polhode
