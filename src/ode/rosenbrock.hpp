#pragma once
// Rosenbrock steps: one linear system for each stage instead of an iteration.

#include "ode/engine.hpp"
#include "ode/jacobian.hpp"
#include "ode/lu.hpp"

namespace polhode::ode {

/// A Rosenbrock step in the chart at its start, with J = ∂F/∂u and T = ∂F/∂t there:
///
///   (1/(hγ) − J) U_i = F(t + α_i h, Σ_{j<i} a_ij U_j) + Σ_{j<i} (c_ij / h) U_j + h γ_i T,   u1 = Σ m_i U_i
///
/// J is part of the method, not a help for its equations, so it is made anew at every point.
///
/// Source   [Hairer & Wanner 1996] IV.7, (7.25); the letters are theirs.
/// Proof    tests/order/flat_order_test.cpp, tests/order/implicit_stability_test.cpp
class Rosenbrock final : public Engine {
 public:
  Rosenbrock(const Method& method, const RosenbrockTableau& tableau, const Problem& problem, Trail& trail);

  void restart(double t, VecIn x) override;
  bool attempt(double t1) override;
  void accept() override;
  const double* error() override;

 private:
  void make_continuation() override;
  std::size_t known_stages() const override { return k_.size() / nv_; }
  bool factor();
  void stage(std::size_t index);
  double* U(std::size_t stage) { return U_.data() + stage * nv_; }
  /// out += scale Σ weights[j] U_j.
  void add(std::span<const double> weights, double scale, double* out);

  const RosenbrockTableau& tableau_;
  Jacobian jacobian_;
  Lu<double> matrix_;
  bool has_jacobian_ = false;
  std::vector<double> U_, time_slope_, error_;
};

}  // namespace polhode::ode
