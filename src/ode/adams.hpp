#pragma once
// Adams's method with order and step chosen as it goes.

#include "ode/variable_order.hpp"

namespace polhode::ode {

/// Predict with order k, evaluate, correct with order k + 1, evaluate:
///
///   p = h Σ_{i≤k} g_i φ*_i,   E = F(t + h, p) − Σ_{i≤k} φ*_i,   u1 = p + h g_{k+1} E docs/theory/multistep.md (6)
///
/// with φ the differences of the rate. The estimate h (g_{k+1} − g_k) E is the error of the corrector of order k; the
/// solution carried on is better by one order.
///
/// Source   [Shampine & Gordon 1975] ch. 5, 7, 10; letters as there.
/// Proof    tests/order/variable_order_test.cpp
class Adams final : public VariableOrder {
 public:
  Adams(const Method& method, const Problem& problem, const Options& options, Trail& trail);

  bool attempt(double t1) override;
  const double* error() override { return error_.data(); }
  bool is_held_by_stability() override;

 private:
  void make_continuation() override;
  void weigh();
  void judge_orders();
  void differences_at_end() override;
  double error_of_higher() override;
  const double* present() const override { return k_.data(); }
  void see(const double* u, double* g) const override { space_.lift<double>({u, nv_}, {g, nv_}); }

  std::array<double, most_order + 3> g_{};  ///< from 1
  std::vector<double> excess_, error_, predicted_, predicted_rate_, slopes_;
  PastContinuation past_continuation_;
};

}  // namespace polhode::ode
