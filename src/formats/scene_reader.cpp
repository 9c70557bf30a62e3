#include "formats/scene_reader.hpp"

#include <set>

#include <polhode/ode/method.hpp>
#include <polhode/scene/build.hpp>

namespace polhode {
namespace {

void read_run(const Node& node, RunSettings& run, ReadContext& context) {
  TableReader table(node, "run", context);
  run.end = table.positive("end", dimension::time).value_or(run.end);
  run.sample = table.positive("sample", dimension::time).value_or(run.sample);
  std::vector<std::string_view> solvers;
  for (const ode::Method& method : ode::methods()) solvers.push_back(method.name);
  run.solver = table.word("solver", solvers, "polhode list solvers").value_or(run.solver);
  run.tolerance = table.positive("tolerance", dimension::none);
  run.absolute_tolerance = table.positive("absolute_tolerance", dimension::none);
  run.step = table.positive("step", dimension::time);
  run.largest_step = table.positive("largest_step", dimension::time);
  table.finish();
}

void read_world(const Node& node, World& world, ReadContext& context) {
  TableReader table(node, "world", context);
  world.gravity = table.vector("gravity", dimension::acceleration).value_or(world.gravity);
  table.finish();
}

EventEntry read_event(const Node& node, const std::string& path, ReadContext& context) {
  constexpr std::array<std::string_view, 2> actions{"note", "stop"};
  TableReader table(node, path, context);
  EventEntry event;
  event.name = table.text("name").value_or("");
  if (!table.has("when")) table.missing("when", "for example when = \"handle.angular_velocity_body.y crosses 0\"");
  event.when = table.text("when").value_or("");
  event.stop = table.word("then", actions).value_or("note") == "stop";
  table.finish();
  return event;
}

/// Bodies and systems share the names of channels.
void refuse_shared_names(const Scene& scene, ReadContext& context) {
  for (std::size_t i = 0; i < scene.systems.size(); ++i)
    for (const BodyEntry& body : scene.bodies) {
      if (body.name != scene.systems[i].name) continue;
      const std::string path = "system[" + std::to_string(i) + "].name";
      context.findings.error(context.source.find(path), path,
                             "a body is called '" + body.name.substr(0, 60) + "' already", "names must differ");
    }
}

/// Names that no one gave are made up from what the entries are called; names given twice are a finding.
template <class Entry>
void settle_names(std::vector<Entry>& entries, const std::string& kind, ReadContext& context) {
  std::set<std::string> taken;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    std::string& name = entries[i].name;
    if (name.empty()) name = i == 0 ? kind : kind + std::to_string(i + 1);
    if (taken.insert(name).second) continue;
    const std::string path = kind + "[" + std::to_string(i) + "].name";
    context.findings.error(context.source.find(path), path,
                           "another " + kind + " is called '" + name.substr(0, 60) + "' already", "names must differ");
  }
}

std::string numbered(const char* list, std::size_t i) { return std::string(list) + "[" + std::to_string(i) + "]"; }

}  // namespace

Result<Scene> read_scene(std::string_view text, const std::string& file, std::span<const std::string> assignments,
                         MeshLoader load_mesh) {
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
  if (const Node* run = table.find("run")) read_run(*run, scene.run, context);
  if (const Node* world = table.find("world")) read_world(*world, scene.world, context);
  const std::span<const Node> bodies = table.list("body");
  for (std::size_t i = 0; i < bodies.size(); ++i)
    scene.bodies.push_back(read_body(bodies[i], numbered("body", i), context, load_mesh));
  const std::span<const Node> systems = table.list("system");
  for (std::size_t i = 0; i < systems.size(); ++i)
    scene.systems.push_back(read_system(systems[i], numbered("system", i), context));
  const std::span<const Node> loads = table.list("load");
  for (std::size_t i = 0; i < loads.size(); ++i)
    scene.loads.push_back(read_load(loads[i], numbered("load", i), context));
  const std::span<const Node> events = table.list("event");
  for (std::size_t i = 0; i < events.size(); ++i)
    scene.events.push_back(read_event(events[i], numbered("event", i), context));
  settle_names(scene.bodies, "body", context);
  settle_names(scene.systems, "system", context);
  settle_names(scene.events, "event", context);
  refuse_shared_names(scene, context);
  table.finish();

  scene.source = std::move(context.source);
  if (context.findings.has_errors()) {
    if (!scene.bodies.empty() || !scene.systems.empty()) context.findings.append(validate(scene));
    return std::move(context.findings);
  }
  return {std::move(scene), std::move(context.findings)};
}

}  // namespace polhode
