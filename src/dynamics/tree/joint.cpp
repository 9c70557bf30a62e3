#include <polhode/dynamics/tree/joint.hpp>

#include <array>

namespace polhode {

std::span<const JointKind> joint_kinds() {
  static constexpr std::array<JointKind, 9> kinds{{
      {"fixed", 0, 0, "none", "does not move"},
      {"revolute", 1, 1, "angle", "turns about an axis, between limits"},
      {"continuous", 1, 1, "angle", "turns about an axis without limits"},
      {"prismatic", 1, 1, "distance", "slides along an axis"},
      {"helical", 1, 1, "angle", "turns about an axis and slides along it, by the pitch for each radian"},
      {"universal", 2, 2, "two angles", "turns about an axis, and about a second one that the first carries along"},
      {"spherical", 4, 3, "quaternion x, y, z, w", "turns in any way about a point"},
      {"planar", 3, 3, "two distances, angle", "slides in a plane and turns about its normal"},
      {"free", 7, 6, "position, quaternion x, y, z, w", "moves in any way"},
  }};
  static_assert(kinds.size() == std::variant_size_v<Joint>);
  return kinds;
}

}  // namespace polhode
