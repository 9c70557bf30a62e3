#pragma once
// The equation that an implicit multistep rule leaves for its new point.

#include <optional>

#include "ode/control.hpp"
#include "ode/full_newton.hpp"
#include "ode/jacobian.hpp"
#include "ode/lu.hpp"
#include "ode/newton.hpp"

namespace polhode::ode {

/// u = known + γ F(t, u), by simplified Newton iteration with a Jacobian that may be some steps old and a matrix
/// I − γ J that is made anew when γ changes.
///
/// With fixed steps it is solved to rounding, and where a frozen Jacobian does not get there by full Newton iteration;
/// else to a twentieth of what is allowed.
///
/// Source   [Hairer & Wanner 1996] IV.8, V.2.
/// Proof    tests/order (the orders of implicit rules), tests/truth/stiff_multistep_test.cpp
class StepEquation {
 public:
  enum class Found { solution, nothing, rate_without_value };

  StepEquation(const Problem& problem, const Options& options);

  /// Nothing of the past holds any more.
  void restart();
  /// `u` goes from a guess to the solution, in the chart at x, where the step of length h starts; rate(u, F) gives F at
  /// the end of the step, into `rate_value`.
  Found solve(double t, VecIn x, double h, double gamma, const double* known, double* u, double* rate_value,
              FunctionRef<void(const double*, double*)> rate, Work& work);

 private:
  using RateAtEnd = FunctionRef<void(const double*, double*)>;
  bool prepare(double t, VecIn x, double h, double gamma, Work& work);
  bool factor(double gamma, Work& work);
  Found iterate(VecIn x, double gamma, const double* known, double* u, double* rate_value, RateAtEnd rate, Work& work);
  bool solve_fully(double t, VecIn x, double h, double gamma, const double* known, double* u, double* rate_value,
                   RateAtEnd rate, Work& work);

  const std::size_t nv_;
  const ErrorNorm norm_;
  Jacobian jacobian_;
  Lu<double> matrix_;
  Convergence newton_;
  std::optional<FullNewton> full_;  ///< with fixed steps
  std::vector<double> guess_, increment_;
  bool has_jacobian_ = false;
  double factored_for_ = 0;  ///< γ; 0: not at all
};

}  // namespace polhode::ode
