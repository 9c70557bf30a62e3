// Springs between bodies and bodies about a pivot, as the built-in scenes give them, against many-digit solutions.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <polhode/base/text.hpp>
#include <polhode/formats/scene_file.hpp>
#include <polhode/scene/build.hpp>

#include "scene_reference.hpp"
#include "support/scene_run.hpp"
#include "support/validation.hpp"

namespace polhode {
namespace {

template <class Row>
double distance(const std::vector<double>& series, std::size_t sample, const Row& row, std::size_t from,
                std::size_t size) {
  double same = 0, opposite = 0;
  for (std::size_t k = 0; k < size; ++k) {
    same += std::pow(series.at(sample * size + k) - row[from + k], 2);
    opposite += std::pow(series.at(sample * size + k) + row[from + k], 2);
  }
  // Both signs of a quaternion are one attitude.
  return std::sqrt(size == 4 ? std::min(same, opposite) : same);
}

/// The largest difference of position, attitude, momentum and spin from a row of the reference.
template <class Row>
double state_error(const Recording& run, const Row& row) {
  double worst = 0;
  const std::size_t i = sample_at(run, row[0]);
  for (std::size_t body = 0; body < 2; ++body) {
    const std::string name = body == 0 ? "a" : "b";
    const std::size_t from = 1 + 13 * body;
    worst = std::max({worst, distance(run.series(name + ".position"), i, row, from, 3),
                      distance(run.series(name + ".quaternion"), i, row, from + 3, 4),
                      distance(run.series(name + ".momentum"), i, row, from + 7, 3),
                      distance(run.series(name + ".angular_momentum"), i, row, from + 10, 3)});
  }
  return worst;
}

/// The same over all rows, and of energy and dissipated work.
template <class Rows>
double worst_of(const Recording& run, const Rows& rows) {
  double worst = 0;
  for (const auto& row : rows) {
    const std::size_t i = sample_at(run, row[0]);
    worst = std::max({worst, state_error(run, row), std::abs(run.series("energy")[i] - row[27]),
                      std::abs(run.drift("energy").supplied[i] + row[28])});
  }
  return worst;
}

TEST(Spring, TwoBodiesFollowTheThirtyDigitSolution) {
  const Recording run = run_scene("spring-pair", {"run.tolerance=1e-13"}, times_of(reference::spring_pair));
  // A Radau in doubles reaches 3e-11; ten times that is the tolerance.
  expect_error_within(3e-10, worst_of(run, reference::spring_pair),
                      "two bodies on a damped spring, 4 s: states, energy, dissipated work",
                      "solution in 140-bit arithmetic");
  EXPECT_LT(run.drift("energy").largest, 1e-11);
  // Nothing acts from outside.
  EXPECT_TRUE(run.system.monitors()[1].conserved());
  EXPECT_LT(run.drift("momentum").largest, 1e-12);
  EXPECT_LT(run.drift("angular_momentum").largest, 1e-12);
}

TEST(Spring, StiffPairFollowsTheThirtyDigitSolution) {
  const Recording run = run_scene("spring-pair-stiff", {"run.tolerance=1e-12"}, times_of(reference::stiff_spring_pair));
  expect_error_within(3e-10, worst_of(run, reference::stiff_spring_pair),
                      "two falling bodies on a stiff spring, 1 s: states, energy, dissipated work",
                      "solution in 140-bit arithmetic");
}

/// What a run of the stiff pair costs, and how far its states are from the reference, at worst of all its times.
struct StiffRun {
  ode::Statistics work;
  double error = 0;
};
StiffRun run_stiff_pair(const std::string& solver, double tolerance) {
  const Recording run =
      run_scene("spring-pair-stiff", {"run.tolerance=" + shortest(tolerance), "run.solver=" + solver, "run.sample=1"},
                times_of(reference::stiff_spring_pair));
  StiffRun result{run.statistics};
  for (const auto& row : reference::stiff_spring_pair) result.error = std::max(result.error, state_error(run, row));
  return result;
}

/// The cheapest run that errs by no more than `wanted`, of tolerances two to a decade.
StiffRun cheapest(const std::string& solver, double wanted) {
  StiffRun least;
  least.work.rate_evaluations = std::numeric_limits<std::int64_t>::max();
  for (int half_decades = 14; half_decades <= 25; ++half_decades) {
    const StiffRun run = run_stiff_pair(solver, std::pow(10.0, -0.5 * half_decades));
    if (run.error <= wanted && run.work.rate_evaluations < least.work.rate_evaluations) least = run;
  }
  return least;
}

/// How many times fewer rates than `many` a run takes; Jacobians are counted apart, and told.
double saving(const std::string& solver, std::int64_t many, const StiffRun& run) {
  ::testing::Test::RecordProperty(solver, std::to_string(run.work.rate_evaluations) + " rates and " +
                                              std::to_string(run.work.jacobians) + " Jacobians, error " +
                                              shortest(run.error));
  return static_cast<double>(many) / static_cast<double>(run.work.rate_evaluations);
}

TEST(Spring, StiffPairToATolerance) {
  const double tolerance = 1e-9;
  const StiffRun dop853 = run_stiff_pair("dop853", tolerance);
  EXPECT_LE(dop853.error, tolerance);
  const std::int64_t many = dop853.work.rate_evaluations;
  // Local errors of 1e-9 add up to more in a formula that takes a thousand steps of the same sign.
  const std::pair<const char*, double> solvers[] = {{"radau5", 1e-9}, {"rodas5p", 1e-9}, {"bdf", 1e-7}};
  for (const auto& [solver, error] : solvers) {
    const StiffRun run = run_stiff_pair(solver, tolerance);
    EXPECT_GE(saving(solver, many, run), 2.5) << solver << ": " << run.work.rate_evaluations << " of " << many;
    EXPECT_LE(run.error, error) << solver;
  }
}

/// The same by the error that is reached. Rosenbrock steps lose order here (docs/theory/implicit.md), so that a smaller
/// error costs them more than the others.
TEST(Spring, StiffPairToAnError) {
  const double wanted = 1e-9;
  const std::int64_t many = cheapest("dop853", wanted).work.rate_evaluations;
  const std::pair<const char*, double> solvers[] = {{"radau5", 2.5}, {"rodas5p", 2}, {"bdf", 2.5}};
  for (const auto& [solver, fewer] : solvers) {
    const StiffRun run = cheapest(solver, wanted);
    EXPECT_GE(saving(solver, many, run), fewer) << solver << ": " << run.work.rate_evaluations << " of " << many;
  }
}

TEST(Pivot, HeavyTopFollowsTheThirtyDigitSolution) {
  const Recording run = run_scene("heavy-top", {"run.tolerance=1e-13"}, times_of(reference::heavy_top));
  const auto q = run.series("top.quaternion"), w = run.series("top.angular_velocity_body");
  double worst = 0;
  for (const auto& row : reference::heavy_top) {
    const std::size_t i = sample_at(run, row[0]);
    // Rates are 100 rad/s: an attitude of one rad and a hundredth of the rates weigh alike.
    worst = std::max({worst, distance(q, i, row, 1, 4), distance(w, i, row, 5, 3) / 100});
  }
  expect_error_within(5e-11, worst, "heavy symmetric top, 2 s: attitude and rates", "solution in 140-bit arithmetic");
  EXPECT_LT(run.drift("energy").largest, 1e-12);
  EXPECT_LT(run.drift("top.pivot_angular_momentum").largest, 1e-12);
  // Its moment about the vertical is zero, so that L_z stays; about the figure axis the inertia is symmetric.
  const auto L = run.series("top.pivot_angular_momentum");
  EXPECT_NEAR(L[L.size() - 1], 0.10807287958689304, 1e-13);
  EXPECT_NEAR(w[w.size() - 1] * 0.0012, 0.12105309907426845, 1e-14);
}

}  // namespace
}  // namespace polhode
