#include <algorithm>
#include <cmath>

#include <polhode/base/hash.hpp>
#include <polhode/formats/run_files.hpp>

#include "formats/json.hpp"
#include "formats/page_parts.hpp"
#include "formats/run_parts.hpp"

namespace polhode {
namespace {

void write_pose(JsonWriter& json, const Pose& X_BP) {
  json.member("position", X_BP.p).key("quaternion").value(view(X_BP.R.quaternion()));
}

template <class T>
void write_dimensions(JsonWriter& json, const T& solid) {
  json.member("solid", T::name);
  if constexpr (requires { solid.size; }) json.member("size", solid.size);
  if constexpr (requires { solid.axes; }) json.member("axes", solid.axes);
  if constexpr (requires { solid.radius; }) json.member("radius", solid.radius);
  if constexpr (requires { solid.length; }) json.member("length", solid.length);
  if constexpr (requires { solid.tube; }) json.member("tube", solid.tube);
  if constexpr (std::is_same_v<T, solid::Cone>) json.member("origin", "centre");
}

void write_solid(JsonWriter& json, const Solid& solid, const Pose& X_BP) {
  json.begin_object();
  std::visit([&json](const auto& one) { write_dimensions(json, one); }, solid);
  write_pose(json, X_BP);
  json.end_object();
}

void write_mesh(JsonWriter& json, const TriangleMesh& mesh) {
  json.begin_object().member("solid", "mesh").key("vertices").begin_array();
  for (const Vec3& vertex : mesh.vertices)
    for (double coordinate : vertex) json.value(coordinate);
  json.end_array().key("triangles").begin_array();
  for (const auto& triangle : mesh.triangles)
    for (int corner : triangle) json.value(static_cast<std::int64_t>(corner));
  json.end_array();
  write_pose(json, Pose{});
  json.end_object();
}

/// What the page draws; holes are not drawn, and a body known by its inertia alone is drawn as the box of that inertia.
void write_shapes(JsonWriter& json, const MassDescription& mass) {
  json.key("shapes").begin_array();
  if (const auto* parts = std::get_if<SolidParts>(&mass)) {
    for (const Part& part : parts->parts)
      if (!part.remove) write_solid(json, part.solid, part.X_BP);
  } else if (const auto* mesh = std::get_if<MeshMass>(&mass)) {
    write_mesh(json, mesh->mesh);
  } else if (const auto* particles = std::get_if<Particles>(&mass)) {
    for (const PointMass& point : particles->points)
      write_solid(json, solid::Particle{.mass = point.mass}, {.R = {}, .p = point.position});
  } else if (const auto* field = std::get_if<DensityField>(&mass)) {
    write_solid(json, field->solid, Pose{});
  }
  json.end_array();
}

/// A point well away from the centre of mass, so that its path shows the turning: the end of the longest principal axis
/// of the ellipsoid with the body's inertia. Of a body that is held beside its centre of mass: beyond that centre, as
/// far again, where the path shows how the body precesses and not how it spins.
Vec3 default_trace(const MassProperties& mass, const std::optional<Pivot>& pivot) {
  if (pivot && pivot->p_BoP_B != mass.com()) return 2 * mass.com() - pivot->p_BoP_B;
  const PrincipalAxes principal = mass.principal();
  const Vec3& I = principal.moments;
  const double reach = std::sqrt(std::max(0.0, 2.5 * (I[1] + I[2] - I[0]) / mass.mass()));
  return mass.com() + reach * principal.axes.col(0);
}

void write_series(JsonWriter& json, const char* key, const std::vector<double>& all, int size,
                  std::span<const std::size_t> picks) {
  json.line().key(key).begin_array();
  for (std::size_t pick : picks)
    for (std::size_t k = 0; k < static_cast<std::size_t>(size); ++k)
      json.value(all[pick * static_cast<std::size_t>(size) + k]);
  json.end_array();
}

/// Copies look like the first of them.
const MassDescription& shape_of(const Scene& scene, const BodyEntry& entry) {
  return entry.like < 0 ? entry.mass : scene.bodies[static_cast<std::size_t>(entry.like)].mass;
}

void write_body(JsonWriter& json, const BodyEntry& entry, const MassDescription& shape, const FreeBody& built,
                const Recording& recording, std::span<const std::size_t> picks) {
  const MassProperties& mass = built.mass;
  const PrincipalAxes principal = mass.principal();
  json.line()
      .begin_object()
      .member("name", entry.name)
      .member("mass", mass.mass())
      .member("com", mass.com())
      .member("inertia", mass.inertia())
      .member("principal_moments", principal.moments)
      .member("principal_axes", principal.axes);
  json.member("trace_point", entry.trace.value_or(default_trace(mass, built.pivot)));
  if (built.pivot) json.member("pivot", built.pivot->p_WP);
  write_shapes(json, shape);
  const auto series = [&](const char* name, int size) {
    write_series(json, name, recording.series(entry.name + "." + name), size, picks);
  };
  series("position", 3);
  series("quaternion", 4);
  series("velocity", 3);
  series("angular_velocity", 3);
  series("angular_velocity_body", 3);
  series("angular_momentum", 3);
  json.end_object();
}

void write_particle(JsonWriter& json, const ParticleEntry& entry, const Recording& recording,
                    std::span<const std::size_t> picks) {
  json.line().begin_object().member("name", entry.name).member("mass", entry.mass);
  if (entry.rod) json.member("pivot", entry.rod->to);
  for (const char* name : {"position", "velocity"})
    write_series(json, name, recording.series(entry.name + "." + name), 3, picks);
  json.end_object();
}

void write_system(JsonWriter& json, const Equations& system, const Recording& recording,
                  std::span<const std::size_t> picks) {
  json.line().begin_object().member("name", system.name).key("variables").begin_array();
  for (const std::string& variable : system.variables) {
    json.line().begin_object().member("name", variable);
    write_series(json, "values", recording.series(system.name + "." + variable), 1, picks);
    json.end_object();
  }
  json.end_array().end_object();
}

void write_readouts(JsonWriter& json, const BuiltScene& built, const Recording& recording,
                    std::span<const std::size_t> picks) {
  json.line().key("readouts").begin_array();
  for (const Readout& readout : built.readouts) {
    const Channel& channel = *recording.system.find_channel(readout.name);
    json.line().begin_object().member("name", channel.name).member("unit", channel.symbol());
    json.key("components").begin_array();
    for (const std::string& component : channel.components) json.value(component);
    json.end_array();
    write_series(json, "values", recording.series(channel.name), channel.size(), picks);
    json.end_object();
  }
  json.end_array();
}

void write_monitors(JsonWriter& json, const Recording& recording, std::span<const std::size_t> picks) {
  json.line().key("monitors").begin_array();
  for (std::size_t i = 0; i < recording.drifts.size(); ++i) {
    const Drift& drift = recording.drifts[i];
    const int size = recording.system.monitors()[i].channel.size();
    json.line()
        .begin_object()
        .member("name", drift.name)
        .member("unit", recording.system.monitors()[i].channel.symbol())
        .member("size", static_cast<std::int64_t>(size))
        .member("conserved", drift.conserved)
        .member("largest_drift", drift.largest);
    write_series(json, "values", recording.series(drift.name), size, picks);
    write_series(json, "drift", drift.at_samples, 1, picks);
    write_series(json, "supplied", drift.supplied, size, picks);
    json.end_object();
  }
  json.end_array();
}

/// The frames beside the world, as seen from it. That of the centre of mass does not turn.
void write_frames(JsonWriter& json, const BuiltScene& built, const Recording& recording,
                  std::span<const std::size_t> picks) {
  json.line().key("frames").begin_array();
  for (const std::string& name : built.frames) {
    json.line().begin_object().member("name", name);
    write_series(json, "position", recording.series(name + ".position"), 3, picks);
    const std::vector<double> still{1, 0, 0, 0};
    if (recording.system.find_channel(name + ".quaternion") != nullptr)
      write_series(json, "quaternion", recording.series(name + ".quaternion"), 4, picks);
    else
      json.member("quaternion", std::span<const double>(still));
    json.end_object();
  }
  json.end_array();
}

std::vector<std::size_t> pick_frames(std::size_t samples, std::size_t frames) {
  std::vector<std::size_t> picks;
  const std::size_t stride = samples <= frames ? 1 : (samples + frames - 1) / frames;
  for (std::size_t i = 0; i < samples; i += stride) picks.push_back(i);
  if (!picks.empty() && picks.back() + 1 != samples) picks.push_back(samples - 1);
  return picks;
}

}  // namespace

std::string page_json(const Scene& scene, const BuiltScene& built, const Recording& recording,
                      const Certificate* certificate, std::size_t frames) {
  const std::vector<std::size_t> picks = pick_frames(recording.times.size(), frames);
  const ode::Method& method = built.options.method;
  const bool fixed = built.options.step > 0;
  JsonWriter json;
  json.begin_object()
      .member("format", std::int64_t{1})
      .member("title", scene.title.empty() ? scene.name : scene.title)
      .member("watch", scene.watch)
      .member("scene", scene.name);
  json.key("solver").begin_object().member("name", method.name).member("title", method.title);
  json.key("tolerance");
  fixed ? json.null() : json.value(built.options.tolerance);
  json.key("step");
  fixed ? json.value(built.options.step) : json.null();
  json.end_object();
  json.key("outcome")
      .begin_object()
      .member("ending", ode::to_string(recording.outcome.ending))
      .member("t", recording.t_end)
      .member("detail", recording.outcome.detail)
      .end_object();
  json.member("end", built.options.t_end)
      .member("hash", hash_text(recording.hash))
      .member("gravity", scene.world.gravity);
  write_statistics(json, recording);
  write_series(json, "times", recording.times, 1, picks);
  json.key("bodies").begin_array();
  for (std::size_t i = 0; i < scene.bodies.size(); ++i)
    write_body(json, scene.bodies[i], shape_of(scene, scene.bodies[i]), built.bodies[i], recording, picks);
  json.end_array().key("particles").begin_array();
  for (const ParticleEntry& particle : scene.particles) write_particle(json, particle, recording, picks);
  json.end_array().key("systems").begin_array();
  for (const Equations& system : built.systems) write_system(json, system, recording, picks);
  json.end_array();
  write_frames(json, built, recording, picks);
  write_loads(json, scene, built, recording, picks);
  write_readouts(json, built, recording, picks);
  write_monitors(json, recording, picks);
  write_events(json, recording);
  if (certificate != nullptr && certificate->judged()) {
    json.line().key("certificate");
    write_certificate(json, *certificate);
  }
  json.end_object().line();
  return json.text();
}

}  // namespace polhode
