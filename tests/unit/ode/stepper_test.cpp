#include <polhode/ode/stepper.hpp>

#include <gtest/gtest.h>

#include <cmath>

#include <polhode/base/error.hpp>

#include "unit/ode/fall.hpp"

namespace polhode::ode {
namespace {

TEST(Stepper, TakesTheStepsThatSolveTakes) {
  for (const Method& method : methods_for(oscillator(3))) {
    Options options = method.variable_order ? to(1e-9) : with(method, 0.05);
    options.method = &method;
    const Solution whole = solve(oscillator(3), options);
    Stepper stepper(oscillator(3), options);
    std::size_t taken = 0;
    while (stepper.step()) EXPECT_EQ(stepper.t(), whole.segments[taken++].t1) << method.name;
    EXPECT_EQ(taken, whole.segments.size());
    EXPECT_EQ(stepper.solution().hash, whole.hash) << method.name;
    EXPECT_EQ(stepper.solution().x_end, whole.x_end);
    EXPECT_EQ(stepper.solution().outcome.ending, Ending::finished);
  }
}

TEST(Stepper, CountsRejectedTriesAsPartOfTheStepTheyLedTo) {
  Options options = to(1e-10);
  options.step.initial = 3;  // far too large: tried, and tried again smaller
  Stepper stepper(oscillator(10), options);
  EXPECT_TRUE(stepper.step());
  EXPECT_EQ(stepper.solution().statistics.steps, 1);
  EXPECT_GT(stepper.solution().statistics.rejected, 0);
  EXPECT_NEAR(stepper.x()[0], std::cos(stepper.t()), 1e-9);
}

TEST(Stepper, KnowsTheMotionInsideItsLastStep) {
  Options options = to(1e-11);
  options.output.keep = Keep::samples;
  Stepper stepper(oscillator(10), options);
  std::vector<double> x(2);
  for (double t = 0; t <= 10; t += 0.01) {
    ASSERT_TRUE(stepper.step_past(t));
    stepper.at(t, x);
    // The local error of a step is at most 1e-11 (1 + 1); a neutral oscillator adds them up.
    EXPECT_NEAR(x[0], std::cos(t), 2e-11 * (1 + static_cast<double>(stepper.solution().statistics.steps)));
  }
  EXPECT_THROW(stepper.at(0, x), UsageError);
  EXPECT_TRUE(stepper.solution().segments.empty());
}

TEST(Stepper, StandsAtTheStartUntilItIsAsked) {
  Stepper stepper(oscillator(1), to(1e-9));
  EXPECT_EQ(stepper.t(), 0.0);
  EXPECT_EQ(stepper.t_before(), 0.0);
  EXPECT_EQ(stepper.x()[0], 1.0);
  EXPECT_EQ(stepper.solution().statistics.steps, 0);
}

TEST(Stepper, MeetsEventsAndSaysHowTheRunEnded) {
  Problem problem = fall(1, 0, 10);
  problem.events.push_back({.name = "ground", .g = first_coordinate, .crossing = Crossing::falling, .action = Stop{}});
  Stepper stepper(problem, to(1e-10));
  EXPECT_FALSE(stepper.step_past(5));
  EXPECT_NEAR(stepper.t(), std::sqrt(0.2), 1e-12);
  ASSERT_EQ(stepper.solution().hits.size(), 1u);
  EXPECT_EQ(stepper.solution().outcome.ending, Ending::stopped);
  EXPECT_FALSE(stepper.step());
}

TEST(Stepper, RefusesWhatSolveRefuses) { EXPECT_THROW(Stepper(oscillator(1), with(method::rk4, 0)), UsageError); }

}  // namespace
}  // namespace polhode::ode
