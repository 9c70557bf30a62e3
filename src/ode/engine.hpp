#pragma once
// One step of any method on any state space, as the loop of solve() sees it.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include <polhode/ode/method.hpp>
#include <polhode/ode/problem.hpp>
#include <polhode/ode/solve.hpp>

#include "ode/continuation.hpp"
#include "ode/control.hpp"
#include "ode/trail.hpp"

namespace polhode::ode {

/// What a step is looked into for; each wants the steps shorter than the one before.
enum class LookInside { for_samples, for_events, for_integrals };

/// The step (t, x) → (t1, x1) and everything known about it. Buffers are made once; a step allocates nothing.
///
/// Whatever a method does, it does to u' = F(t, u), F = dexp⁻¹_u f(t, x ⊞ u), in the chart at the start of the step:
/// so methods made for flat space hold on every state space, and x1 = x ⊞ u1. A family of methods is one class derived
/// from this one; it must set x1 and, at least of rotation blocks, u1.
class Engine {
 public:
  virtual ~Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  /// Puts the state somewhere else: at the start, or after a jump. Nothing of the past holds any more.
  virtual void restart(double t, VecIn x);
  /// Tries the step to t1; the trail may advance meanwhile. False if the method's equations found no solution.
  virtual bool attempt(double t1) = 0;
  /// Applies the problem's projection, if it has one, to the end of the step; false if there was no way back.
  bool project_end();
  /// Makes the end of the step the start of the next.
  virtual void accept();
  /// The estimated local error of the step, nv numbers in the chart at x, and a second one to temper it with; null if
  /// the method has none.
  virtual const double* error() { return nullptr; }
  virtual const double* error_second() { return nullptr; }
  /// How long the next step should be, after one of length h whose error had this size (≤ 1: accepted).
  virtual double after_accepted(double h, double error) { return control_.after_accepted(h, error); }
  virtual double after_rejected(double h, double error) { return control_.after_rejected(h, error); }
  /// How long the steps of a method are that has no error to keep small; 0 of all others.
  virtual double own_step(LookInside) { return 0; }

  /// Whether the step just tried is as long as stability allows, for methods of bounded stability.
  virtual bool is_held_by_stability();

  /// f(t, x), computed once for each point.
  void first_rate();
  /// Completes the coefficients c₁, c₂ … of the continuation; costs rate evaluations only the first time for a step.
  const double* continuation();
  bool has_continuation() const { return has_continuation_; }
  /// Completes the continuation, and says whether it has a value everywhere.
  virtual bool continuation_is_finite();
  int continuation_terms() const { return static_cast<int>(dense_.size() / nv_); }
  /// The state at a time inside the step.
  virtual void state_at(double t, VecOut x) { evaluate((t - t_) / h_, x); }
  /// The same by the part θ of the step.
  virtual void evaluate(double theta, VecOut x);
  /// The state half way by the cubic through both ends and their slopes: no more than a look, but it costs no rate that
  /// the next step does not need.
  void glance_half_way(VecOut x);

  double t() const { return t_; }
  double t1() const { return t1_; }
  double h() const { return h_; }
  VecIn x() const { return x_; }
  VecIn x1() const { return x1_; }
  /// f(t, x) after first_rate().
  VecIn rate() const { return {k_.data(), nv_}; }
  /// Chart increment from x to x1; of rotation blocks only, until continuation() completes it.
  const double* increment() const { return u1_.data(); }
  bool rate_is_finite() const;
  bool end_is_finite() const;
  const StateSpace& space() const { return space_; }
  const Method& method() const { return method_; }
  /// The estimate goes as this power of the step; methods of changing order change it.
  int estimate_order() const { return estimate_order_; }
  const Work& work() const { return work_; }
  /// The rate after an explicit Euler step of size h, seen in the chart at x; for choosing a first step.
  VecIn probe(double h);
  /// The first block, in order of the stages, whose rate is not finite; else of x1; null if all is finite.
  virtual const Block* block_not_finite() const;
  /// The block that holds the largest number of the step, if it is so large that what is not finite overflowed, rather
  /// than had no value to begin with; else null.
  virtual const Block* block_grown() const;

 protected:
  /// `stages` vectors of nv numbers in k_, of which the first is f(t, x).
  Engine(const Method& method, const Problem& problem, Trail& trail, int stages, int dense_terms);

  /// Fills dense_. Unless a family knows better: from rates at both ends and inside.
  virtual void make_continuation();
  /// The first three vectors of dense_ from u1_ and both slopes, the one at the end seen in the chart at x.
  void fill_cubic(const double* end_slope);
  /// The others by rates taken inside (ode/continuation.hpp), as many as the step needs.
  void raise_cubic();
  /// How many vectors of dense_ the continuation of this step needs, if that changes; the others are zero.
  virtual int step_terms() const { return continuation_terms(); }
  /// Steps that stability holds down swing about its limit: what part of it is near enough.
  static constexpr double near_enough = 0.8;
  /// How far to the left of zero the step just tried may have h λ and be stable; 0: as far as it likes, or unknown.
  virtual double stability_limit() { return 0; }
  /// How many vectors of k_ belong to the step that was tried.
  virtual std::size_t known_stages() const { return 1; }
  /// end_rate(), and whatever else says that it is known.
  virtual void know_end() { end_rate(); }
  /// f(t1, x1), computed once for each step.
  void end_rate();

  void evaluate_rate(double t, VecIn x, VecOut v) {
    rate_(t, x, v);
    ++work_.rate_evaluations;
  }
  /// Ends the step nowhere: how a rate without a value, met while solving equations, is shown to the loop.
  void end_nowhere() { std::fill(x1_.begin(), x1_.end(), std::numeric_limits<double>::quiet_NaN()); }
  /// v = F(t, u) in the chart at x.
  void chart_rate(double t, const double* u, double* v);
  /// The same, and the first point of the step whose rate is not finite is remembered, to say whose it is and why.
  void watched_rate(double t, const double* u, double* v);
  double* k(int stage) { return k_.data() + static_cast<std::size_t>(stage) * nv_; }

  const Method& method_;
  const Problem& problem_;
  const StateSpace& space_;
  const Rate rate_;
  Trail& trail_;
  const std::size_t nx_, nv_;
  StepControl control_;
  int estimate_order_;

  double t_ = 0, t1_ = 0, h_ = 0;
  bool has_first_rate_ = false, has_end_rate_ = false, has_continuation_ = false;
  const bool flat_;       ///< no block is curved: the chart is the state itself
  bool has_bad_ = false;  ///< watched_rate() met a rate that is not finite: bad_rate_, at x ⊞ bad_u_
  std::vector<double> bad_u_, bad_rate_;
  std::vector<double> glance_u_, glance_rate_;  ///< scratch of glance_half_way()
  std::vector<double> x_, x1_, x_stage_, u_, u1_, k_, end_rate_, moved_rate_, dense_;
  Work work_;

 private:
  std::unique_ptr<RateContinuation> rate_continuation_;  ///< made when first needed
};

/// The engine of the family that the method belongs to.
std::unique_ptr<Engine> make_engine(const Method& method, const Problem& problem, const Options& options, Trail& trail);

}  // namespace polhode::ode
