#pragma once
// Steps of rigid bodies that keep energy and angular momentum as the motion does.

#include "ode/compensated.hpp"

namespace polhode::ode {

/// Where the parts of a body lie in x and in v; −1: it has none.
struct RigidPlaces {
  int q_x = -1, turn_v = -1, w_x = -1, w_v = -1;
  int velocity_x = -1, velocity_v = -1, position_v = -1;
};
RigidPlaces places_of(const RigidBodies::Body& body, const StateSpace& space);

/// The rotation vector of cay(c), the rotation by 2 arctan|c| about c.
Vec3 cayley_turn(const Vec3& c);

/// One step of bodies with R1 = R cay(c), cay(c) the rotation by 2 arctan|c| about c, Π = I ω in body axes, T the
/// torque:
///
///   moser_veselov    I c + c × I c = h/2 (1 + |c|²) Π⁺,  Π⁺ = Π + h/2 T(x),  Π1 = cay(c)ᵀ Π⁺ + h/2 T(x1)
///   energy_momentum  I c + c × I c = h/2 (Π + h/2 T̄),   Π1 = Π + h T̄ − (4/h) c × I c,  T̄ = ½ (T(x) + T(x1))
///   midpoint         the same with T̄ = T half way
///
/// All keep energy and the angular momentum in space of free bodies to rounding, since both differences contain
/// c · (c × I c). The first is variational, so that under loads with a potential a nearby energy is kept; the second
/// keeps the energy itself in fields whose forces are constant, because attitudes enter them linearly. Positions are
/// moved by Verlet, or by the mean velocity.
///
/// Source   [Moser & Veselov 1991]; [Simo & Wong 1991].
/// Proof    tests/order/rigid_order_test.cpp, tests/law/long_run_test.cpp
class RigidStep final : public CompensatedEngine {
 public:
  RigidStep(const Method& method, RigidRule rule, const Problem& problem, const Options& options, Trail& trail);

  bool attempt(double t1) override;

 private:
  struct Body : RigidPlaces {
    Mat3 inertia, inverse;
  };
  /// The rate that the loads make, zero without loads.
  void load(double t, VecIn x);
  bool explicit_load_step();
  bool mean_load_step();
  /// The loads' mean over the step that the increments lead through.
  void take_mean_load();
  /// The increments, and what is left of them, of a step in which the loads make the rates load_.
  bool increments();
  /// The same for attitude and angular velocity of one body.
  bool turn(const Body& body, bool variational);
  /// Half an impulse of the loads at the end of the step.
  void end_kick();
  /// w = 2c/h from the first equation, as I w + h/2 w × I w = Π (1 + |c|² if variational); false if none was found.
  bool solve_mean(const Body& body, const Vec3& momentum, bool variational, Vec3& w);

  const RigidRule rule_;
  const RateOf<double> load_function_;
  std::vector<Body> bodies_;
  std::vector<double> load_, first_load_, increment_, before_;
  /// What rounding leaves of the angular velocities' increments. It is small, but the inertia is rounded once and for
  /// all and would pull the same way in every step.
  std::vector<double> rest_;
};

}  // namespace polhode::ode
