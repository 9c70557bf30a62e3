#pragma once
// How people say a rolling body starts, completed so that it meets its constraint.

#include <optional>
#include <variant>

#include <polhode/base/result.hpp>
#include <polhode/dynamics/rolling/rolling.hpp>

namespace polhode {

namespace rolling_start {

/// Attitude and angular velocity; with a velocity, the body slides or, with `height`, flies.
struct Attitude {
  Rotation R_WB;
  Vec3 w = Vec3::Zero();  ///< [rad/s]
  bool in_body = true;    ///< axes of w
};
/// zxz angles of the body's axes to axes of the ground whose z is its normal, and their rates.
struct Euler {
  Vec3 angles = Vec3::Zero(), rates = Vec3::Zero();
};
/// A body of revolution whose axis keeps its tilt to the normal and goes round it evenly. One of precession φ̇ and spin
/// Ω₃ may be given, the other follows; with neither, its centre of mass stays where it is and φ̇ > 0. Of the two
/// precessions that a spin mostly has, the slower one is meant: give the precession to have the other.
struct Steady {
  double tilt = 0;                         ///< of the axis to the normal [rad]
  std::optional<double> precession, spin;  ///< [rad/s]
};
/// A body of revolution on its edge, its axis along the ground, rolling straight on.
struct Straight {
  double speed = 0;    ///< of the centre of mass [m/s]
  double heading = 0;  ///< of the velocity, from the ground's x axis [rad]
};
/// On the edge or, with `on_end`, on the end of its axis, turning about the vertical through its contact.
struct Upright {
  double spin = 0;  ///< [rad/s]
  bool on_end = false;
};

}  // namespace rolling_start

struct RollingStart {
  std::variant<rolling_start::Attitude, rolling_start::Euler, rolling_start::Steady, rolling_start::Straight,
               rolling_start::Upright>
      motion;
  Vec3 position = Vec3::Zero();  ///< of the centre of mass; the ground decides the part along its normal
  std::optional<Vec3> velocity;  ///< of the centre of mass, where it does not start rolling
  bool flying = false;           ///< starts above the ground, at `position`
  double turned = 0;             ///< φ of steady and upright starts, ψ of straight ones [rad]
};

/// The whole state at time t, on the ground and in the mode that the start means; nothing, with the reason, where it is
/// impossible: no real precession at this tilt, a surface not of revolution, a start below the ground.
///
/// Proof    tests/truth/rolling_start_test.cpp
Result<RollingState> start_state(const Rolling& rolling, double t, const RollingStart& start,
                                 const std::string& path = {});

}  // namespace polhode
