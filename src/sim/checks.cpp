#include "sim/checks.hpp"

#include <algorithm>

#include "sim/jumps.hpp"

namespace polhode {
namespace {

/// Of the steps, what must be held down by stability before explicit checks would take too long: a motion that is stiff
/// in its last instant alone they follow to its end.
constexpr double stiff_part = 0.2;

}  // namespace

std::function<bool(double)> Stages::of(int stage) {
  return [this, stage](double fraction) {
    if (progress_ && !progress_((stage + fraction) / count_)) cancelled_ = true;
    return !cancelled_;
  };
}

bool is_stiff_motion(const System& system, VecIn x0, const SimulateOptions& asked, const Recording& run,
                     const Stretches& steps, Stages& stages) {
  if (run.stiff_from) {
    std::int64_t behind = 0;
    for (const Stretch& one : steps.all())
      if (one.t1 > *run.stiff_from) behind += one.steps;
    return static_cast<double>(behind) > stiff_part * static_cast<double>(run.statistics.steps);
  }
  SimulateOptions probe = asked;
  probe.method = method::dopri5;
  probe.tolerance = 1e-6;
  probe.absolute_tolerance.reset();
  probe.absolute_by_block.clear();
  probe.step = 0;
  probe.t_end = run.t_end;
  probe.sample = run.t_end - run.t_begin;
  probe.also_at.clear();
  probe.watches = jumps_from(asked.watches, run, run.t_begin);
  std::vector<double> ends;
  probe.on_step = [&ends](const ode::StepView& step) { ends.push_back(step.t1()); };
  const std::int64_t budget = std::max<std::int64_t>(20'000, 20 * run.statistics.steps);
  std::int64_t tried = 0;
  bool exhausted = false;
  probe.progress = [&, told = stages.of(1)](double) {
    exhausted = ++tried > budget;
    return !exhausted && told(0);
  };
  const Recording seen = simulate(system, x0, probe);
  if (exhausted || !seen.stiff_from) return exhausted;
  const auto behind = std::count_if(ends.begin(), ends.end(), [&](double t) { return t > *seen.stiff_from; });
  return static_cast<double>(behind) > stiff_part * static_cast<double>(ends.size());
}

// The best first. Tighter ones gain nothing: rounding is all that is left of the error, or, of those for stiff motion,
// what their equations are solved to.
const std::array<Checks::Candidate, 6> Checks::smooth{
    {{"gbs", 1e-14}, {"verner9", 1e-14}, {"adams", 1e-14}, {"dop853", 1e-14}, {"radau9", 1e-13}, {"rodas5p", 1e-13}}};
const std::array<Checks::Candidate, 6> Checks::for_stiff{
    {{"radau5", 1e-13}, {"rodas5p", 1e-13}, {"bdf", 1e-14}, {"sdirk4", 1e-12}, {"rodas4", 1e-12}, {"gbs", 1e-13}}};

Checks::Checks(const System& system, VecIn x0, const SimulateOptions& asked, const Recording& run,
               std::span<const double> times, bool stiff)
    : system_(system), x0_(x0), asked_(asked), run_(run), times_(times), order_(in_order(stiff)) {}

std::vector<Checks::Candidate> Checks::in_order(bool stiff) const {
  const ode::Method& own = asked_.method;
  std::vector<Candidate> order;
  std::vector<std::string_view> families;
  // What checks the run also retells it in other coordinates, and must be able to.
  const auto can_solve = [this](const ode::Method& method) {
    const auto& others = system_.counterparts();
    return ode::what_lacks(system_.problem(), method).empty() &&
           std::all_of(others.begin(), others.end(), [&](const Counterpart& other) {
             return ode::what_lacks(other.system->problem(), method).empty();
           });
  };
  enum Pass { new_family, same_family, own_family };
  for (const Pass pass : {new_family, same_family, own_family})
    for (const Candidate& candidate : stiff ? for_stiff : smooth) {
      const ode::Method& method = *ode::find_method(candidate.name);
      const bool taken =
          std::any_of(order.begin(), order.end(), [&](const Candidate& c) { return c.name == method.name; });
      if (method.name == own.name || taken || !can_solve(method)) continue;
      const bool known = std::find(families.begin(), families.end(), method.family) != families.end();
      if ((method.family == own.family) != (pass == own_family) || (pass == new_family && known)) continue;
      order.push_back(candidate);
      families.push_back(method.family);
    }
  return order;
}

SimulateOptions Checks::options_of(const Candidate& candidate) const {
  SimulateOptions options = asked_;
  options.on_step = nullptr;
  options.method = *ode::find_method(candidate.name);
  options.tolerance = candidate.tolerance;
  const double tighter = asked_.step == 0 ? std::min(1.0, candidate.tolerance / asked_.tolerance) : 1;
  if (options.absolute_tolerance) *options.absolute_tolerance *= tighter;
  for (double& absolute : options.absolute_by_block) absolute *= tighter;
  options.step = 0;
  options.t_end = run_.t_end;
  // A run that an event stopped may have stopped too early: the check looks a little farther for its own.
  if (run_.outcome.ending == ode::Ending::stopped)
    options.t_end = std::min(asked_.t_end, run_.t_end + 0.01 * (run_.t_end - run_.t_begin));
  for (Watch& watch : options.watches) watch.stop = watch.stop && watch.last;
  const double span = options.t_end - options.t_begin;
  // Long steps may jump over a short push; a check must not miss what the run missed. No two have the same limit: with
  // equal steps they would make the same roundings.
  const double fewest_steps = 256 + 37 * static_cast<double>(made_.size());
  options.largest_step = std::min(options.largest_step, span > 0 ? span / fewest_steps : options.largest_step);
  options.sample = span;
  options.also_at.assign(times_.begin(), times_.end());
  return options;
}

std::size_t Checks::reached(const Recording& recording) const {
  return static_cast<std::size_t>(std::upper_bound(times_.begin(), times_.end(), recording.t_end) - times_.begin());
}

bool Checks::make_one(Stages& stages, int stage) {
  while (next_ < order_.size() && !stages.cancelled()) {
    const Candidate& candidate = order_[next_++];
    CheckRun one{.options = options_of(candidate), .recording = {.system = system_}};
    one.options.progress = stages.of(stage);
    one.recording = simulate(system_, x0_, one.options);
    one.check = {.method = std::string(one.options.method.name),
                 .family = std::string(one.options.method.family),
                 .tolerance = candidate.tolerance,
                 .outcome = one.recording.outcome,
                 .statistics = one.recording.statistics,
                 .seconds = one.recording.seconds};
    made_.push_back(std::move(one));
    if (reached(made_.back().recording) == times_.size()) return true;
  }
  return false;
}

std::vector<CheckRun>& Checks::choose(std::size_t count) {
  std::stable_sort(made_.begin(), made_.end(),
                   [&](const CheckRun& a, const CheckRun& b) { return reached(a.recording) > reached(b.recording); });
  for (std::size_t i = 0; i < std::min(made_.size(), count); ++i)
    made_[i].check.used = reached(made_[i].recording) > std::min<std::size_t>(1, times_.size() - 1);
  return made_;
}

}  // namespace polhode
