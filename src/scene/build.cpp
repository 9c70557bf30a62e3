#include <polhode/scene/build.hpp>

#include <algorithm>

#include <polhode/base/text.hpp>
#include <polhode/sim/equation_system.hpp>
#include <polhode/sim/free_body_system.hpp>

#include "scene/events.hpp"
#include "scene/loads.hpp"

namespace polhode {
namespace {

constexpr double default_tolerance = 1e-9;
constexpr double loosest_tolerance = 0.1;

/// Where something depends on time itself, steps are kept below this part of the run: a solver that sees a smooth
/// motion would stride over a pulse between two looks. `largest_step` overrides it.
constexpr double part_of_a_timed_run = 0.01;

FreeBodyState start_of(const BodyEntry& body) {
  return {.p_WBcm = body.position,
          .R_WB = body.orientation,
          .v_WBcm = body.velocity,
          .w_WB_B = body.angular_velocity_in_body ? body.angular_velocity
                                                  : body.orientation.inverse() * body.angular_velocity};
}

/// Whether a load or an equation of the scene is a formula of time.
bool depends_on_time(const Scene& scene) {
  const auto varies = [](const Expression& formula) { return !formula.is_constant(); };
  const auto reads_time = [](const Expression& formula) { return formula.uses(0); };
  return std::any_of(
             scene.loads.begin(), scene.loads.end(),
             [&](const LoadEntry& load) { return std::any_of(load.vector.begin(), load.vector.end(), varies); }) ||
         std::any_of(scene.systems.begin(), scene.systems.end(), [&](const SystemEntry& system) {
           return std::any_of(system.formulas.begin(), system.formulas.end(), reads_time);
         });
}

/// How many numbers a sample of the scene holds.
double numbers_per_sample(const Scene& scene) {
  std::size_t sum = 0;
  for (const BodyEntry& body : scene.bodies) sum += body.pivot ? 7 : 13;
  for (const SystemEntry& system : scene.systems) sum += system.variables.size();
  return static_cast<double>(sum);
}

/// What steers steps has no meaning where their size is given.
void refuse_beside_step(const Scene& scene, Diagnostics& findings) {
  const RunSettings& run = scene.run;
  if (!run.step) return;
  const auto refuse = [&](bool given, const std::string& key, const char* what) {
    if (given)
      findings.error(scene.source.find("run." + key), "run." + key,
                     "with a fixed step there is no " + std::string(what), "keep step or " + key + ", not both");
  };
  refuse(run.tolerance.has_value(), "tolerance", "tolerance");
  refuse(run.absolute_tolerance.has_value(), "absolute_tolerance", "tolerance");
  refuse(run.largest_step.has_value(), "largest_step", "largest one");
}

SimulateOptions options_of(const Scene& scene, Diagnostics& findings) {
  const RunSettings& run = scene.run;
  SimulateOptions options;
  options.t_end = run.end;
  options.sample = run.sample;
  options.tolerance = run.tolerance.value_or(default_tolerance);
  options.absolute_tolerance = run.absolute_tolerance;
  options.step = run.step.value_or(0);
  if (depends_on_time(scene)) options.largest_step = part_of_a_timed_run * run.end;
  if (run.largest_step) options.largest_step = *run.largest_step;
  const double numbers = run.sample > 0 ? (run.end / run.sample + 1) * numbers_per_sample(scene) : 0;
  if (numbers > most_recorded)
    findings.error(scene.source.find("run.sample"), "run.sample",
                   rounded(run.end / run.sample) + " samples are more than fit in memory", "take a larger interval");
  const ode::Method* method = ode::find_method(run.solver);
  if (method == nullptr) {
    findings.error(scene.source.find("run.solver"), "run.solver", "there is no solver '" + run.solver + "'",
                   "`polhode list solvers` shows them");
    return options;
  }
  options.method = *method;
  if (!method->adaptive() && !run.step)
    findings.error(scene.source.find("run.solver"), "run.solver",
                   run.solver + " takes steps of a fixed size, and no step is given",
                   "add step = \"1 ms\" to [run], or choose dop853 or dopri5");
  refuse_beside_step(scene, findings);
  constexpr double most_steps = 1e8;  // ode::StepLimits::most
  if (run.step && run.end / *run.step > most_steps)
    findings.error(scene.source.find("run.step"), "run.step",
                   rounded(run.end / *run.step) + " steps would be needed, and 1e8 are the most",
                   "take a larger step, or an adaptive solver");
  if (run.tolerance && *run.tolerance > loosest_tolerance)
    findings.error(scene.source.find("run.tolerance"), "run.tolerance",
                   "a tolerance above 0.1 asks for no digit at all", "take 1e-3 or smaller");
  if (run.tolerance && *run.tolerance < 1e-15)
    findings.error(scene.source.find("run.tolerance"), "run.tolerance",
                   "doubles hold no more than 1e-15 of their value", "take 1e-14 or larger");
  return options;
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

}  // namespace

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
    systems.push_back({entry.name, entry.variables, entry.formulas});
    parts.emplace_back(EquationSystem(systems.back()));
    x0.insert(x0.end(), entry.initial.begin(), entry.initial.end());
  }
  System system = System::joined(std::move(parts));
  if (const std::string lacking = ode::what_lacks(system.problem(), options.method); !lacking.empty())
    findings.error(scene.source.find("run.solver"), "run.solver",
                   scene.run.solver + " cannot solve this scene: " + lacking,
                   "`polhode list solvers` shows the others");
  for (std::size_t i = 0; i < scene.events.size(); ++i) {
    const std::string path = numbered("event", i) + ".when";
    auto watch = make_watch(scene.events[i], system, path, scene.source.find(path));
    findings.append(watch.diagnostics());
    if (!watch.ok()) continue;
    if (watch->uses_time && !scene.run.largest_step)
      options.largest_step = std::min(options.largest_step, part_of_a_timed_run * scene.run.end);
    options.watches.push_back(*std::move(watch));
  }
  if (findings.has_errors()) return findings;
  return {BuiltScene{std::move(system), std::move(bodies.all), std::move(systems), std::move(x0), std::move(options)},
          std::move(findings)};
}

Diagnostics validate(const Scene& scene) { return build(scene).diagnostics(); }

Recording simulate(const BuiltScene& built) { return simulate(built.system, built.x0, built.options); }

}  // namespace polhode
