// Twelve sequences of three angles against products of elementary rotation matrices, their rates against derivatives
// by dual numbers, and their singularities.

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <polhode/math/dual.hpp>
#include <polhode/math/elementary.hpp>
#include <polhode/math/euler.hpp>

#include "unit/math/rotation_samples.hpp"

namespace polhode {
namespace {

using testing_support::gap;
using testing_support::Samples;
constexpr double eps = std::numeric_limits<double>::epsilon();

/// The textbook matrix of a turn about a coordinate axis, over any scalar.
template <class S>
Eigen::Matrix<S, 3, 3> elementary(char axis, const S& angle) {
  const S c = fn::cos(angle), s = fn::sin(angle), o = S(0.0), l = S(1.0);
  Eigen::Matrix<S, 3, 3> m;
  if (axis == 'x') m << l, o, o, o, c, -s, o, s, c;
  if (axis == 'y') m << c, o, s, o, l, o, -s, o, c;
  if (axis == 'z') m << c, -s, o, s, c, o, o, o, l;
  return m;
}

template <class S>
Eigen::Matrix<S, 3, 3> product(EulerSequence sequence, const Eigen::Matrix<S, 3, 1>& angles) {
  const auto axes = name(sequence);
  const Eigen::Matrix<S, 3, 3> first_two = elementary<S>(axes[0], angles[0]) * elementary<S>(axes[1], angles[1]);
  return first_two * elementary<S>(axes[2], angles[2]);
}

bool returns(EulerSequence sequence) { return name(sequence)[0] == name(sequence)[2]; }

/// Angles inside the range that to_euler gives, at least `margin` away from the singularity.
Vec3 angles_of(Samples& samples, EulerSequence sequence, double margin) {
  const double low = (returns(sequence) ? 0 : -pi / 2) + margin, high = (returns(sequence) ? pi : pi / 2) - margin;
  return {samples.uniform(-pi, pi), samples.uniform(low, high), samples.uniform(-pi, pi)};
}

/// Ṙ Rᵀ = [ω]ₓ and Rᵀ Ṙ = [Ω]ₓ, from the derivative of the product of matrices.
void velocities(EulerSequence sequence, const Vec3& angles, const Vec3& rates, Vec3& world, Vec3& body) {
  Eigen::Matrix<Dual4, 3, 1> moving;
  for (int i = 0; i < 3; ++i) {
    moving[i] = Dual4(angles[i]);
    moving[i].tangent.set(0, rates[i]);
  }
  const auto m = product<Dual4>(sequence, moving);
  Mat3 R, dR;
  for (int i = 0; i < 9; ++i) R(i / 3, i % 3) = m(i / 3, i % 3).value, dR(i / 3, i % 3) = m(i / 3, i % 3).tangent[0];
  const Mat3 a = dR * R.transpose(), b = R.transpose() * dR;
  world = Vec3(a(2, 1) - a(1, 2), a(0, 2) - a(2, 0), a(1, 0) - a(0, 1)) / 2;
  body = Vec3(b(2, 1) - b(1, 2), b(0, 2) - b(2, 0), b(1, 0) - b(0, 1)) / 2;
}

TEST(EulerTest, EverySequenceIsTheProductOfItsThreeTurns) {
  Samples samples(41);
  for (const EulerSequence sequence : euler_sequences)
    for (int i = 0; i < 500; ++i) {
      const Vec3 angles = samples.vector(7);
      ASSERT_LE(gap(from_euler(sequence, angles).matrix(), product<double>(sequence, angles)), 10 * eps)
          << name(sequence);
    }
}

TEST(EulerTest, AnglesOfARotationGiveItBack) {
  Samples samples(42);
  for (const EulerSequence sequence : euler_sequences)
    for (int i = 0; i < 1000; ++i) {
      const Rotation R = samples.rotation();
      const EulerAngles found = to_euler(sequence, R);
      ASSERT_FALSE(found.singular());
      ASSERT_LE(R.angle_to(from_euler(sequence, found.angles)), 8 * eps) << name(sequence);
      ASSERT_LE(found.angles.cwiseAbs().maxCoeff(), pi);
    }
}

TEST(EulerTest, AnglesAreRecoveredThemselves) {
  Samples samples(43);
  for (const EulerSequence sequence : euler_sequences)
    for (const double margin : {0.3, 1e-3, 1e-6}) {
      for (int i = 0; i < 300; ++i) {
        const Vec3 angles = angles_of(samples, sequence, margin);
        const EulerAngles found = to_euler(sequence, from_euler(sequence, angles));
        ASSERT_FALSE(found.singular());
        // A rounding of the rotation moves the first and third angle by itself over the sine of the distance.
        ASSERT_NEAR(found.angles[1], angles[1], 12 * eps) << name(sequence);
        const double distance = returns(sequence) ? std::sin(angles[1]) : std::cos(angles[1]);
        ASSERT_NEAR(found.angles[0], angles[0], 12 * eps / distance) << name(sequence);
        ASSERT_NEAR(found.angles[2], angles[2], 12 * eps / distance) << name(sequence);
      }
    }
}

TEST(EulerTest, NextToTheSingularityTheRotationIsStillExact) {
  Samples samples(44);
  for (const EulerSequence sequence : euler_sequences)
    for (double away = 1e-17; away < 1e-3; away *= 10)
      for (int i = 0; i < 40; ++i) {
        Vec3 angles = samples.vector(3);
        const bool top = i % 2;
        angles[1] = returns(sequence) ? (top ? pi - away : away) : (top ? pi / 2 - away : away - pi / 2);
        const Rotation R = from_euler(sequence, angles);
        const EulerAngles found = to_euler(sequence, R);
        // What the angles at the singularity leave out is at most twice the noise limit of 4 ε.
        ASSERT_LE(R.angle_to(from_euler(sequence, found.angles)), (found.singular() ? 24 : 8) * eps) << name(sequence);
      }
}

TEST(EulerTest, AtTheSingularityTheCombinationThatExistsIsRecoveredToRounding) {
  Samples samples(45);
  for (const EulerSequence sequence : euler_sequences)
    for (int i = 0; i < 200; ++i) {
      Vec3 angles{samples.uniform(-1.5, 1.5), 0, samples.uniform(-1.5, 1.5)};
      const bool top = i % 2;
      angles[1] = returns(sequence) ? (top ? pi : 0) : (top ? pi / 2 : -pi / 2);
      const EulerAngles found = to_euler(sequence, from_euler(sequence, angles));
      ASSERT_TRUE(found.singular()) << name(sequence);
      EXPECT_EQ(found.angles[2], 0);
      EXPECT_NEAR(found.angles[1], angles[1], 8 * eps);
      const double combination = found.defined == EulerDefined::sum ? angles[0] + angles[2] : angles[0] - angles[2];
      EXPECT_NEAR(found.angles[0], combination, 8 * eps) << name(sequence) << (top ? " top" : " bottom");
    }
}

TEST(EulerTest, AngularVelocityIsTheDerivativeOfTheProduct) {
  Samples samples(46);
  for (const EulerSequence sequence : euler_sequences)
    for (int i = 0; i < 300; ++i) {
      const Vec3 angles = samples.vector(3), rates = samples.vector();
      Vec3 world, body;
      velocities(sequence, angles, rates, world, body);
      ASSERT_LE(gap(world_velocity_from_euler(sequence, angles, rates), world), 12 * eps) << name(sequence);
      ASSERT_LE(gap(body_velocity_from_euler(sequence, angles, rates), body), 12 * eps) << name(sequence);
    }
}

TEST(EulerTest, RatesComeBackFromTheAngularVelocity) {
  Samples samples(47);
  for (const EulerSequence sequence : euler_sequences)
    for (int i = 0; i < 300; ++i) {
      const Vec3 angles = samples.vector(3), rates = samples.vector();
      const double reach = std::fabs(returns(sequence) ? std::sin(angles[1]) : std::cos(angles[1]));
      const Vec3 world = world_velocity_from_euler(sequence, angles, rates);
      const Vec3 body = body_velocity_from_euler(sequence, angles, rates);
      ASSERT_LE(gap(euler_rates_from_world(sequence, angles, world).rates, rates), 12 * eps / reach) << name(sequence);
      ASSERT_LE(gap(euler_rates_from_body(sequence, angles, body).rates, rates), 12 * eps / reach) << name(sequence);
    }
}

TEST(EulerTest, AtTheSingularityTheRatesSayWhichOfThemExists) {
  Samples samples(48);
  for (const EulerSequence sequence : euler_sequences)
    for (const bool top : {false, true}) {
      Vec3 angles = samples.vector(1), rates = samples.vector();
      angles[1] = returns(sequence) ? (top ? pi : 0) : (top ? pi / 2 : -pi / 2);
      const auto world = euler_rates_from_world(sequence, angles, world_velocity_from_euler(sequence, angles, rates));
      const auto body = euler_rates_from_body(sequence, angles, body_velocity_from_euler(sequence, angles, rates));
      for (const EulerRates& found : {world, body}) {
        ASSERT_TRUE(found.singular());
        EXPECT_EQ(found.defined, to_euler(sequence, from_euler(sequence, angles)).defined) << name(sequence);
        const double combination = found.defined == EulerDefined::sum ? rates[0] + rates[2] : rates[0] - rates[2];
        EXPECT_NEAR(found.rates[0], combination, 8 * eps) << name(sequence);
        EXPECT_NEAR(found.rates[1], rates[1], 8 * eps) << name(sequence);
        EXPECT_EQ(found.rates[2], 0);
      }
    }
}

TEST(EulerTest, ZxzIsTheMatrixOfTheMechanicsBooks) {
  const double phi = 0.3, theta = 1.1, psi = -0.7;
  const Mat3 m = from_euler(EulerSequence::zxz, {phi, theta, psi}).matrix();
  EXPECT_NEAR(m(0, 2), std::sin(phi) * std::sin(theta), 4 * eps);
  EXPECT_NEAR(m(1, 2), -std::cos(phi) * std::sin(theta), 4 * eps);
  EXPECT_NEAR(m(2, 0), std::sin(theta) * std::sin(psi), 4 * eps);
  EXPECT_NEAR(m(2, 2), std::cos(theta), 4 * eps);
}

TEST(EulerTest, SequencesAreReadByNameAndMisprintsExplained) {
  for (const EulerSequence sequence : euler_sequences) EXPECT_EQ(*parse_euler_sequence(name(sequence)), sequence);
  EXPECT_EQ(*parse_euler_sequence("ZYX"), EulerSequence::zyx);
  const auto repeated = parse_euler_sequence("zzx");
  ASSERT_FALSE(repeated.ok());
  EXPECT_EQ(repeated.diagnostics()[0].message, "\"zzx\" is not a sequence of Euler angles");
  EXPECT_NE(repeated.diagnostics()[0].hint.find("only one turn"), std::string::npos);
  const auto word = parse_euler_sequence("roll");
  ASSERT_FALSE(word.ok());
  EXPECT_NE(word.diagnostics()[0].hint.find("zxz"), std::string::npos);
}

}  // namespace
}  // namespace polhode
