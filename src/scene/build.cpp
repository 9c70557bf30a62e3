#include <polhode/scene/build.hpp>

#include <algorithm>

#include <polhode/sim/equation_system.hpp>
#include <polhode/sim/free_body_system.hpp>

#include "scene/events.hpp"
#include "scene/loads.hpp"
#include "scene/options.hpp"

namespace polhode {
namespace {

FreeBodyState start_of(const BodyEntry& body) {
  return {.p_WBcm = body.position,
          .R_WB = body.orientation,
          .v_WBcm = body.velocity,
          .w_WB_B = body.angular_velocity_in_body ? body.angular_velocity
                                                  : body.orientation.inverse() * body.angular_velocity};
}

struct BuiltBodies {
  std::vector<FreeBody> all;
  std::vector<FreeBodyState> starts;
};

/// The bodies that can be built, without what acts on them but the world's gravity.
BuiltBodies bodies_of(const Scene& scene, Diagnostics& findings) {
  BuiltBodies bodies;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const BodyEntry& entry = scene.bodies[i];
    if (std::holds_alternative<std::monostate>(entry.mass)) continue;
    auto mass = mass_of(entry, numbered("body", i), scene.source);
    findings.append(mass.diagnostics());
    if (!mass.ok()) continue;
    FreeBody body{.name = entry.name, .mass = *std::move(mass)};
    if (entry.pivot) {
      const Vec3 r_B = *entry.pivot - body.mass.com();
      body.pivot = Pivot{.p_BoP_B = *entry.pivot, .p_WP = entry.position + entry.orientation * r_B};
    }
    if (scene.world.gravity != Vec3::Zero()) body.loads.push_back(load::Gravity{scene.world.gravity});
    bodies.all.push_back(std::move(body));
    bodies.starts.push_back(start_of(entry));
  }
  return bodies;
}

void add_watches(const Scene& scene, const System& system, SimulateOptions& options, Diagnostics& findings) {
  for (std::size_t i = 0; i < scene.events.size(); ++i) {
    auto watch = make_watch(scene.events[i], system, numbered("event", i), scene.source);
    findings.append(watch.diagnostics());
    if (!watch.ok()) continue;
    if (watch->uses_time && !scene.run.largest_step)
      options.largest_step = std::min(options.largest_step, part_of_a_timed_run * scene.run.end);
    options.watches.push_back(*std::move(watch));
  }
}

}  // namespace

StateSpace state_space_of(const Scene& scene) {
  StateSpace space;
  for (const BodyEntry& body : scene.bodies) FreeBodies::append_blocks(space, body.name, body.pivot.has_value());
  for (const SystemEntry& system : scene.systems)
    space.append(FirstOrderSystem({system.name, system.variables, system.formulas, {}, {}}).state_space(), "");
  return space;
}

Result<BuiltScene> build(const Scene& scene) {
  Diagnostics findings;
  BuiltBodies bodies = bodies_of(scene, findings);
  if (scene.bodies.empty() && scene.systems.empty())
    findings.error(scene.source.find(""), "", "the scene holds no body and no system",
                   "add [[body]] with parts, or mass + inertia; or [[system]] with equations");
  attach_loads(scene, bodies.all, findings);
  std::vector<load::Spring> springs = springs_of(scene, findings);
  SimulateOptions options = options_of(scene, findings);
  if (bodies.all.size() != scene.bodies.size() || (scene.bodies.empty() && scene.systems.empty())) return findings;

  std::vector<System> parts;
  std::vector<double> x0;
  if (!bodies.all.empty()) {
    FreeBodies model(bodies.all, std::move(springs));
    x0 = model.coordinates(bodies.starts);
    if (!findings.has_errors()) judge_springs(scene, model, x0, findings);
    parts.emplace_back(FreeBodySystem(std::move(model)));
  }
  std::vector<Equations> systems;
  for (const SystemEntry& entry : scene.systems) {
    systems.push_back({entry.name, entry.variables, entry.formulas, entry.momenta, entry.conserved});
    parts.emplace_back(EquationSystem(systems.back()));
    x0.insert(x0.end(), entry.initial.begin(), entry.initial.end());
  }
  System system = System::joined(std::move(parts));
  if (const std::string lacking = ode::what_lacks(system.problem(), options.method); !lacking.empty())
    findings.error(scene.source.find("run.solver"), "run.solver",
                   scene.run.solver + " cannot solve this scene: " + lacking,
                   "`polhode list solvers` shows the others");
  add_watches(scene, system, options, findings);
  if (findings.has_errors()) return findings;
  std::optional<double> order;
  if (scene.run.own_solver) order = ode::measured_order(options.method);
  return {BuiltScene{std::move(system), std::move(bodies.all), std::move(systems), std::move(x0), std::move(options),
                     order},
          std::move(findings)};
}

Diagnostics validate(const Scene& scene) { return build(scene).diagnostics(); }

Recording simulate(const BuiltScene& built) { return simulate(built.system, built.x0, built.options); }

}  // namespace polhode
