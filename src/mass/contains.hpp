#pragma once
// Which points belong to a solid: for judging whether one lies within others.

#include <vector>

#include <polhode/mass/solid.hpp>

namespace polhode::solid {

/// Whether the point lies within the solid grown by `margin` [m]. Nothing lies within a shell, a rod, a ring or a
/// particle, which have no volume.
bool contains(const Solid& solid, const Vec3& point, double margin);

/// Points of the solid: a grid throughout it and, finer, points of its surface. None if it has no volume.
std::vector<Vec3> points(const Solid& solid);

}  // namespace polhode::solid
