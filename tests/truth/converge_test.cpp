// Orders that are known must be found, with an interval that holds them; what a reference cannot tell must not be
// judged by it.

#include <gtest/gtest.h>

#include <cmath>

#include <polhode/polhode.hpp>
#include <polhode/sim/converge.hpp>

#include "sim/order_fit.hpp"

namespace polhode {
namespace {

/// A harmonic oscillator of frequency 2 as a system of its own, with its energy.
struct Oscillator {
  static constexpr double w = 2;
  StateSpace state_space() const {
    StateSpace space;
    space.vector("q", 1, {}).vector("v", 1, {});
    return space;
  }
  template <class S>
  void rate(double, In<S> x, Out<S> v) const {
    v[0] = x[1];
    v[1] = -(w * w) * x[0];
  }
  std::vector<Channel> channels() const { return {}; }
  std::vector<Monitor> monitors() const {
    const auto energy = [](double, VecIn x, VecOut e) { e[0] = 0.5 * (x[1] * x[1] + w * w * x[0] * x[0]); };
    return {{.channel = {.name = "energy", .unit = dimension::energy, .evaluate = energy}}};
  }
  ode::Split split() const { return {.momenta = {1}, .separable = true}; }
};

const std::vector<double> oscillator_start{1, 0.5};

std::vector<double> oscillator_truth(double t) {
  constexpr double w = Oscillator::w;
  return {std::cos(w * t) + 0.5 / w * std::sin(w * t), -w * std::sin(w * t) + 0.5 * std::cos(w * t)};
}

ConvergeOptions options_for(std::initializer_list<ode::Method> methods, double end) {
  ConvergeOptions options;
  options.t_end = end;
  for (const ode::Method& method : methods) options.requests.push_back(default_request(method));
  return options;
}

void expect_orders(const Convergence& convergence) {
  for (const SolverConvergence& solver : convergence.solvers) {
    const ode::Method& method = solver.method;
    ASSERT_TRUE(solver.global) << method.name;
    // The interval covers deviations from the expansion only as far as they look like noise: 3 % are for the rest.
    EXPECT_NEAR(solver.global->order, method.order, solver.global->confidence + 0.03 * method.order) << method.name;
    EXPECT_LT(solver.global->confidence, 0.2 * method.order) << method.name << " with " << solver.global->points;
    ASSERT_TRUE(solver.local) << method.name;
    EXPECT_NEAR(solver.local->order, method.order + 1, solver.local->confidence + 0.05 * (method.order + 1))
        << method.name;
  }
}

TEST(Converge, FindsTheOrdersOnAnOscillator) {
  const System system{Oscillator()};
  const Convergence convergence = converge(
      system, oscillator_start,
      options_for({method::euler, method::heun, method::rk4, method::dopri5, method::gauss4, method::stoermer_verlet,
                   method::yoshida4, method::ab2, method::abm4, method::bdf2, method::am3},
                  5));
  EXPECT_EQ(convergence.solvers.size(), 11u);
  EXPECT_LT(convergence.reference.doubt, 1e-12);
  EXPECT_TRUE(convergence.findings.empty());
  expect_orders(convergence);
}

TEST(Converge, FindsTheOrdersOfAFreeTop) {
  const FreeBodies bodies{{FreeBody{.name = "b", .mass = {1, Vec3::Zero(), Mat3(Vec3(1, 2, 3).asDiagonal())}}}};
  const FreeBodyState start{.w_WB_B = {0.3, 2, -0.4}};
  const System system{FreeBodySystem(bodies)};
  const Convergence convergence = converge(system, bodies.coordinates({&start, 1}),
                                           options_for({method::heun, method::rk4, method::dopri5,
                                                        method::commutator_free4, method::lie_midpoint, method::bdf3},
                                                       4));
  EXPECT_EQ(convergence.solvers.size(), 6u);
  expect_orders(convergence);
}

TEST(Converge, ErrorsAreThoseOfTheClosedForm) {
  const System system{Oscillator()};
  ConvergeOptions options = options_for({method::rk4}, 5);
  options.requests[0].sizes = {0.1, 0.01};
  const Convergence convergence = converge(system, oscillator_start, options);
  ASSERT_EQ(convergence.solvers[0].runs.size(), 2u);
  const std::vector<double> truth = oscillator_truth(5);
  for (const ConvergeRun& run : convergence.solvers[0].runs) {
    ode::Problem problem = system.problem();
    problem.t1 = 5;
    problem.x0 = oscillator_start;
    ode::Options solver;
    solver.method = &method::rk4;
    solver.step.fixed = run.size;
    solver.output.keep = ode::Keep::samples;
    const ode::Solution solution = solve(problem, solver);
    // The amplitudes are √(1 + 1/16) and twice that; samples catch a maximum to (2π/25)²/8 of it.
    const double amplitude = std::sqrt(1 + 1.0 / 16);
    const double expected = std::max(std::fabs(solution.x_end[0] - truth[0]) / amplitude,
                                     std::fabs(solution.x_end[1] - truth[1]) / (2 * amplitude));
    EXPECT_NEAR(run.error, expected, 1e-3 * expected);
    EXPECT_EQ(run.statistics.rate_evaluations, solution.statistics.rate_evaluations);
    EXPECT_GE(run.largest_error, run.error);
  }
}

TEST(Converge, EnergyErrorsShowWhichSolverDrifts) {
  const System system{Oscillator()};
  ConvergeOptions options = options_for({method::rk4, method::stoermer_verlet}, 200);
  for (ConvergeRequest& request : options.requests) request.sizes = {0.1};
  const Convergence convergence = converge(system, oscillator_start, options);
  EXPECT_EQ(convergence.energy, "energy");
  const auto& drifting = convergence.solvers[0].runs[0].energy_errors;
  const auto& level = convergence.solvers[1].runs[0].energy_errors;
  ASSERT_EQ(drifting.size(), convergence.times.size());
  // In each step of y = hω = 0.2 the energy falls to |R(iy)|² = 1 − y⁶/72 + y⁸/576 of itself.
  EXPECT_NEAR(drifting.back(), 1 - std::pow(1 - std::pow(0.2, 6) / 72 + std::pow(0.2, 8) / 576, 2000), 1e-11);
  EXPECT_LT(*convergence.solvers[1].runs[0].energy_drift, 0.02);
  EXPECT_LT(*std::max_element(level.end() - 20, level.end()),
            1.05 * *std::max_element(level.begin(), level.begin() + 20));
}

TEST(Converge, AReferenceThatIsWrongIsNoticed) {
  const System system{Oscillator()};
  ConvergeOptions options = options_for({method::rk4, method::dop853}, 5);
  options.reference = {{method::bogacki_shampine, 1e-4}, {method::fehlberg45, 1e-3}};
  const Convergence convergence = converge(system, oscillator_start, options);
  EXPECT_GT(convergence.reference.doubt, 1e-5);
  ASSERT_EQ(convergence.findings.size(), 1u);
  EXPECT_NE(convergence.findings[0].find("the reference itself is known only to"), std::string::npos);
  for (const SolverConvergence& solver : convergence.solvers)
    for (const ConvergeRun& run : solver.runs) {
      EXPECT_EQ(run.judged, run.error > 20 * convergence.reference.doubt) << solver.method.name << " " << run.size;
      EXPECT_FALSE(run.fitted && !run.judged);
    }
  EXPECT_FALSE(convergence.solvers[1].global) << "an order of dop853, read off a reference of four digits";
}

TEST(Converge, SaysWhatASolverLacksAndRunsTheOthers) {
  const System system{Oscillator()};
  ConvergeOptions options = options_for({method::moser_veselov, method::rk4, method::adams}, 1);
  options.requests.push_back({method::rk4, Steered::by_tolerance, {1e-6}});
  options.requests.push_back({method::bdf, Steered::by_step, {0.1}});
  const Convergence convergence = converge(system, oscillator_start, options);
  EXPECT_EQ(convergence.solvers.size(), 2u);
  ASSERT_EQ(convergence.left_out.size(), 3u);
  EXPECT_EQ(convergence.left_out[0].name, "moser-veselov");
  for (const LeftOut& one : convergence.left_out) EXPECT_FALSE(one.reason.empty());
}

TEST(Converge, EigenvaluesAreThoseOfTheMotion) {
  const Convergence convergence = converge(System{Oscillator()}, oscillator_start, options_for({method::rk4}, 5));
  ASSERT_EQ(convergence.eigenvalues.size(), 9u);
  for (const Eigenvalues& at : convergence.eigenvalues) {
    ASSERT_EQ(at.values.size(), 2u);
    EXPECT_NEAR(std::abs(at.values[0] - std::complex<double>(0, -Oscillator::w)), 0, 1e-14);
    EXPECT_NEAR(std::abs(at.values[1] - std::complex<double>(0, Oscillator::w)), 0, 1e-14);
  }
}

TEST(Converge, IsEndedByItsProgressFunction) {
  ConvergeOptions options = options_for({method::rk4, method::heun}, 5);
  options.progress = [](double part) { return part < 0.5; };
  const Convergence convergence = converge(System{Oscillator()}, oscillator_start, options);
  EXPECT_FALSE(convergence.complete);
  EXPECT_LE(convergence.solvers.size(), 1u);
}

TEST(Converge, RefusesWhatMakesNoSense) {
  const System system{Oscillator()};
  ConvergeOptions options = options_for({method::rk4}, 0);
  EXPECT_THROW(converge(system, oscillator_start, options), UsageError);
  options.t_end = 1;
  options.requests[0].sizes = {-0.1};
  EXPECT_THROW(converge(system, oscillator_start, options), UsageError);
}

TEST(OrderFit, SeesThroughTheNextTermOfTheExpansion) {
  std::vector<OrderPoint> points;
  for (double h = 0.5; h > 0.004; h /= 2) points.push_back({h, 0.01 * h * h * h * (1 + 0.8 * h), true});
  const OrderFit fit = fit_order(points, false, ClaimedOrder{3, 3});
  ASSERT_TRUE(fit.order);
  EXPECT_NEAR(fit.order->order, 3, fit.order->confidence);
  EXPECT_LT(fit.order->confidence, 0.03);
  EXPECT_TRUE(fit.order->asymptotic);
}

/// Errors a hᵖ + b hᵖ⁺¹ from the step 1 on, halved.
std::vector<OrderPoint> crossing_over(int p, double a, double b, int count) {
  std::vector<OrderPoint> points;
  double h = 1;
  for (int k = 0; k < count; ++k, h /= 2) points.push_back({h, 1e-3 * std::pow(h, p) * (a + b * h), true});
  return points;
}

TEST(OrderFit, SaysWhenTheNextTermStillHidesTheOrder) {
  // With b = 100 a the slopes of the first runs are 4.99, 4.98 …: steady, and not the order.
  const OrderFit steady = fit_order(crossing_over(4, 0.01, 1, 6), false, ClaimedOrder{4, 4});
  ASSERT_TRUE(steady.order);
  EXPECT_GT(steady.order->order, 4.5);
  EXPECT_FALSE(steady.order->asymptotic);
  // Without a claim only the figures are given.
  EXPECT_TRUE(fit_order(crossing_over(4, 0.01, 1, 6), false, {}).order->asymptotic);
  // A few runs more and the slopes change by ever more from pair to pair.
  const OrderFit changing = fit_order(crossing_over(4, 0.05, 1, 6), false, ClaimedOrder{5, 5});
  ASSERT_TRUE(changing.order);
  EXPECT_FALSE(changing.order->asymptotic);
  EXPECT_GT(changing.order->confidence, 0.1);
  // In the end the order is seen, and rests on the finest runs.
  const OrderFit settled = fit_order(crossing_over(4, 0.05, 1, 12), false, ClaimedOrder{4, 4});
  ASSERT_TRUE(settled.order);
  EXPECT_NEAR(settled.order->order, 4, settled.order->confidence + 0.02);
  EXPECT_TRUE(settled.order->asymptotic);
  EXPECT_FALSE(settled.used[0]);
}

TEST(OrderFit, OfThreeRunsTwoSlopesMustAgreeToFivePerCent) {
  const auto with_slopes = [](double first, double second) {
    const double e = 1e-3 * std::pow(2, -first);
    return std::vector<OrderPoint>{{1, 1e-3, true}, {0.5, e, true}, {0.25, e * std::pow(2, -second), true}};
  };
  EXPECT_TRUE(fit_order(with_slopes(4.8, 4.95), false, ClaimedOrder{5, 5}).order->asymptotic);
  EXPECT_FALSE(fit_order(with_slopes(5.15, 4.79), false, ClaimedOrder{5, 5}).order->asymptotic);
}

TEST(OrderFit, SaysWhenTheFinestRunsAreOfAnotherOrder) {
  std::vector<OrderPoint> points = crossing_over(4, 0, 1, 5);
  const double h = points.back().h;
  for (int k = 1; k < 3; ++k) points.push_back({h / (1 << k), points.back().error / 8, true});
  const OrderFit fit = fit_order(points, false, ClaimedOrder{5, 5});
  ASSERT_TRUE(fit.order);
  EXPECT_NEAR(fit.order->order, 5, 1e-9);
  EXPECT_FALSE(fit.order->asymptotic);
}

TEST(OrderFit, LeavesOutWhatIsNotAsymptoticAndWhatIsFlat) {
  std::vector<OrderPoint> points{{1, 0.09, true}, {0.5, 0.08, true}};  // not yet falling
  for (double h = 0.25; h > 0.01; h /= 2) points.push_back({h, 0.1 * h * h, true});
  points.push_back({0.005, 1e-5, false});  // at the floor
  const OrderFit fit = fit_order(points, false, ClaimedOrder{2, 2});
  ASSERT_TRUE(fit.order);
  EXPECT_NEAR(fit.order->order, 2, 1e-9);
  EXPECT_FALSE(fit.used[0]);
  EXPECT_FALSE(fit.used.back());
  EXPECT_FALSE(fit_order({{1, 0.01, true}, {0.5, 0.001, true}}, false, {}).order) << "two points have no confidence";
}

TEST(CostToReach, IsInterpolatedInLogarithms) {
  SolverConvergence solver{.method = method::rk4};
  for (int k = 0; k < 4; ++k) {
    ConvergeRun run{.size = std::pow(0.1, k), .seconds = std::pow(10, k - 5), .error = std::pow(10, -2 - 4 * k)};
    run.statistics.rate_evaluations = static_cast<std::int64_t>(std::pow(10, k + 2));
    solver.runs.push_back(run);
  }
  const auto cost = cost_to_reach(solver, 1e-8);  // halfway between 1e-6 and 1e-10
  ASSERT_TRUE(cost);
  EXPECT_NEAR(cost->evaluations, std::pow(10, 3.5), 1e-9 * std::pow(10, 3.5));
  EXPECT_NEAR(cost->seconds, std::pow(10, -3.5), 1e-12);
  EXPECT_FALSE(cost->at_most);
  EXPECT_TRUE(cost_to_reach(solver, 0.1)->at_most);
  EXPECT_FALSE(cost_to_reach(solver, 1e-15));
}

}  // namespace
}  // namespace polhode
