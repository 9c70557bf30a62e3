#pragma once
// One step of extrapolated midpoint steps on any state space.

#include <vector>

#include "ode/engine.hpp"

namespace polhode::ode {

/// Gragg, Bulirsch and Stoer: the modified midpoint rule with n = 2 j substeps of size s = h/n in the chart at x,
///
///   z₀ = 0,  z₁ = s F(t, 0),  zᵢ₊₁ = zᵢ₋₁ + 2 s F(t + i s, zᵢ),  T_j1 = ½ (zₙ₋₁ + zₙ + s F(t + h, zₙ)),
///
/// has an error in even powers of s, which are eliminated one by one (Aitken and Neville):
///
///   T_j,l+1 = T_jl + (T_jl − T_j−1,l) / ((n_j/n_j−l)² − 1).
///
/// Line k ends in T_kk, of order 2 k; T_kk − T_k,k−1 is the estimate, and goes as h^(2k−1). Where the number of lines
/// is free, the step is accepted in the line before, at, or after the one aimed at, as soon as the estimate allows; the
/// next aim is the line with the least work per length of step.
///
/// Source   [Gragg 1965]; [Deuflhard 1983]; [Hairer, Nørsett & Wanner 1993] II.9, whose letters these are.
/// Proof    tests/order/flat_order_test.cpp, tests/order/rotation_order_test.cpp, tests/order/stability_test.cpp,
///          tests/unit/ode/extrapolation_test.cpp
class Extrapolator final : public Engine {
 public:
  Extrapolator(const Method& method, const Extrapolation& rule, const Problem& problem, const Options& options,
               Trail& trail);

  bool attempt(double t1) override;
  const double* error() override { return error_.data(); }
  double after_accepted(double h, double error) override;
  double after_rejected(double h, double error) override;

 private:
  /// What a line says of its step: how long the next should be, and what a unit of time then costs.
  struct Judged {
    double diagonal = 0;  ///< how far the result moved from that of the line before, in tolerances
    double ratio = 0;     ///< of that to the move before it
    double error = 0, step = 0, work = 0;
  };
  int step_terms() const override { return 2 * line_ - 1; }
  double stability_limit() override;
  void add_line();
  void midpoint_steps(int n);
  void extrapolate();
  void end_at_line();
  void judge();
  bool settled() const;
  int best_line() const;
  const Judged& at(int line) const { return judged_[static_cast<std::size_t>(line)]; }

  const Extrapolation rule_;
  const bool free_;  ///< the number of lines is chosen by step control
  const ErrorNorm norm_;
  int lines_;     ///< aimed at
  int line_ = 0;  ///< the last computed
  bool first_ = true, rejected_ = false;
  std::vector<double> before_, now_, table_, error_;
  std::vector<Judged> judged_;
  std::vector<double> stability_limits_;  ///< of steps that end in a line, once they were needed; else 0
};

}  // namespace polhode::ode
