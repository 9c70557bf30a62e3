// Measured order on flat space: a Kepler ellipse (nonlinear, autonomous) beside y' = y cos t (depends on time).

#include <gtest/gtest.h>

#include "order/measured_order.hpp"

namespace polhode::ode {
namespace {

constexpr double eccentricity = 0.3;

/// x, y, vx, vy on the ellipse with unit major half axis and mean motion, starting at its near point; then exp(sin t).
std::vector<double> ellipse(double t) {
  double anomaly = t;
  for (int i = 0; i < 50; ++i)
    anomaly -= (anomaly - eccentricity * std::sin(anomaly) - t) / (1 - eccentricity * std::cos(anomaly));
  const double minor = std::sqrt(1 - eccentricity * eccentricity), rate = 1 / (1 - eccentricity * std::cos(anomaly));
  return {std::cos(anomaly) - eccentricity, minor * std::sin(anomaly), -std::sin(anomaly) * rate,
          minor * std::cos(anomaly) * rate, std::exp(std::sin(t))};
}

void ellipse_rate(double t, VecIn x, VecOut v) {
  const double r2 = x[0] * x[0] + x[1] * x[1], r3 = r2 * std::sqrt(r2);
  v[0] = x[2], v[1] = x[3];
  v[2] = -x[0] / r3, v[3] = -x[1] / r3;
  v[4] = x[4] * std::cos(t);
}

/// The parts: velocity moves, attraction accelerates; y grows while the clock stands.
void ellipse_drift(double, double h, VecIn x, VecOut u) {
  u[0] = h * x[2], u[1] = h * x[3];
  u[2] = u[3] = u[4] = 0;
}

void ellipse_kick(double t, double h, VecIn x, VecOut u) {
  ellipse_rate(t, x, u);
  u[0] = u[1] = 0;
  u[2] *= h, u[3] *= h;
  u[4] = x[4] * std::expm1(h * std::cos(t));
}

KnownProblem ellipse_problem() {
  KnownProblem known{.truth = ellipse};
  known.problem.space.vector("p", 2, dimension::length).vector("v", 2, dimension::velocity).vector("y", 1, {});
  known.problem.rate.real = ellipse_rate;
  known.problem.t1 = 3;
  known.problem.x0 = ellipse(0);
  known.problem.split.emplace();
  known.problem.split->drift = ellipse_drift;
  known.problem.split->kick = ellipse_kick;
  known.problem.split->momenta = {1};
  return known;
}

class FlatOrder : public ::testing::TestWithParam<Method> {};

TEST_P(FlatOrder, IsNominalAtStepEndsAndInside) { expect_order(ellipse_problem(), GetParam(), 8); }

INSTANTIATE_TEST_SUITE_P(EveryMethod, FlatOrder, ::testing::ValuesIn(methods_of_one_order(ellipse_problem().problem)),
                         [](const auto& row) {
                           std::string name(row.param.name);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

/// A rate that is a polynomial of t of degree p − 1 leaves a method of order p no truncation error.
TEST(Quadrature, AMethodOfOrderPIntegratesDegreePMinusOneExactly) {
  auto clock = [](double, double, VecIn, VecOut u) { u[0] = 0; };
  for (const Method& method : methods()) {
    if (method.variable_order || (method.needs != Needs::rate && method.needs != Needs::parts)) continue;
    const int degree = method.order - 1;
    auto rate = [degree](double t, VecIn, VecOut v) { v[0] = (degree + 1) * std::pow(t, degree); };
    auto kick = [&rate](double t, double h, VecIn x, VecOut u) { rate(t, x, u), u[0] *= h; };
    Problem problem;
    problem.space.vector("y", 1, {});
    problem.rate.real = rate;
    problem.t1 = 2;
    problem.x0 = {0};
    problem.split.emplace();
    problem.split->drift = clock;
    problem.split->kick = kick;
    Options options;
    options.method = &method;
    options.step.fixed = 0.5;
    const Solution solution = solve(problem, options);
    // Rounding: Σ|b_i| ulps of the largest rate times h in each of four steps: the rate is a power rounded twice, and
    // the weight one figure.
    const double size = (degree + 1) * std::pow(2.0, degree);
    EXPECT_NEAR(solution.x_end[0], std::pow(2.0, degree + 1), 4 * weight_size(method) * 2.2e-16 * size) << method.name;
  }
}

}  // namespace
}  // namespace polhode::ode
