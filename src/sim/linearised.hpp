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

/// f and ∂f/∂x. Exact derivatives where the rate exists over dual numbers.
class Linearised {
 public:
  explicit Linearised(const System& system) : problem_(system.problem()), jacobian_(problem_) {
    const Eigen::Index n = problem_.space.nv();
    rate_.resize(n);
    matrix_.resize(n, n);
  }

  /// False if one of the numbers is not finite.
  bool compute(double t, VecIn x) {
    problem_.rate.real(t, x, view(rate_));
    jacobian_.compute(t, x, 1e-3);
    for (Eigen::Index i = 0; i < matrix_.rows(); ++i)
      for (Eigen::Index j = 0; j < matrix_.cols(); ++j)
        matrix_(i, j) = jacobian_(static_cast<std::size_t>(i), static_cast<std::size_t>(j));
    return rate_.allFinite() && matrix_.allFinite();
  }
  void rate_at(double t, VecIn x, VecOut rate) const { problem_.rate.real(t, x, rate); }

  const Eigen::VectorXd& rate() const { return rate_; }
  const Eigen::MatrixXd& matrix() const { return matrix_; }

 private:
  ode::Problem problem_;
  ode::Jacobian jacobian_;
  Eigen::VectorXd rate_;
  Eigen::MatrixXd matrix_;
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
