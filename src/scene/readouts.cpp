#include "scene/readouts.hpp"

#include <algorithm>

#include <polhode/base/text.hpp>
#include <polhode/math/expression.hpp>

#include "scene/names.hpp"

namespace polhode {
namespace {

/// One entry, and where its findings go.
struct ReadoutBuilder {
  const Scene& scene;
  const ReadoutEntry& entry;
  std::string path;
  Diagnostics& findings;

  void error(const std::string& key, std::string message, std::string hint) {
    const std::string full = path + (key.empty() ? "" : "." + key);
    findings.error(scene.source.find(full), full, std::move(message), std::move(hint));
  }

  int find(const std::string& name, const std::string& key) {
    return find_body(scene, body_names(scene), name, path + "." + key, false, findings);
  }

  bool is_particle(int body) const { return body >= static_cast<int>(scene.bodies.size()); }

  /// Whose points and axes are meant; several bodies have neither.
  void judge_one_body(const Readout& readout) {
    const char* key = readout.at ? "at" : readout.axes == Axes::body ? "axes" : nullptr;
    if (key == nullptr) return;
    if (readout.bodies.size() != 1) {
      error(key, std::string("several bodies have no ") + (readout.at ? "point" : "axes") + " in common",
            "name one of them: body = \"…\"");
      return;
    }
    if (!is_particle(readout.bodies[0])) return;
    if (readout.at && *readout.at != Vec3::Zero()) error("at", no_points(entry.bodies[0]), "leave out at");
    if (readout.axes == Axes::body) error("axes", no_axes(entry.bodies[0]), "leave out axes");
  }

  void judge_point(const BodyPoint& point) {
    if (is_particle(point.body.value) && point.p_BoQ_B && *point.p_BoQ_B != Vec3::Zero())
      error("about.at", no_points(entry.about_body), "leave out at");
  }

  Readout build() {
    Readout readout = *entry.what;
    readout.name = entry.name;
    for (std::size_t k = 0; k < entry.bodies.size(); ++k) {
      const int body = find(entry.bodies[k], entry.bodies.size() == 1 ? "body" : numbered("bodies", k));
      if (std::find(readout.bodies.begin(), readout.bodies.end(), body) != readout.bodies.end() && body >= 0)
        error(numbered("bodies", k), "'" + entry.bodies[k].substr(0, 60) + "' is named twice", "name each body once");
      readout.bodies.push_back(body);
    }
    if (scene.bodies.size() + scene.particles.size() == 0 && entry.bodies.empty())
      error("", "the scene has no body that could be read", "variables of systems are channels already");
    if (entry.bodies.empty() && !scene.swarms.empty())
      error("", "of the copies only those that are recorded can be read, so that all bodies are not at hand",
            "name those that are meant: bodies = [\"" + scene.bodies[0].name + "\", …]");
    // All bodies of a scene that has only one are that one.
    if (readout.bodies.empty() && scene.bodies.size() + scene.particles.size() == 1) readout.bodies = {0};
    auto* point = std::get_if<BodyPoint>(&readout.about);
    if (point != nullptr) point->body.value = find(entry.about_body, "about.body");
    if (findings.has_errors()) return readout;
    judge_one_body(readout);
    if (point != nullptr) judge_point(*point);
    return readout;
  }
};

}  // namespace

std::vector<Readout> readouts_of(const Scene& scene, Diagnostics& findings) {
  std::vector<Readout> readouts;
  for (std::size_t i = 0; i < scene.readouts.size(); ++i) {
    if (!scene.readouts[i].what) continue;
    Diagnostics own;
    Readout readout = ReadoutBuilder{scene, scene.readouts[i], numbered("readout", i), own}.build();
    if (!own.has_errors()) readouts.push_back(std::move(readout));
    findings.append(own);
  }
  return readouts;
}

void judge_readout_names(const Scene& scene, const System& system, Diagnostics& findings) {
  for (std::size_t i = 0; i < scene.readouts.size(); ++i) {
    const std::string& name = scene.readouts[i].name;
    // Two read-outs of one name were found before.
    const auto called_so = [&name](const auto& one) { return one.name == name; };
    const auto all = std::count_if(system.channels().begin(), system.channels().end(), called_so);
    const std::string path = numbered("readout", i) + ".name";
    if (all > std::count_if(scene.readouts.begin(), scene.readouts.end(), called_so))
      findings.error(scene.source.find(path), path, "a channel is called '" + name.substr(0, 60) + "' already",
                     "choose another name");
    if (name == "t" || Expression::is_name_of_constant(name) || Expression::is_name_of_function(name))
      findings.error(scene.source.find(path), path, "'" + name + "' means something else in formulas",
                     "choose another name");
  }
}

}  // namespace polhode
