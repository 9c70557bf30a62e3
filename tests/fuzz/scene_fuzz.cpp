// Any text is a scene or a list of findings; a scene that builds also starts to run, is asked for its stationary paths
// and compares what is said to be one motion.
#include <algorithm>
#include <cstdint>
#include <string>

#include <polhode/formats/scene_file.hpp>
#include <polhode/scene/build.hpp>

namespace {

/// Few rounds of few questions: what a path costs is the user's affair. What is compared is compared at one state.
void ask(const polhode::BuiltScene& built) {
  constexpr std::size_t most_questions = 2, most_unknowns = 4;
  for (std::size_t i = 0; i < std::min(built.actions.size(), most_questions); ++i) {
    polhode::ActionQuestion question = built.actions[i];
    if (question.subject.unknowns.size() > most_unknowns) continue;
    question.tolerance = 1e-3;
    if (question.paths.size() > 1) question.paths.erase(question.paths.begin() + 1, question.paths.end());
    int rounds = 0;
    (void)answer(question, [&rounds] { return ++rounds < 10; });
  }
  for (const polhode::SameAs& same : built.same)
    if (same.mine.size() <= most_unknowns) (void)compare(same, 1);
}

}  // namespace

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
  ask(*built);
  if (built->system.state_space().nx() == 0) return 0;  // functionals alone: nothing moves
  // A few steps are enough to evaluate every load and event; the length of the run is the user's affair.
  int steps = 0;
  built->options.sample = built->options.t_end;
  built->options.progress = [&steps](double) { return ++steps < 20; };
  const Recording recording = simulate(*built);
  return recording.times.empty() ? 1 : 0;
}
