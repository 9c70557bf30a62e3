#pragma once
// One explicit Runge–Kutta step on any state space.

#include <cstdint>
#include <vector>

#include <polhode/math/state_space.hpp>
#include <polhode/ode/method.hpp>
#include <polhode/ode/problem.hpp>

#include "ode/trail.hpp"

namespace polhode::ode {

/// Sums over stages are unrolled; DOP853 with its continuation has this many.
inline constexpr int most_stages = 16;

/// The step (t, x) → (t1, x1) and everything known about it. Buffers are made once; a step allocates nothing.
///
///   u_i = h Σ_{j<i} a_ij k_j,   k_i = dexp⁻¹(u_i) f(t + c_i h, x ⊞ u_i),   u1 = h Σ b_i k_i,   x1 = x ⊞ u1
///                                                                         docs/theory/runge-kutta.md (2)–(4)
/// Every k_i lives in the one chart at x, so tableau, error estimate and continuation are those of flat space.
///
/// Source   [Munthe-Kaas 1998]; on flat blocks dexp is the identity.
/// Proof    tests/order/flat_order_test.cpp, tests/order/rotation_order_test.cpp
class RungeKutta {
 public:
  RungeKutta(const Method& method, const StateSpace& space, Rate rate, Trail& trail);

  /// Puts the state somewhere else: at the start, or after a jump.
  void restart(double t, VecIn x);
  /// f(t, x), computed once for each point.
  void first_rate();
  /// Tries the step to t1; the trail advances meanwhile.
  void attempt(double t1);
  /// Makes the end of the step the start of the next.
  void accept();

  /// h Σ error[i] k_i, and its companion's; the method must have them.
  const double* error();
  const double* error_second();

  /// Completes the coefficients c₁, c₂ … of the continuation (6); costs rate evaluations only the first time for a
  /// step.
  const double* continuation();
  bool has_continuation() const { return has_continuation_; }
  /// Completes the continuation, and says whether it has a value everywhere.
  bool continuation_is_finite();
  int continuation_terms() const { return dense_terms_; }
  /// x ⊞ u(θ) of the continuation; continuation() must have been called.
  void evaluate(double theta, VecOut x);

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
  std::int64_t rate_evaluations() const { return rate_evaluations_; }
  /// The rate after an explicit Euler step of size h, seen in the chart at x; for choosing a first step.
  VecIn probe(double h);
  /// The first block, in order of the stages, whose rate is not finite; else of x1; null if all is finite.
  const Block* block_not_finite() const;
  /// The block that holds the largest number of the step, if it is so large that what is not finite overflowed, rather
  /// than had no value to begin with; else null.
  const Block* block_grown() const;

 private:
  /// The nonzero terms of one sum Σ w_j k_j.
  struct Sum {
    int first = 0, count = 0;
  };
  void evaluate_rate(double t, VecIn x, VecOut v);
  Sum add_sum(std::span<const double> weights);
  void scale(double h);
  struct Unrolled;
  template <int count>
  void combine_terms(Sum sum, double* out) const;
  template <int count>
  void advance_terms(Sum sum, bool last, double* u, double* x) const;
  void combine(Sum sum, double* out) const;
  void advance(Sum sum, bool last, double* u, double* x) const;
  void lift(const double* u, double* v) const;
  void stage(int index, Sum row, double c, const std::size_t* trail_ends);
  void end_rate();
  /// How many stages of k_ belong to the step that was tried.
  std::size_t known_stages() const;
  double* k(int stage) { return k_.data() + static_cast<std::size_t>(stage) * nv_; }

  const Method& method_;
  const StateSpace& space_;
  Rate rate_;
  Trail& trail_;
  std::size_t nx_, nv_;
  std::vector<std::size_t> trail_ends_;    ///< how far the trail goes at each of three points of every stage
  std::vector<StateSpace::Piece> pieces_;  ///< of the space, close at hand
  int dense_terms_;

  std::vector<int> offset_;  ///< into k_, one for each nonzero weight of all sums
  std::vector<double> weight_, scaled_;
  std::vector<Sum> rows_, dense_rows_, dense_sums_;
  Sum b_, error_, error_second_;

  double t_ = 0, t1_ = 0, h_ = 0, scaled_for_ = 0;
  bool has_first_rate_ = false, has_end_rate_ = false, has_continuation_ = false;
  std::vector<double> x_, x1_, x_stage_, u_, u1_, k_, end_rate_, error_value_, error_second_value_, dense_;
  std::int64_t rate_evaluations_ = 0;
};

}  // namespace polhode::ode
