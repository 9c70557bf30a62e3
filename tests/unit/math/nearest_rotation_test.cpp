// The rotation nearest to a matrix.
#include "math/nearest_rotation.hpp"

#include <gtest/gtest.h>

#include <random>

#include <Eigen/LU>

#include <polhode/math/dual.hpp>
#include <polhode/math/pack.hpp>
#include <polhode/math/rotation.hpp>

namespace polhode {
namespace {

using Generator = std::mt19937_64;

Vec3 random_vector(Generator& random, double size) {
  std::uniform_real_distribution<double> one(-size, size);
  const double x = one(random), y = one(random);
  return {x, y, one(random)};
}

Mat3 near_rotation(Generator& random, double size) {
  Mat3 stretch;
  for (int i = 0; i < 3; ++i) stretch.col(i) = random_vector(random, size);
  return Rotation::exp(random_vector(random, 3)).matrix() * (Mat3::Identity() + stretch);
}

/// The orthogonal factor of R = Q S by Newton's iteration Q ← (Q + Q⁻ᵀ)/2.
Mat3 polar_factor(Mat3 Q) {
  for (int i = 0; i < 30; ++i) Q = 0.5 * (Q + Mat3(Q.inverse().transpose()));
  return Q;
}

TEST(NearestRotation, IsThePolarFactor) {
  Generator random(1);
  for (int i = 0; i < 1000; ++i) {
    const Mat3 R = near_rotation(random, 0.2);
    const Mat3 found = so3::matrix(so3::nearest_quaternion<double>(R, 40));
    EXPECT_LT((found - polar_factor(R)).norm(), 1e-14);
  }
}

TEST(NearestRotation, OfARotationIsTheRotationWithoutAnyRound) {
  Generator random(2);
  for (int i = 0; i < 1000; ++i) {
    const Mat3 R = Rotation::exp(random_vector(random, 3)).matrix();
    EXPECT_LT((so3::matrix(so3::nearest_quaternion<double>(R, 0)) - R).norm(), 2e-15);
  }
}

TEST(NearestRotation, HasNoStepWhereAnotherColumnBecomesTheLargest) {
  // At this turn w² = x². The columns of 1 + K then differ by what R misses being a rotation by, some 1e-4; a round
  // multiplies that by half of it.
  Generator random(3);
  for (int i = 0; i < 100; ++i) {
    const Mat3 R = Rotation::about_x(pi / 2).matrix() + 1e-4 * near_rotation(random, 0.5);
    Mat3 above = R, below = R;
    above(1, 1) += 1e-3, above(2, 2) += 1e-3, below(1, 1) -= 1e-3, below(2, 2) -= 1e-3;
    const auto error = [](const Mat3& matrix, int rounds) {
      return (so3::matrix(so3::nearest_quaternion<double>(matrix, rounds)) - polar_factor(matrix)).norm();
    };
    for (const Mat3& matrix : {above, below}) {
      EXPECT_LT(error(matrix, 0), 1e-2);
      EXPECT_LT(error(matrix, 1), 1e-5);
      EXPECT_LT(error(matrix, 2), 1e-8);
    }
  }
}

TEST(NearestRotation, OfPacksHasTheBitsOfNumbersAndOfDualsTheirSlope) {
  Generator random(4);
  for (int i = 0; i < 200; ++i) {
    std::array<Mat3, 4> lanes;
    so3::Matrix3<Pack4> packed;
    for (int k = 0; k < 4; ++k) lanes[static_cast<std::size_t>(k)] = near_rotation(random, 0.1);
    for (int j = 0; j < 9; ++j)
      for (int k = 0; k < 4; ++k) packed(j / 3, j % 3).set(k, lanes[static_cast<std::size_t>(k)](j / 3, j % 3));
    const so3::Vector4<Pack4> q = so3::nearest_quaternion(packed, 2);
    for (int k = 0; k < 4; ++k) {
      const Vec4 one = so3::nearest_quaternion<double>(lanes[static_cast<std::size_t>(k)], 2);
      for (int j = 0; j < 4; ++j) EXPECT_EQ(q[j][k], one[j]);
    }
    so3::Matrix3<Dual4> dual;
    const Mat3 direction = near_rotation(random, 1);
    for (int j = 0; j < 9; ++j) dual(j / 3, j % 3) = Dual4(lanes[0](j / 3, j % 3), Pack4(direction(j / 3, j % 3)));
    const so3::Vector4<Dual4> slope = so3::nearest_quaternion(dual, 2);
    const double h = 1e-6;
    const Vec4 ahead = so3::nearest_quaternion<double>(lanes[0] + h * direction, 2);
    const Vec4 behind = so3::nearest_quaternion<double>(lanes[0] - h * direction, 2);
    if (ahead.dot(behind) < 0) continue;  // another column, another sign
    for (int j = 0; j < 4; ++j) EXPECT_NEAR(slope[j].tangent[0], (ahead[j] - behind[j]) / (2 * h), 1e-8);
  }
}

}  // namespace
}  // namespace polhode
