// Rates that jump at known times, and motions whose steps stability holds down.

#include <gtest/gtest.h>

#include <cmath>

#include "unit/ode/fall.hpp"

namespace polhode::ode {
namespace {

Problem sawtooth(double t1, RateOf<double> rate) {
  Problem problem;
  problem.space.vector("y", 1, dimension::length);
  problem.rate.real = rate;
  problem.t1 = t1;
  problem.x0 = {0};
  return problem;
}

TEST(Breaks, ASawtoothIsIntegratedExactlyThroughItsJumps) {
  auto rate = [](double t, VecIn, VecOut v) { v[0] = t - std::floor(t); };
  Problem problem = sawtooth(10, rate);
  for (int i = 12; i > 0; --i) problem.breaks.push_back(i);  // any order; those outside the run do not matter
  for (const Method& method : methods_for(problem)) {
    if (method.order < 2 || method.variable_order) continue;  // which start with order 1 after each jump
    // Every stretch is a parabola, which a method of order 2 follows exactly: forty steps round by 5 ulps of weights
    // whose sizes add up to as much as 100.
    const Solution fixed = solve(problem, with(method, 0.3));
    EXPECT_NEAR(fixed.x_end[0], 5, 1e-12) << method.name;
    if (!method.adaptive()) continue;
    Options options = to(1e-9);
    options.method = &method;
    const Solution adaptive = solve(problem, options);
    EXPECT_NEAR(adaptive.x_end[0], 5, 1e-12) << method.name;
    EXPECT_EQ(adaptive.statistics.rejected, 0) << method.name;
  }
}

TEST(Breaks, WithoutThemAnAdaptiveMethodStillKeepsItsTolerance) {
  auto rate = [](double t, VecIn, VecOut v) { v[0] = t - std::floor(t); };
  const Solution solution = solve(sawtooth(10, rate), to(1e-9));
  EXPECT_NEAR(solution.x_end[0], 5, 1e-6);
  EXPECT_GT(solution.statistics.rejected, 20) << "ten jumps cost steps that a break would have saved";
}

TEST(Breaks, HoldBackwardsToo) {
  auto rate = [](double t, VecIn, VecOut v) { v[0] = std::ceil(t) - t; };
  Problem problem = sawtooth(-3, rate);
  problem.breaks = {-1, -3, -2};
  const Solution solution = solve(problem, with(method::rk4, 0.4));
  EXPECT_NEAR(solution.x_end[0], -1.5, 1e-14);
  std::vector<double> y(1);
  solution.at(-1.5, y);
  EXPECT_NEAR(y[0], -0.5 - 0.125, 1e-14);
}

TEST(Stiffness, IsSaidWhereAFastDecayHoldsTheStepsDown) {
  // y' = −1000 (y − cos t): after the first millisecond the motion is as slow as cos t, the steps are not.
  auto rate = [](double t, VecIn x, VecOut v) { v[0] = -1000 * (x[0] - std::cos(t)); };
  Problem problem = sawtooth(5, rate);
  for (const Method* method : {&method::dopri5, &method::dop853, &method::adams}) {
    Options options = to(1e-4);
    options.method = method;
    const Solution solution = solve(problem, options);
    ASSERT_TRUE(solution.stiff_from.has_value()) << method->name;
    EXPECT_LT(*solution.stiff_from, 1.0) << method->name;
  }
}

TEST(Stiffness, IsNotSaidOfAMotionThatAccuracyHoldsDown) {
  for (const Method* method : {&method::dop853, &method::adams})
    for (double tolerance : {1e-3, 1e-6, 1e-9, 1e-12}) {
      Options options = to(tolerance);
      options.method = method;
      const Solution solution = solve(oscillator(200), options);
      EXPECT_FALSE(solution.stiff_from.has_value()) << method->name << " " << tolerance;
    }
}

}  // namespace
}  // namespace polhode::ode
