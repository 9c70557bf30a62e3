#pragma once
// The motion of one body that rolls, slides and flies over a ground.

#include <memory>
#include <string>
#include <vector>

#include <polhode/dynamics/rolling/rolling_body.hpp>
#include <polhode/math/dual.hpp>
#include <polhode/math/state_space.hpp>

namespace polhode {

namespace rolling {
struct Below;
struct Model;
}  // namespace rolling

/// Where a body is and how it moves, whatever its form.
struct RollingState {
  Vec3 p_WBcm = Vec3::Zero();  ///< centre of mass [m]
  Rotation R_WB;
  Vec3 v_WBcm = Vec3::Zero();  ///< [m/s]
  Vec3 w_WB_W = Vec3::Zero();  ///< angular velocity, world axes [rad/s]
  RollingMode mode = RollingMode::rolling;
  double side = 0;  ///< of bodies with two rims, in contact: 1 on the one of N₃ > 0, −1 on the other; 0: the lower
  double slip_angle = 0;  ///< of sliding: direction of the slip in the ground's tangent plane [rad]
};

struct RollingAcceleration {
  Vec3 of_centre, angular;  ///< of the centre of mass, and ω̇; world axes
  Vec3 contact_force,
      loss;  ///< force of the ground and couple of what dissipates, as the form's own equations have them
};

/// What people ask of it; world axes unless it says otherwise.
struct RollingReading {
  RollingState state;
  Vec3 normal = Vec3::Zero();          ///< n, out of the ground
  Vec3 p_WC = Vec3::Zero();            ///< point of contact; in flight, the lowest point of the body
  Vec3 p_BcmC_B = Vec3::Zero();        ///< the same from the centre of mass, body axes
  Vec3 path_velocity = Vec3::Zero();   ///< of the point of contact over the world [m/s]
  Vec3 slip = Vec3::Zero();            ///< u: velocity of the body's point at the contact over the ground [m/s]
  Vec3 contact_force = Vec3::Zero();   ///< on the body [N]
  Vec3 contact_torque = Vec3::Zero();  ///< couple of the contact's friction and of what dissipates, on the body [N m]
  double normal_force = 0, friction_force = 0;      ///< f_n, |f_t| [N]
  double friction_demand = 0;                       ///< |f_t| / f_n
  double gap = 0;                                   ///< height of the lowest point over the ground [m]
  double kinetic_energy = 0, potential_energy = 0;  ///< [J]
  Vec3 spin = Vec3::Zero();                         ///< I ω about the centre of mass [kg m²/s]
  double friction_power = 0, dissipated_power = 0, ground_power = 0;  ///< what each adds to the energy [W]
  Vec3 acceleration = Vec3::Zero(), angular_acceleration = Vec3::Zero();
};

/// The equations of a RollingBody; immutable.
///
/// State, in this order. space: position, orientation, velocity, angular_velocity (world), and where the ground has
/// friction or a body can fly, contact (mode, slip angle). body: position, orientation, angular_velocity_body,
/// normal_body. euler: position, euler (φ, θ, ψ to the ground's normal), euler_rates, chart (0: angles of the body's
/// axes, 1: of y, z, x for x, y, z). Last, of bodies with two rims, side: the one they stand on, so that equations are
/// smooth where the other comes down.
///
///   Source   docs/theory/rolling.md
///   Proof    tests/truth/rolling_test.cpp, tests/law/rolling_law_test.cpp
class Rolling {
 public:
  /// UsageError if misfit() has something to say.
  explicit Rolling(RollingBody body);
  /// Why these equations cannot be had, as a sentence; empty if they can.
  static std::string misfit(const RollingBody& body);

  const RollingBody& body() const;
  StateSpace state_space() const;
  /// S is double or Dual4. Allocates nothing.
  template <class S>
  void rate(double t, In<S> x, Out<S> v) const;

  RollingState state(double t, VecIn x) const;
  /// The coordinates of a state, which must satisfy the constraint of its mode (complete() sees to it).
  std::vector<double> coordinates(const RollingState& state) const;
  RollingReading read(double t, VecIn x) const;
  /// The same, kept until another state is read in this thread: monitors, events and channels ask of one state in turn.
  const RollingReading& reading(double t, VecIn x) const;
  bool has_modes() const;  ///< the state tells of rolling, sliding, flying

  /// Puts the body on the ground with the attitude and angular velocity given: height from the contact, velocity from
  /// rolling without slip. Sliding keeps the velocity along the ground; flying keeps all.
  RollingState complete(double t, RollingState state) const;
  /// The same for a state of the solver; in the form body, whose attitude and normal both say how the ground lies, the
  /// attitude that agrees with the normal.
  bool project(double t, VecOut x) const;
  bool drifts() const;  ///< project() has something to do
  /// How far ahead the direction of a slip can be told by a step: a part of the time to where the slip would be none;
  /// without limit where nothing slips, or what is left of its turning moves nothing.
  double horizon(double t, VecIn x) const;

  /// A start: takes the direction of the slip from the slip, and lets go what friction cannot hold and what nothing
  /// presses down.
  void settle(double t, VecOut x) const;

  /// Whether what acts on a body that touches the ground goes along it, so that nothing but rounding says whether the
  /// ground holds or the body leaves.
  bool is_only_pulled_along(double t, const RollingState& state) const;

  // What events watch; each is positive while the mode lasts, and 1 in modes that it does not concern.
  double slip_margin(double t, VecIn x) const;   ///< rolling: standing friction that is left, μ f_n − |f_t| [N]
  double lift_margin(double t, VecIn x) const;   ///< in contact: f_n [N]
  double stick_margin(double t, VecIn x) const;  ///< sliding under Coulomb's friction: slip along its direction [m/s]
  double land_margin(double t, VecIn x) const;   ///< flying: the gap [m]
  double jam_margin(double t, VecIn x) const;  ///< sliding: how a load answers; friction jams where it is 0 (Painlevé)
  /// Flat faces: sine of the tilt less that of flat_tilt; in flight positive until it lands like that.
  double tilt_margin(double t, VecIn x) const;
  /// Straight sides: N₃, of either sign; in flight positive until it lands along a line.
  double side_margin(double t, VecIn x) const;
  double chart_margin(double t, VecIn x) const;  ///< angles: how far their axis is from upright

  // What happens then. Each keeps what it must: place, attitude, and but for landing all velocities.
  void begin_slip(double t, VecIn before, VecOut after) const;
  void begin_flight(double t, VecIn before, VecOut after) const;
  void end_slip(double t, VecIn before, VecOut after) const;  ///< rolls, or slips anew where friction cannot hold
  void land(double t, VecIn before, VecOut after) const;      ///< bounces, slides or rolls
  /// Whether what touches the ground comes down on it; what is just about to leave does not.
  bool lands(double t, VecIn x) const;
  /// Why a run that ended early can have ended where the body is at x, as a sentence; empty if nothing is known.
  std::string trouble(double t, VecIn x) const;
  void change_chart(double t, VecIn before, VecOut after) const;  ///< the same state by angles of another axis

 private:
  void write(const RollingState& state, VecOut x) const;  ///< coordinates(), without allocating
  /// What coordinates say by themselves: without the velocity in forms that leave it to the constraint.
  RollingState state_as_written(VecIn x) const;
  /// The velocity of rolling without slip.
  RollingState complete_velocity(double t, RollingState state) const;
  RollingAcceleration acceleration(double t, VecIn x, const RollingState& now, const rolling::Below& below) const;
  void read_into(RollingReading& now, double t, VecIn x) const;
  void read_forces(double t, const rolling::Below& below, RollingReading& now) const;
  void stop_what_jams(double t, RollingState& now) const;
  /// Lets the angle of the slip be that of the slip there is.
  void follow_slip(double t, RollingState& now) const;
  /// Of a body at rest at a contact that cannot hold it: how it begins to slip, or to leave.
  void let_slip(double t, RollingState& now) const;

  std::shared_ptr<const rolling::Model> model_;
};

}  // namespace polhode
