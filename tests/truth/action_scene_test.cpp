// Actions and motions by their ends, as scenes give them.
#include <gtest/gtest.h>

#include <cmath>

#include "support/scene_run.hpp"
#include "support/validation.hpp"

namespace polhode {
namespace {

using ode::Stationarity;

BuiltScene built_of(const std::string& text) {
  const auto no_mesh = [](const std::string&) { return Result<TriangleMesh>(Diagnostic{.message = "no meshes here"}); };
  const auto scene = read_scene(text, "typed.toml", {}, no_mesh);
  EXPECT_TRUE(scene.ok()) << format(scene.diagnostics());
  auto built = build(scene.value());
  EXPECT_TRUE(built.ok()) << format(built.diagnostics());
  return *std::move(built);
}

BuiltScene built_scene(const char* name) {
  auto built = build(load_scene(name, {}).value());
  EXPECT_TRUE(built.ok()) << format(built.diagnostics());
  return *std::move(built);
}

TEST(ActionSceneTruth, TheActionOfAFallAndOfAnOscillatorIsThatOfTheirFormulas) {
  const Recording run = run_text(
      "[run]\nend = 3\ntolerance = 1e-12\n"
      "[[system]]\nname = \"stone\"\ncoordinates = [\"z\"]\nlagrangian = \"0.5*z'^2 - 9.81*z\"\ninitial = { z = 20 }\n"
      "[[system]]\nname = \"weight\"\ncoordinates = [\"x\"]\nhamiltonian = \"p_x^2/4 + 2.25*x^2\"\n"
      "initial = { x = 1.3 }\n");
  const double g = 9.81, h = 20, A = 1.3, w = 1.5, m = 2;
  double worst = 0, size = 0;
  const std::vector<double> fall = run.series("stone.action"), swing = run.series("weight.action");
  ASSERT_EQ(fall.size(), run.times.size());
  for (std::size_t k = 0; k < run.times.size(); ++k) {
    const double t = run.times[k];
    worst = std::max(worst, std::fabs(fall[k] - (g * g * t * t * t / 3 - g * h * t)) / (g * h * 3));
    worst = std::max(worst, std::fabs(swing[k] + m * A * A * w * std::sin(2 * w * t) / 4) / (m * A * A * w));
    size = std::max(size, std::fabs(swing[k]));
  }
  // Gauss's rule with four points on steps of a method of order 8 at 1e-12.
  expect_error_within(1e-10, worst, "action of a fall and of an oscillator, 3 s: beside its size", "closed forms");
  EXPECT_GT(size, 0.5);
}

TEST(ActionSceneTruth, AMotionByItsEndsArrivesWhereItWasSent) {
  // The start comes from the boundary-value problem, the motion from its equations; the tolerance of both is 1e-12, and
  // errors grow no faster than the few radians and seconds that are passed.
  const Recording circle = run_scene("great-circle");
  expect_error_within(
      1e-9, std::fabs(circle.series("point.phi").back() - 4) + std::fabs(circle.series("point.theta").back() - 1.4),
      "great circle by its ends: where the motion arrives, rad", "the end that was asked for");
  const Recording throws = run_scene("two-throws");
  expect_error_within(1e-9, std::fabs(throws.series("high.x").back() - 10) + std::fabs(throws.series("high.y").back()),
                      "high throw by its ends: where it lands, m", "the end that was asked for");
  EXPECT_NEAR(std::hypot(throws.series("high.x'")[0], throws.series("high.y'")[0]), 12, 1e-8);
  EXPECT_NEAR(std::hypot(throws.series("low.x'")[0], throws.series("low.y'")[0]), 12, 1e-8);

  for (const char* energy :
       {"lagrangian = \"0.5*(q1'^2*2 + q2'^2 + 2*q1'*q2'*cos(q1 - q2)) + 9.81*(2*cos(q1) + cos(q2))\"",
        "hamiltonian = \"(p_q1^2 + 2*p_q2^2 - 2*p_q1*p_q2*cos(q1 - q2))/(2*(2 - cos(q1 - q2)^2)) - "
        "9.81*(2*cos(q1) + cos(q2))\""}) {
    const Recording run =
        run_text(std::string("[run]\nend = 1.2\ntolerance = 1e-13\n[[system]]\nname = \"arm\"\n"
                             "coordinates = [\"q1\", \"q2\"]\n") +
                 energy + "\nbetween = { from = { q1 = 0.3, q2 = -0.2 }, to = { q1 = 1, q2 = 0.7 } }\n");
    expect_error_within(1e-9, std::fabs(run.series("arm.q1").back() - 1) + std::fabs(run.series("arm.q2").back() - 0.7),
                        std::string("double pendulum by its ends and its ") +
                            (energy[0] == 'l' ? "Lagrangian" : "Hamiltonian") + ": where it arrives, rad",
                        "the end that was asked for");
  }
}

TEST(ActionSceneTruth, TheActionOfTheMotionIsThatOfTheStationaryPath) {
  const BuiltScene built = built_scene("great-circle");
  ASSERT_EQ(built.actions.size(), 1u);
  const ode::StationaryPath path = stationary_path(built.actions[0]);
  const double along = simulate(built).series("point.action").back();
  expect_error_within(1e-9, std::fabs(path.value - along) / path.size, "action by ends and by motion, relative",
                      "each other");
}

TEST(ActionSceneTruth, AGreatCircleIsNotLeastBeyondTheAntipode) {
  const BuiltScene built = built_scene("great-circle");
  const ActionAnswer told = answer(built.actions[0]);
  ASSERT_TRUE(told.path);
  const double angle =
      2 * pi - std::acos(std::cos(1.2) * std::cos(1.4) + std::sin(1.2) * std::sin(1.4) * std::cos(4.0));
  // At constant speed the action is half the square of the angle, divided by the time.
  EXPECT_NEAR(told.path->value, angle * angle / (2 * 4), 1e-9);
  EXPECT_EQ(told.path->kind, Stationarity::saddle);
  EXPECT_EQ(told.path->index, 1);
  ASSERT_EQ(told.path->conjugate.size(), 1u);
  EXPECT_NEAR(told.path->conjugate[0], 4 * pi / angle, 1e-8);
  EXPECT_LT(told.energy_drift, 1e-9);
}

TEST(ActionSceneTruth, AHighThrowTouchesTheParabolaOfSafety) {
  const BuiltScene built = built_scene("two-throws");
  ASSERT_EQ(built.actions.size(), 4u);
  const double g = 9.81, v = 12, low = std::asin(g * 10 / (v * v)) / 2, high = pi / 2 - low;
  const auto maupertuis = [&](double angle) {  // ∫ v² dt
    const double vx = v * std::cos(angle), vy = v * std::sin(angle), T = 2 * vy / g;
    return vx * vx * T + (vy * vy * vy - std::pow(vy - g * T, 3)) / (3 * g);
  };
  const ode::StationaryPath flat = stationary_path(built.actions[2]), steep = stationary_path(built.actions[3]);
  ASSERT_EQ(flat.ending, ode::PathEnding::found);
  ASSERT_EQ(steep.ending, ode::PathEnding::found);
  expect_error_within(1e-8, std::fabs(flat.value / maupertuis(low) - 1), "low throw: Maupertuis' action, relative",
                      "parabola");
  expect_error_within(1e-8, std::fabs(steep.value / maupertuis(high) - 1), "high throw: Maupertuis' action, relative",
                      "parabola");
  EXPECT_EQ(flat.kind, Stationarity::least);
  EXPECT_EQ(steep.kind, Stationarity::saddle);
  ASSERT_EQ(steep.conjugate.size(), 1u);
  expect_error_within(1e-8, std::fabs(steep.conjugate[0] - v * v / (g * std::tan(high))),
                      "high throw: conjugate point, m", "where it touches the envelope of throws");
}

TEST(ActionSceneTruth, NeighbouringMotionsMeetAtConjugatePoints) {
  const std::string head =
      "[run]\nend = 3\ntolerance = 1e-13\n[[system]]\nname = \"p\"\ncoordinates = [\"q\"]\n"
      "lagrangian = \"0.5*q'^2 + 9.81*cos(q)\"\n";
  const BuiltScene built = built_of(head + "between = { from = { q = 0 }, to = { q = 1 } }\n");
  const ode::StationaryPath path = stationary_path(built.actions[0]);
  ASSERT_EQ(path.ending, ode::PathEnding::found);
  ASSERT_FALSE(path.conjugate.empty());
  EXPECT_EQ(path.index, static_cast<int>(path.conjugate.size()));
  for (const double t : path.conjugate) {
    SimulateOptions options = built.options;
    options.t_end = t;
    const double nudge = 1e-5;
    const auto end_of = [&](double change) {
      return simulate(built.system, std::vector<double>{0, built.x0[1] + change}, options).x_end;
    };
    const std::vector<double> up = end_of(nudge), down = end_of(-nudge), own = end_of(0);
    // ∂q/∂q'(0) is 0 there; differences leave nudge² and 1e-12/nudge, and the path changes by its rate beside it.
    EXPECT_NEAR((up[0] - down[0]) / (2 * nudge), 0, 1e-6 * (1 + std::fabs(own[1]))) << t;
  }
}

TEST(ActionSceneTruth, FastestDescentOfTheSceneBeatsWhatWasTyped) {
  const BuiltScene built = built_scene("brachistochrone");
  const ActionAnswer told = answer(built.actions[0]);
  ASSERT_TRUE(told.path);
  const double time = pi * std::sqrt(0.5 / 9.81);
  expect_error_within(1e-8, std::fabs(told.path->value / time - 1), "scene brachistochrone: time, relative",
                      "half a turn of a cycloid");
  ASSERT_EQ(told.paths.size(), 2u);
  const double line = std::sqrt(1 + pi * pi / 4) * std::sqrt(2 / 9.81);
  EXPECT_NEAR(told.paths[0].integral.value, line, 1e-8 * line);
  EXPECT_GT(told.paths[1].integral.value, time * 1.001);
  EXPECT_LT(told.paths[1].integral.value, line);
  // The beads of the scene take the same times.
  const Recording run = simulate(built);
  ASSERT_EQ(run.events.size(), 2u);
  EXPECT_NEAR(run.events[0].t, time, 1e-9);
  EXPECT_NEAR(run.events[1].t, line, 1e-9);
}

TEST(ActionSceneTruth, TheSoapFilmsOfTheSceneAreItsTwoCatenoids) {
  const BuiltScene built = built_scene("soap-film");
  const double shallow = 0.8483379380949789, deep = 0.23509499023453273;  // a cosh(1/2a) = 1
  const auto area = [](double a) { return a * (0.5 + a / 2 * std::sinh(1 / a)); };
  const ode::StationaryPath film = stationary_path(built.actions[0]), burst = stationary_path(built.actions[1]);
  ASSERT_EQ(film.ending, ode::PathEnding::found);
  ASSERT_EQ(burst.ending, ode::PathEnding::found);
  expect_error_within(1e-8, std::fabs(film.value / area(shallow) - 1), "scene soap-film: area, relative", "catenoid");
  expect_error_within(1e-8, std::fabs(burst.value / area(deep) - 1), "scene soap-film, the deep one: area, relative",
                      "catenoid");
  EXPECT_EQ(film.kind, Stationarity::least);
  EXPECT_EQ(burst.kind, Stationarity::saddle);
}

TEST(ActionSceneTruth, ATypedPathThatIsAMotionIsSaidToBeOne) {
  const BuiltScene built = built_of(
      "[run]\nend = 1\n[[system]]\nname = \"s\"\ncoordinates = [\"x\"]\nlagrangian = \"0.5*x'^2 - 0.5*x^2\"\n"
      "initial = { x = 1 }\npaths = { cosine = { x = \"cos(t)\" }, line = { x = \"1 - 0.4*t\" } }\n");
  const ActionAnswer told = answer(built.actions[0]);
  EXPECT_FALSE(told.path);
  ASSERT_EQ(told.paths.size(), 2u);
  EXPECT_NEAR(told.paths[0].integral.value, -std::sin(2.0) / 4, 1e-14);
  EXPECT_LT(told.paths[0].distance, 1e-10);
  EXPECT_NEAR(told.paths[1].integral.value, 0.08 - (1 - 0.4 + 0.16 / 3) / 2, 1e-14);
  EXPECT_GT(told.paths[1].distance, 0.01);
}

}  // namespace
}  // namespace polhode
