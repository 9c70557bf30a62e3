#include <polhode/formats/scene_file.hpp>

#include <filesystem>

#include <polhode/base/text.hpp>
#include <polhode/formats/mesh.hpp>
#include <polhode/formats/urdf.hpp>

#include "formats/file.hpp"

namespace polhode {
namespace {

namespace fs = std::filesystem;

Diagnostic not_found(const std::string& name) {
  std::vector<std::string_view> names;
  for (const BuiltinScene& scene : builtin_scenes()) names.push_back(scene.name);
  const std::string near = nearest(name, names);
  return {.message = "there is no file and no built-in scene called '" + name + "'",
          .hint = near.empty() ? "`polhode list scenes` shows the built-in ones" : "did you mean '" + near + "'?"};
}

}  // namespace

Result<Scene> load_scene(const std::string& path_or_name, std::span<const std::string> assignments) {
  const fs::path path(path_or_name);
  std::error_code ignored;
  if (!fs::exists(path, ignored) || (fs::is_directory(path, ignored) && find_builtin_scene(path_or_name) != nullptr)) {
    const BuiltinScene* builtin = find_builtin_scene(path_or_name);
    return builtin == nullptr ? not_found(path_or_name) : read_builtin_scene(*builtin, assignments);
  }
  const auto text = read_file(path_or_name);
  if (!text.ok()) return text.diagnostics();
  const auto beside = [&path](const std::string& mesh) -> Result<TriangleMesh> {
    return load_mesh((path.parent_path() / mesh).string());
  };
  const auto robot_beside = [&path](const std::string& robot, bool floating_base) {
    return read_urdf_robot_file((path.parent_path() / robot).string(), {.floating_base = floating_base});
  };
  auto scene = read_scene(*text, path_or_name, assignments, beside, robot_beside);
  if (scene.ok()) scene->name = path.stem().string();
  return scene;
}

}  // namespace polhode
