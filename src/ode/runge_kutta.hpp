#pragma once
// One explicit Runge–Kutta step on any state space.

#include <array>
#include <vector>

#include "ode/engine.hpp"

namespace polhode::ode {

/// Sums over stages are unrolled; Verner's 9(8) with the rate at the end of its step has this many.
inline constexpr int most_stages = 17;

/// Explicit Runge–Kutta:
///
///   u_i = h Σ_{j<i} a_ij k_j,   k_i = dexp⁻¹(u_i) f(t + c_i h, x ⊞ u_i),   u1 = h Σ b_i k_i,   x1 = x ⊞ u1
///                                                                         docs/theory/runge-kutta.md (2)–(4)
/// Every k_i lives in the one chart at x, so tableau, error estimate and continuation are those of flat space.
///
/// Source   [Munthe-Kaas 1998]; on flat blocks dexp is the identity.
/// Proof    tests/order/flat_order_test.cpp, tests/order/rotation_order_test.cpp
class RungeKutta final : public Engine {
 public:
  RungeKutta(const Method& method, const ExplicitTableau& tableau, const Problem& problem, Trail& trail);

  bool attempt(double t1) override;
  const double* error() override;
  const double* error_second() override;
  bool is_held_by_stability() override;

 private:
  /// The nonzero terms of one sum Σ w_j k_j.
  struct Sum {
    int first = 0, count = 0;
  };
  void make_continuation() override;
  std::size_t known_stages() const override;
  Sum add_sum(std::span<const double> weights);
  void scale(double h);
  /// The functions below for every number of terms.
  struct Unrolled {
    std::array<void (RungeKutta::*)(Sum, double*) const, most_stages> combine;
    std::array<void (RungeKutta::*)(Sum, bool, double*, double*) const, most_stages> advance;
  };
  static const Unrolled* functions_for_few();
  static const Unrolled* functions_for_many();
  template <int count>
  void combine_pairs(Sum sum, double* out) const;
  template <int count>
  void combine_wide(Sum sum, double* out) const;
  template <int count>
  void combine_terms(Sum sum, double* out) const;
  template <int count>
  void advance_terms(Sum sum, bool last, double* u, double* x) const;
  void combine(Sum sum, double* out) const;
  void place(Sum sum, bool last, double* u, double* x) const;
  void advance(Sum sum, bool last, double* u, double* x) const;
  void lift(const double* u, double* v) const;
  void lift_pairs(const double* u, double* v) const;
  void stage(int index, Sum row, double c, const std::size_t* trail_ends);
  double stability_limit() override;
  /// The rate at the end of the step, also as a stage.
  void know_end() override;

  const ExplicitTableau& tableau_;
  std::vector<std::size_t> trail_ends_;    ///< how far the trail goes at each of three points of every stage
  const Unrolled* const functions_;        ///< the fastest for the state and the processor
  std::vector<StateSpace::Piece> pieces_;  ///< of a state with few numbers; else:
  std::vector<StateSpace::Piece> flat_pieces_, rotations_;

  std::vector<int> offset_;  ///< into k_, one for each nonzero weight of all sums
  std::vector<double> weight_, scaled_;
  std::vector<Sum> rows_, dense_rows_, dense_sums_;
  Sum b_, error_, error_second_;
  Sum apart_;                   ///< from stage `near_end_` to the end of the step
  int near_end_ = 0;            ///< the last stage but the end's own that is at the end of the step; 0: there is none
  double stability_limit_ = 0;  ///< once it was needed

  double scaled_for_ = 0;
  std::size_t first_dense_weight_ = 0;  ///< weights from here on belong to the continuation alone
  bool dense_is_scaled_ = false;
  std::vector<double> error_value_, error_second_value_;
};

}  // namespace polhode::ode
