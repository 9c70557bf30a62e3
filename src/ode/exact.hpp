#pragma once
// Motions that are known in closed form.

#include "ode/engine.hpp"

namespace polhode::ode {

/// Evaluates Problem::closed_form from where the motion last began: at the start, or after a jump or a break. So errors
/// do not add up, however many steps there are, and the inside of a step is as exact as its ends.
///
/// Nothing limits the steps but what they are looked into for. Samples want none. The search for events takes sixteen
/// samples of a step, so that a step is a radian of the fastest rotation: a formula of attitude and rates has
/// harmonics of it, and the sixteenth still shows. Nor is it longer than a hundredth of the run, for events of bodies
/// that fly past each other. Integrals along a step by a quadrature of order 8, and polynomials
/// of degree 12 that are kept in its place, are exact to rounding over a quarter of a radian.
///
/// Proof    tests/truth/exact_solver_test.cpp
class Exact final : public Engine {
 public:
  Exact(const Method& method, const Problem& problem, Trail& trail);

  void restart(double t, VecIn x) override;
  bool attempt(double t1) override;
  const double* error() override { return no_error_.data(); }
  double after_accepted(double, double) override { return step_; }
  double own_step(LookInside what) override;
  void state_at(double t, VecOut x) override;
  void evaluate(double theta, VecOut x) override { state_at(t_ + theta * h_, x); }
  /// The polynomial is for segments that are kept; nothing here reads it.
  bool continuation_is_finite() override { return end_is_finite(); }

 private:
  const ClosedForm& closed_form_;
  double base_t_ = 0;
  std::vector<double> base_, no_error_;
  double step_ = 0;
};

}  // namespace polhode::ode
