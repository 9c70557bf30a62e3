#pragma once
// Bodies given by their surface: triangles, seen counter-clockwise from outside.

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include <polhode/mass/mass_properties.hpp>

namespace polhode {

/// Where a mesh came from, so that a finding about it can say so. Empty for a mesh made in memory.
struct MeshSource {
  std::string file;
  struct Place {
    int line = 0, column = 0;
  };
  std::vector<Place> triangle_places;  ///< in a text file; empty if there is none
  std::vector<long> triangle_bytes;    ///< where a triangle's record starts in a binary file; empty if there is none
};

/// Triangles over shared vertices, three vertex numbers (from 0) each.
struct TriangleMesh {
  std::vector<Vec3> vertices;
  std::vector<std::array<int, 3>> triangles;
  MeshSource source;
};

/// The corners of the triangle numbered `t` (from 0), seen from `origin`.
inline std::array<Vec3, 3> corners(const TriangleMesh& mesh, std::size_t t, const Vec3& origin = Vec3::Zero()) {
  const auto corner = [&](int v) -> Vec3 { return mesh.vertices[static_cast<std::size_t>(v)] - origin; };
  const auto& [a, b, c] = mesh.triangles[t];
  return {corner(a), corner(b), corner(c)};
}

/// An axis-parallel box that holds something.
struct Bounds {
  Vec3 low = Vec3::Zero();
  Vec3 high = Vec3::Zero();

  Vec3 centre() const { return low + 0.5 * (high - low); }
  Vec3 size() const { return high - low; }
};

/// Of the vertices that triangles use; a point at the origin if there are none.
Bounds bounds(const TriangleMesh& mesh);

/// Everything that keeps a mesh from enclosing a volume: vertex numbers out of range, coordinates that are no numbers,
/// triangles that use a vertex twice, edges where the mesh is open, where neighbours disagree about the outside or
/// where more than two triangles meet, a surface that is inside out or encloses nothing. Each finding names the place
/// (vertex numbers count from 1, as in files) and what to do. Self-intersection is not looked for. Proof
/// tests/unit/mass/mesh_check_test.cpp
Diagnostics check_closed(const TriangleMesh& mesh, const std::string& path = {});

/// How much matter: exactly one of the two, the other stays 0.
struct Amount {
  double mass = 0;     ///< [kg]
  double density = 0;  ///< [kg/m³]; [kg/m²] for a shell
};

/// Volume or area with its moments for unit density.
struct Moments {
  double measure = 0;  ///< [m³] or [m²]
  Vec3 centroid = Vec3::Zero();
  Mat3 spread = Mat3::Zero();  ///< ∫ (x−c)(x−c)ᵀ about the centroid, [m⁵] or [m⁴]
};

/// Moments of what a closed mesh encloses. Signed: an inside-out mesh has a negative volume. Checks nothing.
///
///   V = Σ D/6,  ∫x = Σ D/24 s,  ∫xxᵀ = Σ D/120 (aaᵀ + bbᵀ + ccᵀ + ssᵀ),  D = a·(b×c), s = a+b+c    theory/mass.md (6)
///
/// Frames   summed about the centre of the bounding box, with compensated sums in the order of the triangles.
/// Proof    tests/truth/mass_mesh_test.cpp
Moments volume_moments(const TriangleMesh& mesh);

/// Moments of the surface itself, of any mesh, open or closed.                                     theory/mass.md (7)
Moments surface_moments(const TriangleMesh& mesh);

/// A homogeneous body bounded by a closed mesh.
Result<MassProperties> mesh_mass(const TriangleMesh& mesh, const Amount& amount, const std::string& path = {});

/// A thin homogeneous sheet along the mesh, open or closed.
Result<MassProperties> mesh_shell_mass(const TriangleMesh& mesh, const Amount& amount, const std::string& path = {});

}  // namespace polhode
