#pragma once
// Curvature in a direction, and whether a support function is one.

#include <array>

#include "dynamics/rolling/surface_kernels.hpp"

namespace polhode::rolling {

/// The i-th of `count` directions spread evenly over the sphere.
Vec3 spread_direction(int i, int count);

/// Two unit vectors across u and each other.
std::array<Vec3, 2> across(const Vec3& u);

/// The point of outward unit normal u, and the two radii of curvature there.
struct CurvatureRadii {
  Vec3 point;
  double least = 0, most = 0;
  double product = 0;  ///< area of the surface over that of the sphere of normals
};
CurvatureRadii radii_of(const Surface& surface, const Vec3& u);

/// Findings where h is not finite or the body not convex, in some 400 directions.
void check_convex(const surface::Support& support, const std::string& path, Diagnostics& findings);

}  // namespace polhode::rolling
