// Screws of known helical motions, from their twists and from velocities of points.

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <polhode/math/screw.hpp>

#include "unit/math/rotation_samples.hpp"

namespace polhode {
namespace {

using testing_support::gap;
using testing_support::Samples;
constexpr double eps = std::numeric_limits<double>::epsilon();

struct Helix {
  Vec3 direction, point;
  double speed, pitch;

  /// v(p) = ω × (p − point) + pitch ω.
  Vec3 velocity(const Vec3& p) const { return speed * (cross_matrix(direction) * (p - point) + pitch * direction); }
  Twist twist() const { return {speed * direction, velocity(Vec3::Zero())}; }
};

Helix helix(Samples& samples) {
  const Vec3 direction = samples.direction();
  Vec3 point = samples.vector(2);
  point -= point.dot(direction) * direction;  // the point of the axis nearest to the origin
  return {direction, point, samples.uniform(0.2, 3), samples.uniform(-2, 2)};
}

TEST(ScrewTest, TheScrewOfAHelicalMotionIsRecovered) {
  Samples samples(51);
  for (int i = 0; i < 2000; ++i) {
    const Helix motion = helix(samples);
    const Screw screw = instantaneous_screw(motion.twist());
    ASSERT_EQ(screw.kind, ScrewKind::screw);
    EXPECT_LE(gap(screw.direction, motion.direction), 2 * eps);
    // Velocities up to 3 (2 √3 + 2) = 17 m/s carry 17 ε; divided by the speed, at least 0.2.
    EXPECT_LE(gap(screw.point, motion.point), 20 * eps * (1 + 1 / motion.speed));
    EXPECT_NEAR(screw.pitch, motion.pitch, 20 * eps * (1 + 1 / motion.speed));
    EXPECT_NEAR(screw.angular_speed, motion.speed, 4 * eps * motion.speed);
    EXPECT_LE(std::fabs(screw.point.dot(screw.direction)), 8 * eps);
  }
}

TEST(ScrewTest, PointsOfTheAxisOnlySlideAlongIt) {
  Samples samples(52);
  for (int i = 0; i < 500; ++i) {
    const Twist V{samples.vector(), samples.vector()};
    const Screw screw = instantaneous_screw(V);
    const Vec3 v = V.velocity_at(screw.point + 2.5 * screw.direction);
    EXPECT_LE(gap(v, screw.sliding_speed * screw.direction), 16 * eps * (1 + 1 / screw.angular_speed));
  }
}

TEST(ScrewTest, RestAndTranslationHaveNoAxis) {
  EXPECT_EQ(instantaneous_screw(Twist{}).kind, ScrewKind::rest);
  const Screw slide = instantaneous_screw({Vec3::Zero(), Vec3(0, 3, 4)});
  EXPECT_EQ(slide.kind, ScrewKind::translation);
  EXPECT_EQ(slide.sliding_speed, 5);
  EXPECT_LE(gap(slide.direction, Vec3(0, 0.6, 0.8)), eps);
  // An axis beyond all numbers.
  EXPECT_EQ(instantaneous_screw({Vec3(1e-310, 0, 0), Vec3(0, 1, 0)}).kind, ScrewKind::translation);
  const Screw spin = instantaneous_screw({Vec3(0, 0, 1e-200), Vec3::Zero()});
  EXPECT_EQ(spin.kind, ScrewKind::screw);
  EXPECT_EQ(spin.pitch, 0);
}

TEST(ScrewTest, ThreePointsGiveTheMotionOfTheWholeBody) {
  Samples samples(53);
  for (int i = 0; i < 500; ++i) {
    const Helix motion = helix(samples);
    std::vector<Vec3> p, v;
    for (int k = 0; k < 3 + i % 4; ++k) p.push_back(samples.vector(1));
    for (const Vec3& point : p) v.push_back(motion.velocity(point));
    // Rounding of velocities and positions, amplified by how flat the triangle is.
    const Vec3 a = p[1] - p[0], b = p[2] - p[0];
    const double flat = std::max({a.norm(), b.norm(), (b - a).norm()}) *
                        std::max({a.norm(), b.norm(), (b - a).norm()}) / (cross_matrix(a) * b).norm();
    const auto fit = motion_from_points(p, v);
    ASSERT_TRUE(fit.ok()) << format(fit.diagnostics());
    EXPECT_LE(gap(fit->V.angular, motion.twist().angular), 200 * eps * flat * flat);
    EXPECT_LE(gap(fit->V.linear, motion.twist().linear), 200 * eps * flat * flat);
    EXPECT_LE(fit->residual, 40 * eps * flat);
    EXPECT_EQ(fit->screw.kind, ScrewKind::screw);
  }
}

TEST(ScrewTest, SmallErrorsOfManyPointsAreAveragedAndReported) {
  Samples samples(54);
  const Helix motion = helix(samples);
  std::vector<Vec3> p, v;
  for (int k = 0; k < 400; ++k) {
    p.push_back(samples.vector(1));
    v.push_back(motion.velocity(p.back()) + samples.vector(1e-3));
  }
  EXPECT_FALSE(motion_from_points(p, v).ok());
  const auto fit = motion_from_points(p, v, 1e-2);
  ASSERT_TRUE(fit.ok());
  EXPECT_LE(fit->residual, 1e-3 * std::sqrt(3.) + 5e-4);
  EXPECT_GE(fit->residual, 1e-3);
  // One error has a standard deviation of 6e-4; 400 of them leave 3e-5 times a factor for the lever arms.
  EXPECT_LE(gap(fit->V.angular, motion.twist().angular), 2e-4);
}

TEST(ScrewTest, PointsThatTranslateTogetherHaveNoAxis) {
  Samples samples(55);
  for (int i = 0; i < 200; ++i) {
    const std::vector<Vec3> p{samples.vector(), samples.vector(), samples.vector(), samples.vector()};
    const std::vector<Vec3> v(4, samples.vector());
    const auto fit = motion_from_points(p, v);
    ASSERT_TRUE(fit.ok());
    EXPECT_EQ(fit->screw.kind, ScrewKind::translation);
  }
  const std::vector<Vec3> p{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)}, still(3, Vec3::Zero());
  EXPECT_EQ(motion_from_points(p, still)->screw.kind, ScrewKind::rest);
}

TEST(ScrewTest, AThinTriangleCostsItsFlatnessOnceUntilItIsALine) {
  const Twist V{Vec3(0.3, -0.2, 0.5), Vec3(1, 2, 3)};
  for (const double width : {1e-2, 1e-4, 1e-6, 1e-8, 1e-12, 1e-15}) {
    const std::vector<Vec3> p{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0.5, width, 0)};
    std::vector<Vec3> v;
    for (const Vec3& point : p) v.push_back(V.velocity_at(point));
    const auto fit = motion_from_points(p, v);
    ASSERT_EQ(fit.ok(), width > 1e-10) << width;
    // Velocities of size 4, right to 4 ε, over the width.
    if (!fit.ok()) continue;
    EXPECT_LE(gap(fit->V.angular, V.angular), 16 * eps / width) << width;
  }
}

std::string message_of(const std::vector<Vec3>& p, const std::vector<Vec3>& v) {
  const auto fit = motion_from_points(p, v, 1e-6, "points");
  EXPECT_FALSE(fit.ok());
  EXPECT_EQ(fit.diagnostics()[0].path, "points");
  return fit.ok() ? "" : fit.diagnostics()[0].message;
}

TEST(ScrewTest, WhatIsNoMotionOfABodyIsRefusedWithTheReason) {
  const Vec3 o = Vec3::Zero(), x(1, 0, 0), y(0, 1, 0);
  EXPECT_EQ(message_of({o, x}, {o, o}), "three points determine the motion of a body, here are 2");
  EXPECT_EQ(message_of({o, x, y}, {o, o}), "3 positions but 2 velocities");
  EXPECT_EQ(message_of({o, x, 2 * x, 3.7 * x}, {o, o, o, o}), "the points lie on one line");
  const Vec3 d = Vec3(0.3, -0.7, 0.2), far(10, 20, 30);
  EXPECT_EQ(message_of({far, far + d, far + 3.1 * d}, {o, o, o}), "the points lie on one line");
  EXPECT_EQ(message_of({x, x, x}, {o, o, o}), "all points are the same");
  EXPECT_NE(message_of({o, x, y}, {o, x, o}).find("the distance of points 1 and 2 changes at 1 m/s"),
            std::string::npos);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(message_of({o, x, y}, {o, o, Vec3(nan, 0, 0)}), "point 3 has a number that is not finite");
}

}  // namespace
}  // namespace polhode
