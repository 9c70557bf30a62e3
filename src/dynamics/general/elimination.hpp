#pragma once
// Small systems of equations over any scalar.

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <polhode/math/program.hpp>
#include <polhode/math/vector.hpp>

namespace polhode::general {

inline double value_of(double x) { return x; }
template <class S>
double value_of(const S& x) {
  return x.value;
}

/// What one thread works in.
template <class S>
struct Scratch {
  std::vector<S> outputs, matrix, right, other;
  std::vector<S> start;
  std::vector<double> sizes, before;
};
template <class S>
Scratch<S>& scratch_of_thread() {
  thread_local Scratch<S> scratch;
  return scratch;
}
template <class S>
std::span<S> room(std::vector<S>& numbers, std::size_t count) {
  if (numbers.size() < count) numbers.resize(count);
  return {numbers.data(), count};
}

/// b ← A⁻¹ b for a symmetric positive A by rows of its upper triangle, which becomes L D Lᵀ. False, with b as it was,
/// if A is not positive.
template <class S>
bool solve_positive(std::size_t n, S* A, S* b) {
  S* row = A;  // of the pivot
  for (std::size_t k = 0; k < n; ++k) {
    if (!(value_of(row[0]) > 0)) return false;
    S* other = row + (n - k);
    for (std::size_t i = k + 1; i < n; ++i) {
      const S ratio = row[i - k] / row[0];
      for (std::size_t j = i; j < n; ++j) other[j - i] -= ratio * row[j - k];
      other += n - i;
      row[i - k] = ratio;
    }
    row += n - k;
  }
  row = A;
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = k + 1; i < n; ++i) b[i] -= row[i - k] * b[k];
    row += n - k;
  }
  for (std::size_t k = n; k-- > 0;) {
    row -= n - k;
    b[k] = b[k] / row[0];
    for (std::size_t i = k + 1; i < n; ++i) b[k] -= row[i - k] * b[i];
  }
  return true;
}

/// b ← A⁻¹ b for any A of n rows, which is used up; the pivot of a column is the entry that is largest beside the
/// others of its row at the start, kept in `sizes`. False where there is none but zero.
template <class S>
bool eliminate(std::size_t n, S* A, S* b, double* sizes) {
  for (std::size_t i = 0; i < n; ++i) {
    sizes[i] = 0;
    for (std::size_t j = 0; j < n; ++j) sizes[i] = std::max(sizes[i], std::fabs(value_of(A[i * n + j])));
  }
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t best = k;
    double largest = 0;
    for (std::size_t i = k; i < n; ++i) {
      const double part = sizes[i] > 0 ? std::fabs(value_of(A[i * n + k])) / sizes[i] : 0;
      if (part > largest) largest = part, best = i;
    }
    if (!(largest > 0)) return false;
    if (best != k) {
      for (std::size_t j = 0; j < n; ++j) std::swap(A[k * n + j], A[best * n + j]);
      std::swap(b[k], b[best]);
      std::swap(sizes[k], sizes[best]);
    }
    for (std::size_t i = k + 1; i < n; ++i) {
      const S ratio = A[i * n + k] / A[k * n + k];
      for (std::size_t j = k + 1; j < n; ++j) A[i * n + j] -= ratio * A[k * n + j];
      b[i] -= ratio * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) b[k] -= A[k * n + j] * b[j];
    b[k] = b[k] / A[k * n + k];
  }
  return true;
}

/// b ← A⁻¹ b for a symmetric A by rows of its upper triangle.
template <class S>
bool solve_symmetric(std::size_t n, const S* A, S* b, Scratch<S>& scratch) {
  if (n == 1) {
    b[0] = b[0] / A[0];
    return true;
  }
  if (n == 2) {  // by Cramer's rule, which one division does
    const S inverse = 1.0 / (A[0] * A[2] - A[1] * A[1]), first = (A[2] * b[0] - A[1] * b[1]) * inverse;
    b[1] = (A[0] * b[1] - A[1] * b[0]) * inverse;
    b[0] = first;
    return true;
  }
  const std::size_t half = n * (n + 1) / 2;
  const std::span<S> matrix = room(scratch.matrix, n * n);
  std::copy(A, A + half, matrix.begin());
  if (solve_positive(n, matrix.data(), b)) return true;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i; j < n; ++j) matrix[i * n + j] = matrix[j * n + i] = *A++;
  return eliminate(n, matrix.data(), b, room(scratch.sizes, n).data());
}

/// All of a symmetric A, row by row, from its upper triangle.
inline void write_symmetric(std::size_t n, const double* A, double* rows) {
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i; j < n; ++j) rows[i * n + j] = rows[j * n + i] = *A++;
}

/// Second slopes that change by less than this between two steps: nothing but rounding keeps the steps from shrinking.
constexpr double straight = 1e-9;

/// Newton's method for the second half of x for which the first n outputs of `slopes`, followed by their own slopes by
/// rows of an upper triangle, have the values `wanted`, from where x is. Derivatives settle a round after values, so it
/// goes on until nothing shrinks: where x is small beside what the slopes are made of, that is long before steps are
/// small beside x. False where it comes to no end, or to one at which the second slopes are singular.
template <class S>
bool newton_for_slopes(std::size_t n, const Program& slopes, double t, In<S> wanted, Out<S> x, Out<S> y,
                       Scratch<S>& scratch) {
  const std::span<S> step = room(scratch.right, n);
  const std::span<double> before = room(scratch.before, y.size() - n);
  double last = std::numeric_limits<double>::infinity();
  for (int round = 0; round < 100; ++round) {
    slopes.evaluate_at<S>(t, x, y);
    double finite = 0;
    for (const S& one : y) finite += 0 * value_of(one);
    if (round > 0 && finite != 0) {  // a step beyond where they have values, as beyond the speed of light
      for (std::size_t i = 0; i < n; ++i) {
        step[i] = 0.5 * step[i];
        x[n + i] -= step[i];
      }
      continue;
    }
    double bend = 0, steepest = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
      const double now = value_of(y[n + i]);
      bend = std::max(bend, std::fabs(now - before[i]));
      steepest = std::max(steepest, std::fabs(now));
      before[i] = now;
    }
    for (std::size_t i = 0; i < n; ++i) step[i] = wanted[i] - y[i];
    if (!solve_symmetric(n, y.data() + n, step.data(), scratch)) return false;
    double size = 0, change = 0;
    for (std::size_t i = 0; i < n; ++i) {
      x[n + i] += step[i];
      size = std::max(size, std::fabs(value_of(x[n + i])));
      change = std::max(change, std::fabs(value_of(step[i])));
    }
    if (!(change - change == 0)) return false;
    if (round > 0 && change == 0) return true;
    if (round > 0 && change >= last && (change <= 1e-12 * size || bend <= straight * steepest)) return true;
    last = change;
  }
  return false;
}

/// Where Newton's method does not arrive from where x is, because second slopes vanish there or steps go too far:
/// steps that are damped, (A² + λ²) s = A r or, where A vanishes, along r, and that are only taken if they bring the
/// slopes nearer to what is wanted.
///
/// Source   [Deuflhard 2011] section 3.3 for demanding that residuals fall; the damping is Levenberg's.
void approach_slopes(std::size_t n, const Program& slopes, double t, VecIn wanted, VecOut x);

/// Legendre's transformation: the second half of x for which the slopes have the values `wanted`, from where x is.
/// False, with nan, if there is none to be found.
template <class S>
bool invert_slopes(std::size_t n, const Program& slopes, double t, In<S> wanted, Out<S> x, Out<S> y,
                   Scratch<S>& scratch) {
  std::vector<S>& start = scratch.start;
  start.assign(x.begin(), x.end());
  if (newton_for_slopes(n, slopes, t, wanted, x, y, scratch)) return true;
  std::vector<double> near(2 * n), goal(n);
  for (std::size_t i = 0; i < 2 * n; ++i) near[i] = value_of(start[i]);
  for (std::size_t i = 0; i < n; ++i) goal[i] = value_of(wanted[i]);
  approach_slopes(n, slopes, t, goal, near);
  for (std::size_t i = 0; i < n; ++i) x[n + i] = S(near[n + i]);
  if (newton_for_slopes(n, slopes, t, wanted, x, y, scratch)) return true;
  std::fill(x.begin() + static_cast<std::ptrdiff_t>(n), x.end(), S(std::numeric_limits<double>::quiet_NaN()));
  return false;
}

}  // namespace polhode::general
