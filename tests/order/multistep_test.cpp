// What the coefficients of multistep rules prove of them: order conditions, zero-stability, angles of stability.

#include <polhode/ode/multistep.hpp>

#include <gtest/gtest.h>

#include <cmath>

#include "order/measured_order.hpp"

namespace polhode::ode {
namespace {

/// Gregory's coefficients of Moulton's rules, [Hairer, Nørsett & Wanner 1993] III.1, from their generating function
///   Σ_j γ*_j t^j = −t / log(1 − t),  that is  γ*_m + γ*_{m−1}/2 + … + γ*_0/(m + 1) = 0:
/// the rule of order p errs by γ*_p h^(p+1) u^(p+1), Bashforth's by γ_p = γ*_0 + … + γ*_p.
double moulton_gamma(int p) {
  std::vector<double> gamma{1};
  for (int m = 1; m <= p; ++m) {
    double sum = 0;
    for (int j = 0; j < m; ++j) sum -= gamma[static_cast<std::size_t>(j)] / (m + 1 - j);
    gamma.push_back(sum);
  }
  return gamma.back();
}

double bashforth_gamma(int p) {
  double sum = 0;
  for (int j = 0; j <= p; ++j) sum += moulton_gamma(j);
  return sum;
}

TEST(Multistep, EveryRowHasItsOrderItsRootsAndItsAngle) {
  int rows = 0;
  for (const Method& method : methods()) {
    const auto* rule = std::get_if<MultistepRule>(&method.rule);
    if (rule == nullptr) continue;
    ++rows;
    const MultistepProperties found = properties_of(*rule);
    EXPECT_EQ(found.order, method.order) << method.name;
    EXPECT_TRUE(found.zero_stable) << method.name;
    EXPECT_LE(found.largest_root, 1) << method.name;
    // The locus is sampled finely enough for a hundred-thousandth of a degree.
    if (rule->predictor.empty()) {
      EXPECT_NEAR(found.angle_deg, rule->angle_deg, 5e-3) << method.name;
    }
  }
  EXPECT_GE(rows, 10);
}

TEST(Multistep, AdamsRulesErrByGregorysCoefficients) {
  for (const Method& method : methods()) {
    const auto* rule = std::get_if<MultistepRule>(&method.rule);
    if (rule == nullptr || rule->alpha[1] != -1) continue;
    const double expected = rule->beta.front() == 0 ? bashforth_gamma(method.order) : moulton_gamma(method.order);
    EXPECT_NEAR(properties_of(*rule).error_constant, expected, 1e-13) << method.name;
    // The predictor is Bashforth's rule of the same order.
    double sum = 0;
    for (double weight : rule->predictor) sum += weight;
    EXPECT_NEAR(sum, rule->predictor.empty() ? 0 : 1, 1e-15) << method.name;
  }
}

TEST(OwnMultistep, FindsOrderAndConstantOfTheLeapfrogRule) {
  const auto leapfrog = OwnMultistep::from({"leapfrog", {1, 0, -1}, {0, 2, 0}});
  ASSERT_TRUE(leapfrog.ok());
  EXPECT_EQ(leapfrog->properties().order, 2);
  EXPECT_NEAR(leapfrog->properties().error_constant, 1.0 / 6, 1e-15);  // h³/3 for Σβ = 2
  EXPECT_NEAR(leapfrog->properties().largest_root, 1, 1e-12);          // at −1: neutral
  EXPECT_EQ(leapfrog->properties().angle_deg, 0);

  const OwnMultistep copy = *leapfrog;
  auto rate = [](double, VecIn x, VecOut v) { v[0] = x[1], v[1] = -x[0]; };
  KnownProblem known{.truth = [](double t) { return std::vector<double>{std::cos(t), -std::sin(t)}; }};
  known.problem.space.vector("x", 2, {});
  known.problem.rate.real = rate;
  known.problem.t1 = 3;
  known.problem.x0 = {1, 0};
  expect_order(known, copy.method(), 4);
}

TEST(OwnMultistep, RefusesWhatCannotConverge) {
  const auto says = [](const Result<OwnMultistep>& result, const std::string& text) {
    EXPECT_FALSE(result.ok());
    EXPECT_NE(format(result.diagnostics()).find(text), std::string::npos) << format(result.diagnostics());
  };
  // The explicit two-step rule of the highest order, 3: ζ² + 4ζ − 5 has a root at −5 [Hairer, Nørsett & Wanner, III.3].
  says(OwnMultistep::from({"dahlquist", {1, 4, -5}, {0, 4, 2}}),
       "not zero-stable: a root of their polynomial has size 5");
  // Seven steps of backward differences: the first that are not zero-stable.
  std::vector<double> alpha(8, 0.0), beta(8, 0.0);
  beta[0] = 1;
  for (int m = 1; m <= 7; ++m) {
    double binomial = 1;  // ∇^m / m
    for (int j = 0; j <= m; ++j) {
      alpha[static_cast<std::size_t>(j)] += (j % 2 == 0 ? 1 : -1) * binomial / m;
      binomial = binomial * (m - j) / (j + 1);
    }
  }
  says(OwnMultistep::from({"bdf7", alpha, beta}), "not zero-stable");
  says(OwnMultistep::from({"", {1}, {1}}), "a solver needs a name");
  says(OwnMultistep::from({"twice", {1, -2, 1}, {0, 1, -1}}), "twice");
  says(OwnMultistep::from({"half", {1, -1}, {0.5, 0.25}}), "not consistent");
  says(OwnMultistep::from({"short", {1, -1}, {1}}), "1 for the 2 of alpha");
  says(OwnMultistep::from({"nothing new", {0, 1, -1}, {0, 0, 1}}), "the coefficient of the new point is 0");
}

}  // namespace
}  // namespace polhode::ode
