#include <algorithm>
#include <array>

#include <polhode/base/text.hpp>
#include <polhode/formats/mesh.hpp>

#include "formats/file.hpp"

namespace polhode {
namespace {

struct Format {
  std::string_view ending;
  Result<TriangleMesh> (*read)(std::string_view, const std::string&, const MeshReadOptions&);
};
constexpr std::array<Format, 2> formats{Format{".obj", read_obj}, Format{".stl", read_stl}};

/// ".obj" of "folder/box.OBJ"; empty if the file's name has no ending.
std::string ending_of(const std::string& file) {
  const std::size_t name = file.find_last_of('/') + 1;  // npos + 1 is 0
  const std::size_t dot = file.rfind('.');
  return dot == std::string::npos || dot <= name ? std::string() : lower_case(file.substr(dot));
}

const Format* format_of(const std::string& file) {
  const std::string ending = ending_of(file);
  const auto found = std::find_if(formats.begin(), formats.end(), [&](const Format& f) { return f.ending == ending; });
  return found == formats.end() ? nullptr : &*found;
}

std::optional<Diagnostic> unknown_ending(const std::string& file) {
  const std::string ending = ending_of(file);
  if (ending.empty() || format_of(file) != nullptr) return std::nullopt;
  std::string known;
  for (const Format& format : formats) known += (known.empty() ? "" : ", ") + std::string(format.ending);
  return Diagnostic{.where = {file, 0, 0},
                    .message = "meshes that end in '" + ending + "' are not read",
                    .hint = "export the shape as one of: " + known};
}

}  // namespace

bool is_mesh_file(const std::string& file) { return format_of(file) != nullptr; }

Result<TriangleMesh> read_mesh(std::string_view bytes, const std::string& file, const MeshReadOptions& options) {
  if (auto finding = unknown_ending(file)) return *std::move(finding);
  if (const Format* format = format_of(file)) return format->read(bytes, file, options);
  const std::string_view head = bytes.substr(0, 256);
  if (head.starts_with("solid") || head.find('\0') != std::string_view::npos) return read_stl(bytes, file, options);
  return read_obj(bytes, file, options);
}

Result<TriangleMesh> load_mesh(const std::string& file, const MeshReadOptions& options) {
  if (auto finding = unknown_ending(file)) return *std::move(finding);
  const auto bytes = read_file(file, options.max_bytes);
  if (!bytes.ok()) return bytes.diagnostics();
  return read_mesh(*bytes, file, options);
}

}  // namespace polhode
