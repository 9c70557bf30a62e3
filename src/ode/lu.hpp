#pragma once
// Systems of linear equations inside a step: real and complex, without allocation and with the same bits everywhere.

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace polhode::ode {

/// A complex number whose operations are written out: those of std::complex differ from compiler to compiler.
struct PlainComplex {
  double re = 0, im = 0;

  friend PlainComplex operator+(PlainComplex a, PlainComplex b) { return {a.re + b.re, a.im + b.im}; }
  friend PlainComplex operator-(PlainComplex a, PlainComplex b) { return {a.re - b.re, a.im - b.im}; }
  friend PlainComplex operator*(PlainComplex a, PlainComplex b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  }
  PlainComplex& operator-=(PlainComplex b) { return *this = *this - b; }
  PlainComplex& operator*=(PlainComplex b) { return *this = *this * b; }
};

inline double magnitude(double a) { return std::fabs(a); }
inline double magnitude(PlainComplex a) { return std::fabs(a.re) + std::fabs(a.im); }
inline double reciprocal(double a) { return 1 / a; }
inline PlainComplex reciprocal(PlainComplex a) {
  const double square = a.re * a.re + a.im * a.im;
  return {a.re / square, -a.im / square};
}

/// A square matrix, factored in place as P A = L U by elimination with partial pivoting.
///
/// Eigen's factorisation of a matrix larger than 16 × 16 allocates its working space each time.
///
/// Source   [Golub & Van Loan 2013] 3.4.
/// Proof    tests/order/stiff_order_test.cpp
template <class S>
class Lu {
 public:
  explicit Lu(std::size_t n) : n_(n), a_(n * n), inverse_pivot_(n), swapped_with_(n) {}

  /// Entries of A before factor(), of L and U after it.
  S& operator()(std::size_t row, std::size_t column) { return a_[column * n_ + row]; }

  /// False if A is singular or not finite.
  bool factor() {
    if (n_ == 2) return factor_two();
    for (std::size_t k = 0; k < n_; ++k) {
      S* const column = a_.data() + k * n_;
      std::size_t pivot = k;
      for (std::size_t i = k + 1; i < n_; ++i)
        if (magnitude(column[i]) > magnitude(column[pivot])) pivot = i;
      if (!(magnitude(column[pivot]) > 0) || !std::isfinite(magnitude(column[pivot]))) return false;
      swapped_with_[k] = pivot;
      if (pivot != k)
        for (std::size_t j = 0; j < n_; ++j) std::swap(a_[j * n_ + k], a_[j * n_ + pivot]);
      inverse_pivot_[k] = reciprocal(column[k]);
      for (std::size_t i = k + 1; i < n_; ++i) column[i] *= inverse_pivot_[k];
      for (std::size_t j = k + 1; j < n_; ++j) subtract(column, a_[j * n_ + k], k + 1, n_, a_.data() + j * n_);
    }
    return true;
  }

  /// b ← A⁻¹ b.
  void solve(S* b) const {
    if (n_ == 2) return solve_two(b);
    for (std::size_t k = 0; k < n_; ++k) std::swap(b[k], b[swapped_with_[k]]);
    for (std::size_t k = 0; k < n_; ++k) subtract(a_.data() + k * n_, b[k], k + 1, n_, b);
    for (std::size_t k = n_; k-- > 0;) {
      b[k] *= inverse_pivot_[k];
      subtract(a_.data() + k * n_, b[k], 0, k, b);
    }
  }

 private:
  /// The same without loops, which cost more than what they do.
  bool factor_two() {
    const bool swaps = magnitude(a_[1]) > magnitude(a_[0]);
    swapped_with_[0] = swaps ? 1 : 0;
    swapped_with_[1] = 1;
    if (swaps) std::swap(a_[0], a_[1]), std::swap(a_[2], a_[3]);
    const auto is_pivot = [](const S& value) { return magnitude(value) > 0 && std::isfinite(magnitude(value)); };
    if (!is_pivot(a_[0])) return false;
    inverse_pivot_[0] = reciprocal(a_[0]);
    a_[1] *= inverse_pivot_[0];
    a_[3] -= a_[1] * a_[2];
    if (!is_pivot(a_[3])) return false;
    inverse_pivot_[1] = reciprocal(a_[3]);
    return true;
  }
  void solve_two(S* b) const {
    if (swapped_with_[0] == 1) std::swap(b[0], b[1]);
    b[1] -= a_[1] * b[0];
    b[1] *= inverse_pivot_[1];
    b[0] -= a_[2] * b[1];
    b[0] *= inverse_pivot_[0];
  }
  static void subtract(const S* __restrict column, S factor, std::size_t from, std::size_t to, S* __restrict target) {
    for (std::size_t i = from; i < to; ++i) target[i] -= column[i] * factor;
  }

  std::size_t n_;
  std::vector<S> a_, inverse_pivot_;
  std::vector<std::size_t> swapped_with_;
};

}  // namespace polhode::ode
