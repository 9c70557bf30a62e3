#include <polhode/formats/scene_file.hpp>

#include "formats/document.hpp"

namespace polhode {

const BuiltinScene* find_builtin_scene(std::string_view name) {
  for (const BuiltinScene& scene : builtin_scenes())
    if (scene.name == name) return &scene;
  return nullptr;
}

Result<Scene> read_builtin_scene(const BuiltinScene& builtin, std::span<const std::string> assignments) {
  const auto no_files = [](const std::string&) -> Result<TriangleMesh> {
    return Diagnostic{.message = "a built-in scene has no files beside it"};
  };
  auto scene = read_scene(builtin.text, std::string(builtin.name) + ".toml", assignments, no_files);
  if (scene.ok()) scene->name = builtin.name;
  return scene;
}

std::string scene_title(const BuiltinScene& scene) {
  const auto document = parse_toml(scene.text, std::string(scene.name));
  const Node* title = document.ok() ? document->find("title") : nullptr;
  return title == nullptr ? std::string() : title->text;
}

}  // namespace polhode
