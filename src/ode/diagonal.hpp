#pragma once
// Runge–Kutta steps whose stages are implicit one by one.

#include <optional>

#include "ode/full_newton.hpp"
#include "ode/implicit.hpp"
#include "ode/lu.hpp"

namespace polhode::ode {

/// Diagonally implicit Runge–Kutta in the chart at the start of the step:
///
///   u_i = Σ_{j≤i} a_ij s_j,   s_i = h F(t + c_i h, u_i),   u1 = Σ b_i s_i           docs/theory/implicit.md (1)
///
/// All stages that are implicit have the same a_ii = γ, so that one factorisation of I − h γ J serves them all. s_i is
/// taken from the first equation, not the second: in a stiff motion F would magnify what the iteration left. For the
/// same reason the error estimate passes through (I − h γ J)⁻¹.
///
/// Source   [Hairer & Wanner 1996] IV.6, IV.8.
/// Proof    tests/order/flat_order_test.cpp, tests/order/implicit_stability_test.cpp
class Diagonal final : public ImplicitEngine {
 public:
  Diagonal(const Method& method, const DiagonalTableau& tableau, const Problem& problem, const Options& options,
           Trail& trail);

  void restart(double t, VecIn x) override;
  void accept() override;
  const double* error() override;

 private:
  bool factor() override;
  Convergence::Verdict find_stages(Way way) override;
  void set_first_slope();
  Convergence::Verdict find_stage(int stage, double diagonal, Way way);
  /// u_ = known_ + diagonal · h F(t, u_), F into `rate`.
  Convergence::Verdict iterate(double t, double diagonal, double* rate);
  bool solve_fully(double t, double diagonal, double* rate);
  void make_continuation() override;
  double* s(int stage) { return s_.data() + static_cast<std::size_t>(stage) * nv_; }
  /// Σ weights[j] s_j.
  void sum(std::span<const double> weights, double* out);

  const DiagonalTableau& tableau_;
  const bool ends_in_last_stage_;
  Lu<double> matrix_;
  std::optional<FullNewton> full_;  ///< with fixed steps
  std::vector<double> s_, known_, increment_, guess_, error_;
  double guess_h_ = 0;          ///< the step that guess_ is a slope of; 0: none
  std::vector<double> nested_;  ///< the dense weights in the form of dense.hpp, by terms
};

}  // namespace polhode::ode
