#pragma once
// Reading triangle meshes: Wavefront OBJ, and STL as text or binary.

#include <cstddef>
#include <string>
#include <string_view>

#include <polhode/mass/mesh.hpp>

namespace polhode {

struct MeshReadOptions {
  /// STL repeats each vertex in every triangle. Vertices closer than this [m] become one; 0 joins only equal ones.
  double merge_distance = 0;
  std::size_t max_bytes = std::size_t{1} << 30;
  std::size_t max_triangles = 20'000'000;
};

/// Reads `text` as Wavefront OBJ: v and f (with v, v/vt, v//vn, v/vt/vn and negative numbers), polygons as fans,
/// comments, continued lines. What does not change the shape (groups, materials, normals, points, lines) is passed
/// over; free-form curves and surfaces and unknown statements are passed over with a warning. `file` goes into
/// findings.
Result<TriangleMesh> read_obj(std::string_view text, const std::string& file = {}, const MeshReadOptions& options = {});

/// Reads `bytes` as STL. Binary if its length is that of the triangles it announces, or if it is no text; text
/// otherwise (so a binary file whose header begins with "solid" is read as what it is). The order of vertices, not the
/// stored normal, decides what is outside.
Result<TriangleMesh> read_stl(std::string_view bytes, const std::string& file = {},
                              const MeshReadOptions& options = {});

/// Whether a file's ending is that of a mesh that can be read (.obj, .stl).
bool is_mesh_file(const std::string& file);

/// By the ending of `file`, of which others are refused; a file without one by its contents.
Result<TriangleMesh> read_mesh(std::string_view bytes, const std::string& file, const MeshReadOptions& options = {});

/// Opens and reads a file.
Result<TriangleMesh> load_mesh(const std::string& file, const MeshReadOptions& options = {});

}  // namespace polhode
