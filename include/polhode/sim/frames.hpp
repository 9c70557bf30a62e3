#pragma once
// The frames of a system of bodies: the one it is simulated in, and those that results are read in.

#include <polhode/dynamics/free_body/in_frame.hpp>

namespace polhode {

/// A frame that results are read in. Its channels: NAME.position and .quaternion of the frame itself, as seen from the
/// world, and NAME.BODY.position, .quaternion, .velocity, .angular_velocity of every body, as seen from it.
///
/// One that goes along with the centre of mass of all bodies, without turning, has NAME.position and .velocity, for
/// every body NAME.BODY.position, .velocity and .inertial_force −m A, and of these forces together NAME.inertial_power
/// and NAME.inertial_torque: both vanish (docs/theory/frames.md (9)).
struct NamedFrame {
  std::string name;
  MovingFrame frame = {};
  bool at_centre_of_mass = false;  ///< instead of `frame`
};

struct Frames {
  FramePointer world;  ///< null: the world is inertial
  std::vector<NamedFrame> named;
};

/// One frame as seen from another: what both have in common plays no part.
class FrameView {
 public:
  FrameView(const MovingFrame& world, const MovingFrame& frame);
  FreeBodyState seen_from_frame(double t, const FreeBodyState& in_world) const;
  FreeBodyState seen_from_world(double t, const FreeBodyState& in_frame) const;
  Pose pose(double t) const;  ///< X_WF
  /// Neither moves in the other.
  bool at_rest() const;

 private:
  MovingFrame world_, frame_;
  std::size_t common_ = 0;
};

}  // namespace polhode
