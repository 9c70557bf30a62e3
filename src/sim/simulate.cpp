#include <polhode/sim/simulate.hpp>

#include <algorithm>
#include <cmath>

#include <polhode/base/error.hpp>
#include <polhode/base/text.hpp>
#include <polhode/sim/free_body_system.hpp>
#include <polhode/sim/simulation.hpp>

#include "sim/solver_setup.hpp"

namespace polhode {
namespace {

ode::Event event_of(const Watch& watch) {
  ode::Event event{.name = watch.name,
                   .g = watch.g,
                   .crossing = watch.crossing,
                   .action = ode::Note{},
                   .most = watch.count,
                   .closeness = watch.closeness,
                   .slow = watch.slow};
  if (watch.jump) event.action = ode::Jump{watch.jump};
  if (watch.stop) event.action = ode::Stop{std::max(1, watch.count)};
  return event;
}

}  // namespace

void check_usage(const SimulateOptions& options, int nx) {
  const double begin = options.t_begin, end = options.t_end;
  if (!std::isfinite(begin) || !std::isfinite(end) || end < begin)
    usage_error("finite times with t_end ≥ t_begin", "t_begin " + shortest(begin) + ", t_end " + shortest(end));
  if (!(options.sample >= 0) || !std::isfinite(options.sample))
    usage_error("a sample interval > 0, or 0 for a thousand samples", shortest(options.sample));
  if (options.sample > 0 && (end - begin) / options.sample * nx > most_recorded)
    usage_error("a sample interval that gives at most " + rounded(most_recorded) + " numbers",
                shortest(options.sample) + " s, which gives " + rounded((end - begin) / options.sample) +
                    " samples of " + std::to_string(nx) + " numbers",
                "take a larger interval; steps do not depend on it");
  for (double t : options.also_at)
    if (!(t >= begin && t <= end))
      usage_error("times in also_at from " + shortest(begin) + " to " + shortest(end), shortest(t));
  for (const Watch& watch : options.watches)
    if (!watch.g) usage_error("a function g for watch '" + watch.name + "'", "none");
}

ode::Options solver_options(const SimulateOptions& options) {
  ode::Options solver;
  solver.method = &options.method;
  solver.tolerance.relative = options.tolerance;
  solver.tolerance.absolute = options.absolute_tolerance.value_or(options.tolerance);
  solver.tolerance.absolute_by_block = options.absolute_by_block;
  solver.step.fixed = options.step;
  solver.step.largest = options.largest_step;
  solver.output.keep = ode::Keep::samples;
  return solver;
}

ode::Problem problem_of(const System& system, VecIn x0, const SimulateOptions& options) {
  ode::Problem problem = system.problem();
  problem.t0 = options.t_begin;
  problem.t1 = options.t_end;
  problem.x0.assign(x0.begin(), x0.end());
  problem.breaks = options.breaks;
  for (const Watch& watch : options.watches) problem.events.push_back(event_of(watch));
  return problem;
}

Recording simulate(const System& system, VecIn x0, const SimulateOptions& options) {
  return Simulation(system, x0, options).finish();
}

Recording simulate(const FreeBody& body, const FreeBodyState& start, const SimulateOptions& options) {
  FreeBodies bodies({body});
  const std::vector<double> x0 = bodies.coordinates({&start, 1});
  return simulate(System(FreeBodySystem(std::move(bodies))), x0, options);
}

}  // namespace polhode
