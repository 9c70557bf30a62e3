// Laws that hold for every body, checked on seeded random ones.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <array>
#include <random>

#include <polhode/polhode.hpp>

#include "support/random_bodies.hpp"
#include "support/rate_checks.hpp"

namespace polhode {
namespace {

using namespace random_bodies;

TEST(FreeBodyLaw, WithoutLoadsEnergyMomentumAndAngularMomentumStay) {
  Generator random(1);
  for (int i = 0; i < 20; ++i) {
    const FreeBody body{.name = "b", .mass = random_mass(random)};
    const Recording run = simulate(body, random_state(random), {.t_end = 5, .tolerance = 1e-11});
    // The local error of each of some 200 steps is below 1e-11 of its block.
    for (const Drift& drift : run.drifts) EXPECT_LT(drift.largest, 2e-9) << drift.name;
    EXPECT_EQ(run.outcome.ending, ode::Ending::finished);
  }
}

TEST(FreeBodyLaw, WithAnyLoadsTheBooksBalance) {
  Generator random(2);
  for (int i = 0; i < 20; ++i) {
    const FreeBody body{.name = "b", .mass = random_mass(random), .loads = random_loads(random)};
    const Recording run = simulate(body, random_state(random), {.t_end = 2, .tolerance = 1e-11});
    for (const Drift& drift : run.drifts) EXPECT_LT(drift.largest, 2e-9) << drift.name;
  }
}

TEST(FreeBodyLaw, BooksNoticeALoadThatIsNotBooked) {
  // The test of the test: energy without its supply does not balance.
  Generator random(3);
  const FreeBody body{.name = "b", .mass = random_mass(random), .loads = {load::Torque{Vec3(0, 0, 1), Axes::world}}};
  const Recording run = simulate(body, random_state(random), {.t_end = 2});
  const auto energy = run.series("energy");
  EXPECT_GT(std::abs(energy.back() - energy.front()), 1e-3 * std::abs(energy.front()));
}

TEST(FreeBodyLaw, TurningTheWorldTurnsTheMotion) {
  Generator random(4);
  for (int i = 0; i < 10; ++i) {
    const MassProperties mass = random_mass(random);
    const Rotation Q = Rotation::exp(random_vector(random, 2));
    const Vec3 g = random_vector(random, 5), f = random_vector(random, 2), at = random_vector(random, 0.5);
    const FreeBodyState start = random_state(random);
    const FreeBodyState turned{
        .p_WBcm = Q * start.p_WBcm, .R_WB = Q * start.R_WB, .v_WBcm = Q * start.v_WBcm, .w_WB_B = start.w_WB_B};
    const SimulateOptions options{.t_end = 2, .tolerance = 1e-11};
    const Recording a =
        simulate(FreeBody{"b", mass, {load::Gravity{g}, load::Push{at, f, Axes::world}}}, start, options);
    const Recording b = simulate(FreeBody{"b", mass, {load::Gravity{Q * g}, load::Push{at, Vec3(Q * f), Axes::world}}},
                                 turned, options);
    const auto end = [](const Recording& run, const char* path) {
      const auto all = run.series(path);
      return Vec3(all[all.size() - 3], all[all.size() - 2], all[all.size() - 1]);
    };
    EXPECT_LT((Q * end(a, "b.position") - end(b, "b.position")).norm(), 1e-8);
    EXPECT_LT((end(a, "b.angular_velocity_body") - end(b, "b.angular_velocity_body")).norm(), 1e-8);
  }
}

TEST(FreeBodyLaw, MovingTheOriginOfTheBodyFrameChangesNothing) {
  // The same matter and the same points of application, named from another origin.
  Generator random(5);
  const MassProperties mass = random_mass(random);
  const Vec3 shift(0.3, -1, 2), at(0.1, 0.2, 0.3), f(1, 2, -1);
  const FreeBodyState start = random_state(random);
  const FreeBodies a({{"b", mass, {load::Push{at, f, Axes::body}}}});
  const FreeBodies b({{"b", mass.placed({.R = {}, .p = shift}), {load::Push{at + shift, f, Axes::body}}}});
  const std::vector<double> x = a.coordinates({&start, 1});
  std::array<double, 12> va{}, vb{};
  a.rate<double>(0, x, va);
  b.rate<double>(0, x, vb);
  for (std::size_t i = 0; i < 12; ++i) EXPECT_NEAR(va[i], vb[i], 1e-13 * (1 + std::abs(va[i])));
}

TEST(FreeBodyLaw, LanesOfAPackHaveTheBitsOfTheScalarRate) {
  Generator random(6);
  for (int trial = 0; trial < 50; ++trial) {
    const FreeBodies bodies({{"a", random_mass(random), random_loads(random)}, {"b", random_mass(random)}});
    expect_lanes_have_the_bits_of_the_scalar(bodies, [&] {
      const std::array states{random_state(random), random_state(random)};
      return bodies.coordinates(states);
    });
  }
}

TEST(FreeBodyLaw, DualNumbersGiveTheDerivativeOfTheRate) {
  Generator random(7);
  const FreeBodies bodies({{"a", random_mass(random), random_loads(random)}});
  const FreeBodyState start = random_state(random);
  expect_duals_differentiate_the_rate(bodies, bodies.coordinates({&start, 1}), 1e-7);
}

TEST(FreeBodyLaw, ManyBodiesInOneStateMoveAsEachAlone) {
  Generator random(8);
  std::vector<FreeBody> all;
  std::vector<FreeBodyState> starts;
  for (int i = 0; i < 5; ++i) {
    all.push_back({"b" + std::to_string(i), random_mass(random), random_loads(random)});
    starts.push_back(random_state(random));
  }
  const FreeBodies together(all);
  const std::vector<double> x = together.coordinates(starts);
  std::vector<double> v(60), alone(12);
  together.rate<double>(0.2, x, v);
  for (std::size_t i = 0; i < 5; ++i) {
    const FreeBodies one({all[i]});
    one.rate<double>(0.2, one.coordinates({&starts[i], 1}), alone);
    for (std::size_t k = 0; k < 12; ++k) EXPECT_EQ(v[12 * i + k], alone[k]);
  }
}

TEST(FreeBodyLaw, DroppedBallWhoseEnergyIsZeroDriftsByRoundingOnly) {
  // E = ½mv² − mgh is exactly 0 all along: what is left is rounding of the two parts, and is measured by them.
  const FreeBody ball{
      .name = "b", .mass = solid::of(solid::Sphere{.mass = 1, .radius = 1}), .loads = {load::Gravity{{0, 0, -9.81}}}};
  const Recording run = simulate(ball, {}, {.t_end = 10});
  EXPECT_LT(run.drift("energy").largest, 1e-13);
}

TEST(FreeBodyLaw, BodyOnALineIsRefused) {
  const MassProperties rod = solid::of(solid::Rod{.mass = 1, .length = 1});
  EXPECT_THROW(FreeBodies({{"rod", rod}}), UsageError);
}

}  // namespace
}  // namespace polhode
