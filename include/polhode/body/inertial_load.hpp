#pragma once
// What bodies feel in a frame that is not inertial: loads like any other, each by itself. docs/theory/frames.md.

#include <array>

#include <polhode/body/frame.hpp>

namespace polhode {

/// The four terms of the acceleration of a moving frame.
enum class InertialTerm { translation, euler, centrifugal, coriolis };
inline constexpr std::array inertial_terms{InertialTerm::translation, InertialTerm::euler, InertialTerm::centrifugal,
                                           InertialTerm::coriolis};

namespace load {

// In all of these W, the world in which bodies are simulated, is `frame`; w is its angular velocity, A the acceleration
// of its origin, I the inertia about the centre of mass, ω the body's angular velocity as seen from the frame.

/// F = −m A: what pushes you down when a lift starts.
struct Translation {
  static constexpr std::string_view name = "translation";
  FramePointer frame;
  std::string label = {};

  bool conservative() const { return frame->accelerates_steadily(); }  ///< then like gravity, U = m A·p
  bool uses_velocity() const { return false; }
};

/// F = −m ẇ × p, τ = −I ẇ: what throws you back when a carousel starts.
struct Euler {
  static constexpr std::string_view name = "euler";
  FramePointer frame;
  std::string label = {};

  bool conservative() const { return frame->turns_steadily(); }  ///< then there is none
  bool uses_velocity() const { return false; }
};

/// F = −m w × (w × p), τ = −w × I w: away from the axis.
struct Centrifugal {
  static constexpr std::string_view name = "centrifugal";
  FramePointer frame;
  std::string label = {};

  bool conservative() const { return frame->turns_steadily(); }  ///< U = −½ w·I_O w, I_O about the frame's origin
  bool uses_velocity() const { return false; }
};

/// F = −2 m w × v, τ = 2 ω × J w − w × h with J = ½ tr I − I = ∫ r rᵀ dm, h of a rotor inside: to the side of whatever
/// moves. Does no work on the body; on a rotor, which points it north, it has the potential U = −h·w.
struct Coriolis {
  static constexpr std::string_view name = "coriolis";
  FramePointer frame;
  Vec3 rotor_B = Vec3::Zero();  ///< h, body axes [kg m²/s]
  std::string label = {};

  bool conservative() const { return rotor_B == Vec3::Zero() || frame->turns_steadily(); }
  bool uses_velocity() const { return true; }
};

/// A uniform field that does not turn with the frame: F = m R_NWᵀ g_N.
struct InertialGravity {
  static constexpr std::string_view name = "inertial-gravity";
  Vec3 g_N = Vec3::Zero();  ///< axes of inertial space [m/s²]
  FramePointer frame;
  std::string label = {};

  bool conservative() const { return !frame->turns(); }
  bool uses_velocity() const { return false; }
};

}  // namespace load
}  // namespace polhode
