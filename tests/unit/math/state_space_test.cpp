// The state space as a product of blocks: layout, retraction, difference.

#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <polhode/math/state_space.hpp>

#include "unit/math/rotation_samples.hpp"

namespace polhode {
namespace {

using testing_support::Samples;
constexpr double eps = std::numeric_limits<double>::epsilon();

StateSpace free_body() {
  StateSpace space;
  space.vector("p", 3, dimension::length).rotation("R").vector("v", 3, dimension::velocity);
  return space.vector("w", 3, dimension::angular_velocity);
}

TEST(StateSpaceTest, BlocksKnowWhereTheyStart) {
  const StateSpace space = free_body();
  EXPECT_EQ(space.nx(), 13);
  EXPECT_EQ(space.nv(), 12);
  ASSERT_EQ(space.blocks().size(), 4u);
  EXPECT_EQ(space.blocks()[1].x0, 3);
  EXPECT_EQ(space.blocks()[1].nx, 4);
  EXPECT_EQ(space.blocks()[1].nv, 3);
  EXPECT_EQ(space.blocks()[3].x0, 10);
  EXPECT_EQ(space.blocks()[3].v0, 9);
  EXPECT_EQ(space.blocks()[3].unit, dimension::angular_velocity);
}

TEST(StateSpaceTest, AppendedSpacesKeepTheirOrderUnderAPrefix) {
  StateSpace scene;
  scene.append(free_body(), "brick.").append(free_body(), "top.");
  scene.append(scene, "twin.");
  EXPECT_EQ(scene.nx(), 52);
  EXPECT_EQ(scene.nv(), 48);
  EXPECT_EQ(scene.blocks()[5].name, "top.R");
  EXPECT_EQ(scene.blocks()[5].x0, 16);
  EXPECT_EQ(scene.blocks()[5].v0, 15);
  EXPECT_EQ(scene.blocks()[8].name, "twin.brick.p");
}

TEST(StateSpaceTest, AnEmptyVectorBlockIsAUsageError) {
  StateSpace space;
  EXPECT_THROW(space.vector("nothing", 0, dimension::none), UsageError);
}

TEST(StateSpaceTest, DifferenceUndoesRetractAcrossAppendedSpaces) {
  StateSpace space;
  space.append(free_body(), "a.").append(free_body(), "b.");
  Samples samples(11);
  std::vector<double> x(26), y(26), u(24), back(24);
  for (int trial = 0; trial < 1000; ++trial) {
    for (auto& value : x) value = samples.uniform(-1, 1);
    for (auto& value : u) value = samples.uniform(-1.8, 1.8);  // |u| ≤ 3.12 < π
    for (const int at : {3, 16}) {
      const Vec4 wxyz = samples.rotation().quaternion();
      for (int i = 0; i < 4; ++i) x[static_cast<std::size_t>(at + i)] = wxyz[i];
    }
    space.retract<double>(x, u, y);
    space.difference<double>(x, y, back);
    for (std::size_t i = 0; i < u.size(); ++i) ASSERT_NEAR(back[i], u[i], 8 * eps) << i;
    // On top of itself: y may be x.
    auto moved = x;
    space.retract<double>(moved, u, moved);
    ASSERT_EQ(moved, y);
  }
}

TEST(StateSpaceTest, RetractionTurnsTheBodySideByTheExponential) {
  StateSpace space;
  space.rotation("R");
  Samples samples(12);
  for (int trial = 0; trial < 1000; ++trial) {
    const Rotation R = samples.rotation();
    const Vec4 x = R.quaternion();
    const Vec3 u = samples.vector(3);
    Vec4 y;
    space.retract<double>(view(x), view(u), view(y));
    EXPECT_LE(std::fabs(y.squaredNorm() - 1), 4 * eps);
    const Mat3 expected = R.matrix() * testing_support::rodrigues(u);
    EXPECT_LE(testing_support::gap(Rotation::from_quaternion(y[0], y[1], y[2], y[3]).matrix(), expected), 12 * eps);
  }
}

#ifdef POLHODE_ASSERTS
TEST(StateSpaceTest, WrongSizesAreUsageErrorsInCheckedBuilds) {
  const StateSpace space = free_body();
  std::vector<double> x(13), u(13), y(13);
  EXPECT_THROW(space.retract<double>(x, u, y), UsageError);
}
#endif

}  // namespace
}  // namespace polhode
