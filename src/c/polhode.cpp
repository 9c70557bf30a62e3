#include <polhode/c/polhode.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <optional>
#if defined(__cpp_exceptions)
#include <exception>
#endif

#include <polhode/base/hash.hpp>
#include <polhode/base/text.hpp>
#include <polhode/formats/run_files.hpp>
#include <polhode/formats/scene_file.hpp>

#include "c/handles.hpp"
#include "c/loaded.hpp"
#include "formats/json.hpp"

namespace polhode::c {
namespace {

constexpr double no_time = std::numeric_limits<double>::quiet_NaN();

struct State {
  Handles<LoadedScene, POLHODE_MOST_HANDLES> scenes;
  Handles<Run, POLHODE_MOST_HANDLES> runs;
  std::string error, told;
};

State& state() {
  static State all;
  return all;
}

template <class T>
T failed(std::string why, T value) {
  state().error = std::move(why);
  return value;
}

/// No exception leaves the interface. Where there are none, what throws here ends the program: calls are checked before
/// they reach what could.
template <class T, class Work>
T guarded(T otherwise, const Work& work) {
  state().error.clear();
#if defined(__cpp_exceptions)
  try {
    return work();
  } catch (const std::exception& problem) {
    return failed(std::string("unexpected: ") + problem.what(), otherwise);
  }
#else
  static_cast<void>(otherwise);
  return work();
#endif
}

template <class T, class Work>
T with_scene(polhode_scene scene, T otherwise, const Work& work) {
  return guarded(otherwise, [&]() -> T {
    LoadedScene* const found = state().scenes.find(scene);
    return found == nullptr ? failed("this is no scene, or one that was freed", otherwise) : work(*found);
  });
}

/// The same of a scene that can run.
template <class T, class Work>
T with_motion(polhode_scene scene, T otherwise, const Work& work) {
  return with_scene(scene, otherwise, [&](LoadedScene& loaded) -> T {
    return loaded.motion == nullptr ? failed("the scene has mistakes; its findings tell which", otherwise)
                                    : work(loaded);
  });
}

template <class T, class Work>
T with_run(polhode_simulation simulation, T otherwise, const Work& work) {
  return guarded(otherwise, [&]() -> T {
    Run* const found = state().runs.find(simulation);
    return found == nullptr ? failed("this is no simulation, or one that was freed", otherwise) : work(*found);
  });
}

const char* no_text() { return nullptr; }

template <class Object>
const char* tell(Object& object, std::string text) {
  object.told = std::move(text);
  return object.told.c_str();
}

const double* numbers(const double* data, std::size_t size, std::size_t* count) {
  if (count != nullptr) *count = size;
  return data;
}

const double* numbers(const std::vector<double>& all, std::size_t* count) {
  return numbers(all.data(), all.size(), count);
}

/// A text that ends in a zero, of at most so many bytes; nothing if it is longer.
std::optional<std::string> text_of(const char* text, std::size_t most) {
  if (text == nullptr) return std::nullopt;
  const auto* const end = static_cast<const char*>(std::memchr(text, 0, most + 1));
  if (end == nullptr) return std::nullopt;
  return std::string(text, end);
}

constexpr std::size_t most_name = 200, most_assignment = 10'000;

polhode_scene add_scene(const char* text, std::size_t bytes, const char* name) {
  if (text == nullptr && bytes > 0) return failed("there is no text", 0U);
  if (bytes > POLHODE_MOST_TEXT)
    return failed(
        "the text has " + std::to_string(bytes) + " bytes; a scene has at most " + std::to_string(POLHODE_MOST_TEXT),
        0U);
  const auto called = text_of(name == nullptr ? "scene" : name, most_name);
  if (!called) return failed("the name is longer than " + std::to_string(most_name) + " bytes", 0U);
  if (state().scenes.full()) return failed("there are too many scenes; free some", 0U);
  return state().scenes.add(std::make_unique<LoadedScene>(*called, std::string(text, bytes)));
}

/// Why a run would keep too many numbers; empty if it would not.
std::string too_much(const Motion& motion, const SimulateOptions& options) {
  const double samples = options.sample > 0 ? options.t_end / options.sample : 1000;
  std::size_t most = std::max(motion.built.x0.size(), 7 * motion.places.size());
  for (const Channel& channel : motion.built.system.channels())
    most = std::max(most, static_cast<std::size_t>(channel.size()));
  const double all = samples * static_cast<double>(std::max<std::size_t>(most, 1));
  if (all <= double{POLHODE_MOST_NUMBERS}) return {};
  return "that would be " + rounded(samples) + " samples of " + std::to_string(most) +
         " numbers; take a longer interval between samples, or an earlier end";
}

polhode_simulation add_run(LoadedScene& loaded, double sample) {
  if (!(sample >= 0) || !std::isfinite(sample)) return failed("a sample interval is a number of seconds, or 0", 0U);
  const Motion& motion = *loaded.motion;
  if (!motion.built.moves()) return failed("nothing in the scene moves", 0U);
  SimulateOptions options = motion.built.options;
  if (sample > 0) options.sample = sample;
  if (std::string why = too_much(motion, options); !why.empty()) return failed(std::move(why), 0U);
  if (state().runs.full()) return failed("there are too many simulations; free some", 0U);
  return state().runs.add(std::make_unique<Run>(loaded.motion, std::move(options)));
}

std::int32_t status_of(Run& run) {
  if (!run.simulation.ended()) return POLHODE_RUNNING;
  switch (run.simulation.outcome().ending) {
    case ode::Ending::finished: return POLHODE_FINISHED;
    case ode::Ending::stopped: return POLHODE_STOPPED;
    default: return POLHODE_ENDED_EARLY;
  }
}

std::string builtin_json() {
  JsonWriter json;
  json.begin_array();
  for (const BuiltinScene& scene : builtin_scenes())
    json.begin_object().member("name", scene.name).member("title", scene_title(scene)).end_object();
  json.end_array();
  return json.text();
}

}  // namespace
}  // namespace polhode::c

using namespace polhode;
using namespace polhode::c;

int32_t polhode_c_version() { return POLHODE_C_VERSION; }
const char* polhode_last_error() { return state().error.c_str(); }

void* polhode_allocate(size_t bytes) {
  constexpr std::size_t most = std::size_t{1} << 30;
  return bytes > most ? nullptr : std::malloc(std::max<std::size_t>(bytes, 1));
}
void polhode_release(void* memory) { std::free(memory); }

const char* polhode_builtin_scenes() {
  return guarded(no_text(), [] { return tell(state(), builtin_json()); });
}

const char* polhode_builtin_text(const char* name) {
  return guarded(no_text(), [&]() -> const char* {
    const auto wanted = text_of(name, most_name);
    const BuiltinScene* const scene = wanted ? find_builtin_scene(*wanted) : nullptr;
    return scene == nullptr ? failed("no built-in scene is called so", no_text())
                            : tell(state(), std::string(scene->text));
  });
}

polhode_scene polhode_scene_load(const char* text, size_t bytes, const char* name) {
  return guarded(polhode_scene{0}, [&] { return add_scene(text, bytes, name); });
}

void polhode_scene_free(polhode_scene scene) {
  guarded(0, [&] { return state().scenes.remove(scene) ? 1 : failed("this is no scene, or one that was freed", 0); });
}

int32_t polhode_scene_ok(polhode_scene scene) {
  return with_scene(scene, 0, [](LoadedScene& loaded) { return loaded.motion == nullptr ? 0 : 1; });
}

const char* polhode_scene_findings(polhode_scene scene) {
  return with_scene(scene, no_text(), [](LoadedScene& loaded) { return tell(loaded, findings_json(loaded.findings)); });
}

int32_t polhode_scene_set(polhode_scene scene, const char* assignment) {
  return with_scene(scene, 0, [&](LoadedScene& loaded) {
    const auto text = text_of(assignment, most_assignment);
    if (!text) return failed("an assignment has at most " + std::to_string(most_assignment) + " bytes", 0);
    Diagnostics refused;
    return loaded.set(*text, refused) ? 1 : failed(format(refused), 0);
  });
}

const char* polhode_scene_info(polhode_scene scene) {
  return with_motion(scene, no_text(), [](LoadedScene& loaded) { return tell(loaded, info_json(*loaded.motion)); });
}

const char* polhode_scene_certify(polhode_scene scene) {
  return with_motion(scene, no_text(), [](LoadedScene& loaded) {
    const BuiltScene& built = loaded.motion->built;
    if (!built.moves()) return failed("nothing in the scene moves", no_text());
    if (std::string why = too_much(*loaded.motion, built.options); !why.empty()) return failed(why, no_text());
    const Certificate certificate = certify(built.system, built.x0, {.run = built.options, .same = built.same});
    return tell(loaded, certificate_json(loaded.motion->scene, built, certificate));
  });
}

polhode_simulation polhode_simulation_create(polhode_scene scene, double sample) {
  return with_motion(scene, polhode_simulation{0}, [&](LoadedScene& loaded) { return add_run(loaded, sample); });
}

void polhode_simulation_free(polhode_simulation simulation) {
  guarded(0, [&] {
    return state().runs.remove(simulation) ? 1 : failed("this is no simulation, or one that was freed", 0);
  });
}

int32_t polhode_simulation_step(polhode_simulation simulation) {
  return with_run(simulation, 0, [](Run& run) { return run.simulation.step() ? 1 : 0; });
}

int32_t polhode_simulation_advance(polhode_simulation simulation, double t, int32_t most) {
  return with_run(simulation, 0, [&](Run& run) { return static_cast<std::int32_t>(run.simulation.advance(t, most)); });
}

int32_t polhode_simulation_status(polhode_simulation simulation) {
  return with_run(simulation, std::int32_t{POLHODE_NO_SIMULATION}, [](Run& run) { return status_of(run); });
}

double polhode_simulation_time(polhode_simulation simulation) {
  return with_run(simulation, no_time, [](Run& run) { return run.simulation.t(); });
}

const char* polhode_simulation_hash(polhode_simulation simulation) {
  return with_run(simulation, no_text(), [](Run& run) { return tell(run, hash_text(run.simulation.hash())); });
}

const double* polhode_simulation_state(polhode_simulation simulation, size_t* count) {
  return with_run(simulation, numbers(nullptr, 0, count),
                  [&](Run& run) { return numbers(run.simulation.x().data(), run.simulation.x().size(), count); });
}

const double* polhode_simulation_times(polhode_simulation simulation, size_t* count) {
  return with_run(simulation, numbers(nullptr, 0, count),
                  [&](Run& run) { return numbers(run.simulation.times(), count); });
}

const double* polhode_simulation_states(polhode_simulation simulation, size_t* count) {
  return with_run(simulation, numbers(nullptr, 0, count),
                  [&](Run& run) { return numbers(run.simulation.states(), count); });
}

const double* polhode_simulation_poses(polhode_simulation simulation, size_t* count) {
  return with_run(simulation, numbers(nullptr, 0, count),
                  [&](Run& run) { return numbers(run.up_to_date_poses(), count); });
}

const double* polhode_simulation_channel(polhode_simulation simulation, int32_t channel, size_t* count) {
  const double* const none = numbers(nullptr, 0, count);
  return with_run(simulation, none, [&](Run& run) {
    if (channel < 0 || static_cast<std::size_t>(channel) >= run.channels.size())
      return failed("channels are counted from 0 to " + std::to_string(run.channels.size() - 1), none);
    return numbers(run.up_to_date(static_cast<std::size_t>(channel)), count);
  });
}

const char* polhode_simulation_events(polhode_simulation simulation) {
  return with_run(simulation, no_text(), [](Run& run) { return tell(run, events_json(run.simulation.recording())); });
}

const char* polhode_simulation_summary(polhode_simulation simulation) {
  return with_run(simulation, no_text(), [](Run& run) {
    return tell(run, run_json(run.motion->scene, run.motion->built, run.simulation.recording(), {}));
  });
}

const char* polhode_simulation_report(polhode_simulation simulation, int32_t frames) {
  return with_run(simulation, no_text(), [&](Run& run) {
    if (frames < 1) return failed("a report shows one frame or more", no_text());
    return tell(run, page_json(run.motion->scene, run.motion->built, run.simulation.recording(), nullptr,
                               static_cast<std::size_t>(frames)));
  });
}
