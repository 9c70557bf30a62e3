// Poincaré sections: of motions that are known, and what symmetry demands of those that are not.
#include <polhode/sim/poincare.hpp>

#include <gtest/gtest.h>

#include <cmath>

#include <polhode/math/vector.hpp>
#include <polhode/sim/coordinates.hpp>

#include "support/typed_system.hpp"
#include "support/validation.hpp"

namespace polhode {
namespace {

Reading number(std::size_t i) {
  return [i](double, VecIn x) { return x[i]; };
}

/// x through 0, in the plane of y and py.
PoincareOptions through_zero(ode::Crossing crossing, std::vector<std::vector<double>> starts, int points) {
  PoincareOptions options;
  options.run.t_end = 10.0 * points + 100;
  options.run.tolerance = 1e-12;
  options.section = {.name = "section", .g = [](double, VecIn x) { return x[0]; }, .crossing = crossing};
  options.u = number(1), options.v = number(3);
  options.starts = std::move(starts);
  options.points = points;
  return options;
}

double energy(const std::vector<double>& x) {
  return (x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3]) / 2 + x[0] * x[0] * x[1] - x[1] * x[1] * x[1] / 3;
}

/// A star on the section with energy E.
std::vector<double> star(double E, double y, double py) {
  return {0, y, std::sqrt(2 * E - py * py - y * y + 2 * y * y * y / 3), py};
}

TEST(Poincare, TwoOscillatorsDrawAnEllipseAtEvenTimes) {
  const System pair = typed({"x", "y", "px", "py"}, {"px", "py", "-x", "-2*y"});
  const PoincareSection section = poincare(pair, through_zero(ode::Crossing::rising, {{0, 0.5, 1, 0.25}}, 300));
  ASSERT_EQ(section.points, 300);
  double worst = 0, late = 0;
  for (std::size_t k = 0; k < 300; ++k) {
    const SectionPoint& p = section.orbits[0].points[k];
    const double t = 2 * pi * static_cast<double>(k + 1), w = std::sqrt(2.0);
    late = std::max(late, std::abs(p.t - t));
    worst = std::max(worst, std::abs(p.u - (0.5 * std::cos(w * t) + 0.25 / w * std::sin(w * t))));
    worst = std::max(worst, std::abs(p.v - (0.25 * std::cos(w * t) - 0.5 * w * std::sin(w * t))));
  }
  // 1885 units of time, a few steps of 1e-12 in each, whose errors of phase add up.
  expect_error_within(3e-8, std::max(worst, late), "Poincaré section of two oscillators, 300 turns: place and time",
                      "elementary");
}

TEST(Poincare, AnIntegrableGalaxyDrawsTheCurvesOfItsSecondIntegral) {
  // With + y³/3 the equations separate in x ± y: px py + x y + x y² + x³/3 is kept, on the section px py.
  const System galaxy = typed({"x", "y", "px", "py"}, {"px", "py", "-x - 2*x*y", "-y - x^2 - y^2"});
  const double E = 0.06;
  std::vector<std::vector<double>> starts;
  for (const double y : {-0.2, -0.05, 0.1, 0.25}) {
    const double py = 0.1;
    starts.push_back({0, y, std::sqrt(2 * E - py * py - y * y - 2 * y * y * y / 3), py});
  }
  const PoincareSection section = poincare(galaxy, through_zero(ode::Crossing::rising, starts, 400));
  double worst = 0;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    ASSERT_EQ(section.orbits[i].points.size(), 400U);
    for (const SectionPoint& p : section.orbits[i].points) {
      const double px = std::sqrt(2 * E - p.v * p.v - p.u * p.u - 2 * p.u * p.u * p.u / 3);
      worst = std::max(worst, std::abs(px * p.v - starts[i][2] * starts[i][3]));
    }
  }
  // 1e-12 a step, some 10⁴ steps that add up.
  expect_error_within(1e-8, worst, "Poincaré section of an integrable galaxy, 400 points: second integral",
                      "closed form");
}

TEST(Poincare, OfStarsIsItsOwnMirrorImageInTime) {
  // From R(Pⁿ z) the n-th point is R z, where R turns py round: y and t change nothing else.
  const std::vector<double> z = star(1.0 / 12, 0.15, 0.1);
  constexpr int n = 40;
  const auto there = poincare(henon_heiles(), through_zero(ode::Crossing::rising, {z}, n)).orbits[0].points;
  ASSERT_EQ(there.size(), static_cast<std::size_t>(n));
  const SectionPoint far = there.back();
  const auto back = poincare(henon_heiles(), through_zero(ode::Crossing::rising, {star(1.0 / 12, far.u, -far.v)}, n));
  const auto& points = back.orbits[0].points;
  ASSERT_EQ(points.size(), static_cast<std::size_t>(n));
  double worst = std::max(std::abs(points.back().u - 0.15), std::abs(points.back().v + 0.1));
  // And every point between has its image.
  for (int k = 1; k < n; ++k) {
    const SectionPoint &a = there[static_cast<std::size_t>(n - 1 - k)], &b = points[static_cast<std::size_t>(k - 1)];
    worst = std::max({worst, std::abs(a.u - b.u), std::abs(a.v + b.v)});
  }
  expect_error_within(1e-9, worst, "Hénon–Heiles section, E = 1/12: mirror images (y, py) and (y, −py)", "symmetry");
}

TEST(Poincare, OfStarsIsTheSameFromBothSides) {
  const std::vector<double> z = star(1.0 / 8, -0.1, 0.05);
  const auto right = poincare(henon_heiles(), through_zero(ode::Crossing::rising, {z}, 20));
  const auto left = poincare(henon_heiles(), through_zero(ode::Crossing::falling, {{0, z[1], -z[2], z[3]}}, 20));
  for (std::size_t k = 0; k < 20; ++k) {
    // Bits, even: every step of one is the mirror image of the other's.
    EXPECT_EQ(right.orbits[0].points[k].u, left.orbits[0].points[k].u);
    EXPECT_EQ(right.orbits[0].points[k].v, left.orbits[0].points[k].v);
  }
}

TEST(Poincare, IsTheSameForAnyNumberOfThreads) {
  std::vector<std::vector<double>> starts;
  for (int k = 0; k < 9; ++k) starts.push_back(star(1.0 / 8, -0.3 + 0.08 * k, 0));
  PoincareOptions options = through_zero(ode::Crossing::rising, starts, 50);
  options.kept = [](double, VecIn x) { return energy({x.begin(), x.end()}); };
  std::vector<std::size_t> order;
  options.on_orbit = [&order](std::size_t k, const SectionOrbit&) { order.push_back(k); };
  options.threads = 1;
  const PoincareSection one = poincare(henon_heiles(), options);
  options.threads = 4;
  const PoincareSection four = poincare(henon_heiles(), options);
  ASSERT_EQ(order.size(), 18U);
  for (std::size_t k = 0; k < 18; ++k) EXPECT_EQ(order[k], k % 9);
  EXPECT_EQ(one.points, 450);
  for (std::size_t i = 0; i < 9; ++i) {
    EXPECT_LT(one.orbits[i].drift, 1e-10);
    EXPECT_EQ(one.orbits[i].drift, four.orbits[i].drift);
    for (std::size_t k = 0; k < 50; ++k) {
      EXPECT_EQ(one.orbits[i].points[k].t, four.orbits[i].points[k].t);
      EXPECT_EQ(one.orbits[i].points[k].u, four.orbits[i].points[k].u);
      EXPECT_EQ(one.orbits[i].points[k].v, four.orbits[i].points[k].v);
    }
  }
}

TEST(Poincare, EndedFromOutsideKeepsWhatItHas) {
  PoincareOptions options = through_zero(ode::Crossing::rising, {star(0.1, 0.1, 0), star(0.1, 0.2, 0)}, 30);
  options.threads = 1;
  options.progress = [](double fraction) { return fraction < 0.5; };
  const PoincareSection some = poincare(henon_heiles(), options);
  EXPECT_FALSE(some.complete);
  EXPECT_EQ(some.orbits[0].points.size(), 30U);
  EXPECT_TRUE(some.orbits[1].points.empty());
}

TEST(Poincare, AStartIsCompletedToAnEnergyOnBothSides) {
  const Reading E = [](double, VecIn x) { return energy({x.begin(), x.end()}); };
  const std::vector<double> start{0, 0.1, 0, 0.2};
  const auto roots = solve_coordinate(E, 1.0 / 8, 0, start, 2);
  ASSERT_EQ(roots.size(), 2U);
  const double exact = star(1.0 / 8, 0.1, 0.2)[2];
  EXPECT_NEAR(roots[0], exact, 1e-15);
  EXPECT_NEAR(roots[1], -exact, 1e-15);
  EXPECT_TRUE(solve_coordinate(E, 0.001, 0, start, 2).empty());
}

}  // namespace
}  // namespace polhode
