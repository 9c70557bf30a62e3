// Seven stars in a plane that pass one another closely.

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include <polhode/ode/solve.hpp>

#include "support/validation.hpp"

namespace polhode::ode {
namespace {

void pleiades_rate(double, VecIn x, VecOut v) {
  const double *px = x.data(), *py = px + 7;
  for (std::size_t i = 0; i < 14; ++i) v[i] = x[14 + i];
  for (std::size_t i = 0; i < 7; ++i) {
    double ax = 0, ay = 0;
    for (std::size_t j = 0; j < 7; ++j) {
      if (j == i) continue;
      const double dx = px[j] - px[i], dy = py[j] - py[i], r2 = dx * dx + dy * dy, r3 = r2 * std::sqrt(r2);
      ax += static_cast<double>(j + 1) * dx / r3;
      ay += static_cast<double>(j + 1) * dy / r3;
    }
    v[14 + i] = ax;
    v[21 + i] = ay;
  }
}

Problem pleiades() {
  Problem problem;
  problem.space.vector("p", 14, dimension::length).vector("v", 14, dimension::velocity);
  problem.rate.real = pleiades_rate;
  problem.t1 = 3;
  problem.x0 = {3, 3, -1, -3, 2, -2, 2, 3, -3, 2, 0, 0, -4, 4, 0, 0, 0, 0, 0, 1.75, -1.5, 0, 0, 0, -1.25, 1, 0, 0};
  return problem;
}

// Where they are at t = 3: Test Set for Initial Value Problem Solvers, pleiades.
constexpr std::array<double, 14> published{
    0.3706139143970502, 3.237284092057233,   -3.222559032418324,  0.6597091455775310, 0.3425581707156584,
    1.562172101400631,  -0.7003092922212495, -3.943437585517392,  -3.271380973972550, 5.225081843456543,
    -2.590612434977470, 1.198213693392275,   -0.2429682344935824, 1.091449240428980};

double error_of(const Solution& run) {
  double largest = 0;
  for (std::size_t i = 0; i < published.size(); ++i)
    largest = std::max(largest, std::fabs(run.x_end[i] - published[i]));
  return largest;
}

struct Reference {
  double tolerance, error;
  int rates;
};

/// CVODE 6.4.1 on the same problem: Adams, fixed-point iteration, one tolerance relative and absolute.
constexpr std::array<Reference, 3> cvode{{{1e-8, 1.53e-4, 1489}, {1e-10, 1.84e-6, 2270}, {1e-12, 2.07e-8, 3344}}};

TEST(Pleiades, AdamsOfChangingOrderErrsNoMoreAndCostsNoMoreThanCvode) {
  for (const Reference& reference : cvode) {
    Options options;
    options.method = &method::adams;
    options.tolerance = {.relative = reference.tolerance, .absolute = reference.tolerance};
    options.output.keep = Keep::samples;
    const Solution run = solve(pleiades(), options);
    ASSERT_EQ(run.outcome.ending, Ending::finished);
    expect_error_within(reference.error, error_of(run),
                        "Pleiades, adams to 1e" + std::to_string(std::lround(std::log10(reference.tolerance))),
                        "[Mazzia & Magherini 2008]; no worse than CVODE");
    EXPECT_LE(run.statistics.rate_evaluations, reference.rates);
    RecordProperty("rates at " + std::to_string(reference.tolerance), std::to_string(run.statistics.rate_evaluations));
  }
}

/// A step that never looks at velocities does with fewer rates.
TEST(Pleiades, NystroemTakesThreeFifthsOfTheRatesOfDop853AndErrsLess) {
  Problem problem = pleiades();
  problem.split.emplace();
  problem.split->momenta = {1};
  problem.split->separable = problem.split->velocities = true;
  Options options;
  options.output.keep = Keep::samples;
  options.tolerance = {.relative = 1e-10, .absolute = 1e-10};
  options.method = &method::nystroem12;
  const Solution run = solve(problem, options);
  expect_error_within(1e-9, error_of(run), "Pleiades, nystroem12 to 1e-10", "[Mazzia & Magherini 2008]");
  options.method = &method::dop853;
  const Solution other = solve(problem, options);
  EXPECT_LE(error_of(run), error_of(other));
  EXPECT_LE(5 * run.statistics.rate_evaluations, 3 * other.statistics.rate_evaluations);
}

}  // namespace
}  // namespace polhode::ode
