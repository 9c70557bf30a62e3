// A state with low parts: what is added is not lost.

#include "ode/compensated.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <polhode/math/rotation.hpp>

#include "unit/ode/fall.hpp"

namespace polhode::ode {
namespace {

constexpr double ulp = std::numeric_limits<double>::epsilon();

TEST(Compensated, AMillionSmallNumbersAddUpToTheLastBit) {
  StateSpace space;
  space.vector("x", 1, {});
  std::vector<double> x{1}, low{0};
  const std::vector<double> u{0.1 * ulp};  // each alone is lost in 1
  for (int i = 0; i < 1'000'000; ++i) add_compensated(space, u, x, low);
  EXPECT_NEAR(x[0], 1 + 1e5 * ulp, 0.5 * ulp);
}

TEST(Compensated, AMillionSmallTurnsAreOneLargeTurnOfUnitLength) {
  StateSpace space;
  space.rotation("R");
  std::vector<double> x{1, 0, 0, 0}, low(4);
  const Vec3 axis = Vec3(1, 2, -2) / 3;
  const int count = 1'000'000;
  const Vec3 turn = 1e-6 * axis;
  for (int i = 0; i < count; ++i) add_compensated(space, view(turn), x, low);
  // Every turn is rounded by half an ulp of itself, in each of a few operations: together that many ulps of one radian,
  // however many there are. Plain products would walk √n ulps: a thousand.
  const Vec4 expected = Rotation::exp(axis).quaternion();
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(x[static_cast<std::size_t>(i)], expected[i], 4 * ulp);
  double length = -1;
  for (std::size_t i = 0; i < 4; ++i) length += x[i] * x[i] + 2 * x[i] * low[i];
  EXPECT_NEAR(length, 0, 2 * ulp);
}

TEST(Compensated, ALargeTurnIsTheProduct) {
  StateSpace space;
  space.rotation("R");
  for (double angle : {0.3, 2.0, 3.5, 6.0}) {
    const Vec3 turn = angle * Vec3(2, -1, 2) / 3;
    const Rotation start = Rotation::exp({0.3, -0.2, 0.9}), expected = start * Rotation::exp(turn);
    const Vec4 q = start.quaternion();
    std::vector<double> x{q[0], q[1], q[2], q[3]}, low(4);
    add_compensated(space, view(turn), x, low);
    EXPECT_LT(Rotation::from_quaternion(x[0], x[1], x[2], x[3]).angle_to(expected), 8 * ulp) << angle;
  }
}

TEST(Compensated, EqualStepsStayEqualFarFromTimeZero) {
  // At t = 1e6 the difference of two times is known to 1e-10 only; what a step of 0.01 does must not know of it.
  std::vector<double> sizes;
  auto drift = [](double, double h, VecIn x, VecOut u) { u[0] = h * x[1], u[1] = 0; };
  auto kick = [&sizes](double, double h, VecIn x, VecOut u) { u[0] = 0, u[1] = -h * x[0], sizes.push_back(h); };
  Problem problem = oscillator(1);
  problem.t0 = 1e6, problem.t1 = 1e6 + 1;
  problem.split->drift = drift;
  problem.split->kick = kick;
  solve(problem, with(method::splitting2, 0.01));
  ASSERT_EQ(sizes.size(), 100u);
  for (double size : sizes) EXPECT_EQ(size, 0.01);
}

TEST(Compensated, ARunThatIsRestartedForgetsTheLowPartsOfItsPast) {
  auto g = [](double t, VecIn) { return t - 0.5; };
  auto map = [](double, VecIn, VecOut after) { after[0] = 1, after[1] = 0; };
  Problem problem = oscillator(1);
  problem.events.push_back({.name = "again", .g = g, .action = Jump{map}});
  const Solution jumped = solve(problem, with(method::yoshida4, 0.125));
  EXPECT_EQ(jumped.x_end, solve(oscillator(0.5), with(method::yoshida4, 0.125)).x_end);
}

}  // namespace
}  // namespace polhode::ode
