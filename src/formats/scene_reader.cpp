#include "formats/scene_reader.hpp"

#include <set>

#include <polhode/base/text.hpp>
#include <polhode/scene/build.hpp>

namespace polhode {
namespace {

void read_world(const Node& node, World& world, ReadContext& context) {
  TableReader table(node, "world", context);
  world.gravity = table.vector("gravity", dimension::acceleration).value_or(world.gravity);
  if (const Node* frame = table.find("frame")) world.frame = read_world_frame(*frame, "world.frame", context);
  table.finish();
}

/// Those of `entries`, of the kind `kind`, that are called as one of `others` is.
template <class Entry, class Other>
void refuse_shared_names(const std::vector<Entry>& entries, const std::string& kind, const std::vector<Other>& others,
                         const std::string& other_kind, ReadContext& context) {
  for (std::size_t i = 0; i < entries.size(); ++i)
    for (const Other& other : others) {
      if (other.name != entries[i].name) continue;
      const std::string path = numbered(kind, i) + ".name";
      context.findings.error(context.source.find(path), path,
                             "a " + other_kind + " is called '" + other.name.substr(0, 60) + "' already",
                             "names must differ");
    }
}

void refuse_second(const std::string& kind, std::size_t i, const std::string& name, ReadContext& context) {
  const std::string path = numbered(kind, i) + ".name";
  context.findings.error(context.source.find(path), path,
                         "another " + kind + " is called '" + name.substr(0, 60) + "' already", "names must differ");
}

/// Names that no one gave are made up from what the entries are called; names given twice are a finding.
template <class Entry>
void settle_names(std::vector<Entry>& entries, const std::string& kind, ReadContext& context,
                  const std::string& called = {}) {
  const std::string& stem = called.empty() ? kind : called;
  std::set<std::string> taken;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    std::string& name = entries[i].name;
    if (name.empty()) name = i == 0 ? stem : stem + std::to_string(i + 1);
    if (!taken.insert(name).second) refuse_second(kind, i, name, context);
  }
}

/// Loads are called by their kinds, numbered where there are several; the world's gravity is the first of its kind, and
/// its inertial loads have their names.
void settle_load_names(Scene& scene, ReadContext& context) {
  std::set<std::string> taken;
  if (scene.world.gravity != Vec3::Zero()) taken.emplace(load::Gravity::name);
  if (scene.world.frame)
    for (const InertialTerm term : scene.world.frame->terms) taken.emplace(to_string(term));
  for (std::size_t i = 0; i < scene.loads.size(); ++i)
    if (const std::string& name = scene.loads[i].name; !name.empty() && !taken.insert(name).second)
      refuse_second("load", i, name, context);
  // spring.energy would be a channel of both.
  refuse_shared_names(scene.loads, "load", scene.systems, "system", context);
  for (const SystemEntry& system : scene.systems) taken.insert(system.name);
  for (LoadEntry& load : scene.loads) {
    const std::string kind = usable_name(load.type, "load");
    for (int number = 1; load.name.empty(); ++number) {
      const std::string name = number == 1 ? kind : kind + std::to_string(number);
      if (taken.insert(name).second) load.name = name;
    }
  }
}

/// Names of everything, which share those of channels.
void settle_all_names(Scene& scene, ReadContext& context) {
  settle_names(scene.frames, "frame", context);
  settle_names(scene.bodies, "body", context);
  settle_names(scene.particles, "particle", context);
  settle_names(scene.systems, "system", context);
  settle_names(scene.functionals, "functional", context);
  settle_names(scene.mechanisms, "mechanism", context);
  settle_names(scene.loops, "loop", context);
  settle_names(scene.rolling, "rolling", context, "roller");
  settle_names(scene.events, "event", context);
  settle_names(scene.readouts, "readout", context);
  settle_load_names(scene, context);
  refuse_shared_names(scene.frames, "frame", scene.bodies, "body", context);
  refuse_shared_names(scene.frames, "frame", scene.particles, "particle", context);
  refuse_shared_names(scene.frames, "frame", scene.systems, "system", context);
  refuse_shared_names(scene.particles, "particle", scene.bodies, "body", context);
  refuse_shared_names(scene.systems, "system", scene.bodies, "body", context);
  refuse_shared_names(scene.systems, "system", scene.particles, "particle", context);
  refuse_shared_names(scene.functionals, "functional", scene.systems, "system", context);
  refuse_shared_names(scene.mechanisms, "mechanism", scene.bodies, "body", context);
  refuse_shared_names(scene.mechanisms, "mechanism", scene.particles, "particle", context);
  refuse_shared_names(scene.mechanisms, "mechanism", scene.systems, "system", context);
  refuse_shared_names(scene.mechanisms, "mechanism", scene.frames, "frame", context);
  refuse_shared_names(scene.rolling, "rolling", scene.bodies, "body", context);
  refuse_shared_names(scene.rolling, "rolling", scene.particles, "particle", context);
  refuse_shared_names(scene.rolling, "rolling", scene.systems, "system", context);
  refuse_shared_names(scene.rolling, "rolling", scene.mechanisms, "mechanism", context);
  refuse_shared_names(scene.rolling, "rolling", scene.frames, "frame", context);
  refuse_shared_names(scene.readouts, "readout", scene.rolling, "rolling body", context);
  refuse_shared_names(scene.readouts, "readout", scene.mechanisms, "mechanism", context);
  refuse_shared_names(scene.readouts, "readout", scene.bodies, "body", context);
  refuse_shared_names(scene.readouts, "readout", scene.particles, "particle", context);
  refuse_shared_names(scene.readouts, "readout", scene.systems, "system", context);
}

}  // namespace

Result<Scene> read_scene(std::string_view text, const std::string& file, std::span<const std::string> assignments,
                         MeshLoader load_mesh, RobotLoader load_robot) {
  auto document = parse_toml(text, file);
  if (!document.ok()) return document.diagnostics();
  ReadContext context;
  for (const std::string& assignment : assignments)
    if (const auto done = assign(*document, assignment); !done.ok()) context.findings.append(done.diagnostics());

  Scene scene;
  context.source.set("", {file, 1, 1});
  TableReader table(*document, "", context);
  scene.title = table.text("title").value_or("");
  scene.watch = table.text("watch").value_or("");
  const Node* run = table.find("run");
  if (const Node* world = table.find("world")) read_world(*world, scene.world, context);
  const auto read_all = [&](const char* key, auto& entries, auto read) {
    const std::span<const Node> nodes = table.list(key);
    for (std::size_t i = 0; i < nodes.size(); ++i) entries.push_back(read(nodes[i], numbered(key, i), context));
  };
  read_all("frame", scene.frames, read_frame);
  read_all("body", scene.bodies, [&](const Node& node, const std::string& path, ReadContext& findings) {
    return read_body(node, path, findings, load_mesh);
  });
  read_all("particle", scene.particles, read_particle);
  read_all("system", scene.systems, read_system);
  read_all("functional", scene.functionals, read_functional);
  read_all("mechanism", scene.mechanisms, [&](const Node& node, const std::string& path, ReadContext& findings) {
    return read_mechanism(node, path, findings, {load_mesh, load_robot});
  });
  read_all("loop", scene.loops, read_loop);
  read_all("rolling", scene.rolling, read_rolling);
  read_all("load", scene.loads, read_load);
  read_all("event", scene.events, read_event);
  read_all("readout", scene.readouts, read_readout);
  settle_all_names(scene, context);
  expand_copies(scene);
  if (run != nullptr) read_run(*run, state_space_of(scene), scene.run, context);
  table.finish();

  scene.source = std::move(context.source);
  if (context.findings.has_errors()) {
    if (!scene.empty() || !scene.functionals.empty()) context.findings.append(validate(scene));
    return std::move(context.findings);
  }
  return {std::move(scene), std::move(context.findings)};
}

}  // namespace polhode
