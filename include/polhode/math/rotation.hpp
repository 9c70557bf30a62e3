#pragma once
// Orientation. Kept as a unit quaternion, which never shows itself in the interface except at files' edges.

#include <string>

#include <polhode/base/result.hpp>
#include <polhode/math/vector.hpp>

namespace polhode {

/// An element of SO(3): R_AB turns components in B into components in A, v_A = R_AB v_B, and R_AC = R_AB * R_BC.
/// docs/theory/rotations.md.   Proof tests/unit/math/rotation_test.cpp, tests/law/dexp_law_test.cpp
class Rotation {
 public:
  /// The identity.
  Rotation() = default;

  static Rotation about_x(double angle);
  static Rotation about_y(double angle);
  static Rotation about_z(double angle);
  /// By `angle` (rad) about the direction `axis`, of any length but zero (a zero axis is a UsageError).
  static Rotation about(const Vec3& axis, double angle);
  /// The shortest turn that takes z to `direction`, of any length but zero (a UsageError); about x where they are
  /// opposite.
  static Rotation from_z_to(const Vec3& direction);
  /// exp: the rotation by |u| about u.
  static Rotation exp(const Vec3& u);
  /// From w, x, y, z of any length but zero; normalised without overflow or underflow. A unit to rounding keeps its
  /// bits, so that what was written reads back the same.
  static Rotation from_quaternion(double w, double x, double y, double z);
  /// The rotation nearest to `matrix` along the four-branch formula; exact for a matrix that is a rotation to rounding.
  static Rotation from_matrix(const Mat3& matrix);
  /// For matrices that somebody typed: refuses, with the defect in the sentence, what is not a rotation within
  /// `tolerance` (largest entry of RᵀR − 1), and calls a reflection by its name. `path` goes into the findings.
  static Result<Rotation> checked_matrix(const Mat3& matrix, const std::string& path = {}, double tolerance = 1e-6);

  /// log: the rotation vector u, |u| ≤ π, with exp(u) = *this. Accurate to rounding near 0 and near π.
  Vec3 log() const;
  Mat3 matrix() const;
  /// w, x, y, z.
  Vec4 quaternion() const { return wxyz_; }
  Rotation inverse() const { return Rotation(Vec4(wxyz_[0], -wxyz_[1], -wxyz_[2], -wxyz_[3])); }

  Vec3 operator*(const Vec3& v) const;
  Rotation operator*(const Rotation& other) const;

  /// The angle in [0, π] between two orientations.
  double angle_to(const Rotation& other) const { return (inverse() * other).log().norm(); }

 private:
  explicit Rotation(const Vec4& wxyz) : wxyz_(wxyz) {}
  Vec4 wxyz_{1, 0, 0, 0};
};

/// The body-side angular velocity of R = exp(u(t)), given u and its rate:
///
///   Ω = [1 − b û + c û²] u̇,   b = (1 − cos θ)/θ²,   c = (θ − sin θ)/θ³,   θ = |u|        rotations.md (3)
///
/// The world-side one, R Ω, is dexp(−u, u̇).   Proof tests/law/dexp_law_test.cpp
Vec3 dexp(const Vec3& u, const Vec3& rate);

/// Its inverse, u̇ = [1 + ½ û + e û²] Ω with e = (1 − θ/2 cot θ/2)/θ², up to its pole at θ = 2π.
Vec3 dexp_inverse(const Vec3& u, const Vec3& velocity);

}  // namespace polhode
