// Methods that choose their order: they follow the tolerance, on flat space and on SO(3), and choose as theory expects.

#include <gtest/gtest.h>

#include <polhode/math/rotation.hpp>

#include "order/measured_order.hpp"

namespace polhode::ode {
namespace {

std::vector<const Method*> variable_order_methods() {
  std::vector<const Method*> list;
  for (const Method& method : methods())
    if (method.variable_order) list.push_back(&method);
  return list;
}

std::vector<double> circle(double t) { return {std::cos(t), -std::sin(t)}; }

KnownProblem oscillator() {
  static constexpr auto rate = [](double, VecIn x, VecOut v) { v[0] = x[1], v[1] = -x[0]; };
  KnownProblem known{.truth = circle};
  known.problem.space.vector("x", 2, {});
  known.problem.rate.real = rate;
  known.problem.t1 = 20;
  known.problem.x0 = circle(0);
  return known;
}

/// R(t) = Rz(α) Rx(β) followed by a rate that depends on the attitude, as in rotation_order_test.cpp.
std::vector<double> nodding(double t) {
  const Vec4 q = (Rotation::about_z(1.3 * t) * Rotation::about_x(0.8 * std::sin(1.7 * t))).quaternion();
  return {q[0], q[1], q[2], q[3]};
}

void nodding_rate(double t, VecIn x, VecOut v) {
  const double beta_rate = 0.8 * 1.7 * std::cos(1.7 * t);
  const Rotation R_WB = Rotation::from_quaternion(x[0], x[1], x[2], x[3]);
  const Vec3 w_B = R_WB.inverse() * Vec3(beta_rate * std::cos(1.3 * t), beta_rate * std::sin(1.3 * t), 1.3);
  for (int i = 0; i < 3; ++i) v[static_cast<std::size_t>(i)] = w_B[i];
}

KnownProblem nodding_problem() {
  KnownProblem known{.truth = nodding};
  known.problem.space.rotation("R");
  known.problem.rate.real = nodding_rate;
  known.problem.t1 = 20;
  known.problem.x0 = nodding(0);
  return known;
}

/// The largest errors over a whole run, at the ends of steps and inside, in units of the tolerance.
Errors errors_to(const KnownProblem& known, const Method& method, double tolerance, Solution* solution = nullptr) {
  Options options;
  options.method = &method;
  options.tolerance = {.relative = tolerance, .absolute = tolerance};
  const Solution run = solve(known.problem, options);
  EXPECT_EQ(run.outcome.ending, Ending::finished) << run.outcome.detail;
  Errors errors;
  std::vector<double> x(known.problem.x0.size());
  for (const Segment& segment : run.segments)
    for (double theta : {0.3, 0.5, 0.8, 1.0}) {
      const double t = theta == 1 ? segment.t1 : segment.t0 + theta * segment.h;
      run.at(t, x);
      double& worst = theta == 1 ? errors.at_ends : errors.inside;
      worst = std::max(worst, error_of(known, t, x) / tolerance);
    }
  if (solution != nullptr) *solution = run;
  return errors;
}

TEST(VariableOrder, TheErrorFollowsTheToleranceAtStepEndsAndInside) {
  for (const Method* method : variable_order_methods())
    for (const KnownProblem& known : {oscillator(), nodding_problem()})
      for (double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
        Solution run;
        const Errors errors = errors_to(known, *method, tolerance, &run);
        // Neutral motions add local errors up, each at most twice the tolerance in each of two or three components.
        const double bound = 4 * static_cast<double>(run.statistics.steps);
        EXPECT_LE(errors.at_ends, bound) << method->name << " " << tolerance;
        EXPECT_GE(errors.at_ends, 0.05) << method->name << " " << tolerance << ": steps are needlessly small";
        EXPECT_LE(errors.inside, bound) << method->name << " " << tolerance;
      }
}

/// At order p the number of steps goes as tolerance^(−1/(p+1)): by its growth the order shows from outside.
TEST(VariableOrder, AdamsTakesHighOrdersOfASmoothMotion) {
  for (const KnownProblem& known : {oscillator(), nodding_problem()}) {
    Solution coarse, fine;
    errors_to(known, method::adams, 1e-9, &coarse);
    errors_to(known, method::adams, 1e-12, &fine);
    const double growth = static_cast<double>(fine.statistics.steps) / static_cast<double>(coarse.statistics.steps);
    EXPECT_LT(growth, std::pow(10.0, 3.0 / 7)) << "order 6 and less";
    // Two rates a step: one predicted, one corrected.
    EXPECT_LE(fine.statistics.rate_evaluations,
              2 * (fine.statistics.steps + fine.statistics.rejected) + 2 /* first step */);
  }
}

TEST(VariableOrder, TheContinuationOfAdamsJoinsItsStepsSmoothly) {
  Solution run;
  errors_to(oscillator(), method::adams, 1e-6, &run);
  std::vector<double> before(2), after(2), at(2);
  for (std::size_t i = 1; i < run.segments.size(); ++i) {
    const double t = run.segments[i].t0, d = 1e-6;
    run.at(t - d, before);
    run.at(t + d, after);
    run.at(t, at);
    // C¹: the second difference is O(d²), where a kink would leave O(d).
    for (std::size_t j = 0; j < 2; ++j) EXPECT_NEAR(before[j] + after[j] - 2 * at[j], 0, 20 * d * d);
  }
}

}  // namespace
}  // namespace polhode::ode
