#include <polhode/dynamics/tree/loop.hpp>

namespace polhode {

std::span<const LoopKind> loop_kinds() {
  static constexpr std::array<LoopKind, 7> kinds{{
      {"fixed", 3, {0, 1, 2}, 3, {{{0, 1}, {1, 2}, {2, 0}}}, "holds both frames together"},
      {"revolute", 3, {0, 1, 2}, 2, {{{0, 2}, {1, 2}}}, "lets B turn about the z axis of A"},
      {"prismatic", 2, {0, 1}, 3, {{{0, 1}, {1, 2}, {2, 0}}}, "lets B slide along the z axis of A"},
      {"cylindrical", 2, {0, 1}, 2, {{{0, 2}, {1, 2}}}, "lets B turn about the z axis of A and slide along it"},
      {"universal", 3, {0, 1, 2}, 1, {{{0, 1}}}, "keeps x of A and y of B perpendicular, with their origins together"},
      {"spherical", 3, {0, 1, 2}, 0, {}, "holds the origins together"},
      {"planar", 1, {2}, 2, {{{0, 2}, {1, 2}}}, "lets B slide in the plane across the z axis of A and turn about it"},
  }};
  return kinds;
}

const LoopKind* find_loop_kind(std::string_view name) {
  for (const LoopKind& kind : loop_kinds())
    if (kind.name == name) return &kind;
  return nullptr;
}

}  // namespace polhode
