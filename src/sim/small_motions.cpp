#include "sim/small_motions.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <Eigen/Eigenvalues>

namespace polhode {
namespace {

using Complex = std::complex<double>;
using Mat4 = Eigen::Matrix4d;

/// Odd coefficients smaller than this, by powers of the rate, are none: every motion has its mirror image in time.
constexpr double reversible = 1e-11;

/// a₃ … a₀ of det(λ − M) = λ⁴ + a₃λ³ + …, but for powers of λ as factors, from the traces of powers.
template <class M4>
std::array<double, 4> characteristic(const M4& M) {
  const M4 M2 = M * M;
  const double t1 = M.trace(), t2 = M2.trace(), t3 = (M2 * M).trace(), t4 = (M2 * M2).trace();
  const double a3 = -t1, a2 = -(t2 + a3 * t1) / 2, a1 = -(t3 + a3 * t2 + a2 * t1) / 3;
  return {a3, a2, a1, -(t4 + a3 * t3 + a2 * t2 + a1 * t1) / 4};
}

/// Routh's and Hurwitz's conditions; of λ⁴ + a₂λ² + a₀ that both λ² are negative and differ.
double quartic_margin(const std::array<double, 4>& coefficients) {
  const auto [a3, a2, a1, a0] = coefficients;
  if (std::fabs(a3) < reversible && std::fabs(a1) < reversible) return std::min({a2, a0, a2 * a2 - 4 * a0});
  return std::min({a3, a2, a1, a0, (a3 * a2 - a1) * a1 - a3 * a3 * a0});
}

/// Of a body of revolution the four are two complex numbers each way round: λ² − τλ + δ with τ imaginary, δ real.
double turning_margin(const Mat4& M) {
  const auto entry = [&M](int i, int j) { return Complex(M(2 * i, 2 * j), M(2 * i + 1, 2 * j)); };
  const Complex trace = entry(0, 0) + entry(1, 1);
  const Complex determinant = entry(0, 0) * entry(1, 1) - entry(0, 1) * entry(1, 0);
  return -(trace * trace - 4.0 * determinant).real();
}

void add_eigenvalues(const Mat4& M, double rate, SmallMotions& small) {
  const Eigen::Vector4cd values = Eigen::EigenSolver<Mat4>(M, false).eigenvalues();
  for (const Complex& value : values) small.eigenvalues.push_back(rate * value);
  std::sort(small.eigenvalues.begin(), small.eigenvalues.end(),
            [](Complex a, Complex b) { return std::pair(a.real(), a.imag()) < std::pair(b.real(), b.imag()); });
}

}  // namespace

Mat6 small_motion_matrix(const Rolling& rolling, const Vec3& Omega, const Vec3& N) {
  // Any attitude with N up; what else the state tells, such as the rim that touches, follows from it.
  const Vec3 up = std::get<ground::Plane>(rolling.body().ground.shape).normal;
  RollingState state;
  state.R_WB = Rotation::from_z_to(up) * Rotation::from_z_to(N).inverse();
  state.w_WB_W = state.R_WB * Omega;
  const std::vector<double> at = rolling.coordinates(rolling.complete(0, state));
  std::vector<Dual4> x(at.begin(), at.end()), rate(static_cast<std::size_t>(rolling.state_space().nv()));
  Mat6 matrix;
  for (int first = 0; first < 6; first += 4) {
    for (int i = 0; i < 6; ++i) {
      const double value = i < 3 ? Omega[i] : N[i - 3];
      x[static_cast<std::size_t>(7 + i)] =
          i >= first && i < first + 4 ? Dual4::variable(value, i - first) : Dual4(value);
    }
    rolling.rate<Dual4>(0, x, rate);
    for (int j = first; j < std::min(first + 4, 6); ++j)
      for (int i = 0; i < 6; ++i) matrix(i, j) = rate[static_cast<std::size_t>(6 + i)].tangent[j - first];
  }
  return matrix;
}

SmallMotions tilting(Mat6 matrix, double psi_rate, double rate) {
  for (int block = 0; block < 6; block += 3) {
    matrix(block, block + 1) -= psi_rate;
    matrix(block + 1, block) += psi_rate;
  }
  matrix /= rate;
  double square = 0;  // ½ tr J² = λ²
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) square += 0.5 * matrix(i, j) * matrix(j, i);
  const Complex root = rate * std::sqrt(Complex(square));
  return {{-root, root}, -square};
}

SmallMotions rocking(const Mat6& matrix, const Vec3& N, bool of_revolution, double rate) {
  // Across N: a right-handed pair, so that both blocks turn alike.
  const Mat3 axes = Rotation::from_z_to(N).matrix();
  Eigen::Matrix<double, 6, 4> across = Eigen::Matrix<double, 6, 4>::Zero();
  across.block<3, 2>(0, 0) = axes.leftCols<2>();
  across.block<3, 2>(3, 2) = axes.leftCols<2>();
  const Mat4 M = across.transpose() * (matrix / rate) * across;
  SmallMotions small;
  small.margin = of_revolution ? turning_margin(M) : quartic_margin(characteristic(M));
  add_eigenvalues(M, rate, small);
  return small;
}

SmallMotions whirling(const Mat6& matrix, double rate) {
  const auto coefficients = characteristic(Mat6(matrix / rate));
  Mat4 companion = Mat4::Zero();
  for (int i = 0; i < 4; ++i) {
    companion(0, i) = -coefficients[static_cast<std::size_t>(i)];
    if (i > 0) companion(i, i - 1) = 1;
  }
  SmallMotions small;
  add_eigenvalues(companion, rate, small);
  const bool both_ways = std::fabs(coefficients[0]) < reversible && std::fabs(coefficients[2]) < reversible;
  // Conditions of Hurwitz are products that say little where the body hardly tells one way from the other.
  small.margin = both_ways ? quartic_margin(coefficients) : -small.eigenvalues.back().real() / rate;
  return small;
}

SmallMotions returning(const Eigen::Matrix2d& X, double time) {
  const double half = 0.5 * X.trace(), determinant = X(0, 0) * X(1, 1) - X(0, 1) * X(1, 0);
  const Complex root = std::sqrt(Complex(half * half - determinant));
  const auto exponent = [time](Complex mu) {
    return Complex(fn::log(std::sqrt(std::norm(mu))), fn::atan2(mu.imag(), mu.real())) / time;
  };
  // What the motion does backwards is another motion, so that det X = 1.
  return {{exponent(half - root), exponent(half + root)}, 1 - std::fabs(half)};
}

}  // namespace polhode
