// Robertson's reactions in fixed steps, from a start where the Jacobian shows nothing of the stiffness to come.

#include <gtest/gtest.h>

#include <cmath>

#include <polhode/ode/solve.hpp>

#include "support/robertson.hpp"

namespace polhode::ode {
namespace {

/// Methods with fixed steps that solve equations and stand stiffness; the starters of the other Adams methods do not.
bool is_asked(const Method& method) {
  if (!method.implicit || method.needs != Needs::rate || method.variable_order) return false;
  if (std::holds_alternative<RosenbrockTableau>(method.rule)) return false;
  const auto* rule = std::get_if<MultistepRule>(&method.rule);
  return rule != nullptr ? rule->angle_deg > 0 : method.stability != Stability::conditional;
}

TEST(StiffFixedSteps, EveryMethodForStiffMotionTakesRobertsonsFirstStepsOfAnySize) {
  // y2 rises to 3.6e-5 within a millisecond; at y2 = 0 its rate of decay, 6e7 y2, is still zero.
  Options fine;
  fine.method = &method::radau5;
  fine.tolerance = {1e-12, 1e-18, {}};
  for (double h : {1e-3, 1e-2, 0.1}) {
    const double t1 = 400 * h;
    const Solution reference = solve(robertson_problem(t1, true), fine);
    ASSERT_EQ(reference.outcome.ending, Ending::finished);
    int asked = 0;
    for (const Method& method : methods()) {
      if (!is_asked(method)) continue;
      ++asked;
      for (bool dual : {true, false}) {
        Options options;
        options.method = &method;
        options.step.fixed = h;
        options.output.keep = Keep::samples;
        const Solution solution = solve(robertson_problem(t1, dual), options);
        ASSERT_EQ(solution.outcome.ending, Ending::finished)
            << method.name << " " << h << " " << solution.outcome.detail;
        // The error of implicit Euler, the coarsest: h/2 times how much the rate of y1 changes, at most 0.04.
        EXPECT_NEAR(solution.x_end[0], reference.x_end[0], 0.02 * h) << method.name << " " << h;
        // y2 goes with y1/y3 at most; but some keep its fast swings alive.
        const bool damps = method.stability == Stability::l_stable;
        if (damps) {
          const double allowed = 0.02 * h * (1 / reference.x_end[0] + 1 / reference.x_end[2]) * reference.x_end[1];
          EXPECT_NEAR(solution.x_end[1], reference.x_end[1], allowed) << method.name << " " << h;
        }
        EXPECT_NEAR(solution.x_end[0] + solution.x_end[1] + solution.x_end[2], 1, 1e-13) << method.name;
      }
    }
    EXPECT_GE(asked, 17);
  }
}

TEST(StiffFixedSteps, ImplicitEulerIsOfOrderOneOnRobertson) {
  // y1(40) by Taylor series in quadruple precision, as in tests/truth/stiff_test.cpp.
  double before = 0;
  for (double h : {0.1, 0.05, 0.025}) {
    Options options;
    options.method = &method::implicit_euler;
    options.step.fixed = h;
    const double error = solve(robertson_problem(40, true), options).x_end[0] - 0.71582706871940509;
    if (before != 0) {
      EXPECT_NEAR(before / error, 2, 0.02);
    }
    before = error;
  }
}

}  // namespace
}  // namespace polhode::ode
