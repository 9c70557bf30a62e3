#include <array>
#include <cmath>

#include "ode/collocation.hpp"

namespace polhode::ode {

namespace {

/// A vector that a singular 3 × 3 (or, bordered by a zero and a one, 2 × 2) matrix maps to zero: the longest product of
/// two rows.
using Row = std::array<PlainComplex, 3>;

Row cross(const Row& a, const Row& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

double size_of(const Row& a) { return magnitude(a[0]) + magnitude(a[1]) + magnitude(a[2]); }

Row null_vector(const std::array<Row, 3>& m) {
  Row best = cross(m[0], m[1]);
  for (const Row& other : {cross(m[1], m[2]), cross(m[2], m[0])})
    if (size_of(other) > size_of(best)) best = other;
  // A multiple whose largest component is 1, so that T is well scaled and its second and third column differ.
  PlainComplex largest = best[0];
  for (PlainComplex component : best)
    if (magnitude(component) > magnitude(largest)) largest = component;
  const PlainComplex scale = reciprocal(largest);
  for (PlainComplex& component : best) component *= scale;
  return best;
}

/// M⁻¹ of a matrix by rows.
std::vector<double> inverse(const std::vector<double>& m, std::size_t n) {
  Lu<double> lu(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) lu(i, j) = m[i * n + j];
  lu.factor();
  std::vector<double> result(n * n), column(n);
  for (std::size_t j = 0; j < n; ++j) {
    std::fill(column.begin(), column.end(), 0.0);
    column[j] = 1;
    lu.solve(column.data());
    for (std::size_t i = 0; i < n; ++i) result[i * n + j] = column[i];
  }
  return result;
}

std::vector<double> product(const std::vector<double>& a, const std::vector<double>& b, std::size_t n) {
  std::vector<double> result(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t k = 0; k < n; ++k) result[i * n + j] += a[i * n + k] * b[k * n + j];
  return result;
}

/// The real eigenvalue of a 3 × 3 matrix that has only one: λ³ − trace λ² + minors λ − determinant = 0.
double real_eigenvalue(const std::vector<double>& m) {
  const double trace = m[0] + m[4] + m[8];
  const double minors = m[0] * m[4] - m[1] * m[3] + m[0] * m[8] - m[2] * m[6] + m[4] * m[8] - m[5] * m[7];
  const double determinant =
      m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6]);
  double root = trace / 3;
  for (int i = 0; i < 100; ++i) {
    const double value = ((root - trace) * root + minors) * root - determinant;
    const double slope = (3 * root - 2 * trace) * root + minors;
    const double change = value / slope;
    root -= change;
    if (std::fabs(change) <= 1e-16 * std::fabs(root)) break;
  }
  return root;
}

Row eigenvector(const std::vector<double>& m, std::size_t n, PlainComplex eigenvalue) {
  std::array<Row, 3> shifted{};
  shifted[2][2] = {1, 0};
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      shifted[i][j] = PlainComplex{m[i * n + j], 0} - (i == j ? eigenvalue : PlainComplex{});
  return null_vector(shifted);
}

}  // namespace

StageTransform::StageTransform(const CollocationTableau& tableau)
    : stages(tableau.b.size()), has_real(stages % 2 == 1), T(stages * stages) {
  const std::vector<double> m = inverse({tableau.a.begin(), tableau.a.end()}, stages);
  if (tableau.transform.empty()) {
    find(m);
  } else {
    gamma = tableau.eigenvalues[0];
    for (std::size_t i = 1; i < stages; i += 2) pairs.push_back({tableau.eigenvalues[i], tableau.eigenvalues[i + 1]});
    T.assign(tableau.transform.begin(), tableau.transform.end());
    from_residual.assign(tableau.from_residual.begin(), tableau.from_residual.end());
  }
  for (std::size_t j = 0; j < stages; ++j) {
    double sum = 0;
    for (std::size_t i = 0; i < stages; ++i) sum += tableau.b[i] * m[i * stages + j];
    end.push_back(sum);
  }
}

/// Of two or three stages.
void StageTransform::find(const std::vector<double>& m) {
  double trace = 0;
  for (std::size_t i = 0; i < stages; ++i) trace += m[i * stages + i];
  const std::size_t first = has_real ? 1 : 0;
  if (has_real) {
    gamma = real_eigenvalue(m);
    const Row v = eigenvector(m, stages, {gamma, 0});
    for (std::size_t i = 0; i < stages; ++i) T[i * stages] = v[i].re;
  }
  // The pair α ± iβ has the rest of the trace and, of the sum of squares of all eigenvalues, the rest of that.
  const std::vector<double> square = product(m, m, stages);
  double squares = -gamma * gamma;
  for (std::size_t i = 0; i < stages; ++i) squares += square[i * stages + i];
  const double alpha = (trace - gamma) / 2, beta = std::sqrt(alpha * alpha - squares / 2);
  pairs.push_back({alpha, beta});
  const Row v = eigenvector(m, stages, {alpha, beta});
  for (std::size_t i = 0; i < stages; ++i) {
    T[i * stages + first] = v[i].re;
    T[i * stages + first + 1] = v[i].im;
  }
  from_residual = product(inverse(T, stages), m, stages);
}

}  // namespace polhode::ode
