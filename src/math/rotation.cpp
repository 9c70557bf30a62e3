#include <polhode/math/rotation.hpp>

#include <cmath>
#include <limits>

#include <polhode/base/text.hpp>
#include "math/so3_kernels.hpp"

namespace polhode {

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

/// `v` times the power of two that brings its largest component into [1/2, 1): exact unless a component is so much
/// smaller that it cannot matter. The exponent is that power's negative; nothing is changed for zero.
template <class Vector>
Vector scaled(const Vector& v, int& exponent) {
  const double largest = v.cwiseAbs().maxCoeff();
  exponent = 0;
  if (largest == 0) return v;
  std::frexp(largest, &exponent);
  Vector result;
  for (int i = 0; i < v.size(); ++i) result[i] = std::ldexp(v[i], -exponent);
  return result;
}

bool is_finite(double x) { return std::fabs(x) <= std::numeric_limits<double>::max(); }

template <class Vector>
bool finite_and_not_zero(const Vector& v) {
  bool zero = true;
  for (int i = 0; i < v.size(); ++i) {
    if (!is_finite(v[i])) return false;
    zero = zero && v[i] == 0;
  }
  return !zero;
}

Vec4 normalised(const Vec4& a) {
  const double n2 = so3::squared_norm(a);
  if (std::fabs(n2 - 1) <= 2 * epsilon) return a;
  int exponent = 0;
  const Vec4 b = scaled(a, exponent);
  return b / std::sqrt(so3::squared_norm(b));
}

fn::SinCos<double> half_turn(double angle) { return fn::sincos(0.5 * angle); }

std::string list(const Vec3& v) { return "(" + shortest(v[0]) + ", " + shortest(v[1]) + ", " + shortest(v[2]) + ")"; }

double determinant(const Mat3& m) { return m.col(0).dot(so3::cross<double>(m.col(1), m.col(2))); }

}  // namespace

Rotation Rotation::about_x(double angle) {
  const auto half = half_turn(angle);
  return Rotation(Vec4(half.cos, half.sin, 0, 0));
}

Rotation Rotation::about_y(double angle) {
  const auto half = half_turn(angle);
  return Rotation(Vec4(half.cos, 0, half.sin, 0));
}

Rotation Rotation::about_z(double angle) {
  const auto half = half_turn(angle);
  return Rotation(Vec4(half.cos, 0, 0, half.sin));
}

Rotation Rotation::from_z_to(const Vec3& direction) {
  const double length = direction.norm();
  if (!(length > 0)) usage_error("a direction", "a vector of length " + shortest(length), "give one that is not zero");
  const Vec3 n = direction / length;
  const double across = n.x() * n.x() + n.y() * n.y();
  if (across == 0 && n.z() < 0) return about_x(pi);
  // The quaternion half-way, (1 + z·n, z × n); below the horizon 1 + z·n is what is left of nothing, (1 − (z·n)²)/(1 −
  // z·n) is not.
  const double w = n.z() < 0 ? across / (1 - n.z()) : 1 + n.z();
  return from_quaternion(w, -n.y(), n.x(), 0);
}

Rotation Rotation::about(const Vec3& axis, double angle) {
  if (!finite_and_not_zero(axis))
    usage_error("an axis of finite numbers, not all zero", list(axis), "give the direction the rotation turns about");
  int exponent = 0;
  const Vec3 direction = scaled(axis, exponent);
  const auto half = half_turn(angle);
  const double k = half.sin / std::sqrt(so3::squared_norm(direction));
  return Rotation(Vec4(half.cos, k * direction[0], k * direction[1], k * direction[2]));
}

Rotation Rotation::exp(const Vec3& u) {
  // The square of a component may overflow where the component does not.
  if (u.cwiseAbs().maxCoeff() < 1e150) return Rotation(so3::exp(u));
  int exponent = 0;
  const Vec3 direction = scaled(u, exponent);
  return about(direction, std::ldexp(std::sqrt(so3::squared_norm(direction)), exponent));
}

Rotation Rotation::from_quaternion(double w, double x, double y, double z) {
  const Vec4 wxyz(w, x, y, z);
  if (!finite_and_not_zero(wxyz))
    usage_error("a quaternion of finite numbers, not all zero",
                "(" + shortest(w) + ", " + shortest(x) + ", " + shortest(y) + ", " + shortest(z) + ")",
                "the order is w, x, y, z");
  return Rotation(normalised(wxyz));
}

Rotation Rotation::from_matrix(const Mat3& m) {
  const double trace = m(0, 0) + m(1, 1) + m(2, 2);
  Vec4 a;
  if (trace >= 0) {
    a = {1 + trace, m(2, 1) - m(1, 2), m(0, 2) - m(2, 0), m(1, 0) - m(0, 1)};
  } else {
    // Through the largest component of the vector part, so that nothing is divided by a small number.
    int i = 0;
    if (m(1, 1) > m(0, 0)) i = 1;
    if (m(2, 2) > m(i, i)) i = 2;
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    a[0] = m(k, j) - m(j, k);
    a[1 + i] = 1 + m(i, i) - m(j, j) - m(k, k);
    a[1 + j] = m(i, j) + m(j, i);
    a[1 + k] = m(i, k) + m(k, i);
  }
  if (!finite_and_not_zero(a))
    usage_error("a rotation matrix", "one with rows " + list(m.row(0)) + ", " + list(m.row(1)) + ", " + list(m.row(2)));
  return Rotation(normalised(a));
}

Result<Rotation> Rotation::checked_matrix(const Mat3& m, const std::string& path, double tolerance) {
  const auto refuse = [&](const std::string& message, const std::string& hint) {
    return Result<Rotation>(Diagnostic{Severity::error, {}, path, message, hint});
  };
  for (int i = 0; i < 9; ++i)
    if (!is_finite(m(i / 3, i % 3)))
      return refuse(
          "entry (" + std::to_string(i / 3 + 1) + ", " + std::to_string(i % 3 + 1) + ") is not a finite number",
          "a rotation matrix has entries between -1 and 1");
  const double defect = (m.transpose() * m - Mat3::Identity()).cwiseAbs().maxCoeff();
  if (!(defect <= tolerance))
    return refuse("the matrix is not a rotation: its columns miss being orthonormal by " + rounded(defect, 3),
                  "R^T R must be the identity within " + rounded(tolerance, 3));
  if (determinant(m) < 0)
    return refuse("the matrix is a reflection (determinant -1), not a rotation",
                  "a mirror image cannot be turned into its original; change the sign of one column");
  return from_matrix(m);
}

Vec3 Rotation::log() const { return so3::log(wxyz_); }

Mat3 Rotation::matrix() const { return so3::matrix(wxyz_); }

Vec3 Rotation::operator*(const Vec3& v) const { return so3::rotate(wxyz_, v); }

Rotation Rotation::operator*(const Rotation& other) const {
  return Rotation(so3::renormalised(so3::product(wxyz_, other.wxyz_)));
}

Vec3 dexp(const Vec3& u, const Vec3& rate) { return so3::dexp(u, rate); }

Vec3 dexp_inverse(const Vec3& u, const Vec3& velocity) { return so3::dexp_inverse(u, velocity); }

}  // namespace polhode
