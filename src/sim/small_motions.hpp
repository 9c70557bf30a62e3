#pragma once
// Small motions about steady rolling: a matrix, its eigenvalues, and a number that says whether any of them grows.

#include <complex>
#include <vector>

#include <Eigen/Core>

#include <polhode/dynamics/rolling/rolling.hpp>

namespace polhode {

using Mat6 = Eigen::Matrix<double, 6, 6>;

/// ∂(Ω̇, Ṅ)/∂(Ω, N) of a body in the form "body", by dual numbers.
Mat6 small_motion_matrix(const Rolling& rolling, const Vec3& Omega, const Vec3& N);

struct SmallMotions {
  std::vector<std::complex<double>> eigenvalues;  ///< but for the zeros that are always there
  double margin = 0;                              ///< positive where none grows; no unit
};

/// A body of revolution of tilt, in axes that turn with the line of nodes, ψ̇ behind the body. `rate`: what rates are
/// large or small against [rad/s].
SmallMotions tilting(Mat6 matrix, double psi_rate, double rate);

/// A body on its end. Zeros: |N|, and a little more or less of the same turning.
SmallMotions rocking(const Mat6& matrix, const Vec3& N, bool of_revolution, double rate);

/// A body that turns about the vertical, its centre of mass beside its contact. Two zeros: |N|, and its neighbours,
/// whose attitude differs, too.
SmallMotions whirling(const Mat6& matrix, double rate);

/// Of small motions with coefficients that come back after a time: multipliers μ from X, what they do in that time.
SmallMotions returning(const Eigen::Matrix2d& X, double time);

}  // namespace polhode
