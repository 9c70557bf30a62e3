#pragma once
// Free bodies as a DynamicSystem: their channels and monitors.

#include <polhode/sim/frames.hpp>
#include <polhode/sim/readout.hpp>
#include <polhode/sim/system.hpp>

namespace polhode {

/// Channels of a body NAME: NAME.position, .quaternion, .velocity, .angular_velocity, .angular_velocity_body,
/// .momentum, .angular_momentum (about its centre of mass), .force, .torque, .kinetic_energy with its parts
/// .kinetic_energy_of_centre and .kinetic_energy_about_centre, .areal_velocity (about the world's origin), .axis_point
/// and .axis_pitch of the instantaneous axis (not a number where it does not turn), and of one with a pivot
/// .pivot_force, .pivot_angular_momentum; of one in plain numbers .orthogonality_error |RᵀR − 1| or
/// .quaternion_length_error |q| − 1; a particle has those that need no attitude; of each load LOAD on it
/// NAME.LOAD.force, .torque, .power; of each load with a potential LOAD.energy; of the whole: energy, momentum,
/// angular_momentum (about the world's origin), centre_of_mass, kinetic_energy with its two parts; and each Readout by
/// its name. Monitors: energy (supplied by loads without a potential and by dampers), momentum (by all forces),
/// angular_momentum (by all moments), NAME.pivot_angular_momentum (by all moments about the pivot), and the two errors,
/// which nothing but the solver's accuracy keeps. Works: of every load that has no potential, and of every damper.
/// Channels of other frames: NamedFrame.
class FreeBodySystem {
 public:
  explicit FreeBodySystem(FreeBodies bodies, Frames frames = {})
      : bodies_(std::make_shared<const FreeBodies>(std::move(bodies))), frames_(std::move(frames)) {}

  /// The same with a channel for each of these read-outs.
  FreeBodySystem with(std::vector<Readout> readouts) && {
    readouts_ = std::move(readouts);
    return std::move(*this);
  }

  StateSpace state_space() const { return bodies_->state_space(); }
  template <class S>
  void rate(double t, In<S> x, Out<S> v) const {
    bodies_->rate<S>(t, x, v);
  }
  /// Free motion, and the impulses of the loads.
  ode::Split split() const;
  ode::RigidBodies rigid_bodies() const;
  /// Renormalises the bodies that ask for it; empty if none does.
  ode::Projection projection() const;
  ode::ClosedForm closed_form() const;
  std::vector<Channel> channels() const;
  std::vector<Monitor> monitors() const;
  std::vector<Work> works() const;
  /// Of bodies in a moving frame: the same in inertial space.
  std::vector<Counterpart> counterparts() const;

 private:
  std::shared_ptr<const FreeBodies> bodies_;
  Frames frames_;
  std::vector<Readout> readouts_;
};

}  // namespace polhode
