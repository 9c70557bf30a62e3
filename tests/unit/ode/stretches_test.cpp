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

TEST(Breaks, ThatRoundingHardlyTellsApartAreOne) {
  auto rate = [](double t, VecIn, VecOut v) { v[0] = t < 1 ? 1 : 3; };
  const double next = std::nextafter(1.0, 2.0), before = std::nextafter(10.0, 0.0);
  for (const std::vector<double>& breaks : std::vector<std::vector<double>>{
           {1, next}, {1, next, std::nextafter(next, 2.0)}, {1, 1e-300}, {1, 10, before}}) {
    for (const Options& options : {to(1e-9), with(method::rk4, 0.3), with(method::radau5, 0.3)}) {
      Problem problem = sawtooth(10, rate);
      problem.breaks = breaks;
      const Solution solution = solve(problem, options);
      ASSERT_EQ(solution.outcome.ending, Ending::finished) << solution.outcome.detail;
      EXPECT_EQ(solution.t_end, 10);
      EXPECT_NEAR(solution.x_end[0], 28, 1e-13);  // 1 + 9 · 3 in forty steps
      if (options.step.fixed == 0) {
        EXPECT_EQ(solution.statistics.rejected, 0);
      }
    }
  }
}

std::vector<const Method*> explicit_adaptive_methods(const Problem& problem) {
  std::vector<const Method*> list;
  for (const Method& method : methods())
    if (method.adaptive() && !method.implicit && method.needs == Needs::rate && what_lacks(problem, method).empty())
      list.push_back(&method);
  return list;
}

TEST(Stiffness, IsSaidByEveryExplicitMethodWhereAFastDecayHoldsTheStepsDown) {
  // y' = −1000 (y − cos t): after the first millisecond the motion is as slow as cos t, the steps are not.
  auto rate = [](double t, VecIn x, VecOut v) { v[0] = -1000 * (x[0] - std::cos(t)); };
  Problem problem = sawtooth(2, rate);
  EXPECT_GE(explicit_adaptive_methods(problem).size(), 15u);
  for (const Method* method : explicit_adaptive_methods(problem)) {
    Options options = to(1e-4);
    options.method = method;
    const Solution solution = solve(problem, options);
    ASSERT_TRUE(solution.stiff_from.has_value()) << method->name;
    EXPECT_LT(*solution.stiff_from, 1.0) << method->name;
  }
}

TEST(Stiffness, IsSaidOfVanDerPolsOscillator) {
  auto rate = [](double, VecIn x, VecOut v) { v[0] = x[1], v[1] = 1000 * (1 - x[0] * x[0]) * x[1] - x[0]; };
  Problem problem = oscillator(2);
  problem.rate.real = rate;
  problem.x0 = {2, 0};
  problem.split.reset();
  for (const Method* method : explicit_adaptive_methods(problem)) {
    Options options = to(1e-6);
    options.method = method;
    options.tolerance.absolute = 1e-9;
    const Solution solution = solve(problem, options);
    ASSERT_TRUE(solution.stiff_from.has_value()) << method->name;
    EXPECT_LT(*solution.stiff_from, 0.2) << method->name;
  }
}

TEST(Stiffness, IsSaidOfARunTooShortForManySteps) {
  // 50 · 2 in steps of at most 3.3: fewer than forty, and most of them held down.
  auto rate = [](double t, VecIn x, VecOut v) { v[0] = -50 * (x[0] - std::cos(t)); };
  for (const Method* method : {&method::dopri5, &method::dop853, &method::bogacki_shampine}) {
    Options options = to(1e-3);
    options.method = method;
    const Solution solution = solve(sawtooth(2, rate), options);
    EXPECT_LT(solution.statistics.steps, 60) << method->name;
    EXPECT_TRUE(solution.stiff_from.has_value()) << method->name;
  }
}

TEST(Stiffness, IsNotSaidOfAMotionThatAccuracyHoldsDown) {
  const Problem problem = oscillator(100);
  for (const Method* method : explicit_adaptive_methods(problem))
    for (double tolerance : {1e-2, 1e-3, 1e-6, 1e-9, 1e-12}) {
      if (tolerance < 1e-7 && method->order < 5) continue;  // which would take ten thousand steps and more
      Options options = to(tolerance);
      options.method = method;
      const Solution solution = solve(problem, options);
      EXPECT_FALSE(solution.stiff_from.has_value()) << method->name << " " << tolerance;
    }
}

TEST(Stiffness, IsNotSaidOfAnEllipse) {
  auto rate = [](double, VecIn x, VecOut v) {
    const double square = x[0] * x[0] + x[1] * x[1], cube = square * std::sqrt(square);
    v[0] = x[2], v[1] = x[3], v[2] = -x[0] / cube, v[3] = -x[1] / cube;
  };
  Problem problem;
  problem.space.vector("q", 2, dimension::length).vector("v", 2, dimension::velocity);
  problem.rate.real = rate;
  problem.t1 = 30;
  problem.x0 = {0.2, 0, 0, 3};  // eccentricity 0.8
  for (const Method* method : explicit_adaptive_methods(problem))
    for (double tolerance : {1e-3, 1e-6}) {
      Options options = to(tolerance);
      options.method = method;
      EXPECT_FALSE(solve(problem, options).stiff_from.has_value()) << method->name << " " << tolerance;
    }
}

TEST(Stiffness, IsNotSaidOfStepsThatDwindleTowardsASingularity) {
  // x' = −20 x/(1 − t), x = (1 − t)^20: soon gone but for its stability, which asks for ever smaller steps.
  auto rate = [](double t, VecIn x, VecOut v) { v[0] = -20 * x[0] / (1 - t); };
  Problem problem = sawtooth(1 - 1e-12, rate);
  problem.x0 = {1};
  for (const Method* method : {&method::dopri5, &method::dop853, &method::bogacki_shampine, &method::verner8}) {
    Options options = to(1e-6);
    options.method = method;
    const Solution solution = solve(problem, options);
    ASSERT_EQ(solution.outcome.ending, Ending::finished) << method->name;
    EXPECT_GT(solution.statistics.steps, 50) << method->name;
    EXPECT_FALSE(solution.stiff_from.has_value()) << method->name;
  }
}

}  // namespace
}  // namespace polhode::ode
