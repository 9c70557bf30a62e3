#pragma once
// Scenes typed in a test.

#include <gtest/gtest.h>

#include <polhode/formats/scene_file.hpp>
#include <polhode/scene/build.hpp>

namespace polhode {

inline BuiltScene built(const std::string& text) {
  const auto no_mesh = [](const std::string&) -> Result<TriangleMesh> { return Diagnostic{}; };
  return build(read_scene(text, "scene.toml", {}, no_mesh).value()).value();
}

inline Recording run_text(const std::string& text) { return simulate(built(text)); }

}  // namespace polhode
