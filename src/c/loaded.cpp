#include "c/loaded.hpp"

#include <algorithm>

#include <polhode/formats/scene_file.hpp>

#include "formats/json.hpp"
#include "formats/page_parts.hpp"
#include "formats/run_parts.hpp"

namespace polhode::c {
namespace {

/// The part of "run.end=5" before the sign.
std::string_view path_of(std::string_view assignment) { return assignment.substr(0, assignment.find('=')); }

std::shared_ptr<const Motion> load(const LoadedScene& from, Diagnostics& findings) {
  const auto no_files = [](const std::string&) -> Result<TriangleMesh> {
    return Diagnostic{.message = "there are no files beside a scene that is given as a text"};
  };
  auto scene = read_scene(from.text, from.name, from.assignments, no_files);
  findings = scene.diagnostics();
  if (!scene.ok()) return nullptr;
  scene->name = from.name;
  auto built = build(*scene);
  findings.append(built.diagnostics());
  if (!built.ok()) return nullptr;
  return std::make_shared<const Motion>(*std::move(scene), *std::move(built));
}

}  // namespace

Motion::Motion(Scene the_scene, BuiltScene the_built) : scene(std::move(the_scene)), built(std::move(the_built)) {
  add_bodies();
  add_points();
}

/// Bodies, links and frames: what has a position in the world among its channels, and perhaps an attitude. What is seen
/// from a frame is no place of its own.
void Motion::add_bodies() {
  constexpr std::string_view ending = ".position";
  for (const Channel& channel : built.system.channels()) {
    if (!channel.name.ends_with(ending) || channel.frame != "world" || channel.size() != 3) continue;
    const std::string name = channel.name.substr(0, channel.name.size() - ending.size());
    const bool seen = std::any_of(built.frames.begin(), built.frames.end(),
                                  [&name](const std::string& frame) { return name.starts_with(frame + "."); });
    if (seen) continue;
    const Channel *const position = &channel, *const quaternion = built.system.find_channel(name + ".quaternion");
    places.push_back({name, [position, quaternion](double t, VecIn x, double* pose) {
                        position->evaluate(t, x, {pose, 3});
                        if (quaternion != nullptr) quaternion->evaluate(t, x, {pose + 3, 4});
                      }});
  }
}

/// The points of systems that were typed.
void Motion::add_points() {
  for (std::size_t i = 0; i < scene.systems.size(); ++i) {
    const std::size_t first = state_of_system(built, i), count = built.systems[i].variables.size();
    for (const NamedExpressions& point : points_of(scene.systems[i]))
      places.push_back(
          {scene.systems[i].name + "." + point.name, [&point, first, count](double t, VecIn x, double* pose) {
             const Vec3 place = place_of(point, t, x.subspan(first, count));
             std::copy(place.begin(), place.end(), pose);
           }});
  }
}

LoadedScene::LoadedScene(std::string the_name, std::string the_text)
    : name(std::move(the_name)), text(std::move(the_text)) {
  motion = load(*this, findings);
}

bool LoadedScene::set(const std::string& assignment, Diagnostics& refused) {
  const std::vector<std::string> before = assignments;
  std::erase_if(assignments, [&](const std::string& one) { return path_of(one) == path_of(assignment); });
  assignments.push_back(assignment);
  std::shared_ptr<const Motion> changed = load(*this, refused);
  if (changed == nullptr) {
    assignments = before;
    return false;
  }
  motion = std::move(changed);
  findings = std::move(refused);
  return true;
}

Run::Run(std::shared_ptr<const Motion> the_motion, SimulateOptions options)
    : motion(std::move(the_motion)),
      simulation(motion->built.system, motion->built.x0, std::move(options)),
      channels(motion->built.system.channels().size()) {}

template <class Append>
void Run::extend(Series& series, const Append& append) {
  const std::vector<double>&times = simulation.times(), &states = simulation.states();
  const std::size_t nx = motion->built.x0.size();
  for (; series.samples < times.size(); ++series.samples)
    append(times[series.samples], VecIn(states.data() + series.samples * nx, nx), series.numbers);
}

const std::vector<double>& Run::up_to_date_poses() {
  extend(poses, [this](double t, VecIn x, std::vector<double>& numbers) {
    for (const Motion::Place& place : motion->places) {
      const std::size_t at = numbers.size();
      numbers.insert(numbers.end(), {0, 0, 0, 1, 0, 0, 0});
      place.put(t, x, numbers.data() + at);
    }
  });
  return poses.numbers;
}

const std::vector<double>& Run::up_to_date(std::size_t number) {
  const Channel& channel = motion->built.system.channels()[number];
  const auto size = static_cast<std::size_t>(channel.size());
  extend(channels[number], [&](double t, VecIn x, std::vector<double>& numbers) {
    numbers.resize(numbers.size() + size);
    channel.evaluate(t, x, {numbers.data() + numbers.size() - size, size});
  });
  return channels[number].numbers;
}

std::string findings_json(const Diagnostics& findings) {
  JsonWriter json;
  json.begin_array();
  for (const Diagnostic& finding : findings)
    json.begin_object()
        .member("severity", finding.severity == Severity::error ? "error" : "warning")
        .member("line", std::int64_t{finding.where.line})
        .member("column", std::int64_t{finding.where.column})
        .member("path", finding.path)
        .member("message", finding.message)
        .member("hint", finding.hint)
        .end_object();
  json.end_array();
  return json.text();
}

std::string info_json(const Motion& motion) {
  const System& system = motion.built.system;
  JsonWriter json;
  json.begin_object()
      .member("name", motion.scene.name)
      .member("title", motion.scene.title)
      .member("watch", motion.scene.watch)
      .member("end", motion.built.options.t_end)
      .member("sample", motion.built.options.sample)
      .member("solver", motion.built.options.method.name)
      .member("state", std::int64_t{system.state_space().nx()})
      .key("places")
      .begin_array();
  for (const Motion::Place& place : motion.places) json.value(place.name);
  json.end_array().key("channels").begin_array();
  for (const Channel& channel : system.channels()) {
    json.begin_object().member("name", channel.name).member("unit", channel.symbol()).member("frame", channel.frame);
    json.key("components").begin_array();
    for (const std::string& component : channel.components) json.value(component);
    json.end_array().end_object();
  }
  json.end_array().end_object();
  return json.text();
}

std::string events_json(const Recording& recording) {
  JsonWriter json;
  json.begin_object();
  write_events(json, recording);
  json.end_object();
  return json.text();
}

}  // namespace polhode::c
