#pragma once
// Mechanisms as a DynamicSystem: their channels and monitors.

#include <memory>
#include <type_traits>

#include <polhode/dynamics/tree/mechanism.hpp>
#include <polhode/sim/simulate.hpp>
#include <polhode/sim/system.hpp>

namespace polhode {

/// Channels of a mechanism NAME: NAME.q1 …, NAME.v1 …, NAME.a1 … (accelerations), NAME.tau1 … (what drives exert, or a
/// driven coordinate needs), NAME.end1 … of joints that can rest at the ends of their ranges (what these exert), of
/// each link NAME.LINK.position (of its origin) and .quaternion, of each load on a link NAME.LINK.LOAD.force, .torque
/// (about the link's centre of mass) and .power; of each loop LOOP.force and LOOP.torque, what it exerts on its second
/// link, and loop_error of all. A part that is a body has the body's place, attitude, velocities and loads. Of the
/// whole: kinetic_energy, potential_energy, energy, LOAD.energy of what has a potential, and where nothing holds it
/// momentum and angular_momentum.
/// Monitors: energy (supplied by drives, resistance and loads without a potential), and the two momenta (by gravity).
/// All of the whole are called mechanisms.energy and so on where free bodies have the plain names.
class MechanismSystem {
 public:
  explicit MechanismSystem(Mechanism mechanism)
      : MechanismSystem(std::make_shared<const Mechanism>(std::move(mechanism)), false) {}
  MechanismSystem(std::shared_ptr<const Mechanism> mechanism, bool beside_bodies)
      : mechanism_(std::move(mechanism)), beside_bodies_(beside_bodies) {}

  StateSpace state_space() const { return mechanism_->state_space(); }
  template <class S>
  requires(!std::is_same_v<S, Pack4>) void rate(double t, In<S> x, Out<S> v) const { mechanism_->rate<S>(t, x, v); }
  /// Coordinates and momenta, if it is written in them.
  ode::Split split() const;
  /// Keeps loops closed; empty if there are none.
  ode::Projection projection() const;
  std::vector<Channel> channels() const;
  std::vector<Monitor> monitors() const;
  std::vector<Work> works() const;

 private:
  std::string whole(const char* name) const { return (beside_bodies_ ? "mechanisms." : "") + std::string(name); }

  std::shared_ptr<const Mechanism> mechanism_;
  bool beside_bodies_;
};

/// Events for each end of the range of each joint that has a restitution: LINK.upper_limit and .lower_limit where it
/// strikes the end and bounces back or rests, which is told as LINK.upper_limit.rest, and LINK.upper_limit.leave where
/// the end it rests at ceases to push. Joints that are driven or follow others have none.
std::vector<Watch> limit_watches(std::shared_ptr<const Mechanism> mechanism);

}  // namespace polhode
