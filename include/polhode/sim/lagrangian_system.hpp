#pragma once
// A Lagrangian as a DynamicSystem: its channels, monitors and works.

#include <memory>
#include <type_traits>

#include <polhode/dynamics/general/lagrangian.hpp>
#include <polhode/sim/system.hpp>

namespace polhode {

/// Channels of a system NAME with a coordinate q: NAME.q, NAME.q', NAME.q'' (its acceleration), NAME.p_q (its momentum
/// L_q'), NAME.energy (Jacobi's, q'·p − L), NAME.lagrangian; of each point NAME.POINT; of each constraint C
/// NAME.multiplier.C and NAME.force.C, what it exerts on each coordinate; of all constraints NAME.virtual_work and
/// NAME.constraint_error; NAME.E of what is said to be conserved.
/// Monitors: the energy, supplied by forces, dissipation, −∂L/∂t and moving constraints, which are works by name; the
/// momenta of cyclic coordinates; virtual_work and constraint_error, which should be zero; what is said to be
/// conserved.
class LagrangianSystem {
 public:
  explicit LagrangianSystem(std::shared_ptr<const Lagrangian> lagrangian) : lagrangian_(std::move(lagrangian)) {}
  explicit LagrangianSystem(Lagrangian lagrangian)
      : LagrangianSystem(std::make_shared<const Lagrangian>(std::move(lagrangian))) {}

  StateSpace state_space() const { return lagrangian_->state_space(); }
  template <class S>
  requires(!std::is_same_v<S, Pack4>) void rate(double t, In<S> x, Out<S> v) const { lagrangian_->rate<S>(t, x, v); }
  bool timeless() const { return !lagrangian_->uses_time(); }
  std::vector<Channel> channels() const;
  std::vector<Monitor> monitors() const;
  std::vector<Work> works() const;
  /// The action ∫ L dt.
  std::vector<MotionIntegral> integrals() const;
  /// Places and rates, where accelerations depend on time and places alone.
  ode::Split split() const;
  /// Keeps to the constraints; empty if there are none.
  ode::Projection projection() const;
  /// Constraints, and the rates of those of places.
  Held held() const;
  /// Half of the way to a place where the slopes of constraints of places depend on each other, so that no step passes
  /// it; empty if there are none.
  ode::Horizon horizon() const;
  /// Hamilton's equations of its Legendre transform.
  std::vector<Counterpart> counterparts() const;
  /// Why a motion from x0 could not go on from x, as a sentence; empty if nothing is known.
  std::string trouble(VecIn x0, double t, VecIn x) const;

 private:
  std::shared_ptr<const Lagrangian> lagrangian_;
};

}  // namespace polhode
