#pragma once
// Steps of one length by a linear multistep rule, on any state space.

#include <vector>

#include "ode/engine.hpp"
#include "ode/step_equation.hpp"

namespace polhode::ode {

/// A linear multistep rule with equal steps:
///
///   Σ_j α_j u_{1−j} = h Σ_j β_j F_{1−j},   u_{−j} = x_{−j} ⊟ x,   F_{−j} = dexp⁻¹(u_{−j}) f_{−j},   x1 = x ⊞ u1
///                                                                         docs/theory/multistep.md (1)–(3)
/// The chart moves with the present, so the past is kept as points and rates and seen anew from each step's start; on
/// flat blocks that is a difference and nothing. As long as the past is too short, or spaced otherwise than the step
/// (the shortened last one), a one-step method of higher order takes the step.
///
/// Source   [Hairer, Nørsett & Wanner 1993] III.1–III.2; the chart as for one-step methods [Munthe-Kaas 1998].
/// Proof    tests/order/flat_order_test.cpp, tests/order/rotation_order_test.cpp, tests/order/multistep_test.cpp
class Multistep final : public Engine {
 public:
  static constexpr int most_steps = 12;
  /// An implicit rule without rates of the past is continued by the values it interpolates, others by slopes.
  static bool continues_by_values(const MultistepRule& rule);

  Multistep(const Method& method, const MultistepRule& rule, const Problem& problem, const Options& options,
            Trail& trail);

  void restart(double t, VecIn x) override;
  bool attempt(double t1) override;
  void accept() override;
  const Block* block_not_finite() const override;
  const Block* block_grown() const override;

 private:
  struct Point {
    std::vector<double> x, rate;
  };
  Multistep(const Method& method, const MultistepRule& rule, const Problem& problem, const Options& options,
            Trail& trail, std::unique_ptr<Engine> starter);
  void make_continuation() override;
  std::size_t known_stages() const override { return rule_.is_explicit() ? 1 : 2; }
  bool fits(double h) const;
  bool step_by_starter();
  void count_work(const Work& before);
  void see_past();
  /// sum += h Σ weights[j] F_{−j}
  void add_rates(std::span<const double> weights, double* sum) const;
  /// sum = h Σ_{j>0} β_j F_{1−j} − Σ_{j>0} α_j u_{1−j}: what does not depend on the new point.
  void add_known(double* sum) const;
  void correct_prediction();
  bool solve_rule();

  const MultistepRule& rule_;
  const bool reads_rates_;  ///< of the past
  const bool reads_values_;
  const std::unique_ptr<Engine> starter_;
  const std::unique_ptr<StepEquation> equation_;  ///< of an implicit rule
  PastContinuation past_continuation_;

  std::vector<Point> past_;  ///< newest first, the point before x at 0
  int equal_ = 0;            ///< how many of them are spaced by
  double spacing_ = 0;
  bool by_starter_ = false, starter_follows_ = false;
  std::vector<double> u_past_, rate_past_, prediction_;
  std::vector<double> theta_past_;
};

}  // namespace polhode::ode
