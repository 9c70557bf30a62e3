// A swarm's copies move as if each were alone, and its memory grows with its states only.

#include <gtest/gtest.h>

#include <bit>

#include <polhode/polhode.hpp>

#include "support/random_bodies.hpp"
#include "unit/ode/counting_new.hpp"

namespace polhode {
namespace {

using namespace random_bodies;

SimulateOptions rk4(double end, double step) {
  SimulateOptions options;
  options.method = method::rk4;
  options.t_end = end;
  options.step = step;
  return options;
}

FreeBodyState start_of(int copy) {
  Generator random(static_cast<std::uint64_t>(copy) + 100);
  return random_state(random);
}

Swarm stones(int copies, std::vector<Load> loads) {
  return {{"stone", solid::of(solid::Box{.mass = 2, .size = {0.3, 0.2, 0.1}}), std::move(loads)}, copies, start_of};
}

bool same_bits(VecIn a, VecIn b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) {
    return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
  });
}

/// Every copy as the only body of a run of its own.
void expect_as_alone(const Swarm& swarm, const SimulateOptions& options) {
  const SwarmRecord record = simulate(swarm, options);
  ASSERT_EQ(record.outcome.ending, ode::Ending::finished) << record.outcome.detail;
  const std::size_t nx = record.x_end.size() / static_cast<std::size_t>(swarm.copies);
  for (int i = 0; i < swarm.copies; ++i) {
    const FreeBodyState start = start_of(i);
    FreeBody body = swarm.body;
    if (body.pivot) {
      const Vec3 p_BoBcm_B = body.mass.com(), p_BcmP_B = body.pivot->p_BoP_B - p_BoBcm_B;
      body.pivot->p_WP = start.p_WBcm + start.R_WB * p_BcmP_B;
    }
    const Recording one = simulate(body, start, options);
    EXPECT_TRUE(same_bits(VecIn(record.x_end).subspan(static_cast<std::size_t>(i) * nx, nx), one.x_end)) << i;
  }
}

TEST(Swarm, SideBySideHasTheBitsOfEachCopyAlone) {
  Generator random(7);
  Swarm swarm = stones(131, {load::Gravity{{0, 0, -9.81}}});  // one block and a remainder of three
  const SimulateOptions options = rk4(0.237, 0.01);           // the last step is shorter
  EXPECT_EQ(why_one_by_one(swarm, options), "");
  expect_as_alone(swarm, options);
  swarm = stones(6, {load::Gravity{{0, 0, -9.81}}, load::Push{{0.1, 0, 0}, Vec3(0, 1, 0), Axes::body}});
  swarm.body.mass = random_mass(random);
  EXPECT_EQ(why_one_by_one(swarm, options), "");
  expect_as_alone(swarm, options);
}

TEST(Swarm, OneByOneHasThemWithOtherLoadsSolversAndPivots) {
  Generator random(8);
  Swarm swarm = stones(3, random_loads(random));
  EXPECT_EQ(why_one_by_one(swarm, rk4(0.2, 0.01)), "its load push is not the same at all times and places");
  expect_as_alone(swarm, rk4(0.2, 0.01));
  swarm.body.loads.clear();
  SimulateOptions options;
  options.t_end = 1;
  EXPECT_EQ(why_one_by_one(swarm, options), "dop853 chooses its steps for each copy");
  expect_as_alone(swarm, options);
  options = rk4(0.2, 0.01);
  options.method = method::three_eighths;
  EXPECT_EQ(why_one_by_one(swarm, options), "the stages of three-eighths form no chain, as those of rk4 do");
  expect_as_alone(swarm, options);
  swarm.body.pivot = Pivot{.p_BoP_B = {0.1, 0, 0}};
  swarm.body.loads = {load::Gravity{{0, 0, -9.81}}};
  expect_as_alone(swarm, rk4(0.2, 0.01));
}

TEST(Swarm, BothWaysGiveTheSameSumsAndTheSameHash) {
  const Swarm swarm = stones(150, {load::Gravity{{1, 0, -9.81}}, load::Torque{Vec3(0, 0.1, 0), Axes::body}});
  SimulateOptions options = rk4(0.4, 0.01);
  const SwarmRecord lanes = simulate(swarm, options);
  options.breaks = {2};  // after the end: they change nothing but the way
  const SwarmRecord alone = simulate(swarm, options);
  EXPECT_EQ(lanes.one_by_one, "");
  EXPECT_EQ(alone.one_by_one, "the run has breaks");
  EXPECT_EQ(lanes.hash, alone.hash);
  EXPECT_EQ(lanes.steps, 150 * 40);
  EXPECT_EQ(alone.steps, 150 * 40);
  EXPECT_TRUE(same_bits(lanes.x_end, alone.x_end));
  EXPECT_EQ(lanes.times, alone.times);
  ASSERT_EQ(lanes.totals.size(), 21U);
  for (std::size_t i = 0; i < lanes.totals.size(); ++i) {
    EXPECT_EQ(lanes.totals[i].kinetic_energy, alone.totals[i].kinetic_energy);
    EXPECT_EQ(lanes.totals[i].potential_energy, alone.totals[i].potential_energy);
    EXPECT_EQ(lanes.totals[i].angular_momentum, alone.totals[i].angular_momentum);
  }
}

/// RK4 is exact for parabolas; each of n sums of n numbers near 10 is rounded n times.
TEST(Swarm, TheCentreOfStonesInAUniformFieldFliesAParabola) {
  const Vec3 g(0, 0, -9.81);
  const int n = 300;
  const SwarmRecord record = simulate(stones(n, {load::Gravity{g}}), rk4(1, 0.01));
  Vec3 p = Vec3::Zero(), v = Vec3::Zero();
  for (int i = 0; i < n; ++i) p += start_of(i).p_WBcm / n, v += start_of(i).v_WBcm / n;
  for (std::size_t i = 0; i < record.times.size(); ++i) {
    const double t = record.times[i];
    EXPECT_LT((record.totals[i].centre - (p + t * v + 0.5 * t * t * g)).norm(), 10 * n * 2.3e-16);
    EXPECT_LT((record.totals[i].momentum - 2 * n * (v + t * g)).norm(), 2 * n * 20 * n * 2.3e-16);
  }
  EXPECT_TRUE(record.conserved);
  EXPECT_GT(record.energy_drift, 0);
  EXPECT_LT(record.energy_drift, 1e-7);  // RK4's error in the spin energy, (ωh)⁵ ≈ 2e-7 of a tenth of the whole
}

TEST(Swarm, OneThatLosesItsNumbersIsNamed) {
  Swarm swarm = stones(9, {});
  swarm.start = [](int i) {
    FreeBodyState start = start_of(i);
    if (i == 6) start.w_WB_B *= 1e200;
    return start;
  };
  const SwarmRecord record = simulate(swarm, rk4(0.2, 0.01));
  EXPECT_EQ(record.outcome.ending, ode::Ending::not_finite);
  EXPECT_EQ(record.outcome.detail.substr(0, 10), "stone[6]: ");
  EXPECT_TRUE(record.totals.empty());
}

TEST(Swarm, EndsWhereItIsToldTo) {
  SimulateOptions options = rk4(0.2, 0.01);
  options.progress = [](double done) { return done < 0.5; };
  EXPECT_EQ(simulate(stones(300, {}), options).outcome.ending, ode::Ending::interrupted);
}

/// The most bytes in use during a run, and how often it allocates.
struct Use {
  long bytes = 0, calls = 0;
};
Use use_of(int copies, double end) {
  const Swarm swarm = stones(copies, {load::Gravity{{0, 0, -9.81}}});
  const SimulateOptions options = rk4(end, 0.01);
  forget_most_bytes();
  const long bytes = most_bytes(), calls = allocations();
  simulate(swarm, options);
  return {most_bytes() - bytes, allocations() - calls};
}

TEST(Swarm, UsesMemoryForStatesAndSamplesOnly) {
  const Use few = use_of(2000, 0.2), more = use_of(6000, 0.2), longer = use_of(2000, 4);
  const double page = 4096;  // the allocator rounds what is large up to it
  EXPECT_NEAR(static_cast<double>(few.bytes), static_cast<double>(longer.bytes), page);
  EXPECT_EQ(few.calls, longer.calls);
  const long states = 4000 * 13 * static_cast<long>(sizeof(double));
  EXPECT_NEAR(static_cast<double>(more.bytes - few.bytes), static_cast<double>(states), page);
}

}  // namespace
}  // namespace polhode
