// Phase portraits: curves lie where integrals of the motion put them.
#include <polhode/sim/portrait.hpp>

#include <gtest/gtest.h>

#include <cmath>

#include <polhode/math/vector.hpp>

#include "support/typed_system.hpp"
#include "support/validation.hpp"

namespace polhode {
namespace {

System pendulum() { return typed({"theta", "w"}, {"w", "-sin(theta)"}, {{"energy", "w^2/2 - cos(theta)"}}); }

double energy(const PlanePoint& p) { return p.v * p.v / 2 - std::cos(p.u); }

TEST(Portrait, SeparatricesOfAPendulumHaveTheEnergyOfStanding) {
  const Portrait picture = portrait(pendulum(), {.window = {-7, 7, -3, 3}});
  // Standing at ±π; each has two ways in and two ways out.
  ASSERT_EQ(picture.equilibria.size(), 5U);
  ASSERT_EQ(picture.unstable.size(), 4U);
  ASSERT_EQ(picture.stable.size(), 4U);
  double worst = 0, farthest = 0;
  for (const auto* curves : {&picture.stable, &picture.unstable})
    for (const PlaneCurve& curve : *curves)
      for (const PlanePoint& p : curve) {
        worst = std::max(worst, std::abs(energy(p) - 1));
        farthest = std::max(farthest, std::abs(p.v));
      }
  // They start 1e-5 of the window beside the saddle, off the curve by the square of that.
  expect_error_within(1e-7, worst, "separatrices of a pendulum: energy", "elementary");
  EXPECT_NEAR(farthest, 2, 1e-3);
}

TEST(Portrait, OutOfASaddleTheFlowGoesToRestAndIntoItItComesFromAfar) {
  const Portrait picture = portrait(typed({"x", "v"}, {"v", "x - x^3 - 0.4*v"}), {.window = {-2, 2, -2, 2}});
  ASSERT_EQ(picture.unstable.size(), 2U);
  for (const PlaneCurve& curve : picture.unstable) {
    EXPECT_EQ(curve.front().u, 0);
    EXPECT_NEAR(std::abs(curve.back().u), 1, 0.01);
    EXPECT_NEAR(curve.back().v, 0, 0.01);
  }
  for (const PlaneCurve& curve : picture.stable) {
    EXPECT_EQ(curve.back().u, 0);
    EXPECT_GT(std::max(std::abs(curve.front().u), std::abs(curve.front().v)), 1.5);
  }
}

TEST(Portrait, FlowKeepsTheEnergyAndFillsTheWindow) {
  const Portrait picture = portrait(pendulum(), {.window = {-4, 4, -3, 3}});
  EXPECT_GT(picture.flow.size(), 8U);
  double drift = 0;
  for (const PlaneCurve& curve : picture.flow)
    for (const PlanePoint& p : curve) drift = std::max(drift, std::abs(energy(p) - energy(curve.front())));
  EXPECT_LT(drift, 1e-6);
  // In the upper half everything goes to the right.
  for (const PlaneCurve& curve : picture.flow)
    for (std::size_t k = 1; k < curve.size(); ++k)
      EXPECT_TRUE(curve[k].u > curve[k - 1].u || curve[k].v < 0.01 || curve[k - 1].v < 0.01);
  EXPECT_EQ(picture.kept, "s.energy");
  EXPECT_EQ(picture.levels.size(), 14U);
}

TEST(Portrait, CurvesEndOnVanDerPolsCycle) {
  const Portrait picture = portrait(typed({"x", "y"}, {"y", "(1 - x^2)*y - x"}), {.window = {-4, 4, -4, 4}});
  ASSERT_EQ(picture.equilibria.size(), 1U);
  EXPECT_EQ(picture.equilibria[0].type, "unstable focus");
  // Every curve that goes far enough has passed x = 2.00862 at its last turning to the left.
  int turned = 0;
  for (const PlaneCurve& curve : picture.flow)
    for (std::size_t k = curve.size(); k-- > 1;)
      if (curve[k].v < 0 && curve[k - 1].v >= 0) {
        const double part = curve[k - 1].v / (curve[k - 1].v - curve[k].v);
        const double x = curve[k - 1].u + part * (curve[k].u - curve[k - 1].u);
        EXPECT_NEAR(x, 2.00862, k > 1000 ? 0.01 : 2.1);
        ++turned;
        break;
      }
  EXPECT_GT(turned, 3);
}

TEST(Portrait, LevelLinesOfAConeAreCircles) {
  const auto cone = [](double u, double v) { return std::sqrt(u * u + v * v); };
  const auto lines = level_lines(cone, {-1, 1, -1, 1}, 64, 64, 0.7);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].front().u, lines[0].back().u);
  EXPECT_EQ(lines[0].front().v, lines[0].back().v);
  // The second derivative of the cone is 1/r: h²/8r on an edge of length 1/32.
  for (const PlanePoint& p : lines[0]) EXPECT_NEAR(cone(p.u, p.v), 0.7, 1.0 / (32 * 32 * 8 * 0.7));
}

TEST(Portrait, LevelLinesThroughASaddleDoNotCrossIt) {
  const auto lines = level_lines([](double u, double v) { return u * v; }, {-1, 1, -1, 1}, 21, 21, 0.001);
  EXPECT_EQ(lines.size(), 2U);
  for (const PlaneCurve& line : lines)
    for (const PlanePoint& p : line)
      EXPECT_EQ(p.u > 0, lines[0].data() == line.data() ? lines[0][0].u > 0 : lines[1][0].u > 0);
}

}  // namespace
}  // namespace polhode
