// A certificate must tell the truth about errors that are known by other means.

#include <gtest/gtest.h>

#include <cmath>

#include <polhode/base/text.hpp>
#include <polhode/polhode.hpp>
#include <polhode/sim/certify.hpp>

#include "calibration_cases.hpp"
#include "sim/promise.hpp"
#include "support/typed_system.hpp"

namespace polhode {
namespace {

struct Tumbling {
  FreeBodies bodies{{FreeBody{.name = "b", .mass = {1, Vec3::Zero(), Mat3(Vec3(1, 2, 3).asDiagonal())}}}};
  std::vector<double> x0;
  System system;
  Tumbling() : x0(start()), system(FreeBodySystem(bodies)) {}
  std::vector<double> start() const {
    const FreeBodyState state{.w_WB_B = {0.3, 2, -0.4}};
    return bodies.coordinates({&state, 1});
  }
};

TEST(Certify, TheErrorLiesInABandThatIsNotMuchWider) {
  const Tumbling tumbling;
  for (double tolerance : {1e-5, 1e-7, 1e-9}) {
    const SimulateOptions asked{.t_end = 40, .method = method::dopri5, .tolerance = tolerance, .sample = 0.2};
    const Certificate certificate = certify(tumbling.system, tumbling.x0, {.run = asked});
    ASSERT_GE(certificate.checks.size(), 2u);
    EXPECT_NE(certificate.checks[0].family, certificate.checks[1].family);
    // Another method again, far more exact than the run: the truth as far as its error goes.
    SimulateOptions exact = asked;
    exact.method = method::verner8;
    exact.tolerance = 1e-14;
    const Recording truth = simulate(tumbling.system, tumbling.x0, exact);
    for (const ChannelTrust& channel : certificate.channels) {
      if (channel.name != "b.angular_velocity_body") continue;
      const auto mine = certificate.run.series(channel.name), true_values = truth.series(channel.name);
      double largest = 0;
      for (std::size_t i = 0; i < certificate.times.size(); ++i) {
        const Vec3 error(mine[3 * i] - true_values[3 * i], mine[3 * i + 1] - true_values[3 * i + 1],
                         mine[3 * i + 2] - true_values[3 * i + 2]);
        EXPECT_LE(error.norm(), channel.band[i]) << tolerance << " at " << certificate.times[i];
        largest = std::max(largest, error.norm());
      }
      EXPECT_LE(channel.band.back(), 30 * largest) << tolerance;
    }
    EXPECT_TRUE(certificate.honoured) << certificate.worst << " of " << certificate.allowed;
    EXPECT_EQ(certificate.horizon, 40.0);
    EXPECT_LT(std::fabs(certificate.lyapunov), 0.1);  // a regular motion: distances grow as t
  }
}

TEST(Certify, SaysUntilWhenACoarseRunCanBeTrusted) {
  const Tumbling tumbling;
  const SimulateOptions coarse{.t_end = 200, .method = method::rk4, .step = 0.2};
  const Certificate certificate = certify(tumbling.system, tumbling.x0, {.run = coarse});
  EXPECT_LT(certificate.horizon, 200);
  EXPECT_GT(certificate.horizon, 0);
  EXPECT_EQ(certificate.allowed, 0) << "no tolerance was asked for";
}

TEST(Certify, AKickThatTheRunSteppedOverIsFound) {
  // Nothing happens but at t = 15 s, for some hundredths of a second; the run's steps there are longer.
  const System system = typed({"y"}, {"exp(-((t - 15)/0.02)^2)"});
  const std::vector<double> x0{1};
  SimulateOptions asked{.t_end = 30, .method = method::adams, .tolerance = 1e-4};
  const Certificate missed = certify(system, x0, {.run = asked});
  EXPECT_FALSE(missed.honoured);
  // √π · 0.02 is what the kick adds.
  EXPECT_NEAR(missed.channels[0].error.back(), 0.02 * std::sqrt(std::acos(-1.0)), 1e-6);
  EXPECT_LT(missed.horizon, 15.1);
  // The whole kick is one step's error, in tolerances of 1e-4 (1 + |v|) with the run's v = 1.
  EXPECT_NEAR(missed.worst, 0.02 * std::sqrt(std::acos(-1.0)) / 2e-4, 1e-3);
  EXPECT_GT(missed.worst_at, 15);
  asked.tolerance = 1e-3;
  EXPECT_FALSE(certify(system, x0, {.run = asked}).honoured) << "an error of 17 tolerances in one step";
  asked.largest_step = 0.01;
  EXPECT_TRUE(certify(system, x0, {.run = asked}).honoured);
}

TEST(Certify, AKickThatNoCheckSawIsSuspectedWhereANeighbourSawIt) {
  // For v' = f(t) the distance of two motions cannot grow; if it does, one of them has met what the other did not.
  int seen = 0;
  for (const double at : {14.98, 15.0, 15.013}) {
    const System system = typed({"y"}, {"1000*exp(-((t - " + std::to_string(at) + ")/0.0005)^2)"});
    const std::vector<double> x0{1};
    const Certificate certificate =
        certify(system, x0, {.run = {.t_end = 30, .method = method::adams, .tolerance = 1e-4}});
    const bool missed_by_all = certificate.channels[0].band.back() < 0.1;  // the kick adds 0.886
    if (!certificate.contradicted) {
      EXPECT_NEAR(certificate.growth, 1, 1e-3);
      continue;
    }
    ++seen;
    EXPECT_FALSE(certificate.honoured);
    EXPECT_NEAR(*certificate.contradicted, at, 1) << missed_by_all;
    EXPECT_LE(certificate.horizon, at);
  }
  EXPECT_GE(seen, 1) << "one of these is met by a neighbour alone";
}

TEST(Certify, StepsOfAChaoticMotionAreJudgedLikeAnyOther) {
  // Lorenz's motion makes errors many million times as large, which excuses no step: beside it, a kick is missed.
  const System system =
      typed({"x", "y", "z", "w"}, {"10*(y - x)", "x*(28 - z) - y", "x*y - 8/3*z", "exp(-((t - 10)/0.01)^2)"});
  const std::vector<double> x0{1, 1, 20, 0};
  SimulateOptions asked{.t_end = 20, .method = method::adams, .tolerance = 1e-4};
  const Certificate missed = certify(system, x0, {.run = asked});
  EXPECT_GT(missed.growth, 1e6);
  EXPECT_FALSE(missed.honoured) << missed.worst;
  asked.largest_step = 4e-3;
  EXPECT_TRUE(certify(system, x0, {.run = asked}).honoured);
}

/// ẍ = −x, with its energy declared conserved.
System oscillator() {
  Equations equations{.name = "s", .variables = {"x", "v"}, .formulas = {}};
  const std::vector<std::string> names{"t", "x", "v"};
  for (const char* formula : {"v", "-x"}) equations.formulas.push_back(Expression::compile(formula, names).value());
  equations.conserved.push_back({"E", Expression::compile("x^2 + v^2", names).value()});
  return System(EquationSystem(std::move(equations)));
}

TEST(Certify, AHundredthIsTakenOfWhatTheTrueMotionMoves) {
  // Euler's radius is (1 + h²)^(n/2): what it moves grows without end, what it should move does not.
  const std::vector<double> x0{1, 0};
  const Certificate certificate =
      certify(oscillator(), x0, {.run = {.t_end = 60, .method = method::euler, .step = 0.3}});
  for (const ChannelTrust& channel : certificate.channels) {
    EXPECT_LE(channel.size, 1 + 1e-9) << channel.name;
    EXPECT_LE(channel.range, 2 + 1e-9) << channel.name;
  }
  // The first step ends at x = 1, where cos 0.3 = 0.955: 2 % of what x moves. Half way it is 1 %.
  EXPECT_LT(certificate.horizon, 0.3);
}

TEST(Certify, AConservedQuantityIsJudgedByItsSize) {
  const std::vector<double> x0{1, 0};
  const Certificate certificate = certify(oscillator(), x0, {.run = {.t_end = 60, .tolerance = 1e-3}});
  ASSERT_EQ(certificate.channels.size(), 3u);
  const ChannelTrust& E = certificate.channels[2];
  EXPECT_GT(E.error.back(), 1e-3) << "a drift that could be taken for a motion";
  EXPECT_LT(E.error.back(), 1e-2);
  EXPECT_FALSE(E.moves);
  EXPECT_EQ(E.measure, 1);
  EXPECT_TRUE(certificate.trusted_to_the_end()) << certificate.lost_first << " at " << certificate.horizon;
}

TEST(Certify, ARunIntoASingularityIsJudgedAsFarAsTheChecksCome) {
  // y = 1 / (1 − t)
  const std::vector<double> x0{1};
  const Certificate certificate = certify(typed({"y"}, {"y^2"}), x0, {.run = {.t_end = 2}});
  EXPECT_TRUE(certificate.run.outcome.ended_early());
  ASSERT_TRUE(certificate.judged());
  EXPECT_GT(certificate.checks.size(), 2u) << "checks that fail are followed by others";
  EXPECT_LT(certificate.times.back(), 1);
  const ChannelTrust& y = certificate.channels[0];
  const std::vector<double> run = certificate.run.series("s.y");
  for (std::size_t i = 0; i < certificate.times.size(); ++i)
    EXPECT_LE(std::fabs(run[i] - 1 / (1 - certificate.times[i])), y.band[i]) << certificate.times[i];
}

TEST(Certify, EventsAreComparedAlsoWhereOneEndsTheRun) {
  // y = e^t reaches 2 at ln 2; a coarse method is a little late or early there.
  const std::vector<double> x0{1};
  SimulateOptions asked{.t_end = 3, .method = method::midpoint, .step = 0.05};
  asked.watches.push_back({.name = "two", .g = [](double, VecIn x) { return x[0] - 2; }, .stop = true});
  const Certificate certificate = certify(typed({"y"}, {"y"}), x0, {.run = asked});
  EXPECT_EQ(certificate.run.outcome.ending, ode::Ending::stopped);
  ASSERT_EQ(certificate.events.size(), 1u);
  EXPECT_EQ(certificate.events[0].in_run, 1);
  EXPECT_EQ(certificate.events[0].in_check, 1);
  EXPECT_NEAR(certificate.events[0].error, std::fabs(certificate.run.t_end - std::log(2.0)), 1e-12);
  EXPECT_GT(certificate.events[0].error, 1e-6);
}

TEST(Certify, GrowthAndItsRateAreThoseOfALinearMotion) {
  const std::vector<double> x0{1};
  const Certificate certificate = certify(typed({"y"}, {"0.5*y"}), x0, {.run = {.t_end = 20}});
  // Distances grow as e^(t/2), to e^10 in all; the size that they are measured by is the same all along.
  EXPECT_NEAR(certificate.lyapunov, 0.5, 1e-4);
  EXPECT_NEAR(certificate.growth, std::exp(10.0), 1e-3 * std::exp(10.0));
}

TEST(Certify, StiffMotionIsCheckedByMethodsForIt) {
  const System system = typed({"x", "y"}, {"y", "200*(1 - x^2)*y - x"});
  const std::vector<double> x0{2, 0};
  const SimulateOptions asked{.t_end = 300, .method = method::bdf, .tolerance = 1e-6};
  const Certificate certificate = certify(system, x0, {.run = asked});
  EXPECT_TRUE(certificate.stiff);
  ASSERT_GE(certificate.checks.size(), 2u);
  for (const Check& check : certificate.checks) {
    EXPECT_TRUE(ode::find_method(check.method)->implicit) << check.method;
    EXPECT_NE(check.family, asked.method.family);
  }
}

TEST(Certify, CanBeCalledOffAndKeepsWhatItHas) {
  const Tumbling tumbling;
  SimulateOptions asked{.t_end = 40};
  for (double until : {0.1, 0.3, 0.5, 0.7, 0.9}) {  // in the run, in each check, in what measures growth and steps
    asked.progress = [until](double fraction) { return fraction < until; };
    const Certificate certificate = certify(tumbling.system, tumbling.x0, {.run = asked});
    EXPECT_EQ(certificate.judged(), until > 0.4) << until;
    EXPECT_EQ(certificate.run.outcome.ending, until > 0.2 ? ode::Ending::finished : ode::Ending::interrupted);
  }
}

TEST(Certify, ExtrapolationHonoursTolerancesWhereItsTableConvergesSlowly) {
  CalibrationCase pendulum = chaotic_pendulum();
  SimulateOptions asked{.t_end = 6, .method = method::gbs};
  for (double tolerance : {1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-8, 1e-10}) {
    asked.tolerance = tolerance;
    const Certificate certificate = certify(pendulum.system, pendulum.x0, {.run = asked});
    EXPECT_TRUE(certificate.honoured) << tolerance << ": " << certificate.worst;
    RecordProperty("worst step at " + shortest(tolerance), shortest(certificate.worst));
  }
}

TEST(Certify, StepsThatCouldNotBeSolvedAgainAreCounted) {
  const Tumbling tumbling;
  Stretches steps;
  SimulateOptions asked{.t_end = 10, .tolerance = 1e-6};
  asked.on_step = [&steps](const ode::StepView& step) { steps.add(step); };
  const Recording run = simulate(tumbling.system, tumbling.x0, asked);
  const SimulateOptions by{.t_end = 10, .method = method::verner9, .tolerance = 1e-13};
  EXPECT_EQ(judge_steps(tumbling.system, steps, asked, by, 1'000'000).unseen, 0);
  // With one step for each stretch of the run none of them is reached.
  const Promise hurried = judge_steps(tumbling.system, steps, asked, by, 8);
  EXPECT_EQ(hurried.unseen, run.statistics.steps);
  EXPECT_EQ(hurried.worst, 0);
}

}  // namespace
}  // namespace polhode
