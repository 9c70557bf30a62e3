// The motion of a Lagrangian: accelerations, multipliers, states that keep to the constraints.
#include <algorithm>
#include <array>

#include <polhode/dynamics/general/lagrangian.hpp>

#include "dynamics/general/elimination.hpp"

namespace polhode {

using general::room;
using general::Scratch;
using general::scratch_of_thread;

namespace {

/// What may be left of a constraint, as a distance in coordinates, where it is said to hold.
constexpr double open_part = 1e-9;
constexpr int most_corrections = 20;

/// [M Aᵀ; A 0], all of it, from M by rows of its upper triangle and A by rows.
template <class S>
void bordered(std::size_t n, std::size_t m, const S* mass, const S* rows, S* matrix) {
  const std::size_t size = n + m;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i; j < n; ++j) matrix[i * size + j] = matrix[j * size + i] = *mass++;
  for (std::size_t k = 0; k < m; ++k)
    for (std::size_t j = 0; j < n; ++j) matrix[(n + k) * size + j] = matrix[j * size + n + k] = rows[k * n + j];
  for (std::size_t k = n; k < size; ++k)
    for (std::size_t j = n; j < size; ++j) matrix[k * size + j] = S(0.0);
}

/// q'' and −λ into `right`, from the outputs of the program of motion.
template <class S>
bool solve_bordered(std::size_t n, std::size_t m, const S* outputs, S* right, Scratch<S>& scratch) {
  const std::size_t half = n * (n + 1) / 2;
  if (m == 0) return general::solve_symmetric(n, outputs, right, scratch);
  const std::span<S> matrix = room(scratch.matrix, (n + m) * (n + m));
  bordered(n, m, outputs, outputs + half + n, matrix.data());
  return general::eliminate(n + m, matrix.data(), right, room(scratch.sizes, n + m).data());
}

}  // namespace

template <class S>
void Lagrangian::rate(double t, In<S> x, Out<S> v) const {
  std::copy_n(x.begin() + static_cast<std::ptrdiff_t>(n_), n_, v.begin());
  const auto a = v.subspan(n_, n_);
  if (m_ == 0 && n_ <= 2) {
    std::array<S, 5> y;
    motion_.evaluate_at<S>(t, x, {y.data(), n_ == 1 ? 2U : 5U});
    const S* right = y.data() + (n_ == 1 ? 1 : 3);
    std::copy_n(right, n_, a.begin());
    general::solve_symmetric(n_, y.data(), a.data(), scratch_of_thread<S>());
    return;
  }
  Scratch<S>& scratch = scratch_of_thread<S>();
  const std::span<S> y = room(scratch.outputs, motion_.outputs());
  motion_.evaluate_at<S>(t, x, y);
  const S* f = y.data() + n_ * (n_ + 1) / 2;
  const std::span<S> right = room(scratch.right, n_ + m_);
  std::copy_n(f, n_, right.begin());
  std::copy_n(f + n_ + m_ * n_, m_, right.begin() + static_cast<std::ptrdiff_t>(n_));
  if (solve_bordered(n_, m_, y.data(), right.data(), scratch))
    std::copy_n(right.begin(), n_, a.begin());
  else
    std::fill(a.begin(), a.end(), S(std::numeric_limits<double>::quiet_NaN()));
}

bool Lagrangian::accelerations(double t, VecIn x, VecOut a, VecOut multipliers) const {
  Scratch<double>& scratch = scratch_of_thread<double>();
  const std::span<double> y = room(scratch.outputs, motion_.outputs());
  motion_.evaluate_at<double>(t, x, y);
  const double* f = y.data() + n_ * (n_ + 1) / 2;
  const std::span<double> right = room(scratch.right, n_ + m_);
  std::copy_n(f, n_, right.begin());
  std::copy_n(f + n_ + m_ * n_, m_, right.begin() + static_cast<std::ptrdiff_t>(n_));
  const bool solved = solve_bordered(n_, m_, y.data(), right.data(), scratch);
  if (!solved) std::fill(right.begin(), right.end(), std::numeric_limits<double>::quiet_NaN());
  std::copy_n(right.begin(), n_, a.begin());
  for (std::size_t k = 0; k < m_; ++k) multipliers[k] = -right[n_ + k];
  return solved;
}

void Lagrangian::needed_forces(double t, VecIn x, VecOut forces) const {
  Scratch<double>& scratch = scratch_of_thread<double>();
  const std::span<double> a = room(scratch.other, n_ + m_);
  accelerations(t, x, a.first(n_), a.subspan(n_));
  const double* y = scratch.outputs.data();
  for (std::size_t i = 0; i < n_; ++i) forces[i] = -y[n_ * (n_ + 1) / 2 + i];
  for (std::size_t i = 0; i < n_; ++i)
    for (std::size_t j = i; j < n_; ++j, ++y) {
      forces[i] += *y * a[j];
      if (i != j) forces[j] += *y * a[i];
    }
}

void Lagrangian::constraint_rows(double t, VecIn x, VecOut rows) const {
  const std::span<double> y = room(scratch_of_thread<double>().outputs, motion_.outputs());
  motion_.evaluate_at<double>(t, x, y);
  std::copy_n(y.data() + n_ * (n_ + 1) / 2 + n_, n_ * m_, rows.begin());
}

void Lagrangian::mass_matrix(double t, VecIn x, VecOut rows) const {
  const std::span<double> y = room(scratch_of_thread<double>().outputs, motion_.outputs());
  motion_.evaluate_at<double>(t, x, y);
  general::write_symmetric(n_, y.data(), rows.data());
}

void Lagrangian::inertias(double t, VecIn x, VecOut values) const {
  const std::span<double> y = room(scratch_of_thread<double>().outputs, motion_.outputs());
  motion_.evaluate_at<double>(t, x, y);
  for (std::size_t i = 0, entry = 0; i < n_; entry += n_ - i, ++i) values[i] = y[entry];
}

void Lagrangian::violations(double t, VecIn x, VecOut values) const {
  const std::span<double> y = room(scratch_of_thread<double>().outputs, residuals_.outputs());
  residuals_.evaluate_at<double>(t, x, y);
  std::copy_n(y.begin(), holonomic_ + m_, values.begin());
}

void Lagrangian::violation_slopes(double t, VecIn x, VecOut rows) const {
  const std::size_t count = holonomic_ + m_, all = 2 * n_;
  std::vector<Dual4> at(all), values(residuals_.outputs());
  for (std::size_t first = 0; first < all; first += 4) {
    const std::size_t last = std::min(first + 4, all);
    for (std::size_t i = 0; i < all; ++i)
      at[i] = i < first || i >= last ? Dual4(x[i]) : Dual4::variable(x[i], static_cast<int>(i - first));
    residuals_.evaluate_at<Dual4>(t, at, values);
    for (std::size_t k = 0; k < count; ++k)
      for (std::size_t i = first; i < last; ++i) rows[k * all + i] = values[k].tangent[static_cast<int>(i - first)];
  }
}

void Lagrangian::constraint_speeds(double t, VecIn x, VecOut b) const {
  const std::span<double> y = room(scratch_of_thread<double>().outputs, residuals_.outputs());
  residuals_.evaluate_at<double>(t, x, y);
  std::copy_n(y.data() + holonomic_ + m_, m_, b.begin());
}

bool Lagrangian::project(double t, VecOut x) const {
  if (m_ == 0) return true;
  Scratch<double>& scratch = scratch_of_thread<double>();
  const std::span<double> right = room(scratch.right, n_ + m_), left = room(scratch.other, holonomic_ + m_);
  double last = std::numeric_limits<double>::infinity();
  for (int round = 0; holonomic_ > 0; ++round) {
    violations(t, x, left);
    const std::span<double> y = room(scratch.outputs, motion_.outputs());
    motion_.evaluate_at<double>(t, x, y);
    const double* rows = y.data() + n_ * (n_ + 1) / 2 + n_;
    double largest = 0;
    for (std::size_t k = 0; k < holonomic_; ++k) {
      double reach = 0;
      for (std::size_t i = 0; i < n_; ++i) reach += std::fabs(rows[k * n_ + i]);
      largest = std::max(largest, std::fabs(left[k]) / (reach > 0 ? reach : 1));
    }
    // Far from where they hold corrections may overshoot; near it they shrink until rounding is all that is left.
    if (largest == 0 || (largest <= open_part && largest >= last)) break;
    if (round == most_corrections || !(largest - largest == 0)) return false;
    last = largest;
    std::fill(right.begin(), right.end(), 0.0);
    for (std::size_t k = 0; k < holonomic_; ++k) right[n_ + k] = -left[k];
    if (!solve_bordered(n_, m_, y.data(), right.data(), scratch)) return false;
    for (std::size_t i = 0; i < n_; ++i) x[i] += right[i];
  }
  violations(t, x, left);
  const std::span<double> y = room(scratch.outputs, motion_.outputs());
  motion_.evaluate_at<double>(t, x, y);
  std::fill(right.begin(), right.end(), 0.0);
  for (std::size_t k = 0; k < m_; ++k) right[n_ + k] = -left[holonomic_ + k];
  if (!solve_bordered(n_, m_, y.data(), right.data(), scratch)) return false;
  for (std::size_t i = 0; i < n_; ++i) x[n_ + i] += right[i];
  return true;
}

void Lagrangian::momenta(double t, VecIn x, VecOut p) const {
  const std::span<double> y = room(scratch_of_thread<double>().outputs, transform_.outputs());
  transform_.evaluate_at<double>(t, x, y);
  std::copy_n(y.begin(), n_, p.begin());
}

template <class S>
bool Lagrangian::rates_of(double t, In<S> qp, Out<S> rates) const {
  Scratch<S>& scratch = scratch_of_thread<S>();
  const std::span<S> y = room(scratch.outputs, transform_.outputs()), x = room(scratch.other, 2 * n_);
  std::copy_n(qp.begin(), n_, x.begin());
  std::fill(x.begin() + static_cast<std::ptrdiff_t>(n_), x.end(), S(0.0));
  const bool found = general::invert_slopes<S>(n_, transform_, t, qp.subspan(n_), x, y, scratch);
  std::copy_n(x.begin() + static_cast<std::ptrdiff_t>(n_), n_, rates.begin());
  return found;
}

template <class S>
void Lagrangian::canonical_rate(double t, In<S> qp, Out<S> v) const {
  rates_of<S>(t, qp, v.first(n_));
  Scratch<S>& scratch = scratch_of_thread<S>();
  const std::span<S> x = room(scratch.other, 2 * n_), y = room(scratch.outputs, transform_.outputs());
  std::copy_n(qp.begin(), n_, x.begin());
  std::copy_n(v.begin(), n_, x.begin() + static_cast<std::ptrdiff_t>(n_));
  transform_.evaluate_at<S>(t, x, y);
  const S* pull = y.data() + n_ + n_ * (n_ + 1) / 2;
  std::copy_n(pull, n_, v.begin() + static_cast<std::ptrdiff_t>(n_));
  if (m_ == 0) return;
  const std::span<S> z = room(scratch.outputs, motion_.outputs()), right = room(scratch.right, n_ + m_);
  motion_.evaluate_at<S>(t, x, z);
  const S* f = z.data() + n_ * (n_ + 1) / 2;
  std::copy_n(f, n_, right.begin());
  std::copy_n(f + n_ + m_ * n_, m_, right.begin() + static_cast<std::ptrdiff_t>(n_));
  const bool solved = solve_bordered(n_, m_, z.data(), right.data(), scratch);
  for (std::size_t k = 0; k < m_; ++k)
    for (std::size_t i = 0; i < n_; ++i)
      v[n_ + i] -= solved ? f[n_ + k * n_ + i] * right[n_ + k] : S(std::numeric_limits<double>::quiet_NaN());
}

template void Lagrangian::rate<double>(double, In<double>, Out<double>) const;
template void Lagrangian::rate<Dual4>(double, In<Dual4>, Out<Dual4>) const;
template bool Lagrangian::rates_of<double>(double, In<double>, Out<double>) const;
template bool Lagrangian::rates_of<Dual4>(double, In<Dual4>, Out<Dual4>) const;
template void Lagrangian::canonical_rate<double>(double, In<double>, Out<double>) const;
template void Lagrangian::canonical_rate<Dual4>(double, In<Dual4>, Out<Dual4>) const;

}  // namespace polhode
