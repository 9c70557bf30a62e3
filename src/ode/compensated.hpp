#pragma once
// Steps that remember what rounding took from the state.

#include "ode/engine.hpp"

namespace polhode::ode {

/// x + low ← (x + low) ⊞ u, with `low` below half an ulp of x.
///
/// A vector is summed as [Kahan 1965] does it. A quaternion q becomes q + q (exp(u) − 1), whose second term is as small
/// as u, and is summed in the same way; its length is brought back to 1 by a term that is computed to twice a double's
/// digits. So rounding enters with the size of the increments, not of the state.
///
/// Proof    tests/unit/ode/compensated_test.cpp
void add_compensated(const StateSpace& space, VecIn u, VecOut x, VecOut low);

/// An engine whose state has low parts, for methods that take millions of equal steps: what is left of rounding is a
/// random walk of roundings of increments.
class CompensatedEngine : public Engine {
 public:
  void restart(double t, VecIn x) override;
  void accept() override;

 protected:
  CompensatedEngine(const Method& method, const Problem& problem, const Options& options, Trail& trail);

  /// Starts a step: x1 is x.
  void begin(double t1);
  /// The step to take: t1 − t, but where it differs from the fixed step by no more than the rounding of both times,
  /// that one. What equal steps conserve depends on their size, and the rounding of times grows with them.
  double step() const { return step_; }
  /// x1 ← x1 ⊞ u.
  void add(VecIn u) { add_compensated(space_, u, x1_, low1_); }

 private:
  std::vector<double> low_, low1_;
  const double fixed_;
  double step_ = 0;
};

}  // namespace polhode::ode
