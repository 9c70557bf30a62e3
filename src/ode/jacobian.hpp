#pragma once
// Derivatives of the rate in the chart at a state.

#include <vector>

#include <polhode/ode/problem.hpp>

namespace polhode::ode {

/// ∂F/∂u and ∂F/∂t of F(t, u) = dexp⁻¹_u f(t, x ⊞ u), at u = 0 unless another is given.
///
/// Over dual numbers, four columns a pass, if the problem's rate exists for them: exact up to rounding. Else by forward
/// differences, whose error is about 1e-8 of the size of the derivative. Calls of the rate are not counted as the
/// method's: see Work.
///
/// Proof    tests/order/stiff_order_test.cpp
class Jacobian {
 public:
  explicit Jacobian(const Problem& problem);

  /// For a step of length h from (t, x), whose size tells a state that happens to be zero from one that is small.
  void compute(double t, VecIn x, double h);
  /// ∂F/∂u at u, nv numbers, in the chart at x.
  void compute_at(double t, VecIn x, const double* u, double h);
  double operator()(std::size_t row, std::size_t column) const { return entries_[column * nv_ + row]; }
  /// slope = ∂F/∂t, by differences inside the step; `rate` is f(t, x). One call of the rate if it does not depend on
  /// time, else three.
  void time_slope(double t, VecIn x, double h, VecIn rate, VecOut slope);

 private:
  void by_duals(double t, VecIn x);
  /// Around x_here_ = x ⊞ u_, whose lifted rate is rate_.
  void by_differences(double t, VecIn x, double h);

  const StateSpace& space_;
  const Rates& rates_;
  const std::size_t nx_, nv_;
  std::vector<double> entries_;  ///< by columns
  std::vector<double> rate_, u_, x_here_, x_near_;
  std::vector<Dual4> x_dual_, u_dual_, x_near_dual_, rate_dual_;
};

}  // namespace polhode::ode
