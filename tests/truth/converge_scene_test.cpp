// What a run says besides its solver must hold in every run that is measured: breaks, jumps, tolerances of blocks, the
// largest step.

#include <gtest/gtest.h>

#include <cmath>

#include <polhode/polhode.hpp>
#include <polhode/sim/converge.hpp>

namespace polhode {
namespace {

/// q'' = −4 q, and y' = t mod 1: smooth between whole seconds.
struct SpringAndSaw {
  static constexpr double w = 2;
  StateSpace state_space() const {
    StateSpace space;
    space.vector("q", 1, {}).vector("v", 1, {}).vector("y", 1, {});
    return space;
  }
  template <class S>
  void rate(double t, In<S> x, Out<S> v) const {
    v[0] = x[1];
    v[1] = -(w * w) * x[0];
    v[2] = S(t - std::floor(t));
  }
  std::vector<Channel> channels() const { return {}; }
  std::vector<Monitor> monitors() const { return {}; }
};

const std::vector<double> start{1, 0, 0};

/// Half of the velocity is lost whenever the spring passes its middle downwards: the phase goes on, the amplitude is
/// halved.
Watch halving() {
  Watch watch{.name = "halving", .g = [](double, VecIn x) { return x[0]; }, .crossing = ode::Crossing::falling};
  watch.jump = [](double, VecIn before, VecOut after) {
    std::copy(before.begin(), before.end(), after.begin());
    after[1] *= 0.5;
  };
  return watch;
}

SimulateOptions asked(double end) {
  SimulateOptions options;
  options.t_end = end;
  options.breaks = {1, 2, 3, 4, 5, 6};
  return options;
}

Convergence measured(const SimulateOptions& run, std::initializer_list<ConvergeRequest> requests) {
  const System system{SpringAndSaw()};
  ConvergeOptions options = converge_options(run, simulate(system, start, run));
  options.requests = requests;
  return converge(system, start, options);
}

TEST(ConvergeScene, OrdersAreSeenThroughBreaks) {
  const Convergence found = measured(asked(6), {default_request(method::heun), default_request(method::rk4)});
  EXPECT_LT(found.reference.doubt, 1e-12);
  for (const SolverConvergence& solver : found.solvers) {
    ASSERT_TRUE(solver.global) << solver.method.name;
    EXPECT_NEAR(solver.global->order, solver.method.order, solver.global->confidence + 0.03 * solver.method.order);
    ASSERT_TRUE(solver.local) << solver.method.name;
    EXPECT_NEAR(solver.local->order, solver.method.order + 1, 0.1 * (solver.method.order + 1)) << solver.method.name;
  }
}

TEST(ConvergeScene, AJumpHappensInEveryRun) {
  SimulateOptions run = asked(6);
  run.watches = {halving()};
  const Convergence found = measured(run, {{method::rk4, Steered::by_step, {0.1, 0.05, 0.025, 0.0125, 0.00625}},
                                           {method::dop853, Steered::by_tolerance, {1e-10}}});
  EXPECT_LT(found.reference.doubt, 1e-11);
  ASSERT_EQ(found.solvers.size(), 2u);
  ASSERT_TRUE(found.solvers[0].global);
  EXPECT_NEAR(found.solvers[0].global->order, 4, found.solvers[0].global->confidence + 0.12);
  // cos 2t falls through 0 at π/4 and 5π/4 before 6: the amplitude is a quarter. 1e-10 in each of some hundred steps.
  EXPECT_LT(found.solvers[1].runs[0].error, 1e-8);
  const System system{SpringAndSaw()};
  const Recording recording = simulate(system, start, run);
  EXPECT_NEAR(recording.x_end[0], 0.25 * std::cos(12.0), 1e-8);
  // Samples between the jump of the run and that of the reference are a whole jump apart, and tell nothing.
  for (const ConvergeRun& one : found.solvers[0].runs) EXPECT_LT(one.largest_error, 0.01) << one.size;
}

TEST(ConvergeScene, NothingIsComparedWhereTheStateJumps) {
  SimulateOptions run = asked(6);
  run.watches = {halving(), halving()};
  run.watches[1].jump = {};
  run.watches[1].name = "second";
  run.watches[1].stop = true;
  run.watches[1].count = 2;
  const Convergence found = measured(run, {default_request(method::rk4)});
  const double pi = 3.14159265358979323846;
  EXPECT_NEAR(found.t_end, 0.75 * pi, 1e-8) << "half way between the jumps at pi/4 and 5 pi/4";
  ASSERT_EQ(found.findings.size(), 2u);
  EXPECT_NE(found.findings[0].find("event 'second' ends the scene at t = 3.92699 s"), std::string::npos);
  EXPECT_NE(found.findings[1].find("before that jump"), std::string::npos);
  ASSERT_TRUE(found.solvers[0].global);
  EXPECT_NEAR(found.solvers[0].global->order, 4, found.solvers[0].global->confidence + 0.12);
}

TEST(ConvergeScene, TolerancesOfBlocksKeepTheirRatio) {
  SimulateOptions run = asked(6);
  run.tolerance = 1e-6;
  run.absolute_by_block = {1e-6, 1e-6, 1e-4};
  const System system{SpringAndSaw()};
  const ConvergeOptions options = converge_options(run, simulate(system, start, run));
  ASSERT_EQ(options.absolute_parts.size(), 3u);
  EXPECT_DOUBLE_EQ(options.absolute_parts[2], 100);
  // At the scene's own tolerance the measured run is the scene's own.
  const Convergence found = measured(run, {{run.method, Steered::by_tolerance, {1e-6}}});
  EXPECT_EQ(found.solvers[0].runs[0].statistics.steps, simulate(system, start, run).statistics.steps);
}

TEST(ConvergeScene, TheLargestStepHoldsWhereTolerancesSteer) {
  SimulateOptions run = asked(6);
  run.largest_step = 0.01;
  const Convergence found =
      measured(run, {{method::dop853, Steered::by_tolerance, {1e-3}}, {method::rk4, Steered::by_step, {0.5}}});
  EXPECT_GE(found.solvers[0].runs[0].statistics.steps, 600);
  EXPECT_EQ(found.solvers[1].runs[0].statistics.steps, 12);
}

}  // namespace
}  // namespace polhode
