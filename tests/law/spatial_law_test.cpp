// Twists and wrenches: what must not depend on the point and the axes they are written in.

#include <limits>

#include <gtest/gtest.h>

#include <polhode/math/spatial.hpp>

#include "unit/math/rotation_samples.hpp"

namespace polhode {
namespace {

using testing_support::gap;
using testing_support::Samples;
constexpr double eps = std::numeric_limits<double>::epsilon();

Pose pose(Samples& samples) { return {samples.rotation(), samples.vector(2)}; }

TEST(SpatialLaw, PowerIsTheSameAboutEveryPointInAllAxes) {
  Samples samples(61);
  for (int i = 0; i < 1000; ++i) {
    const Twist V_B{samples.vector(), samples.vector()};
    const Wrench F_B{samples.vector(), samples.vector()};
    const Pose X_AB = pose(samples);
    const Vec3 p = samples.vector(2);
    // Sums of some 30 products, none above 2 · 2 · 3.
    EXPECT_NEAR(power(X_AB * V_B, X_AB * F_B), power(V_B, F_B), 100 * eps);
    EXPECT_NEAR(power(V_B.about(p), F_B.about(p)), power(V_B, F_B), 100 * eps);
  }
}

TEST(SpatialLaw, PowerIsForceTimesVelocityOfThePointItActsOn) {
  Samples samples(62);
  for (int i = 0; i < 1000; ++i) {
    const Twist V{samples.vector(), samples.vector()};
    const Vec3 p = samples.vector(2), f = samples.vector();
    EXPECT_NEAR(power(V, Wrench::force_at(p, f)), V.velocity_at(p).dot(f), 60 * eps);
  }
}

TEST(SpatialLaw, APoseCarriesTheVelocityOfEveryPoint) {
  // The point of the body at p_B moves in A's axes with R v(p_B).
  Samples samples(63);
  for (int i = 0; i < 1000; ++i) {
    const Twist V_B{samples.vector(), samples.vector()};
    const Pose X_AB = pose(samples);
    const Vec3 p_B = samples.vector(2);
    const Vec3 expected = X_AB.R * V_B.velocity_at(p_B);
    EXPECT_LE(gap((X_AB * V_B).velocity_at(X_AB * p_B), expected), 100 * eps);
  }
}

TEST(SpatialLaw, APoseCarriesAForceWithItsPoint) {
  Samples samples(64);
  for (int i = 0; i < 1000; ++i) {
    const Pose X_AB = pose(samples);
    const Vec3 p_B = samples.vector(2), f_B = samples.vector();
    const Wrench F_A = X_AB * Wrench::force_at(p_B, f_B), expected = Wrench::force_at(X_AB * p_B, X_AB.R * f_B);
    EXPECT_LE(gap(F_A.moment, expected.moment), 100 * eps);
    EXPECT_LE(gap(F_A.force, expected.force), 8 * eps);
  }
}

TEST(SpatialLaw, PosesActInTurn) {
  Samples samples(65);
  for (int i = 0; i < 500; ++i) {
    const Pose X_AB = pose(samples), X_BC = pose(samples);
    const Twist V_C{samples.vector(), samples.vector()};
    const Wrench F_C{samples.vector(), samples.vector()};
    const Twist once = (X_AB * X_BC) * V_C, twice = X_AB * (X_BC * V_C);
    EXPECT_LE(gap(once.angular, twice.angular), 16 * eps);
    EXPECT_LE(gap(once.linear, twice.linear), 200 * eps);
    const Wrench F_once = (X_AB * X_BC) * F_C, F_twice = X_AB * (X_BC * F_C);
    EXPECT_LE(gap(F_once.moment, F_twice.moment), 200 * eps);
    const Twist back = X_AB.inverse() * (X_AB * V_C);  // C == B
    EXPECT_LE(gap(back.linear, V_C.linear), 200 * eps);
    const Vec3 p = samples.vector();
    EXPECT_LE(gap(X_AB.inverse() * (X_AB * p), p), 40 * eps);
    EXPECT_LE(gap((X_AB * X_BC) * p, X_AB * (X_BC * p)), 60 * eps);
  }
}

}  // namespace
}  // namespace polhode
