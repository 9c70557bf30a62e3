#pragma once
// The books of a run: for every monitor X, how far X − X(0) − ∫supply dt is from zero.

#include <span>
#include <vector>

#include <polhode/ode/solve.hpp>
#include <polhode/sim/recording.hpp>

namespace polhode {

/// Follows one monitor along the accepted steps. The supply is integrated over each step by Gauss–Legendre quadrature
/// of order 8 on the step's own continuation, so the books are as exact as the solution they judge. They are closed at
/// the last state at which everything in them was finite: a run that blows up has a drift up to there.
class Balance {
 public:
  Balance(const Monitor& monitor, int nx);

  void start(double t, VecIn x);
  /// Books an accepted step.
  void step(const ode::StepView& view);
  /// Books what an event's jump added at once.
  void jump(double t, VecIn before, VecIn after);
  /// Notes the balance at a sample inside the step that is about to be booked (or at its end).
  void sample(const ode::StepView& view, double t, VecIn x);

  /// The drift in the form people see: divided by the largest |X| of the run.
  Drift finish() const;

 private:
  /// The supply up to t1; false if the motion or its supply is not finite on the way there.
  bool integrate(const ode::StepView& view, double t0, double t1);
  double imbalance(double t, VecIn x);
  void note_parts(double t, VecIn x);

  const Monitor& monitor_;
  std::size_t size_;
  std::vector<double> start_, value_, supplied_, partial_, rate_, node_state_;
  double largest_value_ = 0, largest_drift_ = 0, largest_part_ = 0;
  bool closed_ = false, jumped_ = false;
  std::vector<double> sample_drift_, sample_supplied_;
};

}  // namespace polhode
