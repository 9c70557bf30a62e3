#pragma once
// Surfaces as they are drawn: triangles with normals, in two tones, so that every kind of spin is seen.

#include <array>
#include <vector>

#include <polhode/math/pose.hpp>

namespace polhode {

/// Triangles are seen counter-clockwise from outside; normals are of length 1.
struct DrawnMesh {
  std::vector<Vec3> vertices, normals;
  std::vector<std::array<int, 3>> triangles;

  void add(const DrawnMesh& other);
};

/// A point of the outline of a surface of revolution about z, and its normal in the half-plane of the outline.
struct OutlinePoint {
  double r = 0, z = 0, normal_r = 0, normal_z = 0;
};
using Outline = std::vector<OutlinePoint>;

/// What an outline that goes upwards on the outside sweeps, in so many steps around.
DrawnMesh turned(const Outline& outline, int around);

/// Parts of outlines: straight lines, and arcs about (r, z) between angles from the plane of r.
Outline straight(double r0, double z0, double r1, double z1);
Outline arc(double r, double z, double radius, double from, double to, int parts);

DrawnMesh box_mesh(const Vec3& size);

/// Of corners, three to a triangle by number: flat facets where there are few, otherwise smooth.
DrawnMesh faceted_mesh(const std::vector<Vec3>& vertices, const std::vector<std::array<int, 3>>& triangles);

/// A surface in two tones that meet in sharp lines.
struct TwoTones {
  std::array<DrawnMesh, 2> tones;

  /// The same surface elsewhere.
  void add(const TwoTones& other, const Pose& X);
};

/// Octants about a point.
TwoTones in_octants(DrawnMesh mesh, const Vec3& middle);
/// Twelve sectors about z, changing places below.
TwoTones in_sectors(DrawnMesh mesh);

}  // namespace polhode
