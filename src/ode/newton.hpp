#pragma once
// When a Newton iteration is done, and when it is hopeless.

namespace polhode::ode {

/// Judges the increments of a simplified Newton iteration by how fast they shrink.
///
/// To a tolerance: with θ the ratio of an increment to the one before, what is left is about θ/(1 − θ) of the last; the
/// iteration ends when that is below `tolerance`, and is given up if it would not get there in ten increments. A first
/// increment has no ratio yet: the last one known is taken, weakened by a power.
///
/// To rounding, if the tolerance is 0: until increments no longer shrink, or the next would be far below an ulp.
/// Sizes must then be in ulps. Symplectic methods keep what they keep only if solved so.
///
/// Source   [Hairer & Wanner 1996] IV.8; [Hairer, McLachlan & Razakarivony 2008].
/// Proof    tests/order/stiff_order_test.cpp
class Convergence {
 public:
  enum class Verdict { go_on, done, failed };

  explicit Convergence(double tolerance) : tolerance_(tolerance) {}

  /// A new iteration.
  void start() { count_ = growths_ = 0; }
  /// The equations changed so much that no ratio of the past holds.
  void forget() { left_ = 1; }
  /// After an increment of this size.
  Verdict judge(double size);

  int iterations() const { return count_; }
  /// θ, of the last iteration that had two increments or more; else 0.
  double ratio() const { return count_ > 1 ? ratio_ : 0; }

 private:
  Verdict judge_to_tolerance(double size);
  Verdict judge_to_rounding(double size);

  double tolerance_;
  double before_ = 0, ratio_ = 0;
  double left_ = 1;  ///< θ/(1 − θ)
  int count_ = 0, growths_ = 0;
};

}  // namespace polhode::ode
