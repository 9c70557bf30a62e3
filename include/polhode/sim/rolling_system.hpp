#pragma once
// Rolling bodies as a DynamicSystem: their channels, monitors and events.

#include <memory>
#include <optional>
#include <type_traits>

#include <polhode/dynamics/rolling/integrals.hpp>
#include <polhode/dynamics/rolling/start.hpp>
#include <polhode/sim/simulate.hpp>
#include <polhode/sim/system.hpp>

namespace polhode {

/// Channels of a body NAME: NAME.position, .quaternion, .velocity, .angular_velocity, .angular_velocity_body,
/// .angular_momentum (about its centre of mass), .euler (phi, theta, psi of its axes to the ground's normal), .contact
/// (the point of contact) with .contact_velocity and the same point .contact_body in the body, .contact_force with
/// .normal_force, .friction_force and .friction_demand |f_t|/f_n, .slip_velocity, .gap, .mode (0 rolling, 1 sliding,
/// 2 flying), .kinetic_energy. Of the whole: kinetic_energy, potential_energy, energy.
/// Monitors: energy (supplied by friction, dissipation and a moving ground); NAME.rolling_error, what a body that rolls
/// slips; of bodies of revolution that only roll NAME.integrals, the two that are linear in the angular velocity; of
/// balls whose centre of mass is off their centre NAME.jellett.
/// All of the whole are called rolling.energy and so on where other bodies have the plain names.
class RollingSystem {
 public:
  explicit RollingSystem(std::vector<Rolling> bodies, bool beside_others = false);

  StateSpace state_space() const;
  template <class S>
  requires(!std::is_same_v<S, Pack4>) void rate(double t, In<S> x, Out<S> v) const {
    for (const Part& part : *parts_) part.rolling.rate<S>(t, x.subspan(part.x0, part.nx), v.subspan(part.v0, part.nv));
  }
  /// Keeps bodies on the ground; empty where nothing can leave it.
  ode::Projection projection() const;
  /// How far from the ends of slips steps keep; empty where nothing slips in a direction of its own.
  ode::Horizon horizon() const;
  std::vector<Channel> channels() const;
  std::vector<Monitor> monitors() const;
  std::vector<Work> works() const;
  /// The same in the other forms of equations; bodies that slide or fly, and balls in bowls, have but one.
  std::vector<Counterpart> counterparts() const;
  std::vector<std::string> told_once() const;
  /// Why a run ended early at x, if it was a landing that cannot be computed.
  std::string trouble(VecIn x0, double t, VecIn x) const;

  /// One of the bodies, and where its numbers are in state and rate.
  struct Part {
    Rolling rolling;
    std::size_t x0, nx, v0, nv;
    std::optional<LinearIntegrals> integrals;  ///< of one that has them; their table is slow to make
  };

 private:
  std::shared_ptr<const std::vector<Part>> parts_;
  bool beside_others_;
  bool is_counterpart_ = false;  ///< of another system, which has the others
};

/// Events of one body whose coordinates are those from x0 on, nx of them: NAME.slip, .lift, .stick, .land where its
/// mode changes; NAME.flat where it lies down, NAME.line where it comes to touch along a line and NAME.jam where
/// friction has no force to give, which end the run. Equations that cannot slide or fly end it at .slip and .lift, too;
/// without friction given nothing ends and .lift is only told.
std::vector<Watch> contact_watches(const Rolling& rolling, std::size_t x0, std::size_t nx);

/// Rolls a body from a start, with the events of its contact behind those of the options. UsageError where the body
/// cannot be had or the start is impossible, with the reason.
Recording simulate(const RollingBody& body, const RollingStart& start, SimulateOptions options);

}  // namespace polhode
