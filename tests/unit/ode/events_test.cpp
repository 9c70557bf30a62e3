#include <gtest/gtest.h>

#include <cmath>

#include "unit/ode/fall.hpp"

namespace polhode::ode {
namespace {

TEST(Events, AnOscillatorPassesZeroEveryHalfPeriod) {
  Problem problem = oscillator(20);
  problem.events.push_back({.name = "zero", .g = first_coordinate});
  const Solution solution = solve(problem, to(1e-12));
  ASSERT_EQ(solution.hits.size(), 6u);
  for (std::size_t i = 0; i < 6; ++i) {
    // Global error of a neutral oscillator: tolerance times the number of steps (about 30), seen at unit slope.
    EXPECT_NEAR(solution.hits[i].t, (static_cast<double>(i) + 0.5) * pi, 3e-11);
    EXPECT_EQ(solution.hits[i].direction, i % 2 == 0 ? -1 : 1);
    EXPECT_NEAR(solution.hits[i].x[0], 0, 1e-14);
    EXPECT_NEAR(std::fabs(solution.hits[i].x[1]), 1, 1e-10);
  }
}

/// A slow event is asked once a step while it is far from zero, costs no continuation, and is met where any other is.
TEST(Events, ASlowEventIsLookedForWhereItMayBe) {
  for (const double level : {-5.0, -1.5, -0.99, 0.3, 1.0 - 1e-9}) {
    std::vector<Solution> solutions;
    std::vector<int> asked;
    for (const bool slow : {false, true}) {
      int count = 0;
      auto g = [&](double, VecIn x) { return ++count, x[0] - level; };
      Problem problem = oscillator(40);
      problem.events.push_back({.name = "level", .g = g, .slow = slow});
      Options options = to(1e-10);
      options.output.keep = Keep::samples;
      solutions.push_back(solve(problem, options));
      asked.push_back(count);
    }
    EXPECT_EQ(solutions[0].hash, solutions[1].hash);
    ASSERT_EQ(solutions[0].hits.size(), solutions[1].hits.size()) << level;
    for (std::size_t i = 0; i < solutions[0].hits.size(); ++i)
      EXPECT_EQ(solutions[0].hits[i].t, solutions[1].hits[i].t) << level;
    if (level > -5) continue;
    EXPECT_LE(asked[1], 2 * solutions[1].statistics.steps);
    EXPECT_LT(solutions[1].statistics.rate_evaluations, solutions[0].statistics.rate_evaluations);
  }
}

TEST(Events, SeveralRootsInOneStepAreAllFoundInOrder) {
  // One step of 2 s over free fall, which dop853 does exactly; g winds through zero seven times meanwhile.
  auto g = [](double t, VecIn) { return std::sin(11 * t + 0.3); };
  Problem problem = fall(0, 0, 2);
  problem.events.push_back({.name = "winding", .g = g});
  const Solution solution = solve(problem, with(method::dop853, 2));
  ASSERT_EQ(solution.statistics.steps, 1);
  ASSERT_EQ(solution.hits.size(), 7u);
  for (std::size_t i = 0; i < 7; ++i)
    EXPECT_NEAR(solution.hits[i].t, (static_cast<double>(i + 1) * pi - 0.3) / 11, 1e-15 * 4);
}

TEST(Events, APairOfRootsCloserThanAnySampleIsFound) {
  for (double gap : {1e-1, 1e-3, 1e-5, 1e-7}) {
    for (double middle : {0.001, 0.0437, 0.9, 1.0, 1.7431, 1.999}) {
      if (gap > 2 * middle || gap > 2 * (2 - middle)) continue;
      auto g = [&](double t, VecIn) { return (t - middle) * (t - middle) - 0.25 * gap * gap; };
      Problem problem = fall(0, 0, 2);
      problem.events.push_back({.name = "pair", .g = g});
      const Solution solution = solve(problem, with(method::rk4, 2));
      ASSERT_EQ(solution.hits.size(), 2u) << "gap " << gap << " about " << middle;
      // Near its minimum g is known to ulps of (t − m)², so the root to about ε/gap.
      EXPECT_NEAR(solution.hits[0].t, middle - gap / 2, 1e-15 + 4e-16 * 4 / gap);
      EXPECT_NEAR(solution.hits[1].t, middle + gap / 2, 1e-15 + 4e-16 * 4 / gap);
      EXPECT_EQ(solution.hits[0].direction, -1);
      EXPECT_EQ(solution.hits[1].direction, 1);
    }
  }
}

TEST(Events, AFunctionThatTurnsRoundAtZeroTouchesIt) {
  for (double where : {0.3, 0.77, 1.0, 1.25, 1.999}) {  // between samples, on a sample, at the end of a step
    for (double sign : {1.0, -1.0}) {
      auto g = [&](double t, VecIn) { return sign * (t - where) * (t - where); };
      Problem problem = fall(0, 0, 2);
      problem.events.push_back({.name = "touch", .g = g});
      problem.events.push_back({.name = "up", .g = g, .crossing = Crossing::rising});
      const Solution solution = solve(problem, with(method::rk4, 0.25));
      ASSERT_EQ(solution.hits.size(), 1u) << where << " " << sign;
      EXPECT_EQ(solution.hits[0].event, 0);
      EXPECT_EQ(solution.hits[0].direction, 0);
      // g is below 8 ulps of its largest value in the step, 3, within the square root of that.
      EXPECT_NEAR(solution.hits[0].t, where, 1e-7);
    }
  }
}

TEST(Events, ClosenessSaysHowNearIsATouch) {
  auto g = [](double t, VecIn) { return (t - 0.77) * (t - 0.77) + 1e-6; };
  for (double closeness : {0.0, 1e-7, 2e-6}) {
    Problem problem = fall(0, 0, 2);
    problem.events.push_back({.name = "near", .g = g, .closeness = closeness});
    EXPECT_EQ(solve(problem, with(method::rk4, 0.25)).hits.size(), closeness > 1e-6 ? 1u : 0u);
  }
}

TEST(Events, ACubicWithTwoRootsInOneStepHasBoth) {
  // y = t³ − 3t: beyond 0.9 and back within one step; a method of order 3 and more does it in a single step.
  auto rate = [](double t, VecIn, VecOut v) { v[0] = 3 * t * t - 3; };
  auto g = [](double, VecIn x) { return x[0] + 1.9; };
  Problem problem;
  problem.space.vector("y", 1, dimension::length);
  problem.rate.real = rate;
  problem.t0 = 0, problem.t1 = 1.5;
  problem.x0 = {0};
  problem.events.push_back({.name = "level", .g = g});
  const Solution solution = solve(problem, with(method::rk4, 1.5));
  ASSERT_EQ(solution.statistics.steps, 1);
  ASSERT_EQ(solution.hits.size(), 2u);
  for (const Hit& hit : solution.hits) EXPECT_NEAR(hit.t * hit.t * hit.t - 3 * hit.t, -1.9, 1e-14);
}

TEST(Events, NoMoreHitsThanAskedForAreNoted) {
  Problem problem = oscillator(100);
  problem.events.push_back({.name = "three", .g = first_coordinate, .most = 3});
  problem.events.push_back({.name = "all", .g = second_coordinate});
  const Solution solution = solve(problem, to(1e-9));
  int three = 0;
  for (const Hit& hit : solution.hits) three += hit.event == 0 ? 1 : 0;
  EXPECT_EQ(three, 3);
  EXPECT_EQ(solution.hits.size(), 3u + 31u);  // sin t = 0 at π, 2π, … 31π
  EXPECT_EQ(solution.t_end, 100.0);
}

TEST(Events, AStopMayWaitForALaterHit) {
  Problem problem = oscillator(100);
  problem.events.push_back({.name = "fifth", .g = first_coordinate, .action = Stop{.at = 5}});
  const Solution solution = solve(problem, to(1e-10));
  EXPECT_EQ(solution.outcome.ending, Ending::stopped);
  EXPECT_EQ(solution.hits.size(), 5u);
  EXPECT_NEAR(solution.t_end, 4.5 * pi, 1e-8);
}

TEST(Events, AFunctionThatStaysClearOfZeroHasNoRoot) {
  auto above = [](double t, VecIn) { return (t - 0.77) * (t - 0.77) + 1e-9; };
  auto below = [](double t, VecIn) { return -(t - 1.31) * (t - 1.31) - 1e-12; };
  Problem problem = fall(0, 0, 2);
  problem.events.push_back({.name = "above", .g = above});
  problem.events.push_back({.name = "below", .g = below});
  EXPECT_TRUE(solve(problem, with(method::rk4, 0.25)).hits.empty());
}

TEST(Events, ASignThatChangesThroughInfinityIsNoRoot) {
  auto tangent = [](double t, VecIn) { return std::tan(t); };
  auto pole = [](double t, VecIn) { return 1 / (t - 5); };
  auto jump = [](double t, VecIn) { return t < 7 ? -1.0 : 1.0; };
  Problem problem = fall(0, 0, 10);
  problem.events.push_back({.name = "tangent", .g = tangent});
  problem.events.push_back({.name = "pole", .g = pole});
  problem.events.push_back({.name = "jump", .g = jump});
  const Solution solution = solve(problem, with(method::rk4, 0.25));
  ASSERT_EQ(solution.hits.size(), 4u);  // π, 2π, 7, 3π
  for (const Hit& hit : solution.hits) EXPECT_NE(hit.event, 1);
  EXPECT_EQ(solution.hits[2].event, 2);
  EXPECT_EQ(solution.hits[2].t, 7.0);
}

TEST(Events, AJumpAtTheVeryEndDoesNotKeepTheRunFromEnding) {
  auto rise = [](double, VecIn, VecOut v) { v[0] = 1; };
  auto g = [](double, VecIn x) { return x[0] - 1; };
  auto fall_back = [](double, VecIn, VecOut after) { after[0] = 0; };
  for (double t1 : {1.0, 1 + 1e-15, 9.5, 10.0}) {
    Problem problem;
    problem.space.vector("y", 1, dimension::length);
    problem.rate.real = rise;
    problem.t1 = t1;
    problem.x0 = {0};
    problem.events.push_back({.name = "top", .g = g, .action = Jump{fall_back}});
    EXPECT_EQ(solve(problem, to(1e-9)).outcome.ending, Ending::finished) << t1;
  }
}

TEST(Events, ARootAtAStepEndIsReportedOnce) {
  auto g = [](double t, VecIn) { return t - 1; };
  Problem problem = fall(0, 0, 2);
  problem.events.push_back({.name = "one", .g = g});
  for (const Method& method : methods_for(problem)) {
    if (method.variable_order) continue;
    const Solution solution = solve(problem, with(method, 0.25));  // steps end at 1 exactly
    ASSERT_EQ(solution.hits.size(), 1u) << method.name;
    EXPECT_EQ(solution.hits[0].t, 1.0);
    EXPECT_EQ(solution.hits[0].direction, 1);
  }
  problem.t1 = 1;
  EXPECT_EQ(solve(problem, with(method::rk4, 0.25)).hits.size(), 1u) << "at the end of the run";
}

TEST(Events, ARootAtTheStartIsNoCrossingAndIsSaid) {
  Problem problem = fall(0, 5, 2);
  problem.events.push_back({.name = "ground", .g = first_coordinate});
  problem.events.push_back({.name = "down", .g = first_coordinate, .crossing = Crossing::falling});
  problem.events.push_back({.name = "up", .g = first_coordinate, .crossing = Crossing::rising, .action = Stop{}});
  const Solution solution = solve(problem, to(1e-10));
  EXPECT_EQ(solution.outcome.ending, Ending::finished) << "a start is no return";
  ASSERT_EQ(solution.hits.size(), 2u);
  EXPECT_NEAR(solution.hits[0].t, 1, 1e-12);
  EXPECT_NEAR(solution.hits[1].t, 1, 1e-12);
  EXPECT_EQ(solution.started_on, (std::vector<int>{0, 2})) << "downwards is not where it leaves";
}

TEST(Events, TheCrossingAskedForIsTheOnlyOneReported) {
  Problem problem = oscillator(20);
  problem.events.push_back({.name = "rising", .g = first_coordinate, .crossing = Crossing::rising});
  problem.events.push_back({.name = "falling", .g = first_coordinate, .crossing = Crossing::falling});
  const Solution solution = solve(problem, to(1e-9));
  ASSERT_EQ(solution.hits.size(), 6u);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(solution.hits[i].event, i % 2 == 0 ? 1 : 0);
}

TEST(Events, StopEndsTheRunAtTheRoot) {
  Problem problem = oscillator(20);
  problem.events.push_back({.name = "turn", .g = second_coordinate, .crossing = Crossing::rising, .action = Stop{}});
  const Solution solution = solve(problem, to(1e-11));
  EXPECT_EQ(solution.outcome.ending, Ending::stopped);
  EXPECT_FALSE(solution.outcome.ended_early());
  EXPECT_NEAR(solution.t_end, pi, 1e-10);
  EXPECT_EQ(solution.outcome.t, solution.t_end);
  EXPECT_NE(solution.outcome.detail.find("'turn'"), std::string::npos);
  EXPECT_NEAR(solution.x_end[0], -1, 1e-10);
  EXPECT_EQ(solution.segments.back().t1, solution.t_end);
  std::vector<double> x(2);
  solution.at(solution.t_end, x);
  EXPECT_EQ(x, solution.x_end);
}

void bounce_elastic(double, VecIn before, VecOut after) { after[0] = before[0], after[1] = -before[1]; }
void bounce_half(double, VecIn before, VecOut after) { after[0] = before[0], after[1] = -0.5 * before[1]; }

TEST(Events, ABallThatLosesHalfItsSpeedBouncesAtTheTimesOfTheGeometricSeries) {
  // From 5 m: contact at 1 s with 10 m/s, then flights of 1, 1/2, 1/4 … s; rest at 3 s.
  Problem problem = fall(5, 0, 2.99);
  problem.events.push_back(
      {.name = "ground", .g = first_coordinate, .crossing = Crossing::falling, .action = Jump{bounce_half}});
  for (const Options& options : {to(1e-10), with(method::rk4, 0.01), with(method::dop853, 1.0)}) {
    const Solution solution = solve(problem, options);
    ASSERT_EQ(solution.outcome.ending, Ending::finished) << solution.outcome.detail;
    ASSERT_EQ(solution.hits.size(), 8u);
    double flight = 1, t = 1;
    for (const Hit& hit : solution.hits) {
      EXPECT_NEAR(hit.t, t, 1e-12);  // each of ten bounces rounds t and v a few times
      EXPECT_NEAR(hit.x[1], -10 * flight, 1e-11);
      t += flight;
      flight /= 2;
    }
  }
}

TEST(Events, ABallThatStartsOnTheGroundDownwardsBouncesAtOnce) {
  // z = 0.3 is not 0.1 + 0.2, on either side of which rounding may put the ground.
  for (double ground : {0.0, 0.3, 0.1 + 0.2, std::nextafter(0.3, 0.0)}) {
    auto height = [&](double, VecIn x) { return x[0] - ground; };
    Problem problem = fall(ground == 0 ? 0 : 0.3, -10, 1.6);
    problem.events.push_back(
        {.name = "ground", .g = height, .crossing = Crossing::falling, .action = Jump{bounce_half}});
    Options options = to(1e-10);
    options.output.times = {0, 0.5};
    const Solution solution = solve(problem, options);
    ASSERT_EQ(solution.hits.size(), 3u) << ground;
    const double times[] = {0, 1, 1.5};  // 5 m/s upwards, then flights of 1 and 1/2 s
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(solution.hits[i].t, times[i], 1e-12);
    EXPECT_EQ(solution.hits[0].direction, -1);
    EXPECT_EQ(solution.hits[0].x[1], -10) << "before the jump";
    EXPECT_EQ(solution.samples[1], 5) << "at a jump: the state after it";
    EXPECT_NEAR(solution.samples[2], problem.x0[0] + 1.25, 1e-12);
    EXPECT_TRUE(solution.started_on.empty());
  }
}

TEST(Events, AJumpAtTheStartThatDoesNotHelpIsSaid) {
  Problem problem = fall(0, 0, 1);  // at rest on the ground: half of no speed is none
  problem.events.push_back(
      {.name = "ground", .g = first_coordinate, .crossing = Crossing::falling, .action = Jump{bounce_half}});
  problem.events.push_back({.name = "both", .g = first_coordinate, .action = Jump{bounce_half}});
  const Solution solution = solve(problem, to(1e-10));
  EXPECT_EQ(solution.hits.size(), 1u);
  EXPECT_EQ(solution.started_on, (std::vector<int>{0, 1}));
}

TEST(Events, JumpsWithoutEndAtOneRateAreAFlood) {
  auto rise = [](double, VecIn, VecOut v) { v[0] = 1; };
  auto g = [](double, VecIn x) { return x[0] - 5; };
  double back = 0;
  auto fall_back = [&back](double, VecIn before, VecOut after) { after[0] = before[0] - back; };
  Problem problem;
  problem.space.vector("y", 1, dimension::length);
  problem.rate.real = rise;
  problem.t1 = 10;
  problem.x0 = {0};
  problem.events.push_back({.name = "top", .g = g, .action = Jump{fall_back}});
  Options options = to(1e-9);
  options.output.keep = Keep::samples;
  for (double distance : {1e-9, 1e-8, 5e-8}) {
    back = distance;
    problem.events[0].most = 0;
    const Solution solution = solve(problem, options);
    EXPECT_EQ(solution.outcome.ending, Ending::event_flood) << distance;
    EXPECT_EQ(solution.hits.size(), 1000u) << distance;
    EXPECT_NEAR(solution.t_end, 5, 1e-4);
    EXPECT_NE(solution.outcome.detail.find("event 'top' jumps 1000 times within"), std::string::npos)
        << solution.outcome.detail;
    problem.events[0].most = 2000;
    EXPECT_EQ(solve(problem, options).hits.size(), 2000u) << "as many as were asked for";
  }
  back = 1e-3;  // five thousand jumps in five seconds are many, but they end
  problem.events[0].most = 0;
  const Solution many = solve(problem, options);
  EXPECT_EQ(many.outcome.ending, Ending::finished);
  EXPECT_NEAR(static_cast<double>(many.hits.size()), 5001, 1);
}

TEST(Events, ABouncingBallFloodsTheRunBeforeItRests) {
  Problem problem = fall(5, 0, 4);
  problem.events.push_back(
      {.name = "ground", .g = first_coordinate, .crossing = Crossing::falling, .action = Jump{bounce_half}});
  const Solution solution = solve(problem, to(1e-10));
  EXPECT_EQ(solution.outcome.ending, Ending::event_flood) << solution.outcome.detail;
  EXPECT_TRUE(solution.outcome.ended_early());
  EXPECT_NEAR(solution.outcome.t, 3, 1e-8);
  EXPECT_NE(solution.outcome.detail.find("'ground'"), std::string::npos);
  EXPECT_GE(solution.hits.size(), 30u);
}

TEST(Events, AnElasticBallNeverFallsThroughTheGround) {
  Problem problem = fall(5, 0, 200.5);
  problem.events.push_back({.name = "ground", .g = first_coordinate, .action = Jump{bounce_elastic}});
  const Solution solution = solve(problem, to(1e-10));
  EXPECT_EQ(solution.outcome.ending, Ending::finished);
  ASSERT_EQ(solution.hits.size(), 100u);  // at 1, 3, 5 … s
  for (std::size_t i = 0; i < 100; ++i) EXPECT_NEAR(solution.hits[i].t, 1 + 2.0 * static_cast<double>(i), 1e-11);
}

TEST(Events, AJumpShowsTheStateAfterIt) {
  auto kick = [](double, VecIn before, VecOut after) { after[0] = before[0] + 100, after[1] = before[1]; };
  auto at_one = [](double t, VecIn) { return t - 1; };
  Problem problem = fall(0, 0, 2);
  problem.events.push_back({.name = "kick", .g = at_one, .action = Jump{kick}});
  Options options = to(1e-10);
  options.output.times = {0, 1, 2};
  const Solution solution = solve(problem, options);
  ASSERT_EQ(solution.hits.size(), 1u);
  EXPECT_NEAR(solution.hits[0].x[0], -5, 1e-12);
  std::vector<double> x(2);
  solution.at(solution.hits[0].t, x);
  EXPECT_NEAR(x[0], 95, 1e-12);
  solution.at(std::nextafter(solution.hits[0].t, 0.0), x);
  EXPECT_NEAR(x[0], -5, 1e-12);
  EXPECT_NEAR(solution.x_end[0], 80, 1e-11);
  ASSERT_EQ(solution.samples.size(), 6u);
  EXPECT_NEAR(solution.samples[4], 80, 1e-11);
}

TEST(Events, EventsAtOneTimeActInTheOrderOfTheirIndex) {
  auto add = [](double, VecIn before, VecOut after) { after[0] = before[0] + 1, after[1] = before[1]; };
  auto twice = [](double, VecIn before, VecOut after) { after[0] = 2 * before[0], after[1] = before[1]; };
  auto first = [](double t, VecIn) { return 3 * (t - 0.7); };
  auto second = [](double t, VecIn) { return (t - 0.7) * (t + 2); };
  auto rate = [](double, VecIn, VecOut v) { v[0] = v[1] = 0; };
  Problem problem = fall(1, 0, 2);
  problem.rate.real = rate;
  problem.events.push_back({.name = "note", .g = second});
  problem.events.push_back({.name = "add", .g = first, .action = Jump{add}});
  problem.events.push_back({.name = "twice", .g = second, .action = Jump{twice}});
  const Solution solution = solve(problem, with(method::rk4, 0.3));
  EXPECT_EQ(solution.hits.size(), 3u);
  EXPECT_EQ(solution.x_end[0], 4) << "(1 + 1) * 2, not 1 * 2 + 1";
}

TEST(Events, WhatHappensTogetherWithAStopIsStillRecorded) {
  // One function, so that all roots are one double. Jumps act up to the stop, and not after it.
  auto g = [](double t, VecIn) { return t - 0.7; };
  auto add = [](double, VecIn before, VecOut after) { after[0] = before[0] + 100, after[1] = before[1]; };
  Problem problem = fall(0, 0, 2);
  problem.events.push_back({.name = "first", .g = g, .action = Jump{add}});
  problem.events.push_back({.name = "end", .g = g, .action = Stop{}});
  problem.events.push_back({.name = "note", .g = g});
  problem.events.push_back({.name = "late", .g = g, .action = Jump{add}});
  problem.events.push_back({.name = "second end", .g = g, .action = Stop{}});
  for (const Options& options : {to(1e-10), with(method::rk4, 0.3), with(method::rk4, 0.7)}) {
    const Solution solution = solve(problem, options);
    EXPECT_EQ(solution.outcome.ending, Ending::stopped);
    EXPECT_NE(solution.outcome.detail.find("'end'"), std::string::npos) << solution.outcome.detail;
    ASSERT_EQ(solution.hits.size(), 5u);
    for (std::size_t i = 0; i < 5; ++i) {
      EXPECT_EQ(solution.hits[i].event, static_cast<int>(i));
      EXPECT_EQ(solution.hits[i].t, solution.t_end);
    }
    EXPECT_NEAR(solution.x_end[0], 100 - 5 * 0.49, 1e-12) << "the first jump only";
  }
}

TEST(Events, AJumpToNowhereDoesNotHideWhatHappensAtTheSameTime) {
  auto g = [](double t, VecIn) { return t - 0.7; };
  auto nowhere = [](double, VecIn, VecOut after) { after[0] = after[1] = std::nan(""); };
  Problem problem = fall(0, 0, 2);
  problem.events.push_back({.name = "nowhere", .g = g, .action = Jump{nowhere}});
  problem.events.push_back({.name = "note", .g = g});
  const Solution solution = solve(problem, to(1e-10));
  EXPECT_EQ(solution.outcome.ending, Ending::not_finite);
  EXPECT_EQ(solution.hits.size(), 2u);
}

TEST(Events, BackwardsRunsMeetThemInReverse) {
  Problem problem = oscillator(0);
  problem.t0 = 10, problem.t1 = 0;
  problem.x0 = {std::cos(10.0), -std::sin(10.0)};
  problem.events.push_back({.name = "zero", .g = first_coordinate});
  problem.events.push_back({.name = "stop", .g = second_coordinate, .action = Stop{}});
  const Solution solution = solve(problem, to(1e-11));
  ASSERT_EQ(solution.hits.size(), 1u);
  EXPECT_NEAR(solution.hits[0].t, 3 * pi, 1e-10);
  EXPECT_EQ(solution.hits[0].event, 1);
}

}  // namespace
}  // namespace polhode::ode
