#include <algorithm>
#include <array>

#include <polhode/base/hash.hpp>
#include <polhode/formats/run_files.hpp>

#include "formats/json.hpp"
#include "formats/run_parts.hpp"

namespace polhode {
namespace {

constexpr std::array body_channels{"position", "quaternion", "velocity", "angular_velocity", "angular_velocity_body"};

/// Those of the channels of `what`, a body or a frame, that it has.
void write_channels(JsonWriter& json, const System& system, const std::string& what, double t, VecIn x) {
  std::array<double, 4> values{};
  for (const char* name : body_channels) {
    const Channel* channel = system.find_channel(what + "." + name);
    if (channel == nullptr) continue;
    const std::span<double> slot(values.data(), static_cast<std::size_t>(channel->size()));
    channel->evaluate(t, x, slot);
    json.key(name).value(std::span<const double>(slot));
  }
}

/// Those bodies that are particles, or those that are not; `seen_from`: the name of a frame with a point behind it, or
/// nothing for the world.
void write_bodies(JsonWriter& json, const BuiltScene& built, const std::string& seen_from, bool particles, double t,
                  VecIn x) {
  json.key(particles ? "particles" : "bodies").begin_object();
  for (const FreeBody& body : built.bodies) {
    if ((body.form == StateForm::particle) != particles) continue;
    json.key(body.name).begin_object();
    write_channels(json, built.system, seen_from + body.name, t, x);
    json.end_object();
  }
  json.end_object();
}

void write_all_bodies(JsonWriter& json, const BuiltScene& built, const std::string& seen_from, double t, VecIn x) {
  write_bodies(json, built, seen_from, false, t, x);
  if (!built.bodies.empty() && built.bodies.back().form == StateForm::particle)
    write_bodies(json, built, seen_from, true, t, x);
}

/// Where each frame is in the world, and the bodies as seen from it.
void write_frames(JsonWriter& json, const BuiltScene& built, double t, VecIn x) {
  if (built.frames.empty()) return;
  json.key("frames").begin_object();
  for (const std::string& name : built.frames) {
    json.key(name).begin_object();
    write_channels(json, built.system, name, t, x);
    write_all_bodies(json, built, name + ".", t, x);
    json.end_object();
  }
  json.end_object();
}

/// What the scene asked to be read: a number each, or a list of as many as it has components.
void write_readouts(JsonWriter& json, const BuiltScene& built, double t, VecIn x) {
  if (built.readouts.empty()) return;
  std::array<double, 6> values{};
  json.key("readouts").begin_object();
  for (const Readout& readout : built.readouts) {
    const Channel& channel = *built.system.find_channel(readout.name);
    const std::span<double> slot(values.data(), static_cast<std::size_t>(channel.size()));
    channel.evaluate(t, x, slot);
    if (channel.components.empty())
      json.member(readout.name, values[0]);
    else
      json.key(readout.name).value(std::span<const double>(slot));
  }
  json.end_object();
}

/// q and v of each mechanism.
void write_mechanisms(JsonWriter& json, const BuiltScene& built, double t, VecIn x) {
  if (built.mechanism == nullptr) return;
  json.key("mechanisms").begin_object();
  for (const MechanismPart& part : built.mechanism->parts()) {
    if (part.is_body) continue;
    json.key(part.name).begin_object();
    for (const char* letter : {"q", "v"}) {
      std::vector<double> numbers;
      for (int i = 1;; ++i) {
        const Channel* channel = built.system.find_channel(part.name + "." + letter + std::to_string(i));
        if (channel == nullptr) break;
        numbers.emplace_back();
        channel->evaluate(t, x, {&numbers.back(), 1});
      }
      json.key(letter).value(std::span<const double>(numbers));
    }
    json.end_object();
  }
  json.end_object();
}

/// Each body that rolls, with its contact.
void write_rolling(JsonWriter& json, const BuiltScene& built, double t, VecIn x) {
  if (built.rolling.empty()) return;
  json.key("rolling").begin_object();
  for (const Rolling& body : built.rolling) {
    const std::string& name = body.body().name;
    json.key(name).begin_object();
    write_channels(json, built.system, name, t, x);
    std::array<double, 3> values{};
    for (const char* channel : {"contact", "contact_force"}) {
      built.system.find_channel(name + "." + channel)->evaluate(t, x, values);
      json.key(channel).value(std::span<const double>(values));
    }
    built.system.find_channel(name + ".mode")->evaluate(t, x, {values.data(), 1});
    json.member("mode", to_string(static_cast<RollingMode>(static_cast<int>(values[0])))).end_object();
  }
  json.end_object();
}

void write_state(JsonWriter& json, const BuiltScene& built, double t, VecIn x) {
  json.line().begin_object().member("t", t);
  write_all_bodies(json, built, "", t, x);
  write_mechanisms(json, built, t, x);
  write_rolling(json, built, t, x);
  std::array<double, 1> values{};
  if (!built.systems.empty()) {
    json.key("systems").begin_object();
    for (const Equations& system : built.systems) {
      json.key(system.name).begin_object();
      for (const std::string& variable : system.variables) {
        built.system.find_channel(system.name + "." + variable)->evaluate(t, x, values);
        json.member(variable, values[0]);
      }
      json.end_object();
    }
    json.end_object();
  }
  write_frames(json, built, t, x);
  write_readouts(json, built, t, x);
  json.end_object();
}

void write_stiffness(JsonWriter& json, const Recording& recording) {
  json.line().key("stiffness");
  if (!recording.stiff_from) {
    json.null();
    return;
  }
  json.begin_object().member("from", *recording.stiff_from).key("solvers").begin_array();
  for (std::string_view name : stiff_solvers(recording.system)) json.value(name);
  json.end_array().end_object();
}

void write_swarms(JsonWriter& json, const Recording& recording) {
  json.line().key("swarms").begin_array();
  for (const SwarmRecord& swarm : recording.swarms) {
    json.begin_object()
        .member("name", swarm.name)
        .member("copies", std::int64_t{swarm.copies})
        .member("outcome", ode::to_string(swarm.outcome.ending))
        .member("one_by_one", swarm.one_by_one)
        .member("steps", swarm.steps)
        .member("seconds", swarm.seconds)
        .member("hash", hash_text(swarm.hash));
    if (swarm.conserved && !swarm.totals.empty()) json.member("energy_drift", swarm.energy_drift);
    json.end_object();
  }
  json.end_array();
}

}  // namespace

bool has_jumps(const BuiltScene& built) {
  const auto& watches = built.options.watches;
  return std::any_of(watches.begin(), watches.end(), [](const Watch& watch) { return static_cast<bool>(watch.jump); });
}

void write_statistics(JsonWriter& json, const Recording& recording) {
  json.key("statistics")
      .begin_object()
      .member("steps", recording.statistics.steps)
      .member("rejected", recording.statistics.rejected)
      .member("rate_evaluations", recording.statistics.rate_evaluations)
      .member("jacobians", recording.statistics.jacobians)
      .member("factorisations", recording.statistics.factorisations)
      .member("iterations", recording.statistics.iterations)
      .member("seconds", recording.seconds)
      .end_object();
}

void write_events(JsonWriter& json, const Recording& recording) {
  json.key("events").begin_array();
  for (const EventHit& event : recording.events)
    json.begin_object()
        .member("name", event.name)
        .member("t", event.t)
        .member("direction", std::int64_t{event.direction})
        .end_object();
  json.end_array();
}

void write_run(JsonWriter& json, const Scene& scene, const BuiltScene& built, const Recording& recording) {
  json.member("scene", scene.name)
      .member("title", scene.title)
      .member("solver", built.options.method.name)
      .member("outcome", ode::to_string(recording.outcome.ending))
      .member("t", recording.t_end)
      .member("detail", recording.outcome.detail)
      .member("hash", hash_text(recording.hash))
      .line();
  write_statistics(json, recording);
  write_stiffness(json, recording);
  if (built.measured_order)
    json.line()
        .key("order")
        .begin_object()
        .member("conditions", std::int64_t{built.options.method.order})
        .member("measured", *built.measured_order)
        .end_object();
  json.line().key("drift").begin_object();
  for (const Drift& drift : recording.drifts) json.member(drift.name, drift.largest);
  json.end_object().line();
  if (std::any_of(recording.drifts.begin(), recording.drifts.end(), [](const Drift& drift) { return !!drift.kept; })) {
    json.key("conserved").begin_object();
    for (const Drift& drift : recording.drifts)
      if (drift.kept)
        json.key(drift.name)
            .begin_object()
            .member("kept", *drift.kept)
            .member("change", drift.largest)
            .member("largest_rate", drift.largest_rate)
            .end_object();
    json.end_object().line();
  }
  if (!recording.works.empty()) {
    json.key("work").begin_object();
    for (const WorkDone& work : recording.works)
      json.member(work.name, work.at_samples.empty() ? 0.0 : work.at_samples.back());
    json.end_object().line();
  }
  if (!recording.integrals.empty()) {
    json.key("integrals").begin_object();
    for (const WorkDone& one : recording.integrals)
      json.member(one.name, one.at_samples.empty() ? 0.0 : one.at_samples.back());
    json.end_object().line();
  }
  if (recording.find_drift("energy") != nullptr && has_jumps(built)) {
    // What supplied energy and was no load.
    double rest = supplied_energy(recording);
    for (const WorkDone& work : recording.works) rest -= work.at_samples.empty() ? 0 : work.at_samples.back();
    json.member("work_of_jumps", rest).line();
  }
  write_events(json, recording);
  if (!recording.swarms.empty()) write_swarms(json, recording);
  if (recording.started_on.empty()) return;
  json.line().key("started_on").begin_array();
  for (const std::string& name : recording.started_on) json.value(name);
  json.end_array();
}

std::string run_json(const Scene& scene, const BuiltScene& built, const Recording& recording,
                     std::span<const double> times) {
  JsonWriter json;
  json.begin_object();
  write_run(json, scene, built, recording);
  json.line().key("states").begin_array();
  for (double wanted : times) {
    const auto found = std::lower_bound(recording.times.begin(), recording.times.end(), wanted);
    if (found == recording.times.end() || *found != wanted) continue;
    write_state(json, built, wanted, recording.state(static_cast<std::size_t>(found - recording.times.begin())));
  }
  json.end_array().end_object().line();
  return json.text();
}

}  // namespace polhode
