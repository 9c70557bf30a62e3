#pragma once
// First-order equations as a DynamicSystem: one channel for each variable.

#include <memory>

#include <polhode/dynamics/general/equations.hpp>
#include <polhode/sim/system.hpp>

namespace polhode {

/// Channels of a system NAME with a variable x: NAME.x, and NAME.E for a quantity E that is said to be conserved, which
/// is a monitor too.
class EquationSystem {
 public:
  explicit EquationSystem(Equations equations) : system_(std::move(equations)) {}

  StateSpace state_space() const { return system_.state_space(); }
  template <class S>
  void rate(double t, In<S> x, Out<S> v) const {
    system_.rate<S>(t, x, v);
  }
  std::vector<Channel> channels() const;
  std::vector<Monitor> monitors() const;
  /// Positions and momenta, if the system names its momenta.
  ode::Split split() const;

 private:
  FirstOrderSystem system_;
};

}  // namespace polhode
