#pragma once
// Backward differentiation with order and step chosen as it goes.

#include "ode/step_equation.hpp"
#include "ode/variable_order.hpp"

namespace polhode::ode {

/// Backward differentiation formulas with a fixed leading coefficient:
///
///   p = Σ φ*_i,   p' = Σ γ_i φ*_i,   F(t + h, u1) = p' + (u1 − p) (1 + 1/2 + … + 1/k)/h       docs/theory/multistep.md
///   (7)
///
/// with φ the differences of the points themselves, from the second on, since the first is 0 in the chart at x. The
/// leading coefficient does not feel how the past is spaced, so a matrix serves as long as step and order stay.
///
/// Source   [Brenan, Campbell & Petzold 1996] ch. 5; letters as there.
/// Proof    tests/order/variable_order_test.cpp, tests/truth/stiff_multistep_test.cpp
class Bdf final : public VariableOrder {
 public:
  Bdf(const Method& method, const Problem& problem, const Options& options, Trail& trail);

  void restart(double t, VecIn x) override;
  bool attempt(double t1) override;
  void accept() override;
  const double* error() override { return error_.data(); }

 private:
  void make_continuation() override;
  std::size_t known_stages() const override { return 2; }
  void begin_from_rate(double t1);
  void predict();
  void judge_orders();
  void differences_at_end() override;
  double error_of_higher() override;
  double weight(int order) const override { return order + 1; }
  const double* present() const override { return nullptr; }
  void see(const double* u, double* g) const override { std::copy(u, u + nv_, g); }

  StepEquation equation_;
  bool starting_ = true;
  std::vector<double> excess_, error_, predicted_, known_part_, values_;
  double leading_ = 1;  ///< 1 + 1/2 + … + 1/k
  PastContinuation past_continuation_;
};

}  // namespace polhode::ode
