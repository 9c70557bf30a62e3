#pragma once
// Joints that close a mechanism to a loop: not branches of the tree, but conditions on its coordinates.

#include <array>
#include <span>
#include <string>
#include <string_view>

#include <polhode/math/pose.hpp>

namespace polhode {

/// A kind of closing joint: which components of the way from A to B vanish, in the axes of A, and which axes of A and
/// of B stay perpendicular.
struct LoopKind {
  std::string_view name;
  int places = 0;                 ///< so many components of the way: x, y, z, or
  std::array<int, 3> place = {};  ///< these
  int angles = 0;
  std::array<std::array<int, 2>, 3> axes = {};  ///< axis of A, axis of B
  std::string_view sentence;

  int rows() const { return places + angles; }
};
std::span<const LoopKind> loop_kinds();
const LoopKind* find_loop_kind(std::string_view name);

/// Frame A of one link and frame B of another, held together by a joint. Axes of joints are z of A.
struct Loop {
  std::string name;
  const LoopKind* kind = nullptr;
  int a = -1, b = -1;  ///< numbers of links; −1: the base
  Pose X_LA, X_LB;     ///< L: the link that carries the frame
};

}  // namespace polhode
