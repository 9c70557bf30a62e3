#pragma once
// How large a local error may be, and how large the next step should be.

#include <vector>

#include <polhode/math/state_space.hpp>
#include <polhode/ode/solve.hpp>

#include "ode/runge_kutta.hpp"

namespace polhode::ode {

/// The size of a local error: ≤ 1 is acceptable.
///
///   |e| = max over blocks of  max_i |e_i| / (absolute + relative · scale)         docs/theory/runge-kutta.md (7)
///
/// with scale the larger of the block's largest coordinate at both ends of the step, or 1 rad for a rotation, whose
/// coordinates have no size. A rotation that turns by more than 2.5 rad in the step counts as an error, too.
class ErrorNorm {
 public:
  ErrorNorm(const StateSpace& space, const Tolerance& tolerance);

  /// Of the step the stepper has just tried. Two estimates are combined as e₅²/√(e₅² + 0.01 e₃²) in every block.
  double of_step(RungeKutta& stepper) const;
  /// Of the rate at the start of the step, and of its difference from another.
  double of_rate(const RungeKutta& stepper) const;
  double of_change(const RungeKutta& stepper, VecIn rate) const;
  /// Of the coordinates of x themselves.
  double of_state(VecIn x) const;

 private:
  struct Part {
    BlockKind kind;
    std::size_t x0, nx, v0, nv;
    double absolute;
  };
  double allowed(const Part& part, const double* x, const double* x1) const;

  std::vector<Part> parts_;
  double relative_;
};

/// PI control of the step size.
///
///   h ← h · clamp(0.9 · e^(−0.85/q) · e_before^(0.2/q), 0.2, 6)                   docs/theory/runge-kutta.md (8)
///
/// with q = Method::estimate_order and e ≤ 1 the sizes of this and the previous accepted error. A rejected step is
/// repeated with h · max(0.2, 0.9 e^(−1/q)), or 0.1 h if the error is not finite; the step after one does not grow.
class StepControl {
 public:
  explicit StepControl(int estimate_order) : order_(estimate_order) {}

  void restart() { before_ = 1e-4; }
  double after_accepted(double h, double error);
  double after_rejected(double h, double error);

 private:
  int order_;
  double before_ = 1e-4;
  bool rejected_ = false;
};

/// A first step such that an explicit Euler step errs by about 1 % of what is allowed, and the second derivative is
/// felt; signed like `span`.  Source [Hairer, Nørsett & Wanner 1993] II.4. Costs one rate evaluation.
double first_step(RungeKutta& stepper, const ErrorNorm& norm, int order, double span, double largest);

}  // namespace polhode::ode
