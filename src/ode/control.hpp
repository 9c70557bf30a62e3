#pragma once
// How large a local error may be, and how large the next step should be.

#include <vector>

#include <polhode/math/state_space.hpp>
#include <polhode/ode/solve.hpp>

namespace polhode::ode {

class Engine;

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
  double of_step(Engine& engine) const;
  /// What the turn of its rotations adds to that.
  double of_turn(const Engine& engine) const;
  /// Of the rate at the start of the step, and of its difference from another.
  double of_rate(const Engine& engine) const;
  double of_change(const Engine& engine, VecIn rate) const;
  /// Of any vector in the chart at x, beside an increment u from there.
  double of_increment(const double* v, VecIn x, const double* u) const;
  /// Of several of them, one after the other: the largest beside the largest of all the increments.
  double of_increments(const double* v, VecIn x, const double* u, std::size_t count) const;
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
  std::size_t nv_;
  double relative_;
};

/// Control of the step size.
///
///   proportional_integral   h ← h · clamp(0.9 · e^(−0.85/q) · e_before^(0.2/q), 0.2, 6)   docs/theory/runge-kutta.md
///   (8) predictive              h ← h · clamp(0.9 · min(1, (h/h_before) (e_before/e)^(1/q)) · e^(−1/q), 0.2, 6)
///
/// with q the estimate's order and e ≤ 1 the sizes of this and the previous accepted error; the second expects the
/// error's constant to go on changing as it did, which suits stiff motion. A rejected step is repeated with
/// h · max(0.2, 0.9 e^(−1/q)), or 0.1 h if the error is not finite; the step after one does not grow.
///
/// Source   [Gustafsson 1994]; [Hairer & Wanner 1996] IV.8.
class StepControl {
 public:
  StepControl(Control kind, int estimate_order) : kind_(kind), order_(estimate_order) {}

  double after_accepted(double h, double error);
  double after_rejected(double h, double error);

 private:
  Control kind_;
  int order_;
  double before_ = 1e-4, h_before_ = 0;
  bool rejected_ = false;
};

/// A first step such that an explicit Euler step errs by about 1 % of what is allowed, and the second derivative is
/// felt; signed like `span`.  Source [Hairer, Nørsett & Wanner 1993] II.4. Costs one rate evaluation.
double first_step(Engine& engine, const ErrorNorm& norm, int order, double span, double largest);

}  // namespace polhode::ode
