// Nyström methods: figures, measured order, and where the numbers of places and velocities may lie.

#include <gtest/gtest.h>

#include "order/measured_order.hpp"

namespace polhode::ode {
namespace {

std::vector<Method> nystroem_methods() {
  std::vector<Method> list;
  for (const Method& method : methods())
    if (method.needs == Needs::accelerations) list.push_back(method);
  return list;
}

/// Two things at once, so that neither time nor places are left out: a Kepler ellipse of eccentricity 0.3 and unit mean
/// motion, and z″ = −z + cos 2t, z = cos t + (cos t − cos 2t)/3.
std::vector<double> truth(double t) {
  constexpr double eccentricity = 0.3;
  double anomaly = t;
  for (int i = 0; i < 50; ++i)
    anomaly -= (anomaly - eccentricity * std::sin(anomaly) - t) / (1 - eccentricity * std::cos(anomaly));
  const double minor = std::sqrt(1 - eccentricity * eccentricity), rate = 1 / (1 - eccentricity * std::cos(anomaly));
  return {std::cos(anomaly) - eccentricity,        minor * std::sin(anomaly),
          (4 * std::cos(t) - std::cos(2 * t)) / 3, -std::sin(anomaly) * rate,
          minor * std::cos(anomaly) * rate,        (2 * std::sin(2 * t) - 4 * std::sin(t)) / 3};
}

void accelerate(double t, const double* place, double* acceleration) {
  const double r2 = place[0] * place[0] + place[1] * place[1], r3 = r2 * std::sqrt(r2);
  acceleration[0] = -place[0] / r3, acceleration[1] = -place[1] / r3;
  acceleration[2] = std::cos(2 * t) - place[2];
}

void rate(double t, VecIn x, VecOut v) {
  std::copy(x.begin() + 3, x.end(), v.begin());
  accelerate(t, x.data(), v.data() + 3);
}

Split split(std::vector<int> velocities) {
  Split split;
  split.momenta = std::move(velocities);
  split.separable = split.velocities = true;
  return split;
}

KnownProblem known_problem() {
  KnownProblem known{.truth = truth};
  known.problem.space.vector("p", 3, dimension::length).vector("v", 3, dimension::velocity);
  known.problem.rate.real = rate;
  known.problem.t1 = 3;
  known.problem.x0 = truth(0);
  known.problem.split = split({1});
  return known;
}

TEST(Nystroem, OrderIsNominalAtStepEndsAndInside) {
  ASSERT_EQ(nystroem_methods().size(), 2u);
  for (const Method& method : nystroem_methods()) expect_order(known_problem(), method, 8);
}

/// Conditions that every method of order p fulfils: those of quadrature for velocities and places, and that a stage
/// moves uniformly accelerated; b = b' (1 − c) then makes the places one order better than they need be.
TEST(Nystroem, FiguresMakeQuadraturesAndUniformAccelerationExact) {
  for (const Method& method : nystroem_methods()) {
    const auto& rule = std::get<NystroemTableau>(method.rule);
    const auto stages = static_cast<std::size_t>(rule.stages());
    std::size_t next = 0;
    for (std::size_t i = 0; i < stages; next += i, ++i) {
      double sum = 0, size = 0;
      for (std::size_t j = 0; j < i; ++j) sum += rule.a[next + j], size += std::fabs(rule.a[next + j]);
      EXPECT_NEAR(sum, rule.c[i] * rule.c[i] / 2, 4e-16 * (1 + size)) << method.name << " " << i;
      EXPECT_NEAR(rule.b[i], rule.velocity_b[i] * (1 - rule.c[i]), 4e-16) << method.name << " " << i;
    }
    const auto moment = [&](std::span<const double> weights, int power) {
      double sum = 0;
      for (std::size_t i = 0; i < stages; ++i) sum += weights[i] * std::pow(rule.c[i], power);
      return sum;
    };
    for (int k = 0; k < method.order; ++k) {
      EXPECT_NEAR(moment(rule.velocity_b, k), 1.0 / (k + 1), 1e-15) << method.name << " " << k;
    }
    for (int k = 0; k + 1 < method.order; ++k)
      EXPECT_NEAR(moment(rule.b, k), 1.0 / ((k + 1) * (k + 2)), 1e-15) << method.name << " " << k;
    // The estimate sees nothing below its own order.
    for (int k = 0; k < method.embedded_order; ++k)
      EXPECT_NEAR(moment(rule.velocity_error, k), 0, 1e-15) << method.name << " " << k;
    for (int k = 0; k + 1 < method.embedded_order; ++k)
      EXPECT_NEAR(moment(rule.error, k), 0, 1e-15) << method.name << " " << k;
  }
}

TEST(Nystroem, ToleranceIsHonoured) {
  for (const Method& method : nystroem_methods())
    for (double tolerance : {1e-5, 1e-8, 1e-11}) {
      Options options;
      options.method = &method;
      options.tolerance = {.relative = tolerance, .absolute = tolerance};
      const Solution solution = solve(known_problem().problem, options);
      // Each step may err by twice the tolerance, and half a turn of the ellipse makes ten of an error at its near end.
      EXPECT_LE(error_of(known_problem(), 3, solution.x_end),
                20 * tolerance * static_cast<double>(solution.statistics.steps))
          << method.name;
    }
}

TEST(Nystroem, PlacesAndVelocitiesMayLieInAnyOrder) {
  auto turned = [](double t, VecIn x, VecOut v) {  // vx | x y | vy vz | z
    const double place[] = {x[1], x[2], x[5]};
    double acceleration[3];
    accelerate(t, place, acceleration);
    v[1] = x[0], v[2] = x[3], v[5] = x[4];
    v[0] = acceleration[0], v[3] = acceleration[1], v[4] = acceleration[2];
  };
  const std::vector<double> start = truth(0);
  Problem problem;
  problem.space.vector("a", 1, {}).vector("b", 2, {}).vector("c", 2, {}).vector("d", 1, {});
  problem.rate.real = turned;
  problem.t1 = 3;
  problem.x0 = {start[3], start[0], start[1], start[4], start[5], start[2]};
  problem.split = split({0, 2});
  for (const Method& method : nystroem_methods()) {
    Options options;
    options.method = &method;
    options.step.fixed = 0.1;
    const std::vector<double> expected = solve(known_problem().problem, options).x_end;
    const std::vector<double> x = solve(problem, options).x_end;
    EXPECT_EQ((std::vector<double>{x[1], x[2], x[5], x[0], x[3], x[4]}), expected) << method.name;
  }
}

TEST(Nystroem, SaysWhatAProblemLacks) {
  Problem problem = known_problem().problem;
  EXPECT_EQ(what_lacks(problem, method::nystroem8), "");
  problem.split->velocities = false;
  EXPECT_NE(what_lacks(problem, method::nystroem8).find("depend on time and places alone"), std::string::npos);
  problem.split->velocities = true;
  problem.space.vector("y", 1, {});
  EXPECT_NE(what_lacks(problem, method::nystroem8).find("as many places as velocities"), std::string::npos);
  problem.split.reset();
  EXPECT_NE(what_lacks(problem, method::nystroem8).find("momenta"), std::string::npos);
}

}  // namespace
}  // namespace polhode::ode
