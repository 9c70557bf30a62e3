#include <polhode/scene/build.hpp>

#include <algorithm>

#include <polhode/base/text.hpp>
#include <polhode/sim/free_body_system.hpp>

#include "scene/events.hpp"

namespace polhode {
namespace {

constexpr double default_tolerance = 1e-9;
constexpr double loosest_tolerance = 0.1;

/// Where something depends on time itself, steps are kept below this part of the run: a solver that sees a smooth
/// motion would stride over a pulse between two looks. `largest_step` overrides it.
constexpr double part_of_a_timed_run = 0.01;

std::string numbered(const char* list, std::size_t i) { return std::string(list) + "[" + std::to_string(i) + "]"; }

Load make_load(const LoadEntry& entry) {
  const VectorOfTime vector(entry.vector);
  const Axes axes = entry.body_axes ? Axes::body : Axes::world;
  if (entry.type == load::Gravity::name) return load::Gravity{vector.at(0)};
  if (entry.type == load::Push::name) return load::Push{entry.at, vector, axes};
  return load::Torque{vector, axes};
}

/// Hangs every load of the scene on its body.
void attach_loads(const Scene& scene, std::vector<FreeBody>& bodies, Diagnostics& findings) {
  std::vector<std::string> names;
  for (const BodyEntry& body : scene.bodies) names.push_back(body.name);
  for (std::size_t i = 0; i < scene.loads.size(); ++i) {
    const LoadEntry& entry = scene.loads[i];
    const std::string path = numbered("load", i);
    if (entry.type == load::Gravity::name &&
        std::any_of(entry.vector.begin(), entry.vector.end(), [](const Expression& e) { return !e.is_constant(); }))
      findings.error(scene.source.find(path + ".acceleration"), path + ".acceleration",
                     "a uniform field must not depend on time",
                     "use a push at the centre of mass for a force that varies");
    if (!entry.body.empty() && std::find(names.begin(), names.end(), entry.body) == names.end()) {
      const std::string near = nearest(entry.body, names);
      std::string known;
      for (const std::string& name : names)
        if (known.size() < 200) known += (known.empty() ? "known: " : ", ") + name;
      findings.error(scene.source.find(path + ".body"), path + ".body",
                     "no body is called '" + entry.body.substr(0, 60) + "'",
                     near.empty() ? known : "did you mean '" + near + "'?");
      continue;
    }
    for (FreeBody& body : bodies)
      if (entry.body.empty() || entry.body == body.name) body.loads.push_back(make_load(entry));
  }
}

FreeBodyState start_of(const BodyEntry& body) {
  return {.p_WBcm = body.position,
          .R_WB = body.orientation,
          .v_WBcm = body.velocity,
          .w_WB_B = body.angular_velocity_in_body ? body.angular_velocity
                                                  : body.orientation.inverse() * body.angular_velocity};
}

/// Whether a load of the scene is a formula of time.
bool has_timed_load(const Scene& scene) {
  return std::any_of(scene.loads.begin(), scene.loads.end(), [](const LoadEntry& load) {
    return std::any_of(load.vector.begin(), load.vector.end(), [](const Expression& e) { return !e.is_constant(); });
  });
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
  if (has_timed_load(scene)) options.largest_step = part_of_a_timed_run * run.end;
  if (run.largest_step) options.largest_step = *run.largest_step;
  const double numbers =
      run.sample > 0 ? run.end / run.sample * static_cast<double>(scene.bodies.size() + 1) * FreeBodies::nx : 0;
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

}  // namespace

Result<BuiltScene> build(const Scene& scene) {
  Diagnostics findings;
  std::vector<FreeBody> bodies;
  std::vector<FreeBodyState> starts;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    if (std::holds_alternative<std::monostate>(scene.bodies[i].mass)) continue;
    auto mass = mass_of(scene.bodies[i], numbered("body", i), scene.source);
    findings.append(mass.diagnostics());
    if (!mass.ok()) continue;
    bodies.push_back({.name = scene.bodies[i].name, .mass = *std::move(mass)});
    starts.push_back(start_of(scene.bodies[i]));
    if (scene.world.gravity != Vec3::Zero()) bodies.back().loads.push_back(load::Gravity{scene.world.gravity});
  }
  if (scene.bodies.empty())
    findings.error(scene.source.find(""), "", "the scene holds no body", "add [[body]] with parts, or mass + inertia");
  attach_loads(scene, bodies, findings);
  SimulateOptions options = options_of(scene, findings);
  if (bodies.size() != scene.bodies.size() || bodies.empty()) return findings;

  FreeBodies model(bodies);
  std::vector<double> x0 = model.coordinates(starts);
  System system{FreeBodySystem(std::move(model))};
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
  return {BuiltScene{std::move(system), std::move(bodies), std::move(x0), std::move(options)}, std::move(findings)};
}

Diagnostics validate(const Scene& scene) { return build(scene).diagnostics(); }

Recording simulate(const BuiltScene& built) { return simulate(built.system, built.x0, built.options); }

}  // namespace polhode
