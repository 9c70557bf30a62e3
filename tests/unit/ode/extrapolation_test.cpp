// Extrapolation in its own right: what it costs, and that it finds its order and its step.

#include <gtest/gtest.h>

#include <cmath>

#include "unit/ode/fall.hpp"

namespace polhode::ode {
namespace {

Options adaptive(const Method& method, double tolerance) {
  Options options = to(tolerance);
  options.method = &method;
  return options;
}

double oscillator_error(const Solution& solution) {
  return std::hypot(solution.x_end[0] - std::cos(solution.t_end), solution.x_end[1] + std::sin(solution.t_end));
}

TEST(Extrapolation, EveryStepOfFixedOrderCostsItsStages) {
  for (const Method* method : {&method::gbs4, &method::gbs8, &method::gbs12, &method::gbs}) {
    Options options = with(*method, 0.125);
    options.output.keep = Keep::samples;
    EXPECT_EQ(solve(oscillator(1), options).statistics.rate_evaluations, 8 * method->stages) << method->name;
  }
}

TEST(Extrapolation, TheFreeOrderIsNeverMuchDearerThanTheBestFixedOne) {
  for (double tolerance : {1e-3, 1e-5, 1e-7, 1e-9, 1e-11, 1e-13}) {
    std::int64_t least = 0;
    for (const Method* method : {&method::gbs4, &method::gbs8, &method::gbs12}) {
      Options options = adaptive(*method, tolerance);
      options.output.keep = Keep::samples;
      const std::int64_t cost = solve(oscillator(60), options).statistics.rate_evaluations;
      if (least == 0 || cost < least) least = cost;
    }
    Options options = adaptive(method::gbs, tolerance);
    options.output.keep = Keep::samples;
    const Solution solution = solve(oscillator(60), options);
    // Both controls aim at the tolerance with a margin of their own: half as much again is the margin between them.
    EXPECT_LE(static_cast<double>(solution.statistics.rate_evaluations), 1.5 * static_cast<double>(least)) << tolerance;
    // The local errors, at most tolerance (1 + |x|) in each of two coordinates, add up.
    EXPECT_LE(oscillator_error(solution), 4 * tolerance * static_cast<double>(solution.statistics.steps)) << tolerance;
  }
}

TEST(Extrapolation, TheOrderRisesWithTheDemand) {
  const auto cost_per_step = [](double tolerance) {
    Options options = adaptive(method::gbs, tolerance);
    options.output.keep = Keep::samples;
    const Statistics s = solve(oscillator(100), options).statistics;
    return static_cast<double>(s.rate_evaluations) / static_cast<double>(s.steps + s.rejected);
  };
  // Four lines cost 21 evaluations, six lines 43.
  EXPECT_LT(cost_per_step(1e-3), 21);
  EXPECT_GT(cost_per_step(1e-12), 43);
}

TEST(Extrapolation, TheContinuationFollowsTheOrderOfItsStep) {
  for (double tolerance : {1e-4, 1e-8, 1e-12}) {
    const Solution solution = solve(oscillator(20), adaptive(method::gbs, tolerance));
    std::vector<double> x(2);
    for (int i = 0; i <= 1000; ++i) {
      const double t = 0.02 * i;
      solution.at(t, x);
      // As at the ends; a continuation of odd order 2 k − 1 may err in a step by what the estimate of order 2 k − 2
      // does.
      EXPECT_NEAR(x[0], std::cos(t), 4 * tolerance * static_cast<double>(solution.statistics.steps)) << t;
    }
  }
}

TEST(Extrapolation, ACollisionInAKeplerEllipseIsPassedWithManySmallSteps) {
  // Eccentricity 0.99: the step must shrink a thousandfold at the near point, and the order with it.
  auto rate = [](double, VecIn x, VecOut v) {
    const double r2 = x[0] * x[0] + x[1] * x[1], r3 = r2 * std::sqrt(r2);
    v[0] = x[2], v[1] = x[3], v[2] = -x[0] / r3, v[3] = -x[1] / r3;
  };
  Problem problem;
  problem.space.vector("p", 2, dimension::length).vector("v", 2, dimension::velocity);
  problem.rate.real = rate;
  problem.t1 = 2 * std::acos(-1.0);
  const double e = 0.99;
  problem.x0 = {-1 - e, 0, 0, -std::sqrt((1 - e) / (1 + e))};
  const Solution solution = solve(problem, adaptive(method::gbs, 1e-13));
  ASSERT_EQ(solution.outcome.ending, Ending::finished);
  // Energy is −½. An error δ made at the near point, at speed √((1+e)/(1−e)) = 14 and distance 0.01, is δ·14 in energy,
  // and moves the far point after one turn by 2 π a δ_a = 6 π · 2 · 14 δ; some hundred such steps of δ = 1e-13 · 14.
  EXPECT_NEAR(solution.x_end[0], -1 - e, 100 * 12 * 3.2 * 14 * 14e-13);
  EXPECT_NEAR(solution.x_end[1], 0, 100 * 12 * 3.2 * 14 * 14e-13);
  EXPECT_GT(solution.statistics.largest_step, 100 * solution.statistics.smallest_step);
}

TEST(Extrapolation, ARateThatIsNotFiniteIsNamedWithItsBlock) {
  auto rate = [](double t, VecIn x, VecOut v) { v[0] = x[1], v[1] = t < 1 ? 0 : std::sqrt(-1.0); };
  Problem problem = fall(0, 1, 2);
  problem.rate.real = rate;
  for (const Options& options :
       {adaptive(method::gbs, 1e-8), adaptive(method::gbs8, 1e-8), with(method::gbs8, 0.125)}) {
    const Solution solution = solve(problem, options);
    EXPECT_EQ(solution.outcome.ending, Ending::not_finite);
    EXPECT_NE(solution.outcome.detail.find("'vz'"), std::string::npos) << solution.outcome.detail;
  }
}

}  // namespace
}  // namespace polhode::ode
