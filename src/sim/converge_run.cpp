#include "sim/converge_run.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <polhode/base/text.hpp>

#include "base/clock.hpp"
#include "sim/solver_setup.hpp"

namespace polhode {
namespace {

constexpr std::int64_t most_reference_steps = 100'000;
constexpr double worth_repeating = 0.02;  // seconds: shorter runs are timed more than once
constexpr int repetitions = 5;

struct Named {
  const char* name;
  double tolerance;
};
/// The last digits of a motion that forgets its start are rounding, in which two methods may agree by chance: three.
constexpr Named smooth[] = {
    {"verner9", 1e-14}, {"gbs12", 1e-15}, {"adams", 1e-14}, {"dop853", 1e-15}, {"verner8", 1e-14}};
constexpr std::size_t smooth_runs = 3;
constexpr Named for_stiff[] = {{"radau5", 1e-13}, {"rodas5p", 1e-12}, {"bdf", 1e-11}};
constexpr std::size_t stiff_runs = 2;

/// The first ones, those that are not measured themselves before the others.
std::vector<ReferenceChoice> choose(std::span<const Named> candidates, std::size_t count, const System& system,
                                    const ConvergeOptions& options) {
  std::vector<ReferenceChoice> chosen;
  for (const bool measured : {false, true})
    for (const Named& candidate : candidates) {
      const bool is_measured =
          std::any_of(options.requests.begin(), options.requests.end(),
                      [&](const ConvergeRequest& request) { return request.method.name == candidate.name; });
      const ode::Method* method = ode::find_method(candidate.name);
      const bool can = method != nullptr && ode::what_lacks(system.problem(), *method).empty();
      if (chosen.size() < count && can && is_measured == measured) chosen.push_back({*method, candidate.tolerance});
    }
  return chosen;
}

SimulateOptions base_options(const ConvergeOptions& options) {
  SimulateOptions run;
  run.t_begin = options.t_begin;
  run.t_end = options.t_end;
  run.sample = (options.t_end - options.t_begin) / options.samples;
  run.breaks = options.breaks;
  run.watches = options.jumps;
  return run;
}

void steer_by_tolerance(SimulateOptions& run, double tolerance, const ConvergeOptions& options) {
  run.tolerance = tolerance;
  run.absolute_tolerance = tolerance * options.absolute_part;
  for (double part : options.absolute_parts) run.absolute_by_block.push_back(tolerance * part);
  run.largest_step = options.largest_step;
}

/// A simulation that ends after a number of steps, or when it is interrupted, and says which.
struct Limited {
  Recording recording;
  bool interrupted = false;
};
Limited simulate_limited(const System& system, VecIn x0, SimulateOptions options, std::int64_t most,
                         FunctionRef<bool(double)> progress) {
  std::int64_t steps = 0;
  bool interrupted = false, too_many = false;
  options.progress = [&](double part) {
    too_many = ++steps > most;
    interrupted = progress && !progress(part);
    return !interrupted && !too_many;
  };
  Limited result{simulate(system, x0, options)};
  result.interrupted = interrupted;
  if (too_many && !interrupted) {
    result.recording.outcome.ending = ode::Ending::too_many_steps;
    result.recording.outcome.detail = "stopped at t = " + shortest(result.recording.t_end) + " s after " +
                                      std::to_string(most) + " steps, which is as many as a run may take here";
  }
  return result;
}

void run_all(ConvergeReferences& references, const System& system, VecIn x0, const ConvergeOptions& options,
             std::int64_t most) {
  references.runs.clear();
  for (const ReferenceChoice& choice : references.choices) {
    SimulateOptions run = base_options(options);
    run.method = choice.method;
    steer_by_tolerance(run, choice.tolerance, options);
    const auto progress = [&](double) { return !options.progress || options.progress(0); };
    Limited made = simulate_limited(system, x0, run, most, progress);
    references.interrupted = made.interrupted;
    references.runs.push_back(std::move(made.recording));
    if (references.interrupted) return;
  }
}

bool all_finished(const ConvergeReferences& references) {
  return std::all_of(references.runs.begin(), references.runs.end(),
                     [](const Recording& run) { return run.outcome.ending == ode::Ending::finished; });
}

/// Between the times at which two runs make the same jump one has jumped and the other has not: what they differ by
/// there is the jump, and no error of the motion.
class BetweenJumps {
 public:
  BetweenJumps(const ConvergeOptions& options, const Recording& a, const Recording& b) {
    for (const Watch& watch : options.jumps) {
      const std::vector<double> mine = hits(a, watch.name), theirs = hits(b, watch.name);
      for (std::size_t k = 0; k < std::min(mine.size(), theirs.size()); ++k)
        windows_.push_back(std::minmax(mine[k], theirs[k]));
    }
  }
  bool holds(double t) const {
    return std::any_of(windows_.begin(), windows_.end(),
                       [t](const auto& window) { return t >= window.first && t <= window.second; });
  }

 private:
  static std::vector<double> hits(const Recording& recording, const std::string& name) {
    std::vector<double> times;
    for (const EventHit& hit : recording.events)
      if (hit.name == name) times.push_back(hit.t);
    return times;
  }
  std::vector<std::pair<double, double>> windows_;
};

/// At the samples that both have.
double largest_distance(const ConvergeOptions& options, StateNorm& norm, const Recording& a, const Recording& b) {
  const BetweenJumps unequal(options, a, b);
  double largest = 0;
  for (std::size_t i = 0; i < std::min(a.times.size(), b.times.size()); ++i)
    if (!unequal.holds(a.times[i])) largest = std::max(largest, norm.distance(a.state(i), b.state(i)));
  return largest;
}

void summarise(ConvergeReferences& references, const ConvergeOptions& options) {
  ConvergeReference& summary = references.summary;
  for (const ReferenceChoice& choice : references.choices)
    summary.runs.push_back({std::string(choice.method.name), choice.tolerance});
  for (const Recording& run : references.runs)
    if (!summary.outcome.ended_early()) summary.outcome = run.outcome;
  if (references.interrupted || !all_finished(references)) return;
  StateNorm norm(references.runs[0]);
  for (std::size_t a = 0; a < references.runs.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) {
      const Recording &one = references.runs[a], &other = references.runs[b];
      summary.doubt = std::max(summary.doubt, norm.distance(one.x_end, other.x_end));
      summary.largest_doubt = std::max(summary.largest_doubt, largest_distance(options, norm, one, other));
    }
}

/// Processor time of the integration and nothing else, the least of some repetitions.
void time_alone(ConvergeRun& run, const ode::Problem& problem, const ode::Options& solver, double expected) {
  run.seconds = std::numeric_limits<double>::infinity();
  const int times = expected > worth_repeating ? 1 : repetitions;
  for (int i = 0; i < times; ++i) {
    const double begin = processor_seconds();
    const ode::Solution solution = ode::solve(problem, solver);
    run.seconds = std::min(run.seconds, processor_seconds() - begin);
    run.statistics = solution.statistics;  // without what samples inside steps cost
  }
}

}  // namespace

std::string ConvergeReferences::energy() const {
  const std::vector<Monitor>& monitors = best().system.monitors();
  if (best().find_drift("energy") != nullptr) return "energy";
  const auto found = std::find_if(monitors.begin(), monitors.end(), [](const Monitor& monitor) {
    return monitor.conserved() && monitor.channel.size() == 1;
  });
  return found == monitors.end() ? std::string() : found->channel.name;
}

ConvergeReferences run_references(const System& system, VecIn x0, const ConvergeOptions& options) {
  ConvergeReferences references;
  const bool given = !options.reference.empty();
  for (const bool stiff : {options.stiff, !options.stiff}) {
    references.choices = given   ? options.reference
                         : stiff ? choose(for_stiff, stiff_runs, system, options)
                                 : choose(smooth, smooth_runs, system, options);
    run_all(references, system, x0, options, given || stiff ? options.most_steps : most_reference_steps);
    if (given || references.interrupted || all_finished(references)) break;
  }
  summarise(references, options);
  return references;
}

bool measure(ConvergeRun& run, const SolverConvergence& solver, const System& system, VecIn x0,
             const ConvergeOptions& options, const ConvergeReferences& references, StateNorm& norm,
             FunctionRef<bool(double)> progress) {
  SimulateOptions recorded = base_options(options);
  recorded.method = solver.method;
  if (solver.by == Steered::by_step)
    recorded.step = run.size;
  else
    steer_by_tolerance(recorded, run.size, options);
  const Limited made = simulate_limited(system, x0, recorded, options.most_steps, progress);
  if (made.interrupted) return false;
  const Recording& recording = made.recording;
  const Recording& reference = references.best();
  run.outcome = recording.outcome;
  run.statistics = recording.statistics;
  const double span = recording.t_end - recording.t_begin;
  run.mean_step = solver.by == Steered::by_step ? run.size
                  : run.statistics.steps > 0    ? span / static_cast<double>(run.statistics.steps)
                                                : 0;
  if (const Drift* energy = recording.find_drift(references.energy())) {
    run.energy_drift = energy->largest;
    run.energy_errors = energy->at_samples;
  }
  run.largest_error = largest_distance(options, norm, reference, recording);
  if (run.outcome.ending != ode::Ending::finished) {
    run.error = std::numeric_limits<double>::infinity();
    run.seconds = recording.seconds;
    return true;
  }
  run.error = norm.distance(reference.x_end, recording.x_end);
  time_alone(run, problem_of(system, x0, recorded), solver_options(recorded), recording.seconds);
  return true;
}

}  // namespace polhode
