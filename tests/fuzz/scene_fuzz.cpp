// Any text is a scene or a list of findings; a scene that builds also starts to run.
#include <cstdint>
#include <string>

#include <polhode/formats/scene_file.hpp>
#include <polhode/scene/build.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace polhode;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto no_mesh = [](const std::string&) -> Result<TriangleMesh> {
    return Diagnostic{.message = "no files here"};
  };
  const auto scene = read_scene(text, "fuzz.toml", {}, no_mesh);
  if (!scene.ok()) {
    (void)format(scene.diagnostics());
    return 0;
  }
  auto built = build(*scene);
  if (!built.ok()) {
    (void)format(built.diagnostics());
    return 0;
  }
  // A few steps are enough to evaluate every load and event; the length of the run is the user's affair.
  int steps = 0;
  built->options.sample = built->options.t_end;
  built->options.progress = [&steps](double) { return ++steps < 20; };
  const Recording recording = simulate(*built);
  return recording.times.empty() ? 1 : 0;
}
