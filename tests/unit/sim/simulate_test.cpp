// What simulate() refuses, and what it keeps of a run that fails.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <polhode/base/text.hpp>
#include <polhode/polhode.hpp>

namespace polhode {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

FreeBody brick() { return {.name = "brick", .mass = {1, Vec3::Zero(), Mat3(Vec3(1, 2, 2.5).asDiagonal())}}; }

/// The sentence with which the options are refused; empty if they are not.
std::string refusal(const SimulateOptions& options) {
  try {
    simulate(brick(), {.w_WB_B = {3, 8, 2}}, options);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

void expect_refused(const SimulateOptions& options, const std::string& expected, const std::string& given) {
  const std::string text = refusal(options);
  EXPECT_NE(text.find(expected), std::string::npos) << expected << " in: " << text;
  EXPECT_NE(text.find(given), std::string::npos) << given << " in: " << text;
}

TEST(Simulate, MistakesAreRefusedWithWhatIsExpectedAndWhatWasGiven) {
  expect_refused({.t_end = infinity}, "finite times", "t_end inf");
  expect_refused({.t_end = not_a_number}, "finite times", "t_end nan");
  expect_refused({.t_end = 1, .t_begin = -infinity}, "finite times", "t_begin -inf");
  expect_refused({.t_end = 0.25, .t_begin = 0.5}, "t_end ≥ t_begin", "t_begin 0.5, t_end 0.25");
  expect_refused({.sample = -0.1}, "a sample interval > 0", "-0.1");
  expect_refused({.sample = not_a_number}, "a sample interval > 0", "nan");
  expect_refused({.sample = infinity}, "a sample interval > 0", "inf");
  expect_refused({.sample = 1e-300}, "at most 1e+08 numbers", "1e-300 s, which gives 1e+300 samples of 13");
  expect_refused({.also_at = {0.5, 1.5}}, "times in also_at from 0 to 1", "1.5");
  expect_refused({.also_at = {-1e-9}}, "times in also_at from 0 to 1", "-1e-09");
  expect_refused({.also_at = {not_a_number}}, "times in also_at from 0 to 1", "nan");
  expect_refused({.watches = {{.name = "empty"}}}, "a function g for watch 'empty'", "none");
  for (double bad : {0.0, -1e-9, not_a_number, infinity})
    expect_refused({.tolerance = bad}, "a tolerance > 0 for dop853", "relative " + shortest(bad));
  for (double bad : {-1e-9, not_a_number, infinity})
    expect_refused({.absolute_tolerance = bad}, "a tolerance > 0 for dop853", "absolute " + shortest(bad));
  for (double bad : {-0.1, not_a_number, infinity}) expect_refused({.step = bad}, "a fixed step > 0", shortest(bad));
  expect_refused({.method = method::rk4}, "a step for rk4", "none");
  for (double bad : {0.0, -0.1, not_a_number})
    expect_refused({.largest_step = bad}, "a largest step > 0", shortest(bad));
}

TEST(Simulate, LimitsThemselvesAreAllowed) {
  EXPECT_EQ(refusal({.t_end = 0}), "");
  EXPECT_EQ(refusal({.also_at = {1, 0, 0.5}}), "");
}

TEST(Simulate, RunWhoseStepIsTooLargeSaysSoAndHasADriftUpToItsLastFiniteState) {
  int blown_up = 0;
  for (const ode::Method& method : ode::methods()) {
    if (method.needs == ode::Needs::momenta || method.needs == ode::Needs::accelerations)
      continue;  // rotations have no velocities that are rates of coordinates
    for (double step : {0.5, 2.0, 7.0}) {
      if (method.variable_order) continue;
      const Recording run =
          simulate(brick(), {.w_WB_B = {3, 8, 2}}, {.t_end = 1000, .method = method, .step = step, .sample = 0.1});
      for (const Drift& drift : run.drifts) {
        EXPECT_TRUE(std::isfinite(drift.largest)) << method.name << " " << step << " " << drift.name;
        EXPECT_TRUE(std::isfinite(drift.absolute)) << method.name << " " << step << " " << drift.name;
      }
      EXPECT_TRUE(all_finite(run.states)) << method.name << " " << step;
      EXPECT_TRUE(all_finite(run.x_end)) << method.name << " " << step;
      EXPECT_EQ(run.outcome.t, run.t_end) << method.name << " " << step;
      if (run.outcome.ending != ode::Ending::not_finite) continue;
      ++blown_up;
      // With more stages, of its own or of the method that starts it, the first step already ends beyond the squares of
      // all numbers: then nothing was booked.
      if (method.stages <= 4 && !method.implicit && method.one_step()) {
        EXPECT_GT(run.drift("energy").largest, 0.5) << method.name << " " << step;
      }
      const std::string expected = "steps of " + shortest(step) + " s are too large for this motion";
      EXPECT_NE(run.outcome.detail.find(expected), std::string::npos) << method.name << ": " << run.outcome.detail;
    }
  }
  EXPECT_GE(blown_up, 10);
}

}  // namespace
}  // namespace polhode
