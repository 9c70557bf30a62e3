#pragma once
// Orientation. Kept as a unit quaternion, which never shows itself in the interface except at files' edges.

#include <polhode/math/vector.hpp>

namespace polhode {

/// An element of SO(3): R_AB turns components in B into components in A, v_A = R_AB v_B, and R_AC = R_AB * R_BC.
class Rotation {
 public:
  /// The identity.
  Rotation() = default;

  static Rotation about_x(double angle);
  static Rotation about_y(double angle);
  static Rotation about_z(double angle);
  /// By `angle` (rad) about the direction `axis`, of any length but zero (a zero axis is a UsageError).
  static Rotation about(const Vec3& axis, double angle);
  /// exp: the rotation by |u| about u.
  static Rotation exp(const Vec3& u);
  /// From w, x, y, z of any length but zero; normalised without overflow or underflow.
  static Rotation from_quaternion(double w, double x, double y, double z);
  /// The rotation nearest to `matrix` along the four-branch formula; exact for a matrix that is a rotation to rounding.
  static Rotation from_matrix(const Mat3& matrix);

  /// log: the rotation vector u, |u| ≤ π, with exp(u) = *this. Accurate to rounding near 0 and near π.
  Vec3 log() const;
  Mat3 matrix() const;
  /// w, x, y, z.
  Vec4 quaternion() const { return wxyz_; }
  Rotation inverse() const;

  Vec3 operator*(const Vec3& v) const;
  Rotation operator*(const Rotation& other) const;

  /// The angle in [0, π] between two orientations.
  double angle_to(const Rotation& other) const { return (inverse() * other).log().norm(); }

 private:
  explicit Rotation(const Vec4& wxyz) : wxyz_(wxyz) {}
  Vec4 wxyz_{1, 0, 0, 0};
};

}  // namespace polhode
