#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include <Eigen/Geometry>

#include <polhode/mass/mass_properties.hpp>

namespace polhode {
namespace {

Mat3 random_rotation(std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  return Rotation::from_quaternion(normal(random), normal(random), normal(random), normal(random)).matrix();
}

TEST(PrincipalAxes, ADiagonalTensorIsSortedToTheBit) {
  const PrincipalAxes sorted = principal_axes(Vec3(0.1, 0.2, 0.3).asDiagonal());
  EXPECT_EQ(sorted.moments, Vec3(0.1, 0.2, 0.3));
  EXPECT_EQ(sorted.axes, Mat3(Mat3::Identity()));
  const PrincipalAxes turned = principal_axes(Vec3(0.3, 0.1, 0.2).asDiagonal());
  EXPECT_EQ(turned.moments, Vec3(0.1, 0.2, 0.3));
  EXPECT_EQ(turned.axes.col(0), Vec3(0, 1, 0));
  EXPECT_EQ(turned.axes.col(1), Vec3(0, 0, 1));
  EXPECT_EQ(turned.axes.col(2), Vec3(1, 0, 0));
  const PrincipalAxes swapped = principal_axes(Vec3(0.2, 0.1, 0.3).asDiagonal());
  EXPECT_EQ(swapped.axes.col(2), Vec3(0, 0, -1));  // x and y changed places, so the third axis turns round
}

TEST(PrincipalAxes, RebuildAnyTensor) {
  std::mt19937_64 random(4);
  std::uniform_real_distribution<double> exponent(-8, 0);
  for (int trial = 0; trial < 2000; ++trial) {
    Vec3 moments(std::pow(10, exponent(random)), std::pow(10, exponent(random)), 1);
    if (trial % 3 == 0) moments[1] = moments[0];
    if (trial % 7 == 0) moments[0] = 0;
    const Mat3 R = random_rotation(random);
    Mat3 inertia = R * moments.asDiagonal() * R.transpose();
    inertia = 0.5 * (inertia + inertia.transpose().eval());
    const PrincipalAxes found = principal_axes(inertia);
    // Rotations are backward stable: a few roundings of the largest moment, whatever the ratio of the others.
    EXPECT_LT((found.axes * found.moments.asDiagonal() * found.axes.transpose() - inertia).norm(), 3e-15);
    EXPECT_LT((found.axes.transpose() * found.axes - Mat3::Identity()).norm(), 3e-15);
    EXPECT_GT(found.axes.col(0).cross(found.axes.col(1)).dot(found.axes.col(2)), 0.99);
    EXPECT_LE(found.moments[0], found.moments[1]);
    EXPECT_LE(found.moments[1], found.moments[2]);
    std::sort(moments.data(), moments.data() + 3);
    EXPECT_LT((found.moments - moments).norm(), 3e-15);
  }
}

TEST(PrincipalAxes, ScaleDoesNotMatter) {
  Mat3 inertia;
  inertia << 3, 1, 0.5, 1, 2, 0.25, 0.5, 0.25, 4;
  const PrincipalAxes plain = principal_axes(inertia);
  for (double scale : {0x1p-900, 0x1p-100, 0x1p100, 0x1p900}) {
    const PrincipalAxes scaled = principal_axes(scale * inertia);
    EXPECT_EQ(scaled.axes, plain.axes);
    EXPECT_EQ(scaled.moments, Vec3(scale * plain.moments));
  }
}

TEST(PhysicalInertia, APossibleTensorIsItsOwnNearest) {
  Mat3 inertia;
  inertia << 3, 0.25, 0.5, 0.25, 2, 0.25, 0.5, 0.25, 4;
  EXPECT_EQ(nearest_physical_inertia(inertia), inertia);
  EXPECT_EQ(nearest_physical_inertia(Vec3(1, 2, 3).asDiagonal()), Mat3(Vec3(1, 2, 3).asDiagonal()));
}

/// A possible tensor: tr(S) 1 − S with a random positive semidefinite S, now and then of low rank.
Mat3 random_possible(std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  Mat3 S = Mat3::Zero();
  const int rank = 1 + static_cast<int>(random() % 3);
  for (int k = 0; k < rank; ++k) {
    const Vec3 x(normal(random), normal(random), normal(random));
    S += x * x.transpose();
  }
  return S.trace() * Mat3::Identity() - S;
}

TEST(PhysicalInertia, NoPossibleTensorIsNearer) {
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal;
  for (int trial = 0; trial < 200; ++trial) {
    Mat3 given;
    for (int i = 0; i < 9; ++i) given(i / 3, i % 3) = normal(random);
    given = given + Mat3(given.transpose());
    const Mat3 nearest = nearest_physical_inertia(given);
    const Vec3 moments = principal_axes(nearest).moments;
    EXPECT_GT(moments[0] + moments[1] - moments[2], -1e-14);
    const double distance = (given - nearest).norm();
    for (int k = 0; k < 200; ++k) {
      const Mat3 other = random_possible(random);
      // The set is convex: an optimum at `nearest` means a right or obtuse angle there towards every other member.
      EXPECT_LT((given - nearest).cwiseProduct(other - nearest).sum(), 1e-13 * (1 + other.norm()));
      // And nothing near it does better.
      const Mat3 step = nearest + 0.01 * (other - nearest);
      EXPECT_GE((given - step).norm(), distance - 1e-14);
    }
  }
}

}  // namespace
}  // namespace polhode
