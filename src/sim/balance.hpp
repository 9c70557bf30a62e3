#pragma once
// The books of a run: for every monitor X, how far X − X(0) − ∫supply dt is from zero.

#include <array>
#include <span>
#include <vector>

#include <polhode/ode/solve.hpp>
#include <polhode/sim/recording.hpp>

namespace polhode {

/// The integral of a rate along the accepted steps, by Gauss–Legendre quadrature of order 8 on each step's own
/// continuation: as exact as the solution it goes along with. Allocates nothing after it was made.
class Integral {
 public:
  /// A rate without a function is zero.
  Integral(Quantity rate, std::size_t size, int nx);

  /// From the start up to t1, which lies in the step that begins at t0 and has not been booked; false if the motion or
  /// the rate is not finite on the way there.
  bool up_to(const ode::StepView& view, double t1);
  /// What the last of these calls found.
  std::span<const double> value() const { return partial_; }
  /// Goes on from there.
  void book() { total_ = partial_; }
  void add(std::size_t component, double amount) { total_[component] += amount; }

 private:
  Quantity rate_;
  std::vector<double> total_, partial_, now_, node_state_;
};

/// The books of a work, or of another integral.
class WorkAccount {
 public:
  WorkAccount(std::string name, Quantity rate, int nx) : name_(std::move(name)), integral_(std::move(rate), 1, nx) {}

  void step(const ode::StepView& view) {
    if (integral_.up_to(view, view.t1())) integral_.book();
  }
  void sample(const ode::StepView& view, double t) {
    integral_.up_to(view, t);
    samples_.push_back(integral_.value()[0]);
  }
  WorkDone finish() const { return {name_, samples_}; }

 private:
  std::string name_;
  Integral integral_;
  std::vector<double> samples_;
};

/// Follows one monitor along the accepted steps. The books are closed at the last state at which everything in them was
/// finite: a run that blows up has a drift up to there.
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

  /// The drift in the form people see: divided by the largest |X| of the run. `tolerance` is that of its steps, 0 if
  /// they are fixed.
  Drift finish(double tolerance) const;

 private:
  double imbalance(double t, VecIn x);
  void note_parts(double t, VecIn x);
  /// Goes on from the last state, if there is one that is not apart from this by a jump.
  void note_claim(double t, VecIn x, bool goes_on);

  const Monitor& monitor_;
  std::size_t size_;
  Integral supplied_;
  std::vector<double> start_, value_, difference_;
  double largest_value_ = 0, largest_due_ = 0, largest_drift_ = 0, largest_part_ = 0;
  bool closed_ = false, jumped_ = false;
  double claim_time_ = 0, claim_change_ = 0, claim_parts_ = 0, claim_fastest_ = 0;
  std::array<double, 2> claim_{};
  std::vector<double> sample_drift_, sample_supplied_;
};

}  // namespace polhode
