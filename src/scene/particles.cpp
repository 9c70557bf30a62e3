#include "scene/particles.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include <polhode/base/text.hpp>

#include "mass/check.hpp"
#include "scene/names.hpp"

namespace polhode {
namespace {

bool is_particle(const Scene& scene, const std::string& name) {
  return std::any_of(scene.particles.begin(), scene.particles.end(),
                     [&name](const ParticleEntry& particle) { return particle.name == name; });
}

/// A particle that a load on single bodies acts on; null if there is none.
const std::string* first_particle_under(const LoadEntry& load, const Scene& scene) {
  for (const ParticleEntry& particle : scene.particles)
    if (load.bodies.empty() || std::find(load.bodies.begin(), load.bodies.end(), particle.name) != load.bodies.end())
      return &particle.name;
  return nullptr;
}

/// What a load asks of a body that no particle has.
struct NotForParticles {
  bool turns = false, at_point = false, in_body_axes = false, reads_turning = false;
};

NotForParticles not_for_particles(const Load& load) {
  NotForParticles what;
  what.turns = std::holds_alternative<load::Torque>(load) || std::holds_alternative<load::Dipole>(load);
  if (const auto* push = std::get_if<load::Push>(&load)) {
    what.at_point = push->p_BoQ_B != Vec3::Zero();
    what.in_body_axes = push->axes == Axes::body;
    what.reads_turning = push->force.uses_turning();
  }
  const auto elsewhere = [](const std::optional<Vec3>& at) { return at && *at != Vec3::Zero(); };
  if (const auto* drag = std::get_if<load::Drag>(&load)) {
    what.turns = drag->angular != 0;
    what.at_point = elsewhere(drag->p_BoQ_B);
  }
  if (const auto* buoyancy = std::get_if<load::Buoyancy>(&load)) what.at_point = elsewhere(buoyancy->p_BoQ_B);
  return what;
}

std::string cannot_turn(const LoadEntry& load, const std::string& particle) {
  return "a " + load.type + " cannot turn '" + particle + "', which is a particle";
}

}  // namespace

Result<BuiltParticle> particle_of(const ParticleEntry& entry, const std::string& path, const SourceMap& source) {
  BuiltParticle built{.body = {.name = entry.name,
                               .mass = MassProperties(entry.mass, Vec3::Zero(), Mat3::Zero()),
                               .form = StateForm::particle},
                      .start = {.p_WBcm = entry.position, .v_WBcm = entry.velocity}};
  if (!entry.rod) return built;
  Diagnostics findings;
  const Vec3 r_W = entry.position - entry.rod->to;
  const double distance = r_W.norm(), length = entry.rod->length.value_or(distance);
  const double rounding = written * (entry.position.norm() + entry.rod->to.norm());
  if (distance == 0)
    findings.error(source.find(path + ".rod"), path + ".rod",
                   "the particle is where its rod ends, which has no length so",
                   "put the particle, or the end of the rod, elsewhere");
  else if (!(std::fabs(distance - length) <= written * length + rounding))
    findings.error(
        source.find(path + ".rod"), path + ".rod",
        "the particle is " + rounded(distance) + " m from where its rod ends, which is " + rounded(length) + " m long",
        "leave out length, or put the particle where the rod reaches");
  else if (std::fabs(entry.velocity.dot(r_W)) > written * entry.velocity.norm() * distance)
    findings.error(source.find(path + ".velocity"), path + ".velocity",
                   "the velocity has a part along the rod, which neither stretches nor shrinks",
                   "let it be at right angles to the rod: " +
                       mass_check::listed(entry.velocity - entry.velocity.dot(r_W) / (distance * distance) * r_W) +
                       " m/s");
  if (findings.has_errors()) return findings;
  built.body.pivot = Pivot{.p_BoP_B = {0, 0, length}, .p_WP = entry.rod->to};
  built.start.R_WB = Rotation::from_z_to(-r_W / distance);
  Vec3 w_B = built.start.R_WB.inverse() * Vec3(r_W.cross(entry.velocity) / (distance * distance));
  // Nothing turns it about the rod; what rounding leaves there would only spoil the books.
  w_B[2] = 0;
  built.start.w_WB_B = w_B;
  return built;
}

void judge_particle_loads(const Scene& scene, Diagnostics& findings) {
  for (std::size_t i = 0; i < scene.loads.size(); ++i) {
    const LoadEntry& load = scene.loads[i];
    const std::string path = numbered("load", i);
    const auto refuse = [&](const std::string& key, std::string message, std::string hint) {
      findings.error(scene.source.find(path + key), path + key, std::move(message), std::move(hint));
    };
    if (const auto* pair = std::get_if<PairLoad>(&load.what)) {
      for (std::size_t k = 0; k < load.bodies.size(); ++k) {
        if (!is_particle(scene, load.bodies[k])) continue;
        const auto* spring = std::get_if<load::Spring>(pair);
        if (std::holds_alternative<load::TorsionSpring>(*pair))
          refuse(numbered(".bodies", k), cannot_turn(load, load.bodies[k]), "use a spring, or make it a body");
        else if (spring != nullptr && spring->ends[k].p_BoQ_B != Vec3::Zero())
          refuse(numbered(".points", k), no_points(load.bodies[k]), "write [0, 0, 0] for its point");
      }
    } else if (const auto* single = std::get_if<Load>(&load.what)) {
      const std::string* particle = first_particle_under(load, scene);
      if (particle == nullptr) continue;
      const NotForParticles what = not_for_particles(*single);
      const std::string named = load.bodies.empty() ? ", or name the bodies it is for" : "";
      if (what.turns)
        refuse("", cannot_turn(load, *particle), "push it, or make it a body" + named);
      else if (what.at_point)
        refuse(".at", no_points(*particle), "leave out at" + named);
      else if (what.in_body_axes)
        refuse("", no_axes(*particle), "push it in world axes" + named);
      else if (what.reads_turning)
        refuse(".force", "'" + *particle + "' is a particle, which does not turn: wx, wy and wz are not there",
               "leave them out" + named);
    }
  }
}

}  // namespace polhode
