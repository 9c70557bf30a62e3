#pragma once
// Steps composed of the flows of two parts of the motion.

#include "ode/compensated.hpp"

namespace polhode::ode {

/// A composition of drifts and kicks:
///
///   x1 = … kick(b₁h) ∘ drift(a₁h) ∘ kick(b₀h) ∘ drift(a₀h) x
///
/// For rigid bodies the drift is free motion, the kick what the loads do meanwhile. Each part is a map of the motion of
/// a Hamiltonian, and so is what they compose: symplectic, however long it runs.
///
/// Source   [Hairer, Lubich & Wanner 2006] II.4, II.5.
/// Proof    tests/order/composition_test.cpp, tests/order, tests/law/long_run_test.cpp
class Splitting final : public CompensatedEngine {
 public:
  Splitting(const Method& method, const Composition& rule, const Problem& problem, const Options& options,
            Trail& trail);

  bool attempt(double t1) override;

 private:
  void drift(double t, double h);
  void kick(double t, double h);
  /// A part in which everything moves uniformly: the rate of momenta, or of all else, times h.
  void uniform(double t, double h, bool of_momenta);

  const Composition& rule_;
  const Split& split_;
  std::vector<char> is_momentum_;  ///< for each tangent component
};

/// For each tangent component, whether it belongs to a block that holds momenta.
std::vector<char> momentum_mask(const StateSpace& space, const Split& split);

}  // namespace polhode::ode
