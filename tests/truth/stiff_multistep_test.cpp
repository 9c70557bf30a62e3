// Multistep methods on stiff motions: what they cost, the order they keep, the angles at which they are stable.

#include <gtest/gtest.h>

#include <cmath>

#include "order/measured_order.hpp"
#include "support/validation.hpp"

namespace polhode::ode {
namespace {

constexpr double mu = 1000;

template <class S>
void van_der_pol(double, std::span<const S> x, std::span<S> v) {
  v[0] = x[1];
  v[1] = mu * (1.0 - x[0] * x[0]) * x[1] - x[0];
}

Problem relaxation(double t1) {
  static constexpr auto real = [](double t, VecIn x, VecOut v) { van_der_pol<double>(t, x, v); };
  static constexpr auto dual = [](double t, In<Dual4> x, Out<Dual4> v) { van_der_pol<Dual4>(t, x, v); };
  Problem problem;
  problem.space.vector("x", 1, {}).vector("v", 1, {});
  problem.rate.real = real;
  problem.rate.dual = dual;
  problem.t1 = t1;
  problem.x0 = {2, 0};
  return problem;
}

Options to(const Method& method, double tolerance) {
  Options options;
  options.method = &method;
  options.tolerance = {.relative = tolerance, .absolute = 1e-3 * tolerance};
  options.output.keep = Keep::samples;
  return options;
}

TEST(StiffMultistep, ARelaxationOscillationEndsWherePublished) {
  // Test Set for Initial Value Problem Solvers (Mazzia & Magherini 2008), vdpol: in its time scale t = 2, ε = 1e-6.
  constexpr double x = 1.706167732170483, v = -0.8928097010247975e-3;
  for (double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
    const Solution run = solve(relaxation(2000), to(method::bdf, tolerance));
    ASSERT_EQ(run.outcome.ending, Ending::finished) << run.outcome.detail;
    // The slow motion draws solutions together, and no error is larger than all local ones added up.
    const double bound = 2 * tolerance * static_cast<double>(run.statistics.steps);
    const std::string what =
        "van der Pol, mu = 1000, bdf to " + std::to_string(static_cast<int>(-std::log10(tolerance)));
    expect_error_within(bound, std::fabs(run.x_end[0] - x), what + " digits, x", "[Mazzia & Magherini 2008]");
    expect_error_within(bound, std::fabs(run.x_end[1] - v), what + " digits, v", "[Mazzia & Magherini 2008]");
  }
}

TEST(StiffMultistep, BackwardDifferentiationTakesTwoHundredTimesFewerRates) {
  const Problem problem = relaxation(1000);  // one slow descent, one jump, and the next
  const Solution stiff = solve(problem, to(method::bdf, 1e-6)), plain = solve(problem, to(method::dop853, 1e-6));
  EXPECT_NEAR(stiff.x_end[0], plain.x_end[0], 1e-3);
  EXPECT_GE(plain.statistics.rate_evaluations, 200 * stiff.statistics.rate_evaluations);
  // A Jacobian serves many steps: they take about a rate and a half each.
  EXPECT_LE(10 * stiff.statistics.jacobians, stiff.statistics.steps);
  EXPECT_LE(stiff.statistics.rate_evaluations, 2 * stiff.statistics.steps);
  RecordProperty("bdf", std::to_string(stiff.statistics.rate_evaluations));
  RecordProperty("dop853", std::to_string(plain.statistics.rate_evaluations));
}

double phi(double t) { return std::sin(t + 0.7) + 0.3 * std::cos(2.3 * t); }
double phi_rate(double t) { return std::cos(t + 0.7) - 0.69 * std::sin(2.3 * t); }

/// x' = λ (x − φ(t)) + φ'(t) of Prothero and Robinson, x = φ. The first steps are another method's; the rest forget
/// them.
TEST(StiffMultistep, EveryStiffRowKeepsItsOrderFarBeyondOneOverH) {
  auto real = [](double t, VecIn x, VecOut v) { v[0] = -1e4 * (x[0] - phi(t)) + phi_rate(t); };
  auto dual = [](double t, In<Dual4> x, Out<Dual4> v) { v[0] = -1e4 * (x[0] - phi(t)) + phi_rate(t); };
  KnownProblem known{.truth = [](double t) { return std::vector<double>{phi(t)}; }};
  known.problem.space.vector("x", 1, {});
  known.problem.rate.real = real;
  known.problem.rate.dual = dual;
  known.problem.t1 = 8;
  known.problem.x0 = {phi(0)};
  for (const Method& method : methods()) {
    if (method.stiff_order == 0 || method.one_step() || method.variable_order) continue;
    const std::vector<int> steps{80, 100, 120, 160, 200};
    std::vector<double> errors;
    for (int n : steps) {
      Options options;
      options.method = &method;
      options.step.fixed = known.problem.t1 / n;
      const Solution run = solve(known.problem, options);
      ASSERT_EQ(run.outcome.ending, Ending::finished) << method.name << run.outcome.detail;
      double worst = 0;
      for (const Segment& segment : run.segments)
        if (segment.t0 >= 4) worst = std::max(worst, error_of(known, segment.t0, segment.x0));
      errors.push_back(worst);
    }
    EXPECT_NEAR(slope(steps, errors), method.stiff_order, 0.1 * method.stiff_order)
        << method.name << ", errors " << errors.front() << " … " << errors.back();
  }
}

/// |x| after 1500 steps of x' = λ x with hλ = −z exp(iα).
double after_many(const Method& method, double z, double angle_deg) {
  const double angle = angle_deg * (3.14159265358979323846 / 180), re = -z * std::cos(angle), im = z * std::sin(angle);
  const auto linear = [=](auto x, auto v) {
    v[0] = x[0] * re - x[1] * im;
    v[1] = x[0] * im + x[1] * re;
  };
  auto real = [=](double, VecIn x, VecOut v) { linear(x, v); };
  auto dual = [=](double, In<Dual4> x, Out<Dual4> v) { linear(x, v); };
  Problem problem;
  problem.space.vector("x", 2, {});
  problem.rate.real = real;
  problem.rate.dual = dual;
  problem.t1 = 1500;
  problem.x0 = {1, 0};
  Options options;
  options.method = &method;
  options.step.fixed = 1;
  options.output.keep = Keep::samples;
  const Solution run = solve(problem, options);
  return std::hypot(run.x_end[0], run.x_end[1]);
}

TEST(StiffMultistep, RunsDecayWithinTheAngleOfStabilityAndGrowBeyondIt) {
  for (const Method* method : {&method::bdf3, &method::bdf4, &method::bdf5, &method::bdf6}) {
    const double angle = std::get<MultistepRule>(method->rule).angle_deg;
    double inside = 0, outside = 0;
    for (double z = 0.1; z < 50; z *= 1.05) {
      inside = std::max(inside, after_many(*method, z, angle - 1));
      outside = std::max(outside, after_many(*method, z, angle + 1));
    }
    EXPECT_LT(inside, 1) << method->name;
    EXPECT_GT(outside, 1) << method->name;
  }
}

}  // namespace
}  // namespace polhode::ode
