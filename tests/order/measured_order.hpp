#pragma once
// The slope of log error over log step, at step ends and between them.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include <polhode/ode/solve.hpp>

#include "order/weight_size.hpp"
#include "support/methods_for.hpp"

namespace polhode::ode {

/// Those of a problem's methods that take steps of one size: an order that changes from step to step has no slope.
inline std::vector<Method> methods_of_one_order(const Problem& problem) {
  std::vector<Method> list = methods_for(problem);
  std::erase_if(list, [](const Method& method) { return method.variable_order; });
  return list;
}

/// A problem whose solution is known in closed form; its rate and truth outlive it.
struct KnownProblem {
  Problem problem;
  std::function<std::vector<double>(double)> truth;
};

/// The largest component of truth ⊟ x.
inline double error_of(const KnownProblem& known, double t, const std::vector<double>& x) {
  std::vector<double> u(static_cast<std::size_t>(known.problem.space.nv()));
  known.problem.space.difference<double>(x, known.truth(t), u);
  double largest = 0;
  for (double component : u) largest = std::max(largest, std::fabs(component));
  return largest;
}

struct Errors {
  double at_ends = 0, inside = 0;
};

/// The largest error at all step ends, and at θ = 0.3 and 0.5 of all steps, of n equal steps.
inline Errors errors_with(const KnownProblem& known, const Method& method, int n) {
  Options options;
  options.method = &method;
  options.step.fixed = (known.problem.t1 - known.problem.t0) / n;
  const Solution solution = solve(known.problem, options);
  EXPECT_EQ(solution.outcome.ending, Ending::finished);
  EXPECT_EQ(solution.statistics.steps, n);
  Errors errors;
  std::vector<double> x(known.problem.x0.size());
  for (const Segment& segment : solution.segments) {
    for (double theta : {0.3, 0.5}) {
      const double t = segment.t0 + theta * segment.h;
      solution.at(t, x);
      errors.inside = std::max(errors.inside, error_of(known, t, x));
    }
    solution.at(segment.t1, x);
    errors.at_ends = std::max(errors.at_ends, error_of(known, segment.t1, x));
  }
  return errors;
}

/// Least-squares slope of log e over log 1/n.
inline double slope(const std::vector<int>& steps, const std::vector<double>& errors) {
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  const auto count = static_cast<double>(steps.size());
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const double x = -std::log(steps[i]), y = std::log(errors[i]);
    sx += x, sy += y, sxx += x * x, sxy += x * y;
  }
  return (count * sxy - sx * sy) / (count * sxx - sx * sx);
}

/// How many steps a method looks back, itself included: what is smooth over one step is not yet over six.
inline int reach(const Method& method) {
  const auto* multistep = std::get_if<MultistepRule>(&method.rule);
  return multistep != nullptr ? multistep->steps() : 1;
}

/// Steps at which the error has left its pre-asymptotic range and not yet reached rounding: few for a high order.
inline std::vector<int> steps_for(int order, int coarsest) {
  if (order <= 2) return {64 * coarsest, 96 * coarsest, 128 * coarsest, 192 * coarsest, 256 * coarsest};
  if (order <= 4) return {16 * coarsest, 24 * coarsest, 32 * coarsest, 48 * coarsest, 64 * coarsest};
  if (order <= 5) return {8 * coarsest, 12 * coarsest, 16 * coarsest, 24 * coarsest, 32 * coarsest};
  return {3 * coarsest, 7 * coarsest / 2, 4 * coarsest, 9 * coarsest / 2, 5 * coarsest, 6 * coarsest};
}

/// Steps of a high order: from half the finest up to the finest whose error is 300 times what a step rounds. Coarser
/// ones have not left the pre-asymptotic range, and finer ones measure rounding.
inline std::vector<int> steps_above_rounding(const KnownProblem& known, const Method& method) {
  const double floor = 300 * std::numeric_limits<double>::epsilon() * weight_size(method);
  int finest = 4;
  for (int next = 5; errors_with(known, method, next).at_ends >= floor && next < 1000; next += std::max(1, next / 10))
    finest = next;
  std::vector<int> steps;
  for (int i = 5; i <= 10; ++i) {
    const int n = (i * finest + 5) / 10;
    if (steps.empty() || steps.back() != n) steps.push_back(n);
  }
  return steps;
}

inline void expect_order(const KnownProblem& known, const Method& method, int coarsest) {
  const bool small_terms = method.order > 5 && method.one_step();
  const std::vector<int> steps =
      small_terms ? steps_above_rounding(known, method) : steps_for(method.order, coarsest * reach(method));
  std::vector<double> at_ends, inside;
  for (int n : steps) {
    const Errors errors = errors_with(known, method, n);
    at_ends.push_back(errors.at_ends);
    inside.push_back(errors.inside);
  }
  const double at_ends_slope = slope(steps, at_ends), inside_slope = slope(steps, inside);
  ::testing::Test::RecordProperty(std::string(method.name) + "_ends", std::to_string(at_ends_slope));
  ::testing::Test::RecordProperty(std::string(method.name) + "_inside", std::to_string(inside_slope));
  EXPECT_GE(at_ends_slope, 0.9 * method.order)
      << method.name << " at step ends, errors " << at_ends.front() << " … " << at_ends.back();
  EXPECT_LE(at_ends_slope, 1.1 * std::max(method.order, method.apparent_order))
      << method.name << " at step ends, errors " << at_ends.front() << " … " << at_ends.back();
  // The continuation of a method whose order is far above that of its stages does not come up to it, and says so.
  const int inside_order = std::min(method.order, method.dense_order + 1);
  EXPECT_NEAR(inside_slope, inside_order, 0.1 * inside_order)
      << method.name << " inside steps, errors " << inside.front() << " … " << inside.back();
}

}  // namespace polhode::ode
