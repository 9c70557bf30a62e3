#pragma once
// Many steps of one size, looked at one by one and not kept.

#include <gtest/gtest.h>

#include <cstdint>

#include <polhode/ode/solve.hpp>

namespace polhode {

/// Runs `count` steps of size h and calls observe(t, x) after each.
template <class Observe>
void run_steps(ode::Problem problem, const ode::Method& method, double h, std::int64_t count, const Observe& observe) {
  problem.t1 = h * static_cast<double>(count);
  const auto observer = [&](const ode::StepView& step) {
    if (!step.is_start()) observe(step.t1(), step.x1());
    return true;
  };
  ode::Options options;
  options.method = &method;
  options.step.fixed = h;
  options.output.keep = ode::Keep::samples;
  options.output.observer = observer;
  const ode::Solution solution = ode::solve(problem, options);
  EXPECT_EQ(solution.outcome.ending, ode::Ending::finished) << method.name << ": " << solution.outcome.detail;
  EXPECT_EQ(solution.statistics.steps, count);
}

}  // namespace polhode
