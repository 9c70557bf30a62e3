#include "ode/check.hpp"

#include <cmath>

#include <polhode/base/error.hpp>
#include <polhode/base/text.hpp>

#include "ode/multistep.hpp"
#include "ode/nystroem.hpp"
#include "ode/runge_kutta.hpp"
#include "ode/variable_order.hpp"

namespace polhode::ode {

namespace {

void refuse_unless(bool whole, const Method& method, const char* rule) {
  if (whole && (!method.adaptive() || method.estimate_order > 0)) return;
  usage_error("a method whose rows have the sizes of its stages", std::string(method.name),
              "see the fields of " + std::string(rule) + "; tests/order/order_conditions_test.cpp reads them all");
}

void check_rule(const Method& method, const DiagonalTableau& rule) {
  const std::size_t stages = rule.b.size();
  bool whole = stages > 0 && rule.a.size() == stages * (stages + 1) / 2 && rule.c.size() == stages &&
               rule.error.size() == (method.adaptive() ? stages : 0) && rule.dense_powers.size() % stages == 0;
  for (std::size_t i = 0; whole && i < stages; ++i) {
    const double diagonal = rule.a[(i + 1) * (i + 2) / 2 - 1];
    whole = diagonal == rule.a.back() ? diagonal != 0 : i == 0 && diagonal == 0;
  }
  refuse_unless(whole, method, "DiagonalTableau");
}

bool has_transform(const CollocationTableau& rule) {
  return rule.eigenvalues.size() == rule.b.size() && rule.transform.size() == rule.a.size() &&
         rule.from_residual.size() == rule.a.size();
}

void check_rule(const Method& method, const CollocationTableau& rule) {
  const std::size_t stages = rule.b.size();
  const bool whole =
      (stages == 2 || stages == 3 || stages == 5) && rule.a.size() == stages * stages && rule.c.size() == stages &&
      (rule.c.back() != 1 || stages >= 3) && (stages < 5 || has_transform(rule)) &&
      (rule.a_rest.empty() || rule.a_rest.size() == rule.a.size()) &&
      (rule.b_rest.empty() || rule.b_rest.size() == stages) && (!method.adaptive() || rule.c.back() == 1);
  refuse_unless(whole, method, "CollocationTableau");
}

void check_rule(const Method& method, const RosenbrockTableau& rule) {
  const std::size_t stages = rule.m.size(), triangle = stages == 0 ? 0 : stages * (stages - 1) / 2;
  const bool whole = stages > 0 && rule.gamma > 0 && rule.a.size() == triangle && rule.c.size() == triangle &&
                     rule.alpha.size() == stages && rule.gammas.size() == stages &&
                     rule.error.size() == (method.adaptive() ? stages : 0) && rule.dense.size() % stages == 0 &&
                     rule.dense.size() <= 3 * stages;
  refuse_unless(whole, method, "RosenbrockTableau");
}

void check_rule(const Method& method, const ExplicitTableau& rule) {
  const auto stages = static_cast<std::size_t>(rule.stages());
  const auto all = static_cast<std::size_t>(rule.all_stages());
  std::size_t dense_a = 0;
  for (std::size_t row = all - rule.dense_c.size(); row < all; ++row) dense_a += row;
  const bool whole = stages > 0 && all <= most_stages && rule.a.size() == stages * (stages - 1) / 2 &&
                     rule.c.size() == stages && rule.error.size() == (method.adaptive() ? stages : 0) &&
                     (rule.error_second.empty() || rule.error_second.size() == stages) &&
                     rule.dense_a.size() == dense_a && rule.dense_weights.size() % all == 0 &&
                     (!method.adaptive() || method.estimate_order > 0);
  if (!whole)
    usage_error("a method whose rows have the sizes of its (at most " + std::to_string(most_stages) + ") stages",
                std::string(method.name),
                "see the fields of ExplicitTableau; tests/order/order_conditions_test.cpp reads them all");
}

void check_rule(const Method& method, const NystroemTableau& rule) {
  const std::size_t stages = rule.b.size(), estimates = method.adaptive() ? stages : 0;
  const bool whole = stages > 0 && rule.a.size() == stages * (stages - 1) / 2 && rule.velocity_b.size() == stages &&
                     rule.c.size() == stages && rule.error.size() == estimates &&
                     rule.velocity_error.size() == estimates;
  refuse_unless(whole, method, "NystroemTableau");
}

void check_rule(const Method& method, const Extrapolation& rule) {
  const bool whole = rule.least_lines >= 2 && rule.least_lines <= rule.lines && rule.lines <= rule.most_lines &&
                     method.order == 2 * rule.lines;
  if (!whole)
    usage_error("an extrapolation of order 2 k in k lines, at least two, between the least and the most",
                std::string(method.name), "see the fields of Extrapolation");
}

void check_rule(const Method& method, const MultistepRule& rule) {
  const bool whole = rule.steps() >= 1 && rule.steps() <= Multistep::most_steps &&
                     rule.beta.size() == rule.alpha.size() && rule.alpha.front() != 0 &&
                     rule.predictor.size() <= Multistep::most_steps && !method.adaptive();
  if (!whole)
    usage_error("a rule of 1 to " + std::to_string(Multistep::most_steps) + " steps with as many β as α",
                std::string(method.name),
                "see the fields of MultistepRule; OwnMultistep::from() checks a rule of one's own");
}

void check_orders(const Method& method, int highest) {
  if (method.order < 1 || method.order > highest || !method.adaptive() || !method.variable_order)
    usage_error("orders from 1 to at most " + std::to_string(highest), std::string(method.name));
}

void check_rule(const Method& method, const VariableAdams&) { check_orders(method, VariableOrder::most_order); }
/// Of six steps and more they are hardly or not at all stable.
void check_rule(const Method& method, const VariableBdf&) { check_orders(method, 5); }

void check_rule(const Method& method, const Composition& rule) {
  const bool whole =
      !rule.kick.empty() && (rule.drift.size() == rule.kick.size() || rule.drift.size() == rule.kick.size() + 1);
  if (!whole)
    usage_error("a composition with as many drifts as kicks, or one more",
                std::to_string(rule.drift.size()) + " and " + std::to_string(rule.kick.size()),
                "see the fields of Composition of " + std::string(method.name));
}

void check_rule(const Method& method, const LieGroupTableau& rule) {
  bool whole = !rule.c.empty() && rule.c.size() <= LieGroupTableau::Exponential().weights.size();
  for (const LieGroupTableau::Exponential& one : rule.exponentials)
    whole = whole && one.stage > 0 && one.stage <= static_cast<int>(rule.c.size());
  if (!whole)
    usage_error("a method of one to five stages, and exponentials that lead to one of them or to the end",
                std::string(method.name), "see the fields of LieGroupTableau");
}

void check_rule(const Method&, const GeneralisedVerlet&) {}
void check_rule(const Method&, const RigidRule&) {}
void check_rule(const Method&, const TextbookStep&) {}
void check_rule(const Method&, const ExactFlow&) {}

/// Whether the blocks of those indices exist, have that kind and, if it is given, that size.
bool is_block(const StateSpace& space, int index, BlockKind kind, int nv = 0) {
  if (index < 0 || index >= static_cast<int>(space.blocks().size())) return false;
  const Block& block = space.blocks()[static_cast<std::size_t>(index)];
  return block.kind == kind && (nv == 0 || block.nv == nv);
}

bool holds_body(const StateSpace& space, const RigidBodies::Body& body) {
  const bool moves = body.position >= 0 || body.velocity >= 0;
  const bool turns = !moves || body.orientation >= 0 || body.angular_velocity >= 0;
  return (!turns || (is_block(space, body.orientation, BlockKind::rotation) &&
                     is_block(space, body.angular_velocity, BlockKind::vector, 3))) &&
         (!moves || (is_block(space, body.position, BlockKind::vector, 3) &&
                     is_block(space, body.velocity, BlockKind::vector, 3)));
}

std::string lacking_parts(const Problem& problem) {
  if (!problem.split) return "it does not fall into a drift and a kick";
  const Split& split = *problem.split;
  if (!split.refusal.empty()) return split.refusal;
  if (split.drift && split.kick) return {};
  for (int index : split.momenta)
    if (!is_block(problem.space, index, BlockKind::vector)) return "split.momenta must be indices of vector blocks";
  if (split.momenta.empty()) return "problem.split has neither two flows nor blocks that hold momenta";
  if (!split.separable) return "its positions and momenta do not separate: take generalised-verlet";
  return {};
}

std::string lacking_momenta(const Problem& problem) {
  if (problem.split && problem.split->momenta.empty() && !problem.split->drift && !problem.split->refusal.empty())
    return problem.split->refusal;
  if (!problem.split || problem.split->momenta.empty()) return "its velocities are not canonical momenta";
  for (int index : problem.split->momenta)
    if (!is_block(problem.space, index, BlockKind::vector)) return "split.momenta must be indices of vector blocks";
  for (const Block& block : problem.space.blocks())
    if (block.kind != BlockKind::vector) return "block '" + block.name + "' is no vector of canonical coordinates";
  return {};
}

std::string lacking_accelerations(const Problem& problem) {
  if (const std::string lacks = lacking_momenta(problem); !lacks.empty()) return lacks;
  const std::string& refusal = problem.split->velocity_refusal;
  if (!problem.split->velocities)
    return refusal.empty() ? "its accelerations are not said to depend on time and places alone" : refusal;
  if (places_and_velocities(problem.space, *problem.split).empty()) return "it has not as many places as velocities";
  return {};
}

std::string lacking_bodies(const Problem& problem, const Method& method) {
  if (!problem.rigid) return "it is not made of rigid bodies";
  const RigidBodies& rigid = *problem.rigid;
  if (!rigid.refusal.empty()) return rigid.refusal;
  if (method.needs == Needs::rigid_bodies && !rigid.velocity_refusal.empty()) return rigid.velocity_refusal;
  std::size_t blocks = 0;
  for (const RigidBodies::Body& body : rigid.bodies) {
    if (!holds_body(problem.space, body)) return "problem.rigid names blocks that hold no orientation or no velocity";
    blocks += (body.position >= 0 ? 2 : 0) + (body.orientation >= 0 ? 2 : 0);
  }
  if (blocks != problem.space.blocks().size()) return "some blocks of the state belong to no rigid body";
  return {};
}

std::string lacking_closed_form(const Problem& problem) {
  if (!problem.closed_form) return "no closed form of its motion is known";
  if (!problem.closed_form->refusal.empty()) return problem.closed_form->refusal;
  if (!problem.closed_form->flow || !problem.closed_form->pace)
    return "problem.closed_form has no flow, or does not say how fast it turns";
  return {};
}

void check_start(const Problem& problem) {
  const StateSpace& space = problem.space;
  if (space.nx() == 0) usage_error("a state space with at least one block", "an empty one");
  require_size("x0", space.nx(), static_cast<long>(problem.x0.size()), "one number for each coordinate of the state");
  if (!std::isfinite(problem.t0) || !std::isfinite(problem.t1))
    usage_error("finite times", shortest(problem.t0) + " to " + shortest(problem.t1), "t0 and t1 bound the run");
  for (const Block& block : space.blocks()) {
    double squares = 0;
    for (int i = 0; i < block.nx; ++i) {
      const double value = problem.x0[static_cast<std::size_t>(block.x0 + i)];
      squares += value * value;
      if (!std::isfinite(value)) usage_error("a finite start", shortest(value), "block '" + block.name + "' of x0");
    }
    if (block.kind == BlockKind::rotation && !(std::fabs(squares - 1) <= 1e-6))
      usage_error("a unit quaternion w, x, y, z in block '" + block.name + "'",
                  "one of length " + rounded(std::sqrt(squares), 6), "normalise it: Rotation::from_quaternion does");
  }
}

void check_step(const Options& options, const Method& method) {
  const StepLimits& step = options.step;
  const std::string name(method.name);
  if (!(step.fixed >= 0) || !std::isfinite(step.fixed))
    usage_error("a fixed step > 0, or 0 for none", shortest(step.fixed), "the sign of t1 - t0 gives the direction");
  if (!(step.initial >= 0)) usage_error("an initial step ≥ 0", shortest(step.initial), "0 lets it be chosen");
  if (!(step.largest > 0)) usage_error("a largest step > 0", shortest(step.largest));
  if (step.fixed > 0 && method.variable_order)
    usage_error("no fixed step for " + name, shortest(step.fixed),
                name + " chooses its steps together with its order: give a tolerance, or take a method of one order");
  if (step.fixed > 0) return;
  if (!method.adaptive())
    usage_error("a step for " + name, "none", name + " has no error estimate: give step = …, or take dop853");
  if (method.exact()) return;
  const Tolerance& tolerance = options.tolerance;
  const double sum = tolerance.relative + tolerance.absolute;
  if (!(tolerance.relative >= 0) || !(tolerance.absolute >= 0) || !(sum > 0) || !std::isfinite(sum))
    usage_error("a tolerance > 0 for " + name,
                "relative " + shortest(tolerance.relative) + ", absolute " + shortest(tolerance.absolute),
                "or give a fixed step");
}

void check_output(const Problem& problem, const Output& output) {
  const double sense = problem.t1 < problem.t0 ? -1 : 1;
  double before = problem.t0;
  for (double t : output.times) {
    if (!(sense * t >= sense * problem.t0 && sense * t <= sense * problem.t1))
      usage_error("output times between " + shortest(problem.t0) + " and " + shortest(problem.t1), shortest(t));
    if (sense * t < sense * before)
      usage_error("output times in order", shortest(t) + " after " + shortest(before), "sort them from t0 towards t1");
    before = t;
  }
}

}  // namespace

std::string what_lacks(const Problem& problem, const Method& method) {
  if (problem.projection && !method.one_step())
    return "its state is renormalised after every step, and this method goes on from earlier steps as they were";
  switch (method.needs) {
    case Needs::rate: return {};
    case Needs::parts: return lacking_parts(problem);
    case Needs::momenta: return lacking_momenta(problem);
    case Needs::accelerations: return lacking_accelerations(problem);
    case Needs::rigid_bodies:
    case Needs::bodies_with_any_loads: return lacking_bodies(problem, method);
    case Needs::closed_form: return lacking_closed_form(problem);
  }
  return {};
}

const Method& checked_method(const Problem& problem, const Options& options) {
  const Method& method = options.method != nullptr ? *options.method : method::dop853;
  if (!problem.rate.real)
    usage_error("a rate over double", "none", "set problem.rate.real; " + std::string(method.name) + " needs it");
  std::visit([&method](const auto& rule) { check_rule(method, rule); }, method.rule);
  check_start(problem);
  if (const std::string lacking = what_lacks(problem, method); !lacking.empty())
    usage_error(
        "a problem that " + std::string(method.name) + " can solve", lacking,
        "set problem.split, problem.rigid or problem.closed_form, or take a method that needs nothing but a rate");
  check_step(options, method);
  const std::vector<double>& by_block = options.tolerance.absolute_by_block;
  if (!by_block.empty())
    require_size("absolute_by_block", static_cast<long>(problem.space.blocks().size()),
                 static_cast<long>(by_block.size()), "one tolerance for each block, or none");
  for (double absolute : by_block)
    if (!(absolute >= 0)) usage_error("absolute tolerances ≥ 0", shortest(absolute));
  check_output(problem, options.output);
  for (double t : problem.breaks)
    if (!std::isfinite(t)) usage_error("finite times of breaks", shortest(t));
  for (const Event& event : problem.events) {
    if (!event.g) usage_error("a function g for event '" + event.name + "'", "none");
    const Jump* jump = std::get_if<Jump>(&event.action);
    const Stop* stop = std::get_if<Stop>(&event.action);
    if (stop != nullptr && stop->at < 1)
      usage_error("a count ≥ 1 at which event '" + event.name + "' stops", std::to_string(stop->at));
    if (event.most < 0) usage_error("a count ≥ 0 of hits of event '" + event.name + "'", std::to_string(event.most));
    if (!(event.closeness >= 0))
      usage_error("a closeness ≥ 0 of event '" + event.name + "'", shortest(event.closeness));
    if (jump != nullptr && !jump->map) usage_error("a map for the jump of event '" + event.name + "'", "none");
  }
  return method;
}

}  // namespace polhode::ode
