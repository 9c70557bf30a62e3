#pragma once
// Joints: how a link may move against the one it hangs on.

#include <span>
#include <string>
#include <string_view>
#include <variant>

#include <polhode/math/vector.hpp>

namespace polhode {

/// The kinds of joints. F is the frame of the joint on the parent link, B the link's own frame, which coincides with F
/// where all coordinates are zero. Axes are given in F, of any length but zero.
///
///   q   coordinates, v velocities as many as degrees of freedom. Where there are as many of both, v = dq/dt.
///   rotations are quaternions x, y, z, w in q, and the angular velocity of B in F, in the axes of B, in v
///
/// docs/theory/mechanisms.md (1) has the motion of each.
namespace joint {

struct Fixed {
  static constexpr std::string_view name = "fixed";
  static constexpr int nq = 0, nv = 0, lengths = 0;
};
/// Turns about an axis, by q radians.
struct Revolute {
  static constexpr std::string_view name = "revolute";
  static constexpr int nq = 1, nv = 1, lengths = 0;
  Vec3 axis = Vec3::UnitZ();
};
/// The same without limits.
struct Continuous {
  static constexpr std::string_view name = "continuous";
  static constexpr int nq = 1, nv = 1, lengths = 0;
  Vec3 axis = Vec3::UnitZ();
};
/// Slides along an axis, by q metres.
struct Prismatic {
  static constexpr std::string_view name = "prismatic";
  static constexpr int nq = 1, nv = 1, lengths = 1;
  Vec3 axis = Vec3::UnitZ();
};
/// A nut on a bolt: turns by q radians and slides by pitch · q metres.
struct Helical {
  static constexpr std::string_view name = "helical";
  static constexpr int nq = 1, nv = 1, lengths = 0;
  Vec3 axis = Vec3::UnitZ();
  double pitch = 0;  ///< [m/rad]
};
/// Turns by q₁ about the first axis, fixed in F, then by q₂ about the second, which the first has turned along.
struct Universal {
  static constexpr std::string_view name = "universal";
  static constexpr int nq = 2, nv = 2, lengths = 0;
  Vec3 first = Vec3::UnitX();
  Vec3 second = Vec3::UnitY();
};
/// Turns in any way: q a quaternion, v the angular velocity in the link's axes.
struct Spherical {
  static constexpr std::string_view name = "spherical";
  static constexpr int nq = 4, nv = 3, lengths = 0;
};
/// Slides by q₁, q₂ in the plane across the axis and turns by q₃ about it. The directions of q₁ and q₂ are those that
/// x and y become when z is turned to the axis on the shortest way.
struct Planar {
  static constexpr std::string_view name = "planar";
  static constexpr int nq = 3, nv = 3, lengths = 2;
  Vec3 axis = Vec3::UnitZ();
};
/// Moves in any way: q the position of the link's origin in F and a quaternion; v the velocity of that origin and the
/// angular velocity, both in the link's axes.
struct Free {
  static constexpr std::string_view name = "free";
  static constexpr int nq = 7, nv = 6, lengths = 3;
};

}  // namespace joint

using Joint = std::variant<joint::Fixed, joint::Revolute, joint::Continuous, joint::Prismatic, joint::Helical,
                           joint::Universal, joint::Spherical, joint::Planar, joint::Free>;

inline std::string_view name_of(const Joint& joint) {
  return std::visit([](const auto& one) { return one.name; }, joint);
}
inline int nq(const Joint& joint) {
  return std::visit([](const auto& one) { return one.nq; }, joint);
}
inline int nv(const Joint& joint) {
  return std::visit([](const auto& one) { return one.nv; }, joint);
}
/// Whether coordinate k, or velocity k, is one of place rather than of turning.
inline bool slides(const Joint& joint, int k) {
  return k < std::visit([](const auto& one) { return one.lengths; }, joint);
}

/// What `polhode list joints` says of a kind.
struct JointKind {
  std::string_view name;
  int nq, nv;
  std::string_view coordinates;  ///< of q, in words
  std::string_view sentence;
};
std::span<const JointKind> joint_kinds();

}  // namespace polhode
