#pragma once
// The rate of a flat system near a state: its value and its matrix of derivatives.

#include <complex>
#include <vector>

#include <Eigen/Core>

#include <polhode/sim/system.hpp>

#include "ode/jacobian.hpp"

namespace polhode {

/// Below this part of the largest eigenvalue a real part, or an eigenvalue, is told to be zero: two that coincide are
/// found apart by the root of the rounding.
inline constexpr double eigenvalue_zero = 1e-7;

/// f and ∂f/∂x, with ∂g/∂x of what holds the system, if anything does. Exact derivatives where the rate exists over
/// dual numbers.
class Linearised {
 public:
  explicit Linearised(const System& system);

  /// False if one of the numbers is not finite.
  bool compute(double t, VecIn x);
  /// f, then g.
  void values_at(double t, VecIn x, VecOut values) const;

  const Eigen::VectorXd& rate() const { return rate_; }
  const Eigen::MatrixXd& matrix() const { return matrix_; }
  /// How many conditions hold the system, and their slopes.
  std::size_t held() const { return held_.count; }
  const Eigen::MatrixXd& held_slopes() const { return held_slopes_; }

  /// Directions in which the state may go: columns that are orthonormal, with sizes beside these; all of them if
  /// nothing holds it. Of conditions that follow from others none counts.
  Eigen::MatrixXd free_directions(const std::vector<double>& sizes = {}) const;
  /// ∂f/∂x among orthonormal directions. What holds a system is kept by its rate, so that at an equilibrium ∂f/∂x
  /// leads from these directions to no others.
  Eigen::MatrixXd among(const Eigen::MatrixXd& directions) const;

 private:
  ode::Problem problem_;
  ode::Jacobian jacobian_;
  Held held_;
  Eigen::VectorXd rate_;
  Eigen::MatrixXd matrix_, held_slopes_;
};

/// |z| by the project's own functions.
inline double size_of(std::complex<double> z) { return std::sqrt(z.real() * z.real() + z.imag() * z.imag()); }

struct Spectrum {
  std::vector<std::complex<double>> values;  ///< in ascending order of real, then imaginary part
  Eigen::MatrixXcd vectors;                  ///< one column for each
  double largest = 0;                        ///< |λ|
};
Spectrum spectrum_of(const Eigen::MatrixXd& matrix);

}  // namespace polhode
