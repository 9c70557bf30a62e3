#pragma once
// The rotation nearest to a matrix that is nearly one.

#include "math/so3_kernels.hpp"

namespace polhode::so3 {

/// The unit quaternion, of either sign, of the rotation Q that is nearest to R in the Frobenius norm: its polar factor.
///
///   tr(RᵀQ(q)) = qᵀ K q is largest for the eigenvector of K with the largest eigenvalue; 1 + K = 4 q qᵀ if R is a
///   rotation
///
/// Its largest column is a first approximation, and each round of q ← (1 + K) q, normalised, multiplies what is wrong
/// with it by half of what R misses being a rotation by. So a few rounds do, and there is no step where another column
/// becomes the largest.
///
/// Source   [Horn 1987] for K.
/// Proof    tests/unit/math/nearest_rotation_test.cpp
template <class S>
Vector4<S> nearest_quaternion(const Matrix3<S>& R, int rounds) {
  const S one(1.0);
  Eigen::Matrix<S, 4, 4> B;
  B(0, 0) = ((one + R(0, 0)) + R(1, 1)) + R(2, 2);
  B(1, 1) = ((one + R(0, 0)) - R(1, 1)) - R(2, 2);
  B(2, 2) = ((one - R(0, 0)) + R(1, 1)) - R(2, 2);
  B(3, 3) = ((one - R(0, 0)) - R(1, 1)) + R(2, 2);
  B(0, 1) = B(1, 0) = R(2, 1) - R(1, 2);
  B(0, 2) = B(2, 0) = R(0, 2) - R(2, 0);
  B(0, 3) = B(3, 0) = R(1, 0) - R(0, 1);
  B(1, 2) = B(2, 1) = R(0, 1) + R(1, 0);
  B(1, 3) = B(3, 1) = R(0, 2) + R(2, 0);
  B(2, 3) = B(3, 2) = R(1, 2) + R(2, 1);
  const auto normalised = [](const Vector4<S>& a) -> Vector4<S> {
    const S f = 1.0 / sqrt(squared_norm(a));
    return {f * a[0], f * a[1], f * a[2], f * a[3]};
  };
  Vector4<S> a(B(0, 0), B(1, 0), B(2, 0), B(3, 0));
  S largest = B(0, 0);
  for (int column = 1; column < 4; ++column) {
    const auto larger = largest < B(column, column);
    for (int i = 0; i < 4; ++i) a[i] = select(larger, B(i, column), a[i]);
    largest = select(larger, B(column, column), largest);
  }
  a = normalised(a);
  for (int round = 0; round < rounds; ++round) {
    Vector4<S> next;
    for (int i = 0; i < 4; ++i) next[i] = (B(i, 0) * a[0] + B(i, 1) * a[1]) + (B(i, 2) * a[2] + B(i, 3) * a[3]);
    a = normalised(next);
  }
  return a;
}

}  // namespace polhode::so3
