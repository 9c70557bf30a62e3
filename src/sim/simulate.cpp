#include <polhode/sim/simulate.hpp>

#include <algorithm>
#include <cmath>
#include <ctime>

#include <polhode/base/error.hpp>
#include <polhode/base/text.hpp>
#include <polhode/sim/free_body_system.hpp>

#include "sim/balance.hpp"
#include "sim/solver_setup.hpp"

namespace polhode {
namespace {

constexpr int default_samples = 1000;

/// What only this layer knows of; sizes, tolerances and steps are checked by the solver.
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

/// t_begin, t_begin + sample, … up to t_end, and the times asked for besides; ascending, each once.
std::vector<double> sample_times(const SimulateOptions& options) {
  const double span = options.t_end - options.t_begin;
  const double interval = options.sample > 0 ? options.sample : span / default_samples;
  std::vector<double> times;
  // Multiplied, not summed, so that the times do not creep; the last one is t_end itself if it is within rounding.
  const auto count = interval > 0 ? static_cast<std::int64_t>(std::floor(span / interval * (1 + 1e-12))) : 0;
  times.reserve(static_cast<std::size_t>(count) + options.also_at.size() + 2);
  for (std::int64_t i = 0; i <= count; ++i)
    times.push_back(std::min(options.t_end, options.t_begin + static_cast<double>(i) * interval));
  times.insert(times.end(), options.also_at.begin(), options.also_at.end());
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

/// Turns the stream of accepted steps into samples and books.
class Recorder {
 public:
  Recorder(Recording& recording, const SimulateOptions& options, int nx)
      : recording_(recording), options_(options), wanted_(sample_times(options)), x_(static_cast<std::size_t>(nx)) {
    for (const Monitor& monitor : recording.system.monitors()) balances_.emplace_back(monitor, nx);
    for (const Work& work : recording.system.works()) works_.emplace_back(work.name, work.power, nx);
    for (const MotionIntegral& one : recording.system.integrals()) integrals_.emplace_back(one.name, one.rate, nx);
    jumps_ = std::any_of(options.watches.begin(), options.watches.end(),
                         [](const Watch& watch) { return static_cast<bool>(watch.jump); });
    recording_.times.reserve(wanted_.size());
    recording_.states.reserve(wanted_.size() * x_.size());
  }

  bool operator()(const ode::StepView& step) {
    if (step.is_start())
      for (Balance& balance : balances_) balance.start(step.t0(), step.x0());
    if (jumps_) note_jump(step);
    while (next_ < wanted_.size() && wanted_[next_] <= step.t1()) take(step, wanted_[next_++]);
    if (!step.is_start()) {
      for (Balance& balance : balances_) balance.step(step);
      for (WorkAccount& work : works_) work.step(step);
      for (WorkAccount& one : integrals_) one.step(step);
    }
    if (options_.on_step) options_.on_step(step);
    if (!options_.progress) return true;
    const double span = options_.t_end - options_.t_begin;
    return options_.progress(span > 0 ? (step.t1() - options_.t_begin) / span : 1.0);
  }

  /// The state at the very end is always a sample, also when the run ended early.
  void close(double t, VecIn x) {
    if (!recording_.times.empty() && recording_.times.back() >= t) return;
    const auto constant = [&x](double, VecOut y) { std::copy(x.begin(), x.end(), y.begin()); };
    const ode::StepView here(t, t, x, x, constant);
    take(here, t);
  }

  void finish() {
    for (const Balance& balance : balances_)
      recording_.drifts.push_back(balance.finish(options_.step > 0 ? 0 : options_.tolerance));
    for (const WorkAccount& work : works_) recording_.works.push_back(work.finish());
    for (const WorkAccount& one : integrals_) recording_.integrals.push_back(one.finish());
  }

 private:
  /// A step begins where the one before ended, unless an event made the state jump: what that added is no drift.
  void note_jump(const ode::StepView& step) {
    if (!step.is_start() && !std::equal(end_.begin(), end_.end(), step.x0().begin()))
      for (Balance& balance : balances_) balance.jump(step.t0(), end_, step.x0());
    end_.assign(step.x1().begin(), step.x1().end());
  }

  void take(const ode::StepView& step, double t) {
    step.at(t, x_);
    // Where the motion inside a step has no value the run ends with that step, and says so.
    if (!all_finite(x_)) return;
    recording_.times.push_back(t);
    recording_.states.insert(recording_.states.end(), x_.begin(), x_.end());
    for (Balance& balance : balances_) balance.sample(step, t, x_);
    for (WorkAccount& work : works_) work.sample(step, t);
    for (WorkAccount& one : integrals_) one.sample(step, t);
  }

  Recording& recording_;
  const SimulateOptions& options_;
  std::vector<double> wanted_;
  std::size_t next_ = 0;
  std::vector<double> x_;
  bool jumps_ = false;
  std::vector<double> end_;  ///< of the last step, before any jump
  std::vector<Balance> balances_;
  std::vector<WorkAccount> works_, integrals_;
};

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
  check_usage(options, system.state_space().nx());
  Recording recording{.system = system};
  const ode::Problem problem = problem_of(system, x0, options);
  Recorder recorder(recording, options, problem.space.nx());
  ode::Options solver = solver_options(options);
  solver.output.observer = recorder;
  const auto& monitors = system.monitors();
  solver.output.integrated =
      !system.integrals().empty() ||
      std::any_of(monitors.begin(), monitors.end(), [](const Monitor& monitor) { return !monitor.conserved(); });

  const std::clock_t begin = std::clock();
  const ode::Solution solution = ode::solve(problem, solver);
  recording.seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;

  recorder.close(solution.t_end, solution.x_end);
  recorder.finish();
  recording.outcome = solution.outcome;
  if (solution.outcome.ended_early() && solution.outcome.ending != ode::Ending::interrupted)
    if (const std::string why = system.trouble(x0, solution.t_end, solution.x_end); !why.empty())
      recording.outcome.detail += (recording.outcome.detail.empty() ? "" : ": ") + why;
  recording.statistics = solution.statistics;
  recording.hash = solution.hash;
  recording.t_begin = options.t_begin;
  recording.t_end = solution.t_end;
  recording.x_end = solution.x_end;
  recording.stiff_from = solution.stiff_from;
  for (const ode::Hit& hit : solution.hits) {
    const Watch& watch = options.watches[static_cast<std::size_t>(hit.event)];
    const auto names = watch.told ? watch.told(hit.t, hit.x) : std::vector<std::string>{watch.name};
    for (const std::string& name : names) recording.events.push_back({name, hit.t, hit.direction, hit.x});
  }
  for (int event : solution.started_on)
    recording.started_on.push_back(options.watches[static_cast<std::size_t>(event)].name);
  return recording;
}

Recording simulate(const FreeBody& body, const FreeBodyState& start, const SimulateOptions& options) {
  FreeBodies bodies({body});
  const std::vector<double> x0 = bodies.coordinates({&start, 1});
  return simulate(System(FreeBodySystem(std::move(bodies))), x0, options);
}

}  // namespace polhode
