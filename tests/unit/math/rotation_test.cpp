// Conversions of a rotation between matrix, quaternion, rotation vector and axis with angle.
//
// Tolerances: ε = 2.2e-16 is the spacing of doubles at 1. A quaternion that is right to ε/2 in each component gives
// matrix entries, sums of three products, right to about 3 ε; each further conversion adds as much.

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <polhode/math/rotation.hpp>

#include "unit/math/rotation_samples.hpp"

namespace polhode {
namespace {

using testing_support::gap;
using testing_support::rodrigues;
using testing_support::Samples;

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr int many = 10'000;

double orthogonality_defect(const Mat3& m) { return gap(m.transpose() * m, Mat3::Identity()); }

/// Quaternions up to their common sign.
double quaternion_gap(const Rotation& a, const Rotation& b) {
  return std::min(gap(a.quaternion(), b.quaternion()), gap(a.quaternion(), -b.quaternion()));
}

TEST(RotationTest, MatrixOfExpIsRodriguesFormula) {
  Samples samples(1);
  for (int i = 0; i < many; ++i) {
    const Vec3 u = samples.vector(4);
    // |u| up to 7 carries its own rounding, ε |u|, into the angle.
    ASSERT_LE(gap(Rotation::exp(u).matrix(), rodrigues(u)), 8 * eps) << u.transpose();
  }
}

TEST(RotationTest, MatrixRoundTripKeepsRandomRotationsToRounding) {
  Samples samples(2);
  double worst = 0;
  for (int i = 0; i < many; ++i) {
    const Rotation R = samples.rotation();
    ASSERT_LE(orthogonality_defect(R.matrix()), 5 * eps);
    worst = std::max(worst, quaternion_gap(R, Rotation::from_matrix(R.matrix())));
  }
  EXPECT_LE(worst, 2 * eps);
}

TEST(RotationTest, VectorRoundTripKeepsRandomRotationsToRounding) {
  Samples samples(3);
  double worst = 0;
  for (int i = 0; i < many; ++i) {
    const Rotation R = samples.rotation();
    ASSERT_LE(R.log().norm(), pi + 2 * eps);
    worst = std::max(worst, quaternion_gap(R, Rotation::exp(R.log())));
  }
  // Half of u's rounding, up to ε π/2 in each of three components, and the sine's.
  EXPECT_LE(worst, 3 * eps);
}

TEST(RotationTest, LogOfExpIsTheVectorItselfFromNextToNothingUpToPi) {
  Samples samples(4);
  for (double size = 1e-300; size < 3.1; size *= 7.3) {
    for (int i = 0; i < 20; ++i) {
      const Vec3 u = size * samples.direction();
      const Vec3 back = Rotation::exp(u).log();
      for (int k = 0; k < 3; ++k)
        ASSERT_LE(std::fabs(back[k] - u[k]), 4 * eps * std::max(u.norm(), std::fabs(u[k]))) << size;
    }
  }
}

TEST(RotationTest, LogIsAccurateCloseToHalfATurn) {
  // Relative errors of u's rounding, sine, quotient and product on the way there, of root, atan2 (2 ulp), quotient and
  // product on the way back: 4 ε of π in all.
  const double bound = 4 * eps * pi;
  Samples samples(5);
  for (double below = 1e-15; below < 0.5; below *= 3) {
    for (int i = 0; i < 50; ++i) {
      const Vec3 e = samples.direction();
      const Vec3 u = (pi - below) * e;
      ASSERT_LE(gap(Rotation::exp(u).log(), u), bound) << below;
      // Beyond half a turn, by more than the rounding of u, the shorter way round has the opposite sense.
      if (below > 8 * eps) {
        ASSERT_LE(gap(Rotation::exp((pi + below) * e).log(), (below - pi) * e), bound) << below;
      }
      ASSERT_LE(gap(Rotation::from_matrix(Rotation::exp(u).matrix()).log(), u), 2 * bound) << below;
    }
  }
}

TEST(RotationTest, QuarterTurnsPermuteTheAxesExactly) {
  const Vec3 x(1, 0, 0), y(0, 1, 0), z(0, 0, 1);
  EXPECT_LE(gap(Rotation::about_x(pi / 2) * y, z), eps);
  EXPECT_LE(gap(Rotation::about_y(pi / 2) * z, x), eps);
  EXPECT_LE(gap(Rotation::about_z(pi / 2) * x, y), eps);
  // All 24 rotations of the cube, given as exact matrices.
  int cube = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int signs = 0; signs < 4; ++signs) {
        if (i == j) continue;
        Vec3 a = Vec3::Zero(), b = Vec3::Zero();
        a[i] = signs & 1 ? -1 : 1, b[j] = signs & 2 ? -1 : 1;
        Mat3 m;
        m.col(0) = a, m.col(1) = b, m.col(2) = cross_matrix(a) * b;
        EXPECT_LE(gap(Rotation::from_matrix(m).matrix(), m), eps);
        ++cube;
      }
  EXPECT_EQ(cube, 24);
}

TEST(RotationTest, HalfTurnsOfAMatrixNeedNoTrace) {
  Samples samples(6);
  for (int i = 0; i < 1000; ++i) {
    const Vec3 e = samples.direction();
    const Mat3 m = 2 * e * e.transpose() - Mat3::Identity();
    const Vec3 u = Rotation::from_matrix(m).log();
    EXPECT_NEAR(u.norm(), pi, 8 * eps);
    EXPECT_NEAR(std::fabs(u.dot(e)), pi, 8 * eps);
  }
}

TEST(RotationTest, AxisAndAngleAgreeWithTheRotationVector) {
  Samples samples(7);
  for (int i = 0; i < 1000; ++i) {
    const Vec3 e = samples.direction();
    const double angle = samples.uniform(-3, 3);
    EXPECT_LE(gap(Rotation::about(e, angle).matrix(), rodrigues(angle * e)), 8 * eps);
    EXPECT_LE(gap(Rotation::about(e * 1e-310, angle).matrix(), rodrigues(angle * e)), 1e-12);  // subnormal: few bits
    EXPECT_LE(gap(Rotation::about(e * 1e300, angle).matrix(), rodrigues(angle * e)), 8 * eps);
  }
}

TEST(RotationTest, QuaternionsOfAnyLengthNameTheSameRotation) {
  const Rotation R = Rotation::from_quaternion(0.1, -0.7, 0.3, 0.2);
  for (const double size : {1e-320, 1e-310, 1e-200, 1e-30, 1.0, 3.0, 1e30, 1e200, 1e307})
    EXPECT_LE(quaternion_gap(R, Rotation::from_quaternion(0.1 * size, -0.7 * size, 0.3 * size, 0.2 * size)),
              size < 1e-307 ? 1e-3 : 2 * eps)
        << size;
  const double top = std::numeric_limits<double>::max();
  EXPECT_LE(gap(Rotation::from_quaternion(top, top, top, top).quaternion(), Vec4(0.5, 0.5, 0.5, 0.5)), eps);
}

TEST(RotationTest, AUnitQuaternionKeepsItsBits) {
  Samples samples(8);
  for (int i = 0; i < 1000; ++i) {
    const Vec4 a = samples.rotation().quaternion();
    EXPECT_EQ(Rotation::from_quaternion(a[0], a[1], a[2], a[3]).quaternion(), a);
  }
}

TEST(RotationTest, ImpossibleAxesAndQuaternionsAreUsageErrors) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(Rotation::about(Vec3::Zero(), 1), UsageError);
  EXPECT_THROW(Rotation::about(Vec3(nan, 0, 1), 1), UsageError);
  EXPECT_THROW(Rotation::from_quaternion(0, 0, 0, 0), UsageError);
  EXPECT_THROW(Rotation::from_quaternion(1, 0, nan, 0), UsageError);
}

TEST(RotationTest, AHugeRotationVectorStillGivesARotation) {
  EXPECT_LE(std::fabs(Rotation::exp(Vec3(1e200, -2e200, 1e180)).quaternion().norm() - 1), 2 * eps);
  const Vec3 u(0, 0, 1e170);
  EXPECT_LE(gap(Rotation::exp(u).matrix(), Rotation::about_z(1e170).matrix()), eps);
}

TEST(RotationTest, ProductsComposeAndStayRotationsOverAMillionFactors) {
  Samples samples(9);
  for (int i = 0; i < 1000; ++i) {
    const Rotation A = samples.rotation(), B = samples.rotation();
    const Vec3 v = samples.vector();
    EXPECT_LE(gap((A * B).matrix(), A.matrix() * B.matrix()), 8 * eps);
    EXPECT_LE(gap(A * v, A.matrix() * v), 8 * eps);
    EXPECT_LE(gap((A * A.inverse()).matrix(), Mat3::Identity()), 4 * eps);
    EXPECT_LE(gap(A.inverse().matrix(), A.matrix().transpose()), 0);
  }
  const Rotation step = samples.rotation();
  Rotation R;
  for (int i = 0; i < 1'000'000; ++i) R = R * step;
  EXPECT_LE(std::fabs(R.quaternion().squaredNorm() - 1), 4 * eps);
}

TEST(RotationTest, AngleBetweenOrientationsIsTheShorterWayRound) {
  EXPECT_NEAR(Rotation::about_x(3).angle_to(Rotation::about_x(-3)), 2 * pi - 6, 8 * eps);
  EXPECT_NEAR(Rotation::about_z(0.25).angle_to(Rotation::about_z(0.5)), 0.25, 4 * eps);
  EXPECT_EQ(Rotation().angle_to(Rotation()), 0);
}

TEST(RotationTest, ATypedMatrixIsTakenOnlyIfItIsARotation) {
  const Mat3 good = Rotation::about(Vec3(1, 2, 3), 0.4).matrix();
  ASSERT_TRUE(Rotation::checked_matrix(good).ok());
  EXPECT_LE(gap(Rotation::checked_matrix(good)->matrix(), good), 4 * eps);

  const Mat3 mirror = -good;
  const auto reflection = Rotation::checked_matrix(mirror, "body[0].rotation");
  ASSERT_FALSE(reflection.ok());
  EXPECT_EQ(reflection.diagnostics()[0].path, "body[0].rotation");
  EXPECT_NE(reflection.diagnostics()[0].message.find("reflection"), std::string::npos);

  Mat3 stretched = good;
  stretched.col(0) *= 1.1;
  const auto skewed = Rotation::checked_matrix(stretched);
  ASSERT_FALSE(skewed.ok());
  EXPECT_NE(skewed.diagnostics()[0].message.find("0.21"), std::string::npos) << skewed.diagnostics()[0].message;

  Mat3 rounded_by_hand = good;
  rounded_by_hand(0, 0) += 1e-8;
  EXPECT_TRUE(Rotation::checked_matrix(rounded_by_hand).ok());
  EXPECT_FALSE(Rotation::checked_matrix(rounded_by_hand, "", 1e-12).ok());
  rounded_by_hand(1, 1) = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(Rotation::checked_matrix(rounded_by_hand).ok());
}

// Down to a hair's breadth from straight down the turn is exact to rounding: nothing cancels on the way.
TEST(Rotation, TheShortestTurnFromZReachesItsDirection) {
  const double tilts[] = {0, 1e-300, 1e-17, 1e-9, 3e-7, 1e-3, 0.5, 1};
  for (double tilt : tilts)
    for (double up : {1.0, 0.0, -1.0}) {
      const Vec3 direction(0.6 * tilt, -0.8 * tilt, up);
      if (direction.norm() == 0) continue;
      const Vec3 n = direction / direction.norm();
      const Rotation R = Rotation::from_z_to(direction);
      EXPECT_LE(gap(R * Vec3::UnitZ(), n), 4 * eps) << tilt << " " << up;
      // The way is the shortest: its axis is across z, except straight down, where any is.
      EXPECT_EQ(R.quaternion()[3], 0) << tilt << " " << up;
    }
  EXPECT_THROW(Rotation::from_z_to(Vec3::Zero()), UsageError);
}

}  // namespace
}  // namespace polhode
