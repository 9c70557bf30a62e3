// Lines of equal energy lie where the energy is what they say, and go through its saddles.
#include <polhode/sim/level_map.hpp>

#include <gtest/gtest.h>

#include <cmath>

#include <polhode/math/vector.hpp>

#include "support/validation.hpp"

namespace polhode {
namespace {

Expression of_plane(const char* text) {
  const std::vector<std::string> names{"t", "u", "v"};
  return Expression::compile(text, names).value();
}

TEST(LevelMap, PointsOfLinesHaveTheEnergyOfTheirLine) {
  const auto map = level_map(of_plane("v^2/2 - cos(u)"), 0, 1, {-5, 5, -3, 3});
  ASSERT_TRUE(map);
  double worst = 0;
  std::size_t points = 0;
  for (const LevelMap::Line& line : map->lines)
    for (const PlaneCurve& curve : line.curves)
      for (const PlanePoint& p : curve) {
        worst = std::max(worst, std::fabs(p.v * p.v / 2 - std::cos(p.u) - line.value));
        ++points;
      }
  EXPECT_GT(points, 2000U);
  // Newton's method ends in rounding: of a function of size 6.
  expect_error_within(1e-13, worst, "lines of equal energy of a pendulum", "elementary");
}

TEST(LevelMap, TheSeparatrixOfAPendulumGoesThroughItsStanding) {
  const auto map = level_map(of_plane("v^2/2 - cos(u)"), 0, 1, {-5, 5, -3, 3});
  ASSERT_TRUE(map);
  ASSERT_EQ(map->saddles.size(), 2U);
  for (const double side : {-1.0, 1.0}) {
    const PlanePoint& saddle = map->saddles[side < 0 ? 0 : 1];
    EXPECT_NEAR(saddle.u, side * pi, 1e-12);
    EXPECT_NEAR(saddle.v, 0, 1e-12);
  }
  int separatrices = 0;
  double highest = 0;
  for (const LevelMap::Line& line : map->lines) {
    if (!line.separatrix) continue;
    ++separatrices;
    EXPECT_NEAR(line.value, 1, 1e-12);
    // v = ±2 cos(u/2) along the whole of it.
    for (const PlaneCurve& curve : line.curves)
      for (const PlanePoint& p : curve) {
        EXPECT_NEAR(std::fabs(p.v), 2 * std::fabs(std::cos(p.u / 2)), 1e-6);
        highest = std::max(highest, p.v);
      }
  }
  EXPECT_EQ(separatrices, 1);
  EXPECT_NEAR(highest, 2, 1e-3);
}

TEST(LevelMap, SaddlesOfOneHeightAreOneLine) {
  // Two wells have one pass between them, at 0.
  const auto map = level_map(of_plane("v^2/2 + u^4/4 - u^2/2"), 0, 1, {-2, 2, -1.5, 1.5});
  ASSERT_TRUE(map);
  ASSERT_EQ(map->saddles.size(), 1U);
  EXPECT_NEAR(map->saddles[0].u, 0, 1e-12);
  for (std::size_t k = 1; k < map->lines.size(); ++k) EXPECT_LT(map->lines[k - 1].value, map->lines[k].value);
  // A hill and a well alone have none.
  EXPECT_TRUE(level_map(of_plane("u^2 + v^2"), 0, 1, {-1, 1, -1, 1})->saddles.empty());
}

TEST(LevelMap, WhatDependsOnTimeHasNoLines) {
  EXPECT_FALSE(level_map(of_plane("v^2/2 - cos(u - t)"), 0, 0.618, {-5, 5, -3, 3}));
  // Time that cancels does not count.
  EXPECT_TRUE(level_map(of_plane("v^2/2 - cos(u)*(sin(3*t)^2 + cos(3*t)^2)"), 0, 0.618, {-5, 5, -3, 3}));
  EXPECT_FALSE(level_map(of_plane("3"), 0, 1, {-5, 5, -3, 3}));
}

TEST(LevelMap, WhereThereIsNoValueThereIsNoLine) {
  const auto map = level_map(of_plane("v^2/2 - sqrt(u)"), 0, 1, {-1, 1, -1, 1});
  ASSERT_TRUE(map);
  for (const LevelMap::Line& line : map->lines)
    for (const PlaneCurve& curve : line.curves)
      for (const PlanePoint& p : curve) EXPECT_GE(p.u, 0);
}

}  // namespace
}  // namespace polhode
