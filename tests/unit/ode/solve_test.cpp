#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <polhode/base/error.hpp>
#include <polhode/base/hash.hpp>
#include <polhode/base/text.hpp>

#include "order/weight_size.hpp"
#include "unit/ode/fall.hpp"

namespace polhode::ode {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(Solve, TheErrorFollowsTheTolerance) {
  for (const Method& method : methods_for(oscillator(10))) {
    if (!method.adaptive()) continue;
    for (double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
      Options options = to(tolerance);
      options.method = &method;
      const Solution solution = solve(oscillator(10), options);
      const double error = std::hypot(solution.x_end[0] - std::cos(10.0), solution.x_end[1] + std::sin(10.0));
      // A neutral oscillator adds local errors up: none may exceed tolerance (1 + |x|) in either of two blocks; the
      // higher-order solution that is carried on is better by far less than five decades.
      EXPECT_LE(error, 4 * tolerance * static_cast<double>(solution.statistics.steps)) << method.name;
      EXPECT_GE(error + 1e-15, 1e-5 * tolerance) << method.name << ": steps are needlessly small";  // but for rounding
    }
  }
}

TEST(Solve, TheLastStepLandsOnTheEndWithoutASliver) {
  for (double t1 : {1.0, 3.7, 10.001}) {
    const Solution solution = solve(oscillator(t1), to(1e-8));
    EXPECT_EQ(solution.t_end, t1);
    EXPECT_GE(solution.segments.back().h, 0.2 * solution.statistics.largest_step);
  }
  const Solution fixed = solve(oscillator(1), with(method::rk4, 0.1));
  EXPECT_EQ(fixed.statistics.steps, 10);
  EXPECT_EQ(fixed.t_end, 1.0);
  const Solution shortened = solve(oscillator(1), with(method::rk4, 0.3));
  EXPECT_EQ(shortened.statistics.steps, 4);
  EXPECT_NEAR(shortened.segments.back().h, 0.1, 1e-15);
}

TEST(Solve, RunsBackwards) {
  Problem problem = oscillator(0);
  problem.t0 = 5;
  problem.x0 = {std::cos(5.0), -std::sin(5.0)};
  for (const Options& options : {to(1e-12), with(method::dop853, 0.1)}) {
    const Solution solution = solve(problem, options);
    EXPECT_EQ(solution.t_end, 0.0);
    EXPECT_NEAR(solution.x_end[0], 1, 1e-10);
    std::vector<double> x(2);
    solution.at(2.5, x);
    EXPECT_NEAR(x[0], std::cos(2.5), 1e-10);
  }
}

TEST(Solve, ARunOfNoLengthReturnsItsStart) {
  Options options;
  options.output.times = {0};
  const Solution solution = solve(oscillator(0), options);
  EXPECT_EQ(solution.outcome.ending, Ending::finished);
  EXPECT_EQ(solution.x_end, (std::vector<double>{1, 0}));
  EXPECT_EQ(solution.samples, (std::vector<double>{1, 0}));
  std::vector<double> x(2);
  solution.at(0, x);
  EXPECT_EQ(x, solution.x_end);
}

TEST(Solve, StepsStayWithinTheirLimits) {
  Options options = to(1e-4);
  options.step.largest = 0.05;
  options.step.initial = 1e-3;
  const Solution solution = solve(oscillator(3), options);
  EXPECT_LE(solution.statistics.largest_step, 0.05 + 4e-16);  // the difference of two rounded times
  EXPECT_NEAR(solution.segments.front().h, 1e-3, 1e-18);
  EXPECT_NEAR(solution.statistics.smallest_step, 1e-3, 1e-18);
}

TEST(Solve, NoStepGoesFartherThanTheHorizonOfTheStateItBeginsIn) {
  auto horizon = [](double t, VecIn x) { return 0.01 + 0.02 * std::fabs(x[0]) + 0.001 * std::fabs(t); };
  for (const double sense : {1.0, -1.0}) {
    Problem problem = oscillator(sense * 3);
    problem.horizon = horizon;
    for (const Method& method : methods_for(problem)) {
      if (!method.adaptive()) continue;
      Options options = to(1e-4);
      options.method = &method;
      options.output.keep = Keep::dense;
      const Solution solution = solve(problem, options);
      ASSERT_EQ(solution.outcome.ending, Ending::finished) << method.name;
      double nearest = 0;
      for (const Segment& step : solution.segments) {
        const double part = std::fabs(step.h) / horizon(step.t0, step.x0);
        EXPECT_LE(part, 1 + 1e-13) << method.name << " at " << step.t0;  // a difference of two rounded times
        nearest = std::max(nearest, part);
      }
      EXPECT_GT(nearest, 0.99) << method.name << " never went as far as it may";
    }
  }
}

TEST(Solve, AHorizonThatIsFarChangesNoBitAndFixedStepsKnowNone) {
  auto far = [](double, VecIn) { return infinity; };
  auto near = [](double, VecIn) { return 1e-3; };
  Problem problem = oscillator(3);
  const Solution without = solve(problem, to(1e-8)), fixed = solve(problem, with(method::rk4, 0.1));
  problem.horizon = far;
  EXPECT_EQ(solve(problem, to(1e-8)).hash, without.hash);
  problem.horizon = near;
  EXPECT_NE(solve(problem, to(1e-8)).hash, without.hash);
  EXPECT_EQ(solve(problem, with(method::rk4, 0.1)).hash, fixed.hash);
}

/// x' = exp(−z²)/w, z = (t − 0.4)/w, grows by √π at t = 0.4 and by nothing elsewhere: steps that have grown
/// leap over it, and no stage of theirs tells. Steps that go a third of the way to it do not.
TEST(Solve, AHorizonShowsStepsWhatTheyWouldLeapOver) {
  constexpr double at = 0.4, width = 1e-4;
  auto rate = [](double t, VecIn, VecOut v) { v[0] = std::exp(-(t - at) * (t - at) / (width * width)) / width; };
  auto horizon = [](double t, VecIn) { return std::hypot(t - at, width) / 3; };
  Problem problem;
  problem.space.vector("x", 1, dimension::none);
  problem.rate.real = rate;
  problem.t1 = 1;
  problem.x0 = {0};
  EXPECT_LT(solve(problem, to(1e-8)).x_end[0], 1e-8);
  problem.horizon = horizon;
  const Solution seeing = solve(problem, to(1e-8));
  // Of a local error each of the steps may make the tolerance.
  EXPECT_NEAR(seeing.x_end[0], std::sqrt(pi), 1e-8 * static_cast<double>(seeing.statistics.steps));
  // By a third less, by a third more: ln(at/width)/ln(3/2) + ln((1 − at)/width)/ln(4/3), and as many to come through.
  EXPECT_LT(seeing.statistics.steps, 2 * (21 + 31));
}

TEST(Solve, ASteadySpinIsExactAndNoStepTurnsTooFar) {
  // About a fixed axis the chart is exact whatever the step, so only the limit on the turn holds it back.
  auto spin = [](double, VecIn, VecOut v) { v[0] = 3, v[1] = 0, v[2] = 4; };
  Problem problem;
  problem.space.rotation("R");
  problem.rate.real = spin;
  problem.t1 = 100;
  problem.x0 = {1, 0, 0, 0};
  for (const Method& method : methods_for(problem)) {
    if (!method.adaptive()) continue;
    Options options = to(1e-6);
    options.method = &method;
    const Solution solution = solve(problem, options);
    EXPECT_LE(5 * solution.statistics.largest_step, 2.5) << method.name;
    EXPECT_GE(5 * solution.statistics.largest_step, 1.5) << method.name;
    // Half an angle of 500 rad, whose increments are sums over stages: each weight is rounded, and so is the sum.
    const double unit = 4e-16 * std::max(1.0, weight_size(method));
    EXPECT_NEAR(std::fabs(solution.x_end[0]), std::fabs(std::cos(250.0)), 250 * unit) << method.name;
  }
}

TEST(Solve, SamplesAreTheContinuationAndCostNoSteps) {
  Options options = to(1e-11);
  options.output.keep = Keep::samples;
  for (int i = 0; i <= 100; ++i) options.output.times.push_back(0.1 * i);
  const Solution solution = solve(oscillator(10), options);
  ASSERT_EQ(solution.sample_times, options.output.times);
  for (std::size_t i = 0; i <= 100; ++i) EXPECT_NEAR(solution.samples[2 * i], std::cos(options.output.times[i]), 1e-9);
  EXPECT_EQ(solution.samples[200], solution.x_end[0]);
  EXPECT_TRUE(solution.segments.empty());
  std::vector<double> x(2);
  EXPECT_THROW(solution.at(5, x), UsageError);
  options.output.times.clear();
  EXPECT_EQ(solve(oscillator(10), options).hash, solution.hash) << "asking for samples must not change the run";
}

TEST(Solve, TheContinuationJoinsItsStepsSmoothly) {
  for (const Method& method : methods_for(oscillator(3))) {
    if (!method.smooth || method.variable_order) continue;
    const Solution solution = solve(oscillator(3), with(method, 0.25));
    std::vector<double> before(2), after(2), at(2);
    for (std::size_t i = 1; i < solution.segments.size(); ++i) {
      const double t = solution.segments[i].t0, d = 1e-6;
      solution.at(t - d, before);
      solution.at(t + d, after);
      solution.at(t, at);
      for (std::size_t j = 0; j < 2; ++j) {
        EXPECT_NEAR(before[j], at[j], 2 * d) << method.name;
        // C¹: the second difference is O(d²), where a kink would leave O(d).
        EXPECT_NEAR(before[j] + after[j] - 2 * at[j], 0, 20 * d * d) << method.name;
      }
    }
  }
}

TEST(Solve, TheHashIsOverTheStartAndEveryStep) {
  Options options = with(method::rk4, 0.25);
  const Solution solution = solve(oscillator(1), options);
  Fnv1a hash;
  for (const Segment& segment : solution.segments) hash.add(segment.t0), hash.add(segment.x0);
  hash.add(solution.t_end), hash.add(solution.x_end);
  EXPECT_EQ(solution.hash, hash.value());
}

TEST(Solve, EvaluationsAreCountedAndNotWasted) {
  int calls = 0;
  auto counted = [&calls](double t, VecIn x, VecOut v) { ++calls, oscillator_rate(t, x, v); };
  Problem problem = oscillator(1);
  problem.rate.real = counted;
  for (const Method& method : methods()) {
    const auto* rule = std::get_if<ExplicitTableau>(&method.rule);
    if (rule == nullptr) continue;
    for (Keep keep : {Keep::samples, Keep::dense}) {
      calls = 0;
      Options options = with(method, 0.125);
      options.output.keep = keep;
      const Solution solution = solve(problem, options);
      EXPECT_EQ(solution.statistics.rate_evaluations, calls);
      const int own = rule->first_same_as_last ? method.stages - 1 : method.stages;
      // Raising the cubic to order 3 + m takes 1 + 2 + … + m rates.
      const int raised = rule->dense_weights.empty() ? std::max(method.dense_order - 3, 0) : 0;
      const int extra = static_cast<int>(rule->dense_c.size()) + raised * (raised + 1) / 2;
      const int last = rule->first_same_as_last ? 1 : (keep == Keep::dense ? 1 : 0);
      EXPECT_EQ(calls, 8 * (own + (keep == Keep::dense ? extra : 0)) + last) << method.name;
    }
  }
}

TEST(Solve, AnObserverSeesEveryStepAndMayEndTheRun) {
  int steps = 0;
  double last = 0;
  std::vector<double> x(2);
  auto observer = [&](const StepView& step) {
    EXPECT_EQ(step.is_start(), steps == 0);
    EXPECT_EQ(step.t0(), last);
    const double middle = 0.5 * (step.t0() + step.t1());
    step.at(middle, x);
    EXPECT_NEAR(x[0], std::cos(middle), 1e-6);
    step.at(step.t1(), x);
    EXPECT_EQ(x[0], step.x1()[0]);
    last = step.t1();
    return ++steps <= 5;
  };
  Options options = with(method::dopri5, 0.25);
  options.output.observer = observer;
  const Solution solution = solve(oscillator(10), options);
  EXPECT_EQ(solution.outcome.ending, Ending::interrupted);
  EXPECT_EQ(solution.t_end, 1.25);
  EXPECT_EQ(solution.segments.size(), 5u);
}

TEST(Outcome, ASingularityEndsInStepUnderflowThere) {
  auto rate = [](double, VecIn x, VecOut v) { v[0] = x[0] * x[0]; };  // 1/(1 − t)
  Problem problem;
  problem.space.vector("y", 1, {});
  problem.rate.real = rate;
  problem.t1 = 2;
  problem.x0 = {1};
  for (const Method& method : methods_for(problem)) {
    if (!method.adaptive()) continue;
    Options options = to(1e-8);
    options.method = &method;
    const Solution solution = solve(problem, options);
    EXPECT_TRUE(solution.outcome.ending == Ending::step_underflow || solution.outcome.ending == Ending::not_finite);
    // An error of at most 1e-8 (1 + y) moves the time of the pole by that over y², and y ≥ 1.
    const double moved = 2e-8 * static_cast<double>(solution.statistics.steps);
    EXPECT_NEAR(solution.outcome.t, 1, moved) << method.name;
    const std::string when = "t = " + rounded(solution.outcome.t, 10);
    EXPECT_NE(solution.outcome.detail.find(when), std::string::npos) << solution.outcome.detail;
    EXPECT_EQ(solution.t_end, solution.outcome.t);
    EXPECT_FALSE(solution.segments.empty());
  }
}

TEST(Outcome, ARateThatIsNotFiniteIsNamedWithItsBlockAndTime) {
  for (double bad : {std::numeric_limits<double>::quiet_NaN(), infinity}) {
    auto rate = [bad](double t, VecIn x, VecOut v) { v[0] = x[1], v[1] = t < 1 ? 0 : bad; };
    Problem problem = fall(0, 1, 2);
    problem.rate.real = rate;
    for (const Options& options : {to(1e-8), with(method::rk4, 0.125), with(method::euler, 0.125)}) {
      const Solution solution = solve(problem, options);
      EXPECT_EQ(solution.outcome.ending, Ending::not_finite);
      EXPECT_NEAR(solution.outcome.t, 1, 0.126);
      EXPECT_NE(solution.outcome.detail.find("'vz'"), std::string::npos) << solution.outcome.detail;
      EXPECT_NEAR(solution.x_end[0], solution.t_end, 1e-12) << "what was computed is kept";
    }
    problem.t0 = 1.5;
    EXPECT_EQ(solve(problem, to(1e-8)).outcome.t, 1.5) << "not even a first step";
  }
}

TEST(Outcome, ARunThatNeedsTooManyStepsSaysSo) {
  Options options = to(1e-10);
  options.step.most = 7;
  const Solution solution = solve(oscillator(100), options);
  EXPECT_EQ(solution.outcome.ending, Ending::too_many_steps);
  EXPECT_EQ(solution.statistics.steps + solution.statistics.rejected, 7);
  EXPECT_NE(solution.outcome.detail.find("7 steps"), std::string::npos);
}

TEST(Outcome, AFixedStepLostInRoundingIsRefused) {
  Problem problem = oscillator(0);
  problem.t0 = 1e9, problem.t1 = 1e9 + 1;
  EXPECT_EQ(solve(problem, with(method::rk4, 1e-9)).outcome.ending, Ending::step_underflow);
}

TEST(Outcome, EveryEndingHasAName) {
  EXPECT_EQ(to_string(Ending::finished), "finished");
  EXPECT_EQ(to_string(Ending::step_underflow), "step underflow");
  EXPECT_EQ(to_string(Ending::event_flood), "event flood");
}

void expect_refused(const Problem& problem, const Options& options, const std::string& text) {
  try {
    solve(problem, options);
    ADD_FAILURE() << "expected a refusal that mentions: " << text;
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << error.what();
  }
}

TEST(Usage, MistakesAreRefusedWithASentence) {
  const Problem good = oscillator(1);
  Problem problem = good;
  problem.x0 = {1};
  expect_refused(problem, {}, "x0 of size 2");
  problem = good;
  problem.rate = {};
  expect_refused(problem, {}, "rate over double");
  problem = good;
  problem.x0[0] = infinity;
  expect_refused(problem, {}, "block 'q'");
  problem = good;
  problem.t1 = infinity;
  expect_refused(problem, {}, "finite times");
  problem = good;
  problem.space = {};
  problem.x0.clear();
  expect_refused(problem, {}, "at least one block");
  problem = good;
  problem.space = {};
  problem.space.rotation("R");
  problem.x0 = {1, 1, 0, 0};
  expect_refused(problem, {}, "unit quaternion");

  expect_refused(good, with(method::rk4, 0), "rk4 has no error estimate: give step");
  expect_refused(good, with(method::rk4, -0.1), "fixed step > 0");
  expect_refused(good, with(method::adams, 0.1), "adams chooses its steps");
  expect_refused(good, to(0), "a tolerance > 0 for dop853");
  expect_refused(good, to(-1), "tolerance");
  Options options;
  options.tolerance.absolute_by_block = {1e-9};
  expect_refused(good, options, "absolute_by_block of size 2");
  options = {};
  options.output.times = {0.5, 1.5};
  expect_refused(good, options, "between 0 and 1");
  options.output.times = {0.5, 0.25};
  expect_refused(good, options, "in order");
  options = {};
  Method broken = method::rk4;
  std::get<ExplicitTableau>(broken.rule).b = std::get<ExplicitTableau>(method::heun.rule).b;
  options.method = &broken;
  options.step.fixed = 0.1;
  expect_refused(good, options, "rk4");
  problem = good;
  problem.events.push_back({.name = "nothing"});
  expect_refused(problem, {}, "'nothing'");
}

TEST(Usage, MethodsThatNeedMoreThanARateSayWhat) {
  Problem problem = oscillator(1);
  const Options verlet = with(method::stoermer_verlet, 0.1), implicit = with(method::generalised_verlet, 0.1);
  const Options rigid = with(method::moser_veselov, 0.1);
  EXPECT_EQ(solve(problem, verlet).outcome.ending, Ending::finished);
  EXPECT_EQ(solve(problem, implicit).outcome.ending, Ending::finished);
  expect_refused(problem, rigid, "not made of rigid bodies");
  problem.split->separable = false;
  expect_refused(problem, verlet, "take generalised-verlet");
  EXPECT_EQ(solve(problem, implicit).outcome.ending, Ending::finished);
  problem.split->momenta = {2};
  expect_refused(problem, implicit, "indices of vector blocks");
  problem.split->momenta.clear();
  expect_refused(problem, verlet, "neither two flows nor blocks that hold momenta");
  expect_refused(problem, implicit, "not canonical momenta");
  problem.split->refusal = "the damper of 'door' depends on its velocity";
  expect_refused(problem, verlet, "the damper of 'door'");
  problem.split.reset();
  expect_refused(problem, verlet, "set problem.split");
  problem.rigid = RigidBodies{.bodies = {{.orientation = 0, .angular_velocity = 1}}, .load = {}, .refusal = {}};
  expect_refused(problem, rigid, "no orientation");

  problem.split = position_and_velocity();
  Method broken = method::stoermer_verlet;
  broken.rule = Composition{.drift = std::get<Composition>(broken.rule).drift, .kick = {}};
  expect_refused(problem, with(broken, 0.1), "as many drifts as kicks");
}

}  // namespace
}  // namespace polhode::ode
