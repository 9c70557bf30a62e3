#pragma once
// Scene files: TOML text → Scene, with everything that is wrong with it found at once.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <polhode/base/function_ref.hpp>
#include <polhode/formats/urdf.hpp>
#include <polhode/scene/scene.hpp>

namespace polhode {

/// Opens a mesh that a scene refers to; findings are the scene's. Where no files exist (a browser), it refuses.
using MeshLoader = FunctionRef<Result<TriangleMesh>(const std::string& path)>;

/// Opens a robot (URDF), likewise; empty: there are none.
using RobotLoader = FunctionRef<Result<UrdfRobot>(const std::string& path, bool floating_base)>;

/// Reads the text of a scene. `file` goes into findings; `assignments` are "path=value" overrides (`--set`), applied
/// before anything is checked.
/// Proof    tests/input/scene_test.cpp
Result<Scene> read_scene(std::string_view text, const std::string& file, std::span<const std::string> assignments,
                         MeshLoader load_mesh, RobotLoader load_robot = {});

/// A scene by path, or by the name of a built-in one (a file of that name wins). Meshes are looked for beside the
/// scene.
Result<Scene> load_scene(const std::string& path_or_name, std::span<const std::string> assignments = {});

struct BuiltinScene {
  std::string_view name;
  std::string_view text;
};

/// The scenes that live in the binary, by name.
std::span<const BuiltinScene> builtin_scenes();

/// The built-in scene of that name, or null.
const BuiltinScene* find_builtin_scene(std::string_view name);
/// Reads it; there are no files beside it.
Result<Scene> read_builtin_scene(const BuiltinScene& scene, std::span<const std::string> assignments = {});

/// The first line of a scene's title, for lists.
std::string scene_title(const BuiltinScene& scene);

}  // namespace polhode
