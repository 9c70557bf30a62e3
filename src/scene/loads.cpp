#include "scene/loads.hpp"

#include <algorithm>

#include <polhode/base/text.hpp>
#include <polhode/dynamics/free_body/in_frame.hpp>

#include "scene/mechanisms.hpp"
#include "scene/names.hpp"

namespace polhode {
namespace {

/// Findings about the loads of a scene, and the bodies that they name.
class Loads {
 public:
  Loads(const Scene& scene, Diagnostics& findings) : scene_(scene), findings_(findings) {
    for (const BodyEntry& body : scene.bodies) names_.emplace_back(swarm_name(body.name));
    for (const ParticleEntry& particle : scene.particles) names_.push_back(particle.name);
    for (const FreeBody& link : link_bodies(scene)) names_.push_back(link.name);
  }

  /// The number of the k-th body that an entry names; −1 for the world, and, with a finding, if there is none.
  int body_of(std::size_t entry, std::size_t k, bool or_world) {
    const std::string path = numbered("load", entry) + "." + key_of(entry, k);
    return find_body(scene_, names_, scene_.loads[entry].bodies[k], path, or_world, findings_);
  }

  bool acts_on(std::size_t entry, const std::string& body) const {
    const std::vector<std::string>& bodies = scene_.loads[entry].bodies;
    return bodies.empty() || std::find(bodies.begin(), bodies.end(), swarm_name(body)) != bodies.end();
  }

  /// A finding if the body, as body_of() numbers them, stands for copies.
  void refuse_copies(std::size_t entry, int body) {
    if (body < 0 || body >= static_cast<int>(scene_.bodies.size())) return;
    if (scene_.bodies[static_cast<std::size_t>(body)].copy < 0) return;
    error(entry, "",
          "'" + names_[static_cast<std::size_t>(body)].substr(0, 60) +
              "' has copies, and this load is between single bodies",
          "name other bodies, or write the copies out as bodies of their own");
  }

  /// Of bodies, then of particles, then of links; of copies, what their body is called.
  const std::vector<std::string>& names() const { return names_; }

  /// A finding about a key of an entry, or about all of it.
  void error(std::size_t entry, const std::string& key, std::string message, std::string hint) {
    const std::string path = numbered("load", entry) + (key.empty() ? "" : "." + key);
    findings_.error(scene_.source.find(path), path, std::move(message), std::move(hint));
  }

 private:
  /// A load on one body has it as `body`, one between bodies has them in a list.
  std::string key_of(std::size_t entry, std::size_t k) const {
    return std::holds_alternative<PairLoad>(scene_.loads[entry].what) ? numbered("bodies", k) : "body";
  }

  const Scene& scene_;
  Diagnostics& findings_;
  std::vector<std::string> names_;
};

bool dragged(const std::string& body, const Scene& scene, const Loads& loads) {
  for (std::size_t i = 0; i < scene.loads.size(); ++i)
    if (scene.loads[i].type == load::Drag::name && loads.acts_on(i, body)) return true;
  return false;
}

/// The wind that every drag on a body feels, or null; a finding if two of them blow.
const Wind* wind_on(const std::string& body, const Scene& scene, Loads& loads) {
  const Wind* found = nullptr;
  for (std::size_t i = 0; i < scene.loads.size(); ++i) {
    const auto* wind = std::get_if<Wind>(&scene.loads[i].what);
    if (wind == nullptr || !loads.acts_on(i, body)) continue;
    if (found != nullptr)
      loads.error(i, "", "another wind blows on '" + body.substr(0, 60) + "' already",
                  "add their velocities in one wind, or give each its body");
    found = wind;
  }
  return found;
}

void refuse_idle_winds(const Scene& scene, Loads& loads) {
  for (std::size_t i = 0; i < scene.loads.size(); ++i) {
    if (!std::holds_alternative<Wind>(scene.loads[i].what)) continue;
    bool known = true;
    for (std::size_t k = 0; k < scene.loads[i].bodies.size(); ++k) known = loads.body_of(i, k, false) >= 0 && known;
    const bool felt = std::any_of(loads.names().begin(), loads.names().end(), [&](const std::string& body) {
      return loads.acts_on(i, body) && dragged(body, scene, loads);
    });
    if (known && !felt)
      loads.error(i, "", "this wind moves nothing, because no drag acts on what it blows on",
                  "add [[load]] with type = \"drag\"");
  }
}

/// What the rest of a scene says about the loads on one body.
struct FieldsAround {
  Vec3 g_W = Vec3::Zero();     ///< sum of the uniform fields
  const Wind* wind = nullptr;  ///< if it has a drag
  FramePointer world;          ///< null if it is inertial
};

/// A uniform field, which turns along with the world's frame or stays in inertial space.
Load uniform_field(const Vec3& g, const Scene& scene, const FramePointer& world) {
  if (!scene.world.frame || scene.world.frame->gravity_turns_along) return load::Gravity{g};
  return load::InertialGravity{g, world, std::string(load::Gravity::name)};
}

/// The field that gives a fluid at rest in the world its weight: what is left of gravity in an accelerated world. Only
/// one that is the same at all places and times lets the fluid rest under a flat surface.
Vec3 field_of_fluid(std::size_t entry, const Scene& scene, const FieldsAround& around, Loads& loads) {
  Vec3 g_W = around.g_W;
  if (scene.world.frame) {
    const auto acts = [&terms = scene.world.frame->terms](InertialTerm term) {
      return std::find(terms.begin(), terms.end(), term) != terms.end();
    };
    const bool bends = acts(InertialTerm::euler) || acts(InertialTerm::centrifugal);
    if (around.world->turns() && !scene.world.frame->gravity_turns_along)
      loads.error(entry, "", "a fluid at rest in this world needs a gravity that turns along with it",
                  "let [world.frame] have gravity_fixed_in = \"frame\"");
    else if (around.world->turns() && bends)
      loads.error(entry, "", "in a world that turns, the surface of a fluid at rest is not flat",
                  "leave out what bends it: terms = [\"translation\", \"coriolis\"] in [world.frame]");
    if (acts(InertialTerm::translation) && !around.world->accelerates_steadily())
      loads.error(entry, "", "the acceleration of this world changes, and a fluid in it would not stay at rest",
                  "simulate in a frame that is accelerated steadily, or leave out \"translation\" in [world.frame]");
    else if (acts(InertialTerm::translation))
      g_W -= around.world->acceleration(0);
  }
  if (g_W == Vec3::Zero())
    loads.error(entry, "", "without gravity a fluid has no weight, so that nothing floats in it",
                scene.world.frame ? "here the world falls as fast as the fluid: leave out this load"
                                  : "give [world] gravity, for example [0, 0, -9.81]");
  return g_W;
}

/// Hangs a load on a body, with what the rest of the scene says about it.
void attach(std::size_t entry, const Scene& scene, const FieldsAround& around, FreeBody& body, Loads& loads) {
  const LoadEntry& from = scene.loads[entry];
  Load load = std::get<Load>(from.what);
  if (const auto* gravity = std::get_if<load::Gravity>(&load)) load = uniform_field(gravity->g_W, scene, around.world);
  std::visit([&](auto& one) { one.label = from.name; }, load);
  if (auto* drag = std::get_if<load::Drag>(&load); drag != nullptr && around.wind != nullptr)
    drag->wind = around.wind->velocity;
  if (auto* buoyancy = std::get_if<load::Buoyancy>(&load)) {
    buoyancy->g_W = field_of_fluid(entry, scene, around, loads);
  }
  body.loads.push_back(std::move(load));
}

/// A load between the bodies a and b; −1 is the world.
PairLoad between(int a, int b, const LoadEntry& entry) {
  PairLoad load = std::get<PairLoad>(entry.what);
  std::visit(
      [&](auto& one) {
        one.label = entry.name;
        if constexpr (requires { one.ends[0].body; })
          one.ends[0].body.value = a, one.ends[1].body.value = b;
        else
          one.ends = {BodyIndex{a}, BodyIndex{b}};
      },
      load);
  return load;
}

/// Each of the bodies that attract each other with each.
void attract(std::size_t entry, const Scene& scene, Loads& loads, std::vector<PairLoad>& pairs) {
  std::vector<int> which;
  for (std::size_t k = 0; k < scene.loads[entry].bodies.size(); ++k) which.push_back(loads.body_of(entry, k, false));
  for (int body : which) loads.refuse_copies(entry, body);
  if (which.empty())
    for (const SwarmEntry& swarm : scene.swarms) loads.refuse_copies(entry, swarm.first);
  if (which.empty())
    for (std::size_t k = 0; k < loads.names().size(); ++k) which.push_back(static_cast<int>(k));
  for (std::size_t k = 0; k < which.size(); ++k)
    for (std::size_t i = 0; i < k; ++i) {
      if (which[i] < 0 || which[k] < 0) continue;
      if (which[i] == which[k])
        loads.error(entry, "bodies", "a body cannot attract itself", "name each body once");
      else
        pairs.push_back(between(which[i], which[k], scene.loads[entry]));
    }
  if (which.size() < 2)
    loads.error(entry, "", "it takes two bodies to attract each other",
                "central-gravity is the field of a centre that does not move");
}

/// What pulls along the line between two points needs them apart.
void judge_pairs(const Scene& scene, const FreeBodies& bodies, VecIn x, Diagnostics& findings) {
  Loads loads(scene, findings);
  const auto same_name = [&](const LoadEntry& entry, const PairLoad& pair) {
    return std::visit([&](const auto& one) { return one.label == entry.name && one.name == entry.type; }, pair);
  };
  for (std::size_t i = 0; i < bodies.pairs().size(); ++i) {
    const PairLoad& pair = bodies.pairs()[i];
    const auto entry = std::find_if(scene.loads.begin(), scene.loads.end(),
                                    [&](const LoadEntry& candidate) { return same_name(candidate, pair); });
    const auto at = static_cast<std::size_t>(entry - scene.loads.begin());
    if (const auto* spring = std::get_if<load::Spring>(&pair)) {
      const bool directed = spring->length > 0 || spring->damping > 0;
      if (directed && !(bodies.spring(static_cast<int>(i), x).length > 0))
        loads.error(at, "", "the ends of this spring meet at the start, so that it has no direction to pull in",
                    "move a point or a body; only a spring of length 0 without damping may start so");
    }
    if (const auto* attraction = std::get_if<load::MutualGravity>(&pair)) {
      const auto place = [&](int k) {
        return bodies.state(attraction->ends[static_cast<std::size_t>(k)].value, x).p_WBcm;
      };
      if (place(0) == place(1))
        loads.error(at, "", "two bodies that attract each other start at the same place, where the force is infinite",
                    "move one of them");
    }
  }
}

}  // namespace

void attach_loads(const Scene& scene, const FramePointer& world, std::vector<FreeBody>& bodies, Diagnostics& findings) {
  Loads loads(scene, findings);
  refuse_idle_winds(scene, loads);
  std::vector<FieldsAround> around;
  for (FreeBody& body : bodies) {
    const bool in_air = dragged(body.name, scene, loads);
    around.push_back({scene.world.gravity, in_air ? wind_on(body.name, scene, loads) : nullptr, world});
    if (scene.world.gravity != Vec3::Zero()) body.loads.push_back(uniform_field(scene.world.gravity, scene, world));
  }
  // What floats must know all uniform fields, so they come first.
  for (const bool uniform : {true, false})
    for (std::size_t i = 0; i < scene.loads.size(); ++i) {
      const auto* load = std::get_if<Load>(&scene.loads[i].what);
      if (load == nullptr) continue;
      const auto* gravity = std::get_if<load::Gravity>(load);
      if ((gravity != nullptr) != uniform) continue;
      for (std::size_t k = 0; k < scene.loads[i].bodies.size(); ++k) loads.body_of(i, k, false);
      for (std::size_t b = 0; b < bodies.size(); ++b) {
        if (!loads.acts_on(i, bodies[b].name)) continue;
        if (gravity != nullptr) around[b].g_W += gravity->g_W;
        attach(i, scene, around[b], bodies[b], loads);
      }
    }
  if (!world) return;
  for (FreeBody& body : bodies) body = in_frame(std::move(body), world, scene.world.frame->terms);
}

std::vector<PairLoad> pairs_of(const Scene& scene, Diagnostics& findings) {
  Loads loads(scene, findings);
  std::vector<PairLoad> pairs;
  for (std::size_t i = 0; i < scene.loads.size(); ++i) {
    const LoadEntry& entry = scene.loads[i];
    const auto* load = std::get_if<PairLoad>(&entry.what);
    if (load == nullptr) continue;
    if (std::holds_alternative<load::MutualGravity>(*load)) {
      attract(i, scene, loads, pairs);
      continue;
    }
    const int a = loads.body_of(i, 0, true), b = loads.body_of(i, 1, true);
    for (int body : {a, b}) loads.refuse_copies(i, body);
    if (entry.bodies[0] == entry.bodies[1])
      loads.error(i, "bodies", "both ends of this spring are in '" + entry.bodies[0].substr(0, 60) + "'",
                  "a spring joins two bodies, or a body and the world");
    pairs.push_back(between(a, b, entry));
  }
  return pairs;
}

void judge_start(const Scene& scene, const FreeBodies& bodies, VecIn x, Diagnostics& findings) {
  judge_pairs(scene, bodies, x, findings);
  Loads loads(scene, findings);
  for (std::size_t i = 0; i < bodies.bodies().size(); ++i)
    for (const Load& each : bodies.bodies()[i].loads) {
      const auto* gravity = std::get_if<load::CentralGravity>(&each);
      if (gravity == nullptr || bodies.state(static_cast<int>(i), x).p_WBcm != gravity->p_WC) continue;
      const auto entry = std::find_if(scene.loads.begin(), scene.loads.end(),
                                      [&](const LoadEntry& candidate) { return candidate.name == gravity->label; });
      loads.error(static_cast<std::size_t>(entry - scene.loads.begin()), "",
                  "'" + bodies.bodies()[i].name + "' starts in the centre, where the force is infinite",
                  "move it, or name the bodies that the centre attracts");
    }
}

}  // namespace polhode
