#include <polhode/scene/build.hpp>

#include <algorithm>

#include <polhode/base/text.hpp>
#include <polhode/sim/equation_system.hpp>
#include <polhode/sim/free_body_system.hpp>

#include "scene/drives.hpp"
#include "scene/energy_systems.hpp"
#include "scene/events.hpp"
#include "scene/frames.hpp"
#include "scene/loads.hpp"
#include "scene/mechanism_findings.hpp"
#include "scene/mechanisms.hpp"
#include "scene/names.hpp"
#include "scene/options.hpp"
#include "scene/particles.hpp"
#include "scene/readouts.hpp"
#include "scene/rolling.hpp"
#include "scene/same_as.hpp"

namespace polhode {
namespace {

FreeBodyState start_of(const BodyEntry& body) {
  return {.p_WBcm = body.position,
          .R_WB = body.orientation,
          .v_WBcm = body.velocity,
          .w_WB_B = body.angular_velocity_in_body ? body.angular_velocity
                                                  : body.orientation.inverse() * body.angular_velocity};
}

/// Whether its state form goes with the rest of the body; findings if not.
bool judge_form(const BodyEntry& entry, const std::string& path, const SourceMap& source, Diagnostics& findings) {
  const auto refuse = [&](const char* key, std::string message, std::string hint) {
    const std::string full = path + "." + key;
    findings.error(source.find(full), full, std::move(message), std::move(hint));
    return false;
  };
  if (entry.pivot && entry.state != StateForm::rotation)
    return refuse("state", "a body with a pivot has no state but \"rotation\"", "leave out state, or the pivot");
  if (applies_to(entry.renormalise, entry.state)) return true;
  const char* hint = entry.state == StateForm::rotation ? "its attitude never leaves the rotations: leave it out"
                     : entry.state == StateForm::quaternion_momentum
                         ? "it holds a quaternion: take \"quaternion\" or \"none\""
                         : "it holds a matrix: take \"polar\", \"gram-schmidt\", \"newton\" or \"none\"";
  return refuse("renormalise",
                "this has nothing to act on in the state \"" + std::string(to_string(entry.state)) + "\"", hint);
}

struct BuiltBodies {
  std::vector<FreeBody> all;
  std::vector<FreeBodyState> starts;
};

/// A particle that is given in a frame, as it is in the world.
ParticleEntry in_world(ParticleEntry entry, const std::string& path, const SceneFrames& frames, Diagnostics& findings) {
  const bool held = entry.rod.has_value();
  const FreeBodyState start = frames.in_world(
      entry.frame, path, held, {.p_WBcm = entry.position, .R_WB = {}, .v_WBcm = entry.velocity}, findings);
  entry.position = start.p_WBcm;
  entry.velocity = start.v_WBcm;
  if (held) entry.rod->to = frames.in_world(entry.frame, path, false, {.p_WBcm = entry.rod->to}, findings).p_WBcm;
  return entry;
}

/// The bodies and particles that can be built, without what acts on them.
BuiltBodies bodies_of(const Scene& scene, const SceneFrames& frames, Diagnostics& findings) {
  BuiltBodies bodies;
  std::vector<std::optional<MassProperties>> masses(scene.bodies.size());
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const BodyEntry& entry = scene.bodies[i];
    // A further copy is as good as the first, of which all is said.
    const bool fits = entry.like >= 0 || judge_form(entry, numbered("body", i), scene.source, findings);
    if (entry.like >= 0) {
      masses[i] = masses[static_cast<std::size_t>(entry.like)];
    } else if (!std::holds_alternative<std::monostate>(entry.mass)) {
      auto mass = mass_of(entry, numbered("body", i), scene.source);
      findings.append(mass.diagnostics());
      if (mass.ok()) masses[i] = *std::move(mass);
    }
    if (!masses[i] || !fits) continue;
    FreeBody body{.name = entry.name, .mass = *masses[i], .rotor_B = entry.rotor};
    body.form = entry.state;
    body.renormalise = entry.renormalise;
    const FreeBodyState start =
        frames.in_world(entry.frame, numbered("body", i), entry.pivot.has_value(), start_of(entry), findings);
    if (entry.pivot) {
      const Vec3 r_B = *entry.pivot - body.mass.com();
      body.pivot = Pivot{.p_BoP_B = *entry.pivot, .p_WP = start.p_WBcm + start.R_WB * r_B};
    }
    bodies.all.push_back(std::move(body));
    bodies.starts.push_back(start);
  }
  for (std::size_t i = 0; i < scene.particles.size(); ++i) {
    if (scene.particles[i].mass == 0) continue;
    const std::string path = numbered("particle", i);
    auto particle = particle_of(in_world(scene.particles[i], path, frames, findings), path, scene.source);
    findings.append(particle.diagnostics());
    if (!particle.ok()) continue;
    bodies.all.push_back(std::move(particle->body));
    bodies.starts.push_back(particle->start);
  }
  return bodies;
}

/// The copies of the scene, each swarm with the mass and the loads of its first recorded copy.
std::vector<Swarm> swarms_of(const Scene& scene, const SceneFrames& frames, const std::vector<FreeBody>& bodies,
                             Diagnostics& findings) {
  std::vector<Swarm> swarms;
  for (const SwarmEntry& entry : scene.swarms) {
    Diagnostics known;  // bodies_of() has said it of the first copy
    Swarm swarm{.body = bodies[static_cast<std::size_t>(entry.first)],
                .copies = entry.copies.count,
                .start = [body = entry.body, copies = entry.copies,
                          from = frames.view(entry.body.frame, "", false, known)](int i) {
                  const FreeBodyState given = start_of_copy(body, copies, i);
                  return from ? from->seen_from_world(0, given) : given;
                }};
    swarm.body.name = entry.body.name;
    for (int i = 0; i < swarm.copies; ++i) {
      const FreeBodyState start = swarm.start(i);
      if (start.p_WBcm.allFinite() && start.R_WB.quaternion().allFinite() && start.v_WBcm.allFinite() &&
          start.w_WB_B.allFinite())
        continue;
      const std::string path = numbered("body", static_cast<std::size_t>(entry.first));
      findings.error(
          scene.source.find(path), path,
          "the formulas of copy " + std::to_string(i) + " of '" + entry.body.name.substr(0, 60) + "' have no value",
          "they must be finite for every i from 0 to " + std::to_string(swarm.copies - 1));
      break;
    }
    swarms.push_back(std::move(swarm));
  }
  return swarms;
}

void add_watches(const Scene& scene, const System& system, const PartsOfState& parts, SimulateOptions& options,
                 Diagnostics& findings) {
  for (std::size_t i = 0; i < scene.events.size(); ++i) {
    auto watch = make_watch(scene.events[i], system, parts, numbered("event", i), scene.source);
    findings.append(watch.diagnostics());
    if (!watch.ok()) continue;
    if (watch->uses_time && !scene.run.largest_step)
      options.largest_step = std::min(options.largest_step, part_of_a_timed_run * scene.run.end);
    options.watches.push_back(*std::move(watch));
  }
}

/// A finding if the solver needs what the scene does not have.
void judge_solver(const Scene& scene, const System& system, const SimulateOptions& options, Diagnostics& findings) {
  const std::string lacking = ode::what_lacks(system.problem(), options.method);
  if (lacking.empty()) return;
  findings.error(scene.source.find("run.solver"), "run.solver",
                 scene.run.solver + " cannot solve this scene: " + lacking,
                 options.method.exact() && ode::what_lacks(system.problem(), ode::method::splitting4).empty()
                     ? "take dop853, or splitting4 with a step: it takes the closed form and the loads in turn"
                     : "`polhode list solvers` shows the others");
}

/// Hangs loads on bodies and on links, which are bodies as far as loads go.
MechanismLoads attach_all_loads(const Scene& scene, const FramePointer& world, std::vector<FreeBody>& bodies,
                                Diagnostics& findings) {
  MechanismLoads of_links{.bodies = static_cast<int>(scene.bodies.size() + scene.particles.size())};
  const auto own = static_cast<std::ptrdiff_t>(bodies.size());
  for (FreeBody& link : link_bodies(scene)) bodies.push_back(std::move(link));
  attach_loads(scene, world, bodies, findings);
  of_links.links.assign(bodies.begin() + own, bodies.end());
  bodies.erase(bodies.begin() + own, bodies.end());
  return of_links;
}

/// Findings about what the scene is made of, each part by itself.
void judge_parts(const Scene& scene, Diagnostics& findings) {
  if (scene.empty() && scene.functionals.empty())
    findings.error(
        scene.source.find(""), "", "the scene holds no body and no system",
        "add [[body]] with parts, or mass + inertia; [[mechanism]] with links; [[rolling]] with a surface; or "
        "[[system]] with equations; or [[functional]] with an integrand");
  judge_particle_loads(scene, findings);
  judge_drives(scene, findings);
  judge_mechanisms(scene, findings);
  judge_rolling(scene, findings);
}

/// The watches of joints read the state of the mechanisms alone, which stands before that of the systems. Jumps of the
/// scene's own events may open loops, and move joints that rest, which then do so no longer.
void add_limits(const BuiltMechanisms& mechanisms, std::size_t first, SimulateOptions& options) {
  const std::size_t count = mechanisms.x0.size();
  for (Watch& watch : options.watches)
    if (watch.jump && mechanisms.mechanism != nullptr)
      watch.jump = [jump = watch.jump, mechanism = mechanisms.mechanism, first, count](double t, VecIn before,
                                                                                       VecOut after) {
        jump(t, before, after);
        mechanism->settle(t, before.subspan(first, count), after.subspan(first, count));
      };
  for (const Watch& limit : mechanisms.limits) {
    Watch watch = limit;
    watch.g = [g = limit.g, first, count](double t, VecIn x) { return g(t, x.subspan(first, count)); };
    watch.jump = [jump = limit.jump, first, count](double t, VecIn before, VecOut after) {
      std::copy(before.begin(), before.end(), after.begin());
      jump(t, before.subspan(first, count), after.subspan(first, count));
    };
    watch.told = [told = limit.told, first, count](double t, VecIn before) {
      return told(t, before.subspan(first, count));
    };
    options.watches.push_back(std::move(watch));
  }
}

/// Free bodies that springs tie to mechanisms, which then move with them as one system.
struct Absorbed {
  std::vector<FreeBody> bodies;
  std::vector<FreeBodyState> starts;
};

/// All bodies of the scene, if a spring ties one of them to a mechanism; findings for those that cannot be tied.
Absorbed absorb(const Scene& scene, const std::vector<PairLoad>& link_pairs, const BuiltBodies& bodies,
                Diagnostics& findings) {
  const int count = static_cast<int>(bodies.all.size());
  const bool tied = std::any_of(link_pairs.begin(), link_pairs.end(), [count](const PairLoad& pair) {
    const std::array<BodyIndex, 2> which = polhode::bodies_of(pair);
    const auto is_body = [count](BodyIndex index) { return index.valid() && index.value < count; };
    return is_body(which[0]) || is_body(which[1]);
  });
  if (!tied) return {};
  const auto refuse = [&](const std::string& path, const std::string& what, const char* hint) {
    findings.error(scene.source.find(path), path, what + " cannot be in a scene where springs tie bodies to mechanisms",
                   hint);
  };
  for (std::size_t i = 0; i < scene.bodies.size(); ++i)
    if (scene.bodies[i].pivot || scene.bodies[i].state != StateForm::rotation || scene.bodies[i].copy >= 0 ||
        scene.bodies[i].rotor != Vec3::Zero())
      refuse(numbered("body", i), "a body with a pivot, a rotor, copies or a state of its own",
             "make it a plain body, or a link of a mechanism: one that turns about a pivot has a spherical joint");
  for (std::size_t i = 0; i < scene.particles.size(); ++i)
    refuse(numbered("particle", i), "a particle",
           scene.particles[i].rod
               ? "make it a link on a spherical joint where its rod ends, with solid = \"sphere\" at the rod's length"
               : "make it a [[body]] with solid = \"sphere\": what acts on its centre does not turn it");
  if (!scene.readouts.empty())
    refuse("readout[0]", "a read-out of bodies", "leave it out: q, v and the places of links are channels already");
  if (!scene.frames.empty())
    refuse("frame[0]", "a frame beside the world", "write the scene in the world's axes, without frames");
  return {bodies.all, bodies.starts};
}

/// A system from its parts, and where each of them starts.
struct Assembly {
  std::vector<System> parts;
  std::vector<double> x0;

  bool has_parts() const { return !parts.empty(); }
  template <class Part>
  void add(Part&& part, std::span<const double> start) {
    parts.emplace_back(std::forward<Part>(part));
    x0.insert(x0.end(), start.begin(), start.end());
  }
};

/// Typed systems, and what is asked of paths of theirs and of functionals; where those of an energy start.
std::vector<std::vector<double>> add_systems(const Scene& scene, Assembly& whole, std::vector<Equations>& systems,
                                             std::vector<ActionQuestion>& actions, Diagnostics& findings) {
  std::vector<std::vector<double>> starts(scene.systems.size());
  for (std::size_t i = 0; i < scene.systems.size(); ++i) {
    const SystemEntry& entry = scene.systems[i];
    systems.push_back({entry.name, entry.variables, entry.formulas, entry.momenta, entry.conserved});
    if (entry.lagrangian || entry.hamiltonian) {
      std::vector<double> start;
      const std::string path = numbered("system", i);
      auto question = action_question_of(entry, scene.run, path, scene.source, findings);
      System system = energy_system_of(entry, question, path, scene.source, start, findings);
      if (question) actions.push_back(*std::move(question));
      whole.add(std::move(system), start);
      starts[i] = std::move(start);
    } else {
      whole.add(EquationSystem(systems.back()), entry.initial);
    }
  }
  for (const FunctionalEntry& entry : scene.functionals)
    if (auto question = action_question_of(entry, scene.run)) actions.push_back(*std::move(question));
  return starts;
}

}  // namespace

StateSpace state_space_of(const Scene& scene) {
  StateSpace space;
  for (const BodyEntry& body : scene.bodies)
    FreeBodies::append_blocks(space, body.name, body.pivot ? StateForm::rotation : body.state, body.pivot.has_value());
  for (const ParticleEntry& particle : scene.particles)
    FreeBodies::append_blocks(space, particle.name, StateForm::particle, particle.rod.has_value());
  for (const MechanismEntry& entry : scene.mechanisms) {
    if (!entry.tree) continue;
    MechanismDescription description{
        .tree = *entry.tree, .drives = entry.drives, .restitution = entry.restitution, .form = entry.form};
    if (!Mechanism::misfit(description)) space.append(Mechanism(entry.name, std::move(description)).state_space(), "");
  }
  for (const RollingEntry& entry : scene.rolling) space.append(state_space_of(entry), "");
  for (const SystemEntry& system : scene.systems)
    for (const std::string& variable : system.variables) space.vector(system.name + "." + variable, 1, dimension::none);
  return space;
}

Result<BuiltScene> build(const Scene& scene) {
  Diagnostics findings;
  const SceneFrames frames(scene, findings);
  BuiltBodies bodies = bodies_of(scene, frames, findings);
  MechanismLoads link_loads = attach_all_loads(scene, frames.world(), bodies.all, findings);
  judge_parts(scene, findings);
  std::vector<PairLoad> pairs = pairs_of(scene, findings);
  link_loads.pairs = take_link_pairs(link_loads.bodies, pairs);
  std::vector<Readout> readouts = readouts_of(scene, findings);
  SimulateOptions options = options_of(scene, findings);
  BuiltRolling rolling = rolling_of(scene, findings);
  if (bodies.all.size() != scene.bodies.size() + scene.particles.size() ||
      (scene.empty() && scene.functionals.empty()) || rolling.bodies.size() != scene.rolling.size())
    return findings;

  std::vector<Swarm> swarms = swarms_of(scene, frames, bodies.all, findings);
  Assembly whole;
  ComparableParts comparable{.mechanism = {}, .rolling = rolling.bodies, .rolling_x0 = rolling.x0};
  std::vector<std::string> frame_names;
  const Absorbed absorbed = absorb(scene, link_loads.pairs, bodies, findings);
  if (!absorbed.bodies.empty()) link_loads.pairs.insert(link_loads.pairs.end(), pairs.begin(), pairs.end());
  BuiltMechanisms mechanisms;
  if (!scene.mechanisms.empty() && !findings.has_errors())
    mechanisms = mechanisms_of(scene, link_loads, absorbed.bodies, absorbed.starts,
                               options.absolute_tolerance.value_or(options.tolerance), findings);
  if (!scene.mechanisms.empty() && mechanisms.mechanism == nullptr) return findings;
  if (!bodies.all.empty() && absorbed.bodies.empty()) {
    for (const NamedFrame& frame : frames.all().named) frame_names.push_back(frame.name);
    FreeBodies model(bodies.all, std::move(pairs));
    const std::vector<double> starts = model.coordinates(bodies.starts);
    if (!findings.has_errors()) judge_start(scene, model, starts, findings);
    comparable.bodies = std::make_shared<const FreeBodies>(model);
    comparable.bodies_x0 = starts;
    whole.add(FreeBodySystem(std::move(model), frames.all()).with(readouts), starts);
  }
  const std::size_t mechanisms_at = whole.x0.size();
  if (mechanisms.mechanism != nullptr)
    whole.add(MechanismSystem(mechanisms.mechanism, whole.has_parts()), mechanisms.x0);
  const std::size_t rolling_at = whole.x0.size();
  if (!rolling.bodies.empty()) whole.add(RollingSystem(rolling.bodies, whole.has_parts()), rolling.x0);
  std::vector<Equations> systems;
  std::vector<ActionQuestion> actions;
  comparable.systems_x0 = add_systems(scene, whole, systems, actions, findings);
  System system = System::joined(std::move(whole.parts));
  judge_solver(scene, system, options, findings);
  judge_readout_names(scene, system, findings);
  // An event may speak of a read-out that could not be built, and is not wrong because of that.
  if (readouts.size() == scene.readouts.size())
    add_watches(scene, system, {mechanisms.mechanism.get(), static_cast<int>(mechanisms_at), scene.rolling}, options,
                findings);
  comparable.mechanism = mechanisms.mechanism;
  comparable.mechanism_x0 = mechanisms.x0;
  std::vector<SameAs> same;
  if (!findings.has_errors()) same = same_as_of(scene, comparable, findings);
  add_limits(mechanisms, mechanisms_at, options);
  add_contact_watches(rolling.bodies, rolling_at, options);
  if (findings.has_errors()) return findings;
  std::optional<double> order;
  if (scene.run.own_solver) order = ode::measured_order(options.method);
  return {BuiltScene{std::move(system), std::move(bodies.all), std::move(systems), std::move(whole.x0),
                     std::move(options), order, std::move(swarms), std::move(readouts), std::move(frame_names),
                     mechanisms.mechanism, std::move(rolling.bodies), std::move(same), std::move(actions)},
          std::move(findings)};
}

Diagnostics validate(const Scene& scene) { return build(scene).diagnostics(); }

Recording simulate(const BuiltScene& built) {
  if (built.swarms.empty()) return simulate(built.system, built.x0, built.options);
  // One bar for all, by how many bodies are done.
  double all = static_cast<double>(built.bodies.size()), done = 0;
  for (const Swarm& swarm : built.swarms) all += swarm.copies;
  SimulateOptions options = built.options;
  const auto share = [&](double of) {
    if (built.options.progress)
      options.progress = [&built, start = done, of, all](double f) {
        return built.options.progress((start + f * of) / all);
      };
    done += of;
  };
  share(static_cast<double>(built.bodies.size()));
  Recording recording = simulate(built.system, built.x0, options);
  options.t_end = recording.t_end;
  for (const Swarm& swarm : built.swarms) {
    if (recording.outcome.ended_early()) break;
    share(swarm.copies);
    recording.swarms.push_back(simulate(swarm, options));
    recording.seconds += recording.swarms.back().seconds;
    const ode::Outcome& outcome = recording.swarms.back().outcome;
    if (outcome.ending != ode::Ending::finished) recording.outcome = outcome;
  }
  return recording;
}

}  // namespace polhode
