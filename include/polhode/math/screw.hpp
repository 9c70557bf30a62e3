#pragma once
// At every instant a rigid body moves like a nut on a bolt: it turns about an axis and slides along it.

#include <span>
#include <string>

#include <polhode/base/result.hpp>
#include <polhode/math/spatial.hpp>

namespace polhode {

enum class ScrewKind {
  rest,         ///< nothing moves
  translation,  ///< no axis: every point has the velocity sliding_speed · direction
  screw,        ///< an axis; a pure rotation is a screw of pitch 0
};

/// The instantaneous screw of a motion, in the axes and from the reference point of the twist it came from.
struct Screw {
  ScrewKind kind = ScrewKind::rest;
  Vec3 direction = Vec3::Zero();  ///< unit vector: of ω, or of the velocity of a translation; zero at rest
  Vec3 point = Vec3::Zero();      ///< of the axis, nearest to the reference point [m]; zero where there is no axis
  double angular_speed = 0;       ///< |ω| [rad/s]
  double sliding_speed = 0;       ///< velocity along the direction [m/s]
  double pitch = 0;               ///< advance for each radian, sliding_speed/angular_speed [m/rad]
};

/// The screw of a twist (Mozzi, Chasles):
///
///   point = ω × v/|ω|²,   pitch = ω · v/|ω|²                                             rotations.md (10)
///
/// A rotation so slow that its axis would be further away than numbers reach counts as a translation.
/// Frames   all in the axes of V, from its reference point.   Units  SI.
/// Proof    tests/unit/math/screw_test.cpp
Screw instantaneous_screw(const Twist& V);

/// A motion found from the velocities of points.
struct FittedMotion {
  Twist V;              ///< about the origin of the points' frame, in its axes
  Screw screw;          ///< of V
  double residual = 0;  ///< largest deviation of a given velocity from the rigid motion [m/s]
};

/// The motion of a body from the positions and velocities of three or more of its points, by least squares; exact data
/// give the motion to rounding. Refuses, with a sentence: fewer than three points, points on one line, numbers that are
/// not finite, and velocities that no rigid body has (residual above `tolerance` times the largest speed), naming the
/// two points whose distance changes fastest. `path` goes into the findings.
Result<FittedMotion> motion_from_points(std::span<const Vec3> positions, std::span<const Vec3> velocities,
                                        double tolerance = 1e-6, const std::string& path = {});

}  // namespace polhode
