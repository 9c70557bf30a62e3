#include "scene/options.hpp"

#include <algorithm>

#include <polhode/base/text.hpp>

namespace polhode {
namespace {

constexpr double default_tolerance = 1e-9;
constexpr double loosest_tolerance = 0.1;

/// Whether a load is a formula of time.
bool reads_time(const LoadEntry& entry) {
  const auto of = [](const auto& load) {
    if constexpr (requires { load.force; }) return load.force.uses_time();
    if constexpr (requires { load.torque; }) return load.torque.uses_time();
    if constexpr (requires { load.field; }) return load.field.uses_time();
    return false;
  };
  if (const auto* wind = std::get_if<Wind>(&entry.what)) return wind->velocity.uses_time();
  const auto* load = std::get_if<Load>(&entry.what);
  return load != nullptr && std::visit(of, *load);
}

/// Whether the world moves by formulas of time.
bool moves_by_formula(const Scene& scene) {
  if (!scene.world.frame) return false;
  if (scene.world.frame->named.empty()) return scene.world.frame->path.uses_time();
  return std::any_of(scene.frames.begin(), scene.frames.end(),
                     [](const FrameEntry& frame) { return frame.path.uses_time(); });
}

/// Whether a joint is driven by a formula of time.
bool drives_use_time(const MechanismEntry& mechanism) {
  const auto uses_time = [](const Drive& drive) {
    if (const auto* force = std::get_if<drive::Force>(&drive)) return force->force.uses(0);
    if (const auto* servo = std::get_if<drive::Servo>(&drive)) return servo->target.uses(0);
    const auto* path = std::get_if<drive::Path>(&drive);
    return path != nullptr && path->place.uses(0);
  };
  return mechanism.computed || std::any_of(mechanism.drives.begin(), mechanism.drives.end(), uses_time);
}

/// Whether the ground of a rolling body moves by formulas of time.
bool ground_uses_time(const RollingEntry& rolling) {
  const auto* plane = std::get_if<ground::Plane>(&rolling.ground.shape);
  return plane != nullptr && (plane->place.uses_time() || plane->turning.uses(0));
}

/// Whether a load, a drive, an equation, a ground or the world's frame is a formula of time.
bool depends_on_time(const Scene& scene) {
  const auto uses_time = [](const Expression& formula) { return formula.uses(0); };
  return moves_by_formula(scene) || std::any_of(scene.mechanisms.begin(), scene.mechanisms.end(), drives_use_time) ||
         std::any_of(scene.rolling.begin(), scene.rolling.end(), ground_uses_time) ||
         std::any_of(scene.loads.begin(), scene.loads.end(), reads_time) ||
         std::any_of(scene.systems.begin(), scene.systems.end(), [&](const SystemEntry& system) {
           if (system.lagrangian) return system.lagrangian->uses_time();
           if (system.hamiltonian) return system.hamiltonian->uses_time();
           return std::any_of(system.formulas.begin(), system.formulas.end(), uses_time);
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
  refuse(run.absolute_tolerance.has_value() || !run.block_tolerances.empty(), "absolute_tolerance", "tolerance");
  refuse(run.largest_step.has_value(), "largest_step", "largest one");
}

/// The method that is named or whose figures are typed; false, with findings, if there is none.
bool choose_method(const Scene& scene, SimulateOptions& options, Diagnostics& findings) {
  const auto own = [&](const auto& made) {
    for (Diagnostic finding : made.diagnostics()) {
      finding.path = "run.solver." + finding.path;
      finding.where = scene.source.find(finding.path);
      findings.add(std::move(finding));
    }
    if (!made.ok()) return false;
    options.method = made->method();
    options.method_owner = std::make_shared<std::decay_t<decltype(*made)>>(*made);
    return true;
  };
  if (const auto& figures = scene.run.own_solver) {
    if (const auto* tableau = std::get_if<ode::Tableau>(&*figures)) return own(ode::OwnMethod::from(*tableau));
    return own(ode::OwnMultistep::from(std::get<ode::MultistepCoefficients>(*figures)));
  }
  const ode::Method* method = ode::find_method(scene.run.solver);
  if (method == nullptr) {
    findings.error(scene.source.find("run.solver"), "run.solver", "there is no solver '" + scene.run.solver + "'",
                   "`polhode list solvers` shows them");
    return false;
  }
  options.method = *method;
  return true;
}

/// One absolute tolerance for each block, if some are given by themselves.
std::vector<double> by_block(const Scene& scene, const SimulateOptions& options) {
  if (scene.run.block_tolerances.empty()) return {};
  const StateSpace space = state_space_of(scene);
  std::vector<double> list;
  for (const Block& block : space.blocks()) {
    list.push_back(options.absolute_tolerance.value_or(options.tolerance));
    for (const BlockTolerance& given : scene.run.block_tolerances)
      if (given.block == block.name) list.back() = given.absolute;
  }
  return list;
}

/// What may be done about a solver of fixed steps that is given none: a step, or an adaptive solver of its kind.
std::string step_hint(const ode::Method& method) {
  const std::string give = "add step = \"1 ms\" to [run]";
  if (method.symplectic || method.needs != ode::Needs::rate)
    return give + "; no solver of its kind chooses steps, as what it keeps rests on equal ones";
  if (std::holds_alternative<ode::MultistepRule>(method.rule))
    return give + ", or choose " + (method.implicit ? "bdf" : "adams") + ", which finds its own";
  return give + ", or choose " + (method.implicit ? "radau5 or rodas5p" : "dop853 or dopri5");
}

void judge_steps(const Scene& scene, const ode::Method& method, Diagnostics& findings) {
  const RunSettings& run = scene.run;
  if (!method.adaptive() && !run.step)
    findings.error(scene.source.find("run.solver"), "run.solver",
                   run.solver + " takes steps of a fixed size, and no step is given", step_hint(method));
  if (method.variable_order && run.step)
    findings.error(scene.source.find("run.step"), "run.step",
                   run.solver + " chooses its steps together with its order, so that it takes no fixed one",
                   "give a tolerance instead, or choose a solver of one order");
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
}

}  // namespace

SimulateOptions options_of(const Scene& scene, Diagnostics& findings) {
  const RunSettings& run = scene.run;
  SimulateOptions options;
  options.t_end = run.end;
  options.sample = run.sample;
  options.tolerance = run.tolerance.value_or(default_tolerance);
  options.absolute_tolerance = run.absolute_tolerance;
  options.absolute_by_block = by_block(scene, options);
  options.step = run.step.value_or(0);
  options.breaks = run.breaks;
  if (depends_on_time(scene)) options.largest_step = part_of_a_timed_run * run.end;
  if (run.largest_step) options.largest_step = *run.largest_step;
  const double numbers = run.sample > 0 ? (run.end / run.sample + 1) * state_space_of(scene).nx() : 0;
  if (numbers > most_recorded)
    findings.error(scene.source.find("run.sample"), "run.sample",
                   rounded(run.end / run.sample) + " samples are more than fit in memory", "take a larger interval");
  if (choose_method(scene, options, findings)) judge_steps(scene, options.method, findings);
  return options;
}

}  // namespace polhode
