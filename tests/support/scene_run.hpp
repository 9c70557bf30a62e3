#pragma once
// Scenes, built in or typed, run as `polhode run` runs them.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <polhode/formats/scene_file.hpp>
#include <polhode/scene/build.hpp>

namespace polhode {

/// The run of a scene that could be read, sampled also at `times`.
inline Recording run_of(const Result<Scene>& scene, std::vector<double> times = {}) {
  EXPECT_TRUE(scene.ok()) << format(scene.diagnostics());
  auto built = build(scene.value());
  EXPECT_TRUE(built.ok()) << format(built.diagnostics());
  built->options.also_at = std::move(times);
  return simulate(*built);
}

/// A built-in scene with some keys changed.
inline Recording run_scene(const char* name, const std::vector<std::string>& changes = {},
                           std::vector<double> times = {}) {
  return run_of(load_scene(name, changes), std::move(times));
}

/// The times of a reference, whose rows begin with them.
template <class Rows>
std::vector<double> times_of(const Rows& rows) {
  std::vector<double> times;
  for (const auto& row : rows) times.push_back(row[0]);
  return times;
}

/// The sample that lies at this time.
inline std::size_t sample_at(const Recording& run, double t) {
  return static_cast<std::size_t>(std::find(run.times.begin(), run.times.end(), t) - run.times.begin());
}

/// The largest of some numbers, whatever their signs.
inline double largest(const std::vector<double>& numbers) {
  double worst = 0;
  for (double x : numbers) worst = std::max(worst, std::fabs(x));
  return worst;
}

/// A scene as it would stand in a file.
inline Recording run_text(const std::string& text) {
  const auto no_mesh = [](const std::string&) { return Result<TriangleMesh>(Diagnostic{.message = "no meshes here"}); };
  return run_of(read_scene(text, "typed.toml", {}, no_mesh));
}

}  // namespace polhode
