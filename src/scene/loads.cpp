#include "scene/loads.hpp"

#include <algorithm>

#include <polhode/base/text.hpp>

namespace polhode {
namespace {

std::vector<std::string> body_names(const Scene& scene) {
  std::vector<std::string> names;
  for (const BodyEntry& body : scene.bodies) names.push_back(body.name);
  return names;
}

Diagnostic no_such_body(const std::string& name, const std::vector<std::string>& names, const std::string& path,
                        const SourceMap& source) {
  const std::string near = nearest(name, names);
  std::string known;
  for (const std::string& candidate : names)
    if (known.size() < 200) known += (known.empty() ? "known: " : ", ") + candidate;
  return {.where = source.find(path),
          .path = path,
          .message = "no body is called '" + name.substr(0, 60) + "'",
          .hint = near.empty() ? known : "did you mean '" + near + "'?"};
}

Load make_load(const LoadEntry& entry) {
  const VectorOfTime vector(entry.vector);
  const Axes axes = entry.body_axes ? Axes::body : Axes::world;
  if (entry.type == load::Gravity::name) return load::Gravity{vector.at(0)};
  if (entry.type == load::Push::name) return load::Push{entry.at, vector, axes};
  return load::Torque{vector, axes};
}

}  // namespace

std::string numbered(const char* list, std::size_t i) { return std::string(list) + "[" + std::to_string(i) + "]"; }

void attach_loads(const Scene& scene, std::vector<FreeBody>& bodies, Diagnostics& findings) {
  const std::vector<std::string> names = body_names(scene);
  for (std::size_t i = 0; i < scene.loads.size(); ++i) {
    const LoadEntry& entry = scene.loads[i];
    if (entry.type == load::Spring::name) continue;
    const std::string path = numbered("load", i);
    if (entry.type == load::Gravity::name &&
        std::any_of(entry.vector.begin(), entry.vector.end(), [](const Expression& e) { return !e.is_constant(); }))
      findings.error(scene.source.find(path + ".acceleration"), path + ".acceleration",
                     "a uniform field must not depend on time",
                     "use a push at the centre of mass for a force that varies");
    if (!entry.body.empty() && std::find(names.begin(), names.end(), entry.body) == names.end()) {
      findings.add(no_such_body(entry.body, names, path + ".body", scene.source));
      continue;
    }
    for (FreeBody& body : bodies)
      if (entry.body.empty() || entry.body == body.name) body.loads.push_back(make_load(entry));
  }
}

std::vector<load::Spring> springs_of(const Scene& scene, Diagnostics& findings) {
  const std::vector<std::string> names = body_names(scene);
  std::vector<std::string> with_world = names;
  with_world.emplace_back(world_name);
  std::vector<load::Spring> springs;
  for (std::size_t i = 0; i < scene.loads.size(); ++i) {
    const SpringEntry& entry = scene.loads[i].spring;
    if (scene.loads[i].type != load::Spring::name || entry.bodies[0].empty()) continue;
    load::Spring spring{.ends = {}, .stiffness = entry.stiffness, .damping = entry.damping, .length = entry.length};
    const std::string path = numbered("load", i) + ".bodies";
    for (std::size_t k = 0; k < 2; ++k) {
      spring.ends[k].p_BoQ_B = entry.points[k];
      if (entry.bodies[k] == world_name) continue;
      const auto found = std::find(names.begin(), names.end(), entry.bodies[k]);
      if (found == names.end())
        findings.add(no_such_body(entry.bodies[k], with_world, numbered(path.c_str(), k), scene.source));
      else
        spring.ends[k].body.value = static_cast<int>(found - names.begin());
    }
    if (entry.bodies[0] == entry.bodies[1])
      findings.error(scene.source.find(path), path,
                     "both ends of this spring are in '" + entry.bodies[0].substr(0, 60) + "'",
                     "a spring joins two bodies, or a body and the world");
    springs.push_back(spring);
  }
  return springs;
}

void judge_springs(const Scene& scene, const FreeBodies& bodies, VecIn x, Diagnostics& findings) {
  int spring = 0;
  for (std::size_t i = 0; i < scene.loads.size(); ++i) {
    const SpringEntry& entry = scene.loads[i].spring;
    if (scene.loads[i].type != load::Spring::name || entry.bodies[0].empty()) continue;
    const bool directed = entry.length > 0 || entry.damping > 0;
    if (bodies.spring(spring++, x).length > 0 || !directed) continue;
    const std::string path = numbered("load", i);
    findings.error(scene.source.find(path), path,
                   "the ends of this spring meet at the start, so that it has no direction to pull in",
                   "move a point or a body; only a spring of length 0 without damping may start so");
  }
}

}  // namespace polhode
