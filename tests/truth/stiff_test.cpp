// Two stiff problems whose solutions are published: what the methods made for them reach, and what they cost.

#include <gtest/gtest.h>

#include <cmath>

#include <polhode/ode/solve.hpp>

#include "support/robertson.hpp"

namespace polhode::ode {
namespace {

/// x'' = 1000 (1 − x²) x' − x from x = 2, x' = 0.
template <class S>
void van_der_pol(In<S> x, Out<S> v) {
  v[0] = x[1];
  v[1] = 1000.0 * (1.0 - x[0] * x[0]) * x[1] - x[0];
}

struct VanDerPol {
  Problem problem;
  static void real(double, VecIn x, VecOut v) { van_der_pol<double>(x, v); }
  static void dual(double, In<Dual4> x, Out<Dual4> v) { van_der_pol<Dual4>(x, v); }
  VanDerPol() {
    problem.space.vector("x", 1, dimension::length).vector("xd", 1, dimension::velocity);
    problem.rate.real = real;
    problem.rate.dual = dual;
    problem.t1 = 2000;
    problem.x0 = {2, 0};
  }
  /// x' is a thousandth of x for most of the time.
  static Options options(const Method& method, double tolerance) {
    Options options;
    options.method = &method;
    options.tolerance = {tolerance, tolerance, {tolerance, 1e-3 * tolerance}};
    options.output.keep = Keep::samples;
    return options;
  }
};

/// F. Mazzia, C. Magherini, Test Set for Initial Value Problem Solvers, release 2.4, problem VDPOL: in its time τ =
/// t/1000 x(2) = 1.706167732170483, dx/dτ = −0.8928097010247975.
constexpr double x_after_2000 = 1.706167732170483, xd_after_2000 = -0.8928097010247975e-3;

std::vector<Method> stiff_adaptive_methods() {
  std::vector<Method> list;
  for (const Method& method : methods())
    if (method.adaptive() && method.stability == Stability::l_stable) list.push_back(method);
  return list;
}

/// Local errors add up, of which each is at most the tolerance: but where the solution that is carried on is of higher
/// order than the one it was compared with, they are far smaller, and the sum stays within the tolerance itself.
double allowed(const Method& method, const Solution& solution, double tolerance) {
  return method.order > method.embedded_order ? tolerance : tolerance * static_cast<double>(solution.statistics.steps);
}

TEST(Stiff, VanDerPolEndsWhereItIsKnownToEnd) {
  for (const Method& method : stiff_adaptive_methods()) {
    const double tolerance = 1e-8;
    const Solution solution = solve(VanDerPol().problem, VanDerPol::options(method, tolerance));
    ASSERT_EQ(solution.outcome.ending, Ending::finished) << method.name << ": " << solution.outcome.detail;
    const double limit = allowed(method, solution, tolerance);
    EXPECT_NEAR(solution.x_end[0], x_after_2000, 2 * limit) << method.name;
    EXPECT_NEAR(solution.x_end[1], xd_after_2000, 2e-3 * limit) << method.name;
  }
  // The figures have sixteen digits.
  const Solution best = solve(VanDerPol().problem, VanDerPol::options(method::radau5, 1e-11));
  EXPECT_NEAR(best.x_end[0], x_after_2000, 2e-12);
}

TEST(Stiff, VanDerPolTakesTwoHundredTimesFewerEvaluationsThanAnExplicitMethod) {
  const double tolerance = 1e-6;
  const Solution explicit_run = solve(VanDerPol().problem, VanDerPol::options(method::dop853, tolerance));
  const std::int64_t many = explicit_run.statistics.rate_evaluations;
  RecordProperty("dop853", std::to_string(many));
  for (const Method& method : stiff_adaptive_methods()) {
    const Statistics s = solve(VanDerPol().problem, VanDerPol::options(method, tolerance)).statistics;
    const std::string name(method.name);
    RecordProperty(name + "_rates", std::to_string(s.rate_evaluations));
    RecordProperty(name + "_jacobians", std::to_string(s.jacobians));
    RecordProperty(name + "_factorisations", std::to_string(s.factorisations));
    EXPECT_LE(200 * s.rate_evaluations, many) << name << " with " << s.jacobians << " Jacobians";
  }
}

TEST(Stiff, TheSolutionIsAsGoodInsideTheStepsOfVanDerPol) {
  Problem problem = VanDerPol().problem;
  problem.t1 = 600;
  Options options = VanDerPol::options(method::radau5, 1e-12);
  options.output.keep = Keep::dense;
  const Solution truth = solve(problem, options);
  std::vector<double> x(2), expected(2);
  for (const Method* method : {&method::rodas4, &method::rodas5p, &method::radau5}) {
    const double tolerance = 1e-6;
    options = VanDerPol::options(*method, tolerance);
    options.output.keep = Keep::dense;
    const Solution solution = solve(problem, options);
    for (const Segment& segment : solution.segments)
      for (double theta : {0.1, 0.3, 0.5, 0.7, 0.9}) {
        const double t = segment.t0 + theta * segment.h;
        solution.at(t, x);
        truth.at(t, expected);
        EXPECT_NEAR(x[0], expected[0], tolerance) << method->name << " at " << t;
        // The rate is less smooth, and relative to its block: steps of 10 s in which it changes by a tenth.
        EXPECT_NEAR(x[1], expected[1], 10 * 1e-3 * tolerance) << method->name << " at " << t;
      }
  }
}

/// Computed with 40 digits by Radau IIA of eight stages, the same to 17 digits with seven stages and smaller steps; at
/// 1e11 the test set of Mazzia and Magherini has 0.2083340149701255e-7, 0.8333360770334713e-13, 0.9999999791665050.
struct Point {
  double t, x[3];
};
constexpr Point robertson_points[] = {
    {0.4, {0.98517211386098986, 3.3863953789749041e-5, 0.014794022185220389}},
    {40, {0.71582706871940509, 9.185534764557764e-6, 0.28416374574583035}},
    {1e4, {0.10730042853780404, 4.8001669725716598e-7, 0.8926990914454987}},
    {1e5, {0.017865921142099465, 7.2747514684363188e-8, 0.98213400611038585}},
    {1e11, {2.0833401497012942e-8, 8.3333607703347834e-14, 0.99999997916651517}},
};

TEST(Stiff, RobertsonsReactionIsFollowedOverTwelveDecades) {
  for (const bool with_duals : {true, false}) {
    for (const Method& method : stiff_adaptive_methods()) {
      const double tolerance = 1e-8;
      for (const Point& point : robertson_points) {
        const Problem problem = robertson_problem(point.t, with_duals);
        Options options;
        options.method = &method;
        // Every digit of every concentration, however small it becomes.
        options.tolerance = {tolerance, 0, {1e-7 * tolerance, 1e-13 * tolerance, tolerance}};
        options.output.keep = Keep::samples;
        const Solution solution = solve(problem, options);
        ASSERT_EQ(solution.outcome.ending, Ending::finished) << method.name << ": " << solution.outcome.detail;
        const double limit = allowed(method, solution, tolerance);
        for (std::size_t i = 0; i < 3; ++i)
          EXPECT_NEAR(solution.x_end[i] / point.x[i], 1, limit) << method.name << " at " << point.t << ", " << i;
      }
    }
  }
}

}  // namespace
}  // namespace polhode::ode
