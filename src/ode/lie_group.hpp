#pragma once
// Runge–Kutta steps made of exponentials of frozen rates.

#include "ode/engine.hpp"

namespace polhode::ode {

/// Crouch–Grossman and commutator-free steps:
///
///   x_i = x ⊞ h Σ_j α_j k_j ⊞ h Σ_j β_j k_j ⊞ …,   k_i = f(t + c_i h, x_i),
///
/// and x1 alike. The rates are taken as they are: no dexp⁻¹, no commutators, only more exponentials. On flat blocks the
/// weights of one stage add up to a row of an ordinary tableau.
///
/// Source   [Crouch & Grossman 1993], [Celledoni, Marthinsen & Owren 2003].
/// Proof    tests/order/rotation_order_test.cpp, tests/order/flat_order_test.cpp
class LieGroup final : public Engine {
 public:
  LieGroup(const Method& method, const LieGroupTableau& tableau, const Problem& problem, Trail& trail);

  bool attempt(double t1) override;

 private:
  std::size_t known_stages() const override { return tableau_.c.size(); }
  /// Goes from x to the point of a stage.
  void go_to(int stage, std::vector<double>& x);

  const LieGroupTableau& tableau_;
};

}  // namespace polhode::ode
