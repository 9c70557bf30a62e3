#pragma once
// The pieces of the rate of a body that one body alone and many side by side share, so that both have the same bits.

#include "body/load_kernels.hpp"

namespace polhode {

inline bool is_diagonal(const Mat3& A) {
  return A(0, 1) == 0 && A(0, 2) == 0 && A(1, 0) == 0 && A(1, 2) == 0 && A(2, 0) == 0 && A(2, 1) == 0;
}

/// A v for a matrix of numbers, or of scalars; of a diagonal one with a third of the products.
template <class Matrix, class S>
[[gnu::always_inline]] inline so3::Vector3<S> times(bool diagonal, const Matrix& A, const so3::Vector3<S>& v) {
  if (diagonal) return {A(0, 0) * v[0], A(1, 1) * v[1], A(2, 2) * v[2]};
  return load::times(A, v);
}

/// I⁻¹ (Iω × ω): how a body's angular velocity changes when no moment acts on it.
template <class Matrix, class S>
[[gnu::always_inline]] inline so3::Vector3<S> free_turn_rate(bool diagonal, const Matrix& I, const Matrix& inverse_I,
                                                             const so3::Vector3<S>& w) {
  return times(diagonal, inverse_I, so3::cross(times(diagonal, I, w), w));
}

}  // namespace polhode
