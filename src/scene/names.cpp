#include "scene/names.hpp"

#include <algorithm>

#include <polhode/base/text.hpp>

namespace polhode {

std::vector<std::string> body_names(const Scene& scene) {
  std::vector<std::string> names;
  for (const BodyEntry& body : scene.bodies) names.push_back(body.name);
  for (const ParticleEntry& particle : scene.particles) names.push_back(particle.name);
  return names;
}

int find_body(const Scene& scene, const std::vector<std::string>& names, const std::string& name,
              const std::string& path, bool or_world, Diagnostics& findings) {
  if (or_world && name == world_name) return -1;
  std::vector<std::string> known = names;
  const auto found = std::find(known.begin(), known.end(), name);
  if (found != known.end()) return static_cast<int>(found - known.begin());
  if (or_world) known.emplace_back(world_name);
  for (const SwarmEntry& swarm : scene.swarms)
    if (name.starts_with(swarm.body.name + "[")) {
      const bool all = std::find(names.begin(), names.end(), swarm.body.name) != names.end();
      findings.error(scene.source.find(path), path,
                     all ? "this acts on all copies of '" + swarm.body.name + "', or on none"
                         : "this copy of '" + swarm.body.name + "' is not recorded",
                     all ? "write \"" + swarm.body.name + "\"" : "add its number to the body's record");
      return -1;
    }
  for (const RollingEntry& rolling : scene.rolling)
    if (name == rolling.name) {
      findings.error(scene.source.find(path), path, "'" + name + "' rolls, and this is for [[body]] and [[particle]]",
                     path.starts_with("readout")
                         ? "its channels tell of it: " + name + ".position, " + name + ".contact_force, …"
                         : "gravity acts on it from [world], and what slows it down is the dissipation of its "
                           "[[rolling]]");
      return -1;
    }
  report_unknown(scene, "body", name, path, known, findings);
  return -1;
}

void report_unknown(const Scene& scene, const char* kind, const std::string& name, const std::string& path,
                    const std::vector<std::string>& known, Diagnostics& findings) {
  std::string all;
  for (const std::string& candidate : known)
    if (all.size() < 200) all += (all.empty() ? "known: " : ", ") + candidate;
  const std::string near = nearest(name, known);
  findings.error(scene.source.find(path), path, "no " + std::string(kind) + " is called '" + name.substr(0, 60) + "'",
                 near.empty() ? all : "did you mean '" + near + "'?");
}

std::string no_points(const std::string& particle) {
  return "'" + particle + "' is a particle, which has no points but itself";
}

std::string no_axes(const std::string& particle) { return "'" + particle + "' is a particle, which has no axes"; }

}  // namespace polhode
