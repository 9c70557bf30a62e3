// A run in pieces is the run at once, bit for bit.
#include <polhode/sim/simulation.hpp>

#include <gtest/gtest.h>

#include <limits>

#include <polhode/base/error.hpp>
#include <polhode/sim/free_body_system.hpp>

namespace polhode {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

FreeBody brick() { return {.name = "brick", .mass = {1, Vec3::Zero(), Mat3(Vec3(1, 2, 2.5).asDiagonal())}}; }

struct Case {
  System system{FreeBodySystem(FreeBodies({brick()}))};
  std::vector<double> x0 = FreeBodies({brick()}).coordinates(starts);
  SimulateOptions options{.t_end = 20, .sample = 0.1};

  static constexpr std::size_t turning = 10;  // place of the angular velocity's first number in the state
  inline static const std::vector<FreeBodyState> starts{{.w_WB_B = {0.01, 8, 0}}};
};

Case with_events() {
  Case one;
  one.options.watches.push_back({.name = "over", .g = [](double, VecIn x) { return x[Case::turning + 1]; }});
  one.options.watches.push_back({.name = "kick",
                                 .g = [](double t, VecIn) { return t - 7.35; },
                                 .crossing = ode::Crossing::rising,
                                 .jump =
                                     [](double, VecIn before, VecOut after) {
                                       std::copy(before.begin(), before.end(), after.begin());
                                       after[Case::turning] += 0.5;
                                     }});
  return one;
}

void expect_same(const Recording& pieces, const Recording& whole) {
  EXPECT_EQ(pieces.hash, whole.hash);
  EXPECT_EQ(pieces.times, whole.times);
  EXPECT_EQ(pieces.states, whole.states);
  EXPECT_EQ(pieces.x_end, whole.x_end);
  EXPECT_EQ(pieces.t_end, whole.t_end);
  EXPECT_EQ(pieces.outcome.ending, whole.outcome.ending);
  EXPECT_EQ(pieces.outcome.detail, whole.outcome.detail);
  EXPECT_EQ(pieces.statistics.steps, whole.statistics.steps);
  EXPECT_EQ(pieces.statistics.rate_evaluations, whole.statistics.rate_evaluations);
  ASSERT_EQ(pieces.events.size(), whole.events.size());
  for (std::size_t i = 0; i < whole.events.size(); ++i) {
    EXPECT_EQ(pieces.events[i].name, whole.events[i].name);
    EXPECT_EQ(pieces.events[i].t, whole.events[i].t);
  }
  ASSERT_EQ(pieces.drifts.size(), whole.drifts.size());
  for (std::size_t i = 0; i < whole.drifts.size(); ++i) {
    EXPECT_EQ(pieces.drifts[i].largest, whole.drifts[i].largest) << whole.drifts[i].name;
    EXPECT_EQ(pieces.drifts[i].at_samples, whole.drifts[i].at_samples) << whole.drifts[i].name;
  }
}

TEST(Simulation, InPiecesOfAnyLengthIsTheRunAtOnce) {
  const Case one = with_events();
  const Recording whole = simulate(one.system, one.x0, one.options);
  EXPECT_GT(whole.events.size(), 2U);
  for (const double piece : {0.001, 0.0171, 1.0, 100.0}) {
    Simulation run(one.system, one.x0, one.options);
    for (double t = piece; !run.ended(); t += piece) run.advance(t);
    expect_same(run.finish(), whole);
  }
}

TEST(Simulation, StepByStepAndLookedAtBetweenIsTheRunAtOnce) {
  const Case one = with_events();
  const Recording whole = simulate(one.system, one.x0, one.options);
  Simulation run(one.system, one.x0, one.options);
  std::int64_t steps = 0;
  while (run.step()) {
    ++steps;
    const Recording& now = run.recording();
    EXPECT_EQ(now.statistics.steps, steps);
    EXPECT_EQ(now.hash, run.hash());
    EXPECT_EQ(now.drifts.size(), whole.drifts.size());
  }
  EXPECT_FALSE(run.step());
  expect_same(run.finish(), whole);
}

TEST(Simulation, AMethodWithoutStepsOfItsOwnTakesThoseOfTheRunAtOnce) {
  Case one;
  one.options.method = method::exact;
  const Recording whole = simulate(one.system, one.x0, one.options);
  Simulation run(one.system, one.x0, one.options);
  while (run.step()) continue;
  expect_same(run.finish(), whole);
}

TEST(Simulation, EverySampleUpToTheTimeAskedForIsThereAndNoStepMoreIsTaken) {
  const Case one;
  Simulation run(one.system, one.x0, one.options);
  EXPECT_EQ(run.times(), std::vector<double>{0});
  run.advance(3.03);
  EXPECT_GE(run.times().back(), 3.0);
  EXPECT_EQ(run.states().size(), run.times().size() * one.x0.size());
  EXPECT_EQ(run.advance(3.03), 0);
  EXPECT_EQ(run.advance(infinity, 5), 5);
  EXPECT_EQ(run.advance(std::numeric_limits<double>::quiet_NaN()), 0);
  EXPECT_EQ(run.advance(infinity, -1), 0);
}

TEST(Simulation, ARunThatEndsEarlySaysHowAndKeepsItsEnd) {
  Case one;
  one.options.watches.push_back({.name = "stop", .g = [](double t, VecIn) { return t - 1.234; }, .stop = true});
  Simulation run(one.system, one.x0, one.options);
  run.advance(infinity);
  EXPECT_TRUE(run.ended());
  EXPECT_EQ(run.outcome().ending, ode::Ending::stopped);
  EXPECT_NEAR(run.t(), 1.234, 1e-14);
  EXPECT_EQ(run.times().back(), run.t());
  expect_same(run.finish(), simulate(one.system, one.x0, one.options));
}

TEST(Simulation, ItRefusesWhatSimulateRefuses) {
  const Case one;
  EXPECT_THROW(Simulation(one.system, one.x0, {.sample = -1}), UsageError);
  EXPECT_THROW(Simulation(one.system, one.x0, {.tolerance = 0}), UsageError);
  EXPECT_THROW(Simulation(one.system, {}, {}), UsageError);
}

TEST(Simulation, OneThatWasMovedGoesOn) {
  const Case one = with_events();
  Simulation first(one.system, one.x0, one.options);
  first.advance(5);
  Simulation second = std::move(first);
  second.advance(8);
  first = std::move(second);
  expect_same(first.finish(), simulate(one.system, one.x0, one.options));
}

}  // namespace
}  // namespace polhode
