#include <algorithm>

#include <polhode/base/text.hpp>
#include <polhode/sim/converge.hpp>

namespace polhode {
namespace {

constexpr double too_near = 1e-3;  // of the run: what is compared this soon after a jump may be compared before it

const Watch* find_watch(const SimulateOptions& asked, const std::string& name) {
  const auto found =
      std::find_if(asked.watches.begin(), asked.watches.end(), [&](const Watch& watch) { return watch.name == name; });
  return found == asked.watches.end() ? nullptr : &*found;
}

/// Where an event stopped the run, every solver is compared at that time, which differs from when it would stop itself.
void keep_end(const SimulateOptions& asked, const Recording& run, ConvergeOptions& options) {
  options.t_begin = asked.t_begin;
  options.t_end = run.t_end;
  if (run.outcome.ending != ode::Ending::stopped) return;
  for (const EventHit& hit : run.events)
    if (const Watch* watch = find_watch(asked, hit.name); watch != nullptr && watch->stop && hit.t == run.t_end)
      options.findings.push_back("event '" + watch->name + "' ends the scene at t = " + rounded(run.t_end, 6) +
                                 " s: all are compared at that time, whenever they would find the event themselves");
}

/// At a jump one run is before it and another one behind: the comparison moves half way back to the jump before.
void avoid_last_jump(const SimulateOptions& asked, const Recording& run, ConvergeOptions& options) {
  double last = options.t_begin, before = options.t_begin;
  for (const EventHit& hit : run.events)
    if (const Watch* watch = find_watch(asked, hit.name); watch != nullptr && watch->jump && hit.t > last)
      before = last, last = hit.t;
  if (last == options.t_begin || options.t_end - last > too_near * (options.t_end - options.t_begin)) return;
  options.t_end = before + 0.5 * (last - before);
  options.findings.push_back("the state jumps at t = " + rounded(last, 6) +
                             " s, where the run ends: all are compared at t = " + rounded(options.t_end, 6) +
                             " s instead, before that jump");
}

}  // namespace

ConvergeOptions converge_options(const SimulateOptions& asked, const Recording& run) {
  ConvergeOptions options;
  options.absolute_part = asked.absolute_tolerance.value_or(asked.tolerance) / asked.tolerance;
  for (double absolute : asked.absolute_by_block) options.absolute_parts.push_back(absolute / asked.tolerance);
  options.largest_step = asked.largest_step;
  options.breaks = asked.breaks;
  for (const Watch& watch : asked.watches)
    if (watch.jump) options.jumps.push_back(watch);
  keep_end(asked, run, options);
  avoid_last_jump(asked, run, options);
  return options;
}

}  // namespace polhode
