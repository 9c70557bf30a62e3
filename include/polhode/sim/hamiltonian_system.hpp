#pragma once
// A Hamiltonian as a DynamicSystem: its channels, monitors and works.

#include <memory>

#include <polhode/dynamics/general/hamiltonian.hpp>
#include <polhode/sim/system.hpp>

namespace polhode {

/// Channels of a system NAME with a coordinate q: NAME.q, NAME.p_q, NAME.q' (its rate H_p), NAME.energy (H); of each
/// point NAME.POINT; of each bracket B NAME.B; of what is said to be conserved NAME.E and NAME.E' (its rate {E, H} +
/// ∂E/∂t + E_p·Q by exact derivatives, which is zero if it is conserved).
/// Monitors: the energy, supplied by forces and ∂H/∂t, which are works by name; the momenta of cyclic coordinates; what
/// is said to be conserved.
class HamiltonianSystem {
 public:
  explicit HamiltonianSystem(std::shared_ptr<const Hamiltonian> hamiltonian) : hamiltonian_(std::move(hamiltonian)) {}
  explicit HamiltonianSystem(Hamiltonian hamiltonian)
      : HamiltonianSystem(std::make_shared<const Hamiltonian>(std::move(hamiltonian))) {}

  StateSpace state_space() const { return hamiltonian_->state_space(); }
  template <class S>
  void rate(double t, In<S> x, Out<S> v) const {
    hamiltonian_->rate<S>(t, x, v);
  }
  bool timeless() const { return !hamiltonian_->uses_time(); }
  std::vector<Channel> channels() const;
  std::vector<Monitor> monitors() const;
  std::vector<Work> works() const;
  /// The action ∫ (p·q' − H) dt.
  std::vector<MotionIntegral> integrals() const;
  /// Coordinates and momenta.
  ode::Split split() const;
  /// Lagrange's equations of its Legendre transform.
  std::vector<Counterpart> counterparts() const;

 private:
  std::shared_ptr<const Hamiltonian> hamiltonian_;
};

}  // namespace polhode
