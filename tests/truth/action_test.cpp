// Stationary integrals against closed forms: curves of fastest descent, chains, shortest lines, soap films, motions.
#include <gtest/gtest.h>

#include <cmath>

#include <polhode/dynamics/general/functional.hpp>
#include <polhode/math/vector.hpp>
#include <polhode/ode/stationary.hpp>

#include "ode/path_singular.hpp"
#include "support/validation.hpp"

namespace polhode {
namespace {

using ode::PathEnding;
using ode::PathProblem;
using ode::Stationarity;
using ode::stationary_path;
using ode::StationaryPath;

/// 1e-8 is asked of all; polynomials that agree to the solver's tolerance are as good as rounding in the integral.
constexpr double asked = 1e-8;

ode::PathDensity density_of(const std::string& variable, const std::vector<std::string>& unknowns,
                            const std::string& integrand) {
  const auto made = Functional::compile({.coordinates = unknowns, .variable = variable, .energy = integrand});
  EXPECT_TRUE(made.ok()) << format(made.diagnostics());
  return [functional = made.value()](double x, VecIn yv, VecOut values) { functional.evaluate(x, yv, values); };
}

const char* const fall_by_x = "sqrt((1 + y'^2)/(2*9.81*y))";

/// A cycloid of that radius from its cusp down and on, rolled by that angle.
PathProblem brachistochrone(double radius, double angle) {
  return {density_of("x", {"y"}, fall_by_x),
          {0, {0}},
          {radius * (angle - std::sin(angle)), {radius * (1 - std::cos(angle))}}};
}

TEST(ActionTruth, FastestDescentTakesTheTimeOfTheCycloid) {
  for (const double angle : {0.5, 2.5, 5.0, 6.0}) {  // from π on the curve rises again; 2π is the next cusp
    const double radius = 0.5, time = std::sqrt(radius / 9.81) * angle;
    const StationaryPath path = stationary_path(brachistochrone(radius, angle));
    ASSERT_EQ(path.ending, PathEnding::found) << angle;
    expect_error_within(asked, std::fabs(path.value / time - 1),
                        "brachistochrone, rolled by " + std::to_string(angle).substr(0, 3) + " rad: time, relative",
                        "cycloid: t = θ sqrt(a/g)");
    EXPECT_TRUE(path.accurate);
    EXPECT_LE(path.value_error, 1e-10 * time);
    EXPECT_EQ(path.kind, Stationarity::least) << angle;
    // The curve itself, halfway.
    double theta = 0.5 * angle, y = 0, slope = 0;
    path.curve.at(radius * (theta - std::sin(theta)), {&y, 1}, {&slope, 1});
    EXPECT_NEAR(y, radius * (1 - std::cos(theta)), asked * radius) << angle;
    EXPECT_NEAR(slope, std::sin(theta) / (1 - std::cos(theta)), 1e-7 * (1 + std::fabs(slope))) << angle;
  }
}

TEST(ActionTruth, FastestDescentIsTheSameByItsOtherCoordinate) {
  const double radius = 0.5, angle = 2.5, time = std::sqrt(radius / 9.81) * angle;
  const StationaryPath path =
      stationary_path({density_of("y", {"x"}, "sqrt((1 + x'^2)/(2*9.81*y))"),
                       {0, {0}},
                       {radius * (1 - std::cos(angle)) / 2, {radius * (angle - std::sin(angle)) / 3}}});
  ASSERT_EQ(path.ending, PathEnding::found);
  PathProblem other{density_of("x", {"y"}, fall_by_x),
                    {0, {0}},
                    {radius * (angle - std::sin(angle)) / 3, {radius * (1 - std::cos(angle)) / 2}}};
  const StationaryPath by_x = stationary_path(other);
  ASSERT_EQ(by_x.ending, PathEnding::found);
  EXPECT_NEAR(path.value, by_x.value, 1e-10 * time);
}

TEST(ActionTruth, FastestDescentFromCuspToCuspIsAWholeCycloid) {
  const double radius = 0.5;
  PathProblem problem{density_of("x", {"y"}, "sqrt((1 + y'^2)/(2*9.81*(3 - y)))"), {0, {3}}, {2 * pi * radius, {3}}};
  problem.guess = [](double x, VecOut y) { y[0] = 3 - x * (pi - x) / 2; };
  const StationaryPath path = stationary_path(problem);
  ASSERT_EQ(path.ending, PathEnding::found);
  expect_error_within(asked, std::fabs(path.value / (2 * pi * std::sqrt(radius / 9.81)) - 1),
                      "brachistochrone from cusp to cusp: time, relative", "cycloid: 2π sqrt(a/g)");
}

TEST(ActionTruth, AnEndThatMayGlideIsMetAtARightAngle) {
  // Fastest way from a point to a vertical wall: the cycloid meets it level, after half a turn.
  PathProblem problem{density_of("x", {"y"}, fall_by_x), {0, {0}}, {1, {0.5}, {1}}};
  const StationaryPath path = stationary_path(problem);
  ASSERT_EQ(path.ending, PathEnding::found);
  const double time = pi * std::sqrt(1 / (pi * 9.81));
  expect_error_within(asked, std::fabs(path.value / time - 1), "fastest way to a wall: time, relative",
                      "half a cycloid: sqrt(π l/g)");
  EXPECT_EQ(path.kind, Stationarity::least);
}

/// y = a cosh(x/a), whose area, or weight times height, is ∫ y sqrt(1 + y'²) dx = a (x/2 + a/4 sinh(2x/a)).
double catenary_area(double a, double from, double to) {
  const auto until = [a](double x) { return a * (x / 2 + a / 4 * std::sinh(2 * x / a)); };
  return until(to) - until(from);
}

TEST(ActionTruth, SoapFilmsAreCatenoidsAndTheDeepOneIsNotLeast) {
  const double height = std::cosh(0.5 / 0.7) * 0.7;
  const auto density = density_of("x", {"y"}, "y*sqrt(1 + y'^2)");
  const StationaryPath shallow = stationary_path({density, {-0.5, {height}}, {0.5, {height}}});
  ASSERT_EQ(shallow.ending, PathEnding::found);
  expect_error_within(asked, std::fabs(shallow.value / catenary_area(0.7, -0.5, 0.5) - 1),
                      "soap film between rings: area, relative", "catenoid");
  EXPECT_EQ(shallow.kind, Stationarity::least);
  EXPECT_TRUE(shallow.conjugate.empty());

  // The other catenary through the same ends: a cosh(1/2a) takes each value twice.
  double low = 0.05, high = 0.4;
  for (int k = 0; k < 100; ++k) {
    const double middle = 0.5 * (low + high);
    (middle * std::cosh(0.5 / middle) > height ? low : high) = middle;
  }
  PathProblem problem{density, {-0.5, {height}}, {0.5, {height}}};
  problem.guess = [low](double x, VecOut y) { y[0] = 1.02 * low * std::cosh(0.5 / low) * (0.1 + 3.6 * x * x); };
  const StationaryPath deep = stationary_path(problem);
  ASSERT_EQ(deep.ending, PathEnding::found);
  expect_error_within(asked, std::fabs(deep.value / catenary_area(low, -0.5, 0.5) - 1),
                      "the deep soap film: area, relative", "catenoid");
  EXPECT_EQ(deep.kind, Stationarity::saddle);
  EXPECT_EQ(deep.index, 1);
  // Tangents at conjugate points of a catenary meet on the axis x − a coth(x/a) is the same for both.
  ASSERT_EQ(deep.conjugate.size(), 1u);
  const auto meets = [low](double x) { return x - low / std::tanh(x / low); };
  expect_error_within(asked, std::fabs(meets(deep.conjugate[0]) - meets(-0.5)),
                      "the deep soap film: where tangents at conjugate points meet", "on the axis, after Lindelöf");
}

TEST(ActionTruth, RingsTooFarApartHoldNoFilm) {
  // Of all catenaries none is lower than 1.5089 times half the distance.
  const StationaryPath path = stationary_path({density_of("x", {"y"}, "y*sqrt(1 + y'^2)"), {-1, {1.45}}, {1, {1.45}}});
  EXPECT_NE(path.ending, PathEnding::found);
  const StationaryPath nearer =
      stationary_path({density_of("x", {"y"}, "y*sqrt(1 + y'^2)"), {-1, {1.55}}, {1, {1.55}}});
  EXPECT_EQ(nearer.ending, PathEnding::found);
}

TEST(ActionTruth, ShortestLinesOnASphereAreGreatCirclesUntilTheAntipode) {
  const auto density = density_of("phi", {"theta"}, "sqrt(theta'^2 + sin(theta)^2)");
  const double a = 1.2, b = 1.4;
  const auto angle = [&](double phi) {
    return std::acos(std::cos(a) * std::cos(b) + std::sin(a) * std::sin(b) * std::cos(phi));
  };
  const StationaryPath path = stationary_path({density, {0, {a}}, {2.5, {b}}});
  ASSERT_EQ(path.ending, PathEnding::found);
  expect_error_within(asked, std::fabs(path.value / angle(2.5) - 1), "line on a sphere: length, relative",
                      "great circle");
  EXPECT_EQ(path.kind, Stationarity::least);
  // Beyond the antipode the same circle the long way round is stationary, and not shortest.
  const StationaryPath far = stationary_path({density, {0, {a}}, {4, {b}}});
  ASSERT_EQ(far.ending, PathEnding::found);
  expect_error_within(asked, std::fabs(far.value / (2 * pi - angle(4)) - 1),
                      "line on a sphere beyond the antipode: length, relative", "great circle");
  EXPECT_EQ(far.kind, Stationarity::saddle);
  EXPECT_EQ(far.index, 1);
  ASSERT_EQ(far.conjugate.size(), 1u);
  expect_error_within(asked, std::fabs(far.conjugate[0] - pi), "line on a sphere: conjugate point, rad",
                      "the antipode");
}

TEST(ActionTruth, ShortestLinesOnAConeAreStraightWhenItIsUnrolled) {
  // Half-angle 30°: r of the cone is sin 30° of its slant, and an angle φ about the axis becomes φ/2.
  const StationaryPath path = stationary_path({density_of("phi", {"s"}, "sqrt(s'^2 + (s/2)^2)"), {0, {1}}, {2, {1.5}}});
  ASSERT_EQ(path.ending, PathEnding::found);
  const double length = std::sqrt(1 + 2.25 - 2 * 1.5 * std::cos(1.0));
  expect_error_within(asked, std::fabs(path.value / length - 1), "line on a cone: length, relative",
                      "straight when unrolled");
}

TEST(ActionTruth, LinesInSpaceWithTwoUnknownsAreStraight) {
  PathProblem problem{density_of("x", {"y", "z"}, "sqrt(1 + y'^2 + z'^2)"), {0, {1, 2}}, {2, {0, 5}}};
  problem.guess = [](double x, VecOut q) { q[0] = 1 - x * x / 4, q[1] = 2 + 3 * x * x * x / 8; };
  const StationaryPath path = stationary_path(problem);
  ASSERT_EQ(path.ending, PathEnding::found);
  EXPECT_NEAR(path.value, std::sqrt(14.0), 1e-13);
  EXPECT_EQ(path.kind, Stationarity::least);
}

TEST(ActionTruth, TheOscillatorHasAConjugatePointEveryHalfPeriod) {
  const double w = 1.7, q0 = 0.3, q1 = 1;
  const auto density = density_of("t", {"q"}, "0.5*q'^2 - 0.5*(1.7*q)^2");
  for (const double T : {1.0, 2.2, 6.0, 9.4}) {
    const StationaryPath path = stationary_path({density, {0, {q0}}, {T, {q1}}});
    ASSERT_EQ(path.ending, PathEnding::found) << T;
    const double c = std::cos(w * T), s = std::sin(w * T),
                 action = w * ((q0 * q0 + q1 * q1) * c - 2 * q0 * q1) / (2 * s);
    expect_error_within(asked, std::fabs(path.value - action) / path.size,
                        "oscillator between two places, " + std::to_string(T).substr(0, 3) + " s: action, beside ∫|L|",
                        "Hamilton's principal function");
    // Morse's theorem, told by two different things: negative directions, and half periods that fit in.
    const int halves = static_cast<int>(std::floor(w * T / pi));
    EXPECT_EQ(path.index, halves) << T;
    ASSERT_EQ(path.conjugate.size(), static_cast<std::size_t>(halves)) << T;
    for (int k = 0; k < halves; ++k)
      EXPECT_NEAR(path.conjugate[static_cast<std::size_t>(k)], (k + 1) * pi / w, 1e-10) << T;
    EXPECT_EQ(path.kind, halves > 0 ? Stationarity::saddle : Stationarity::least) << T;
  }
}

TEST(ActionTruth, ConjugatePointsOfTwoEqualOscillatorsCountTwice) {
  const auto density = density_of("t", {"x", "y"}, "0.5*(x'^2 + y'^2) - 0.5*(x^2 + y^2)");
  const StationaryPath path = stationary_path({density, {0, {0.2, 1}}, {5, {1, -0.4}}});
  ASSERT_EQ(path.ending, PathEnding::found);
  EXPECT_EQ(path.index, 2);
  ASSERT_EQ(path.conjugate.size(), 2u);
  EXPECT_NEAR(path.conjugate[0], pi, 1e-10);
  EXPECT_NEAR(path.conjugate[1], pi, 1e-10);
}

TEST(ActionTruth, EndsHalfAPeriodApartAreConjugate) {
  const auto density = density_of("t", {"q"}, "0.5*q'^2 - 0.5*q^2");
  // From rest to rest all motions arrive; to elsewhere none does.
  EXPECT_EQ(stationary_path({density, {0, {0}}, {pi, {0}}}).kind, Stationarity::conjugate);
  EXPECT_NE(stationary_path({density, {0, {0.3}}, {pi, {1}}}).ending, PathEnding::found);
}

TEST(ActionTruth, WhereTheSecondSlopeIsNegativeTheValueIsGreatest) {
  const StationaryPath path =
      stationary_path({density_of("t", {"x"}, "sqrt(1 - x'^2)"), {0, {0}}, {2, {1}}});  // proper time
  ASSERT_EQ(path.ending, PathEnding::found);
  EXPECT_NEAR(path.value, std::sqrt(3.0), 1e-13);
  EXPECT_EQ(path.kind, Stationarity::greatest);
}

/// Slopes of a density at x against differences of its value, and second slopes against those of its slopes.
void expect_slopes(const ode::PathDensity& density, double t, std::vector<double> x) {
  const std::size_t all = x.size(), n = all / 2;
  const double nudge = 1e-5;
  std::vector<double> here(ode::density_size(n)), up = here, down = here;
  density(t, x, here);
  std::size_t entry = 1 + all;
  for (std::size_t i = 0; i < all; ++i) {
    const double own = x[i];
    x[i] = own + nudge;
    density(t, x, up);
    x[i] = own - nudge;
    density(t, x, down);
    x[i] = own;
    // The square of the nudge, and rounding over it.
    EXPECT_NEAR(here[1 + i], (up[0] - down[0]) / (2 * nudge), 1e-8 * (1 + std::fabs(here[1 + i]))) << i;
    for (std::size_t j = i; j < all; ++j, ++entry)
      EXPECT_NEAR(here[entry], (up[1 + j] - down[1 + j]) / (2 * nudge), 1e-8 * (1 + std::fabs(here[entry])))
          << i << " " << j;
  }
}

TEST(ActionTruth, SlopesByTheCoordinatesOfASingularEndAreThoseOfTheIntegrand) {
  const auto density = density_of("x", {"y", "z"}, "sqrt((1 + y'^2 + z'^2)/(2*9.81*y))*(1 + 0.3*z^2 + 0.1*y'*z')");
  PathProblem problem{density, {0, {0, 0.2}}, {1, {0.7, 0.5}}};
  const ode::PathCoordinates by(problem);
  EXPECT_EQ(by.maps[0].power, 2);
  EXPECT_EQ(by.maps[1].power, 1);
  EXPECT_EQ(by.clock.start_power, 3);
  EXPECT_EQ(by.clock.end_power, 1);
  expect_slopes(density, 0.4, {0.6, 0.3, 1.1, -0.4});
  expect_slopes(by.density(density, 2), 0.4, {0.8, 0.3, 0.6, -0.4});
}

TEST(ActionTruth, TheActionOfAHamiltonianIsThatOfItsLagrangian) {
  const SystemText arm{.coordinates = {"q1", "q2"}};
  SystemText L = arm, H = arm;
  L.energy = "0.5*(2*q1'^2 + q2'^2 + 2*q1'*q2'*cos(q1 - q2)) + 9.81*(2*cos(q1) + cos(q2)) + 0.3*t*q1";
  H.energy =
      "(p_q1^2 + 2*p_q2^2 - 2*p_q1*p_q2*cos(q1 - q2))/(2*(2 - cos(q1 - q2)^2)) - 9.81*(2*cos(q1) + cos(q2)) - 0.3*t*q1";
  const auto by_L = Functional::compile(L);
  const auto made = Hamiltonian::compile(H);
  ASSERT_TRUE(by_L.ok() && made.ok());
  const auto by_H = LegendreAction::compile(*made);
  ASSERT_TRUE(by_H.ok());
  std::vector<double> one(ode::density_size(2)), other = one;
  for (const double q : {-1.3, 0.2, 0.9}) {
    const std::vector<double> x{q, 0.4 - q, 1.5, -2 * q};
    by_L->evaluate(0.7, x, one);
    by_H->evaluate(0.7, x, other);
    // A few dozen operations on numbers up to fifty, and the inverse of a matrix whose condition is about ten.
    for (std::size_t k = 0; k < one.size(); ++k) EXPECT_NEAR(one[k], other[k], 1e-12 * 50) << k;
  }
  EXPECT_FALSE(by_H->keeps_energy());
}

TEST(ActionTruth, AnIntegrandTooSteepAtItsEndIsSaidToBeInfinite) {
  EXPECT_EQ(stationary_path({density_of("x", {"y"}, "sqrt(1 + y'^2)/y"), {0, {0}}, {1, {1}}}).ending,
            PathEnding::infinite);
}

}  // namespace
}  // namespace polhode
