#include <algorithm>
#include <cmath>

#include <polhode/base/hash.hpp>
#include <polhode/formats/run_files.hpp>

#include "formats/json.hpp"
#include "formats/page_parts.hpp"
#include "formats/run_parts.hpp"

namespace polhode {
namespace {

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

/// Copies look like the first of them.
const MassDescription& shape_of(const Scene& scene, const BodyEntry& entry) {
  return entry.like < 0 ? entry.mass : scene.bodies[static_cast<std::size_t>(entry.like)].mass;
}

/// Angular momentum about the centre of mass, world axes, of a body that moves with mechanisms and has no such channel.
std::vector<double> momentum_of(const std::string& name, const MassProperties& mass, const Recording& recording) {
  const std::vector<double> q = recording.series(name + ".quaternion");
  std::vector<double> momenta = recording.series(name + ".angular_velocity_body");
  for (std::size_t i = 0; 3 * i < momenta.size(); ++i) {
    const Rotation R_WB = Rotation::from_quaternion(q[4 * i], q[4 * i + 1], q[4 * i + 2], q[4 * i + 3]);
    const Vec3 L_W = R_WB * Vec3(mass.inertia() * Vec3(momenta[3 * i], momenta[3 * i + 1], momenta[3 * i + 2]));
    std::copy_n(L_W.data(), 3, momenta.begin() + static_cast<std::ptrdiff_t>(3 * i));
  }
  return momenta;
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
  if (recording.system.find_channel(entry.name + ".angular_momentum") != nullptr)
    series("angular_momentum", 3);
  else
    write_series(json, "angular_momentum", momentum_of(entry.name, mass, recording), 3, picks);
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

/// About six megabytes of mechanisms, and never fewer samples than a film of a minute needs.
constexpr std::size_t most_of_mechanisms = 600'000, least_frames = 1200;

std::vector<std::size_t> pick_frames(const BuiltScene& built, std::size_t samples, std::size_t frames) {
  if (const std::size_t each = numbers_of_mechanisms(built); each * frames > most_of_mechanisms)
    frames = std::min(frames, std::max(least_frames, most_of_mechanisms / each));
  std::vector<std::size_t> picks;
  const std::size_t stride = samples <= frames ? 1 : (samples + frames - 1) / frames;
  for (std::size_t i = 0; i < samples; i += stride) picks.push_back(i);
  if (!picks.empty() && picks.back() + 1 != samples) picks.push_back(samples - 1);
  return picks;
}

}  // namespace

std::string page_json(const Scene& scene, const BuiltScene& built, const Recording& recording,
                      const Certificate* certificate, std::size_t frames) {
  const std::vector<std::size_t> picks = pick_frames(built, recording.times.size(), frames);
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
  json.end_array();
  write_systems(json, scene, built, recording, picks);
  write_mechanisms(json, built, recording, picks);
  write_rolling_bodies(json, built, recording, picks);
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
