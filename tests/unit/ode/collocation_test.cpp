#include "ode/collocation.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include <Eigen/LU>

#include "unit/ode/fall.hpp"

namespace polhode::ode {
namespace {

using Square = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Square square(std::span<const double> entries) {
  const auto n = static_cast<Eigen::Index>(std::sqrt(static_cast<double>(entries.size())) + 0.5);
  return Eigen::Map<const Square>(entries.data(), n, n);
}

TEST(StageTransform, MakesTheInverseOfAFallIntoBlocks) {
  for (const Method* method : {&method::radau5, &method::radau9, &method::gauss4, &method::gauss6}) {
    const auto& rule = std::get<CollocationTableau>(method->rule);
    const StageTransform transform(rule);
    const Square A = square(rule.a), T = square(transform.T);
    Square blocks = Square::Zero(A.rows(), A.cols());
    const Eigen::Index first = transform.has_real ? 1 : 0;
    if (transform.has_real) blocks(0, 0) = transform.gamma;
    Eigen::Index at = first;
    for (const StageTransform::Pair& pair : transform.pairs) {
      blocks(at, at) = blocks(at + 1, at + 1) = pair.alpha;
      blocks(at, at + 1) = pair.beta;
      blocks(at + 1, at) = -pair.beta;
      at += 2;
    }
    EXPECT_EQ(at, A.rows()) << method->name;
    // Entries of A⁻¹ are below 20, those of T⁻¹ A⁻¹ below 200 and T's condition below 200, some ten roundings each.
    EXPECT_LE((A.inverse() * T - T * blocks).cwiseAbs().maxCoeff(), 1e-12) << method->name;
    EXPECT_LE((T * square(transform.from_residual) - A.inverse()).cwiseAbs().maxCoeff(), 1e-12) << method->name;
  }
}

/// [Hairer & Wanner 1996] IV.8: γ = 1/γ̂ with γ̂ = (6 + 81^(1/3) − 9^(1/3))/30, α, β likewise.
TEST(StageTransform, HasTheEigenvaluesOfTheBook) {
  const double cube = std::cbrt(9.0);
  const double gamma = (6 + cube * (cube - 1)) / 30, alpha = (12 - cube * (cube - 1)) / 60,
               beta = cube * (cube + 1) * std::sqrt(3.0) / 60, square = alpha * alpha + beta * beta;
  const StageTransform transform(std::get<CollocationTableau>(method::radau5.rule));
  EXPECT_NEAR(transform.gamma, 1 / gamma, 1e-14);
  ASSERT_EQ(transform.pairs.size(), 1u);
  EXPECT_NEAR(transform.pairs[0].alpha, alpha / square, 1e-14);
  EXPECT_NEAR(transform.pairs[0].beta, beta / square, 1e-14);
}

bool is_implicit_one_step(const Method& method) {
  return std::holds_alternative<DiagonalTableau>(method.rule) ||
         std::holds_alternative<CollocationTableau>(method.rule) ||
         std::holds_alternative<RosenbrockTableau>(method.rule);
}

TEST(Implicit, CountsJacobiansAndFactorisationsApartFromRates) {
  int calls = 0;
  auto counted = [&calls](double t, VecIn x, VecOut v) { ++calls, oscillator_rate(t, x, v); };
  Problem problem = oscillator(1);
  problem.rate.real = counted;
  for (const Method& method : methods()) {
    if (!is_implicit_one_step(method)) continue;
    calls = 0;
    Options options = with(method, 0.125);
    options.output.keep = Keep::samples;
    const Work work = solve(problem, options).statistics;
    EXPECT_GT(work.jacobians, 0) << method.name;
    EXPECT_GT(work.factorisations, 0) << method.name;
    // A Jacobian by differences of two coordinates takes three rates, a slope in time one if there is none.
    const bool rosenbrock = std::holds_alternative<RosenbrockTableau>(method.rule);
    EXPECT_EQ(calls, work.rate_evaluations + (rosenbrock ? 4 : 3) * work.jacobians) << method.name;
    // Of a linear motion one Jacobian serves all steps.
    if (!rosenbrock) {
      EXPECT_EQ(work.jacobians, 1) << method.name;
      EXPECT_EQ(work.factorisations, 1) << method.name;
    }
  }
}

TEST(Implicit, AStepWithoutASolutionEndsTheRunAndKeepsWhatWasComputed) {
  // x1 = x + h x1² has no real solution once 4 h x > 1.
  auto rate = [](double, VecIn x, VecOut v) { v[0] = x[0] * x[0]; };
  Problem problem;
  problem.space.vector("y", 1, {});
  problem.rate.real = rate;
  problem.t1 = 2;
  problem.x0 = {1};
  const Solution solution = solve(problem, with(method::implicit_euler, 0.1));
  EXPECT_EQ(solution.outcome.ending, Ending::not_solved);
  EXPECT_NE(solution.outcome.detail.find("implicit Euler found no solution in the step of 0.1 s after t ="),
            std::string::npos)
      << solution.outcome.detail;
  EXPECT_GT(solution.statistics.steps, 0);
  EXPECT_LE(4 * 0.1 * solution.segments.back().x0[0], 1);
  EXPECT_GT(4 * 0.1 * solution.x_end[0], 1);
}

TEST(Implicit, ARateThatIsNotFiniteIsNamedWithItsBlock) {
  auto rate = [](double t, VecIn x, VecOut v) { v[0] = x[1], v[1] = t < 1 ? 0 : std::sqrt(-1.0); };
  Problem problem = fall(0, 1, 2);
  problem.rate.real = rate;
  for (const Method& method : methods()) {
    if (!is_implicit_one_step(method)) continue;
    const Solution solution = solve(problem, with(method, 0.125));
    EXPECT_EQ(solution.outcome.ending, Ending::not_finite) << method.name;
    EXPECT_NE(solution.outcome.detail.find("'vz'"), std::string::npos) << method.name << solution.outcome.detail;
    EXPECT_NEAR(solution.x_end[0], solution.t_end, 1e-12) << "what was computed is kept";
  }
}

}  // namespace
}  // namespace polhode::ode
