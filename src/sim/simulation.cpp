#include <polhode/sim/simulation.hpp>

#include <algorithm>

#include "base/clock.hpp"
#include "ode/check.hpp"
#include "ode/run.hpp"
#include "sim/recorder.hpp"
#include "sim/solver_setup.hpp"

namespace polhode {
namespace {

bool integrates(const System& system) {
  const auto& monitors = system.monitors();
  return !system.integrals().empty() ||
         std::any_of(monitors.begin(), monitors.end(), [](const Monitor& monitor) { return !monitor.conserved(); });
}

}  // namespace

/// Its parts refer to those above them, so it stays where it is.
struct Simulation::Implementation {
  SimulateOptions options;
  std::vector<double> x0;
  Recording recording;
  Recorder recorder;
  ode::Problem problem;
  ode::Options solver;
  ode::Run run;
  bool closed = false;

  Implementation(const System& system, VecIn start, SimulateOptions the_options)
      : options(std::move(the_options)),
        x0(start.begin(), start.end()),
        recording{.system = system},
        recorder(recording, options, system.state_space().nx()),
        problem(problem_of(system, x0, options)),
        solver(recorded()),
        run(problem, solver, ode::checked_method(problem, solver)) {}

  ode::Options recorded() {
    ode::Options to = solver_options(options);
    to.output.observer = recorder;
    to.output.integrated = integrates(recording.system);
    return to;
  }

  /// Counts the processor's time, but not for each step: asking for it takes longer than some of them.
  template <class Work>
  void timed(const Work& work) {
    const double begin = processor_seconds();
    work();
    recording.seconds += processor_seconds() - begin;
    if (!run.ended() || closed) return;
    recorder.close(run.t(), run.x());
    closed = true;
  }

  bool step() {
    const std::int64_t before = run.solution().statistics.steps;
    while (!run.ended() && run.solution().statistics.steps == before) run.step();
    return run.solution().statistics.steps > before;
  }

  void tell_outcome(const ode::Solution& solution) {
    recording.outcome = solution.outcome;
    if (!solution.outcome.ended_early() || solution.outcome.ending == ode::Ending::interrupted) return;
    const std::string why = recording.system.trouble(x0, solution.t_end, solution.x_end);
    if (!why.empty()) recording.outcome.detail += (recording.outcome.detail.empty() ? "" : ": ") + why;
  }

  void tell_events(const ode::Solution& solution) {
    recording.events.clear();
    recording.started_on.clear();
    for (const ode::Hit& hit : solution.hits) {
      const Watch& watch = options.watches[static_cast<std::size_t>(hit.event)];
      const auto names = watch.told ? watch.told(hit.t, hit.x) : std::vector<std::string>{watch.name};
      for (const std::string& name : names) recording.events.push_back({name, hit.t, hit.direction, hit.x});
    }
    for (int event : solution.started_on)
      recording.started_on.push_back(options.watches[static_cast<std::size_t>(event)].name);
  }
};

Simulation::Simulation(const System& system, VecIn x0, SimulateOptions options) {
  check_usage(options, system.state_space().nx());
  implementation_ = std::make_unique<Implementation>(system, x0, std::move(options));
  implementation_->timed([this] { implementation_->run.start(); });
}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

bool Simulation::step() {
  bool taken = false;
  implementation_->timed([&] { taken = implementation_->step(); });
  return taken;
}

std::int64_t Simulation::advance(double t, std::int64_t most) {
  std::int64_t taken = 0;
  implementation_->timed([&] {
    while (taken < most && this->t() < t && implementation_->step()) ++taken;
  });
  return taken;
}

bool Simulation::ended() const { return implementation_->run.ended(); }
const ode::Outcome& Simulation::outcome() const { return implementation_->run.solution().outcome; }
double Simulation::t() const { return implementation_->run.t(); }
VecIn Simulation::x() const { return implementation_->run.x(); }
std::uint64_t Simulation::hash() const { return implementation_->run.hash(); }
const std::vector<double>& Simulation::times() const { return implementation_->recording.times; }
const std::vector<double>& Simulation::states() const { return implementation_->recording.states; }

const Recording& Simulation::recording() {
  Recording& recording = implementation_->recording;
  const ode::Solution& solution = implementation_->run.so_far();
  implementation_->recorder.finish();
  implementation_->tell_outcome(solution);
  implementation_->tell_events(solution);
  recording.statistics = solution.statistics;
  recording.hash = solution.hash;
  recording.t_begin = implementation_->options.t_begin;
  recording.t_end = solution.t_end;
  recording.x_end = solution.x_end;
  recording.stiff_from = solution.stiff_from;
  return recording;
}

Recording Simulation::finish() {
  advance(std::numeric_limits<double>::infinity());
  recording();
  return std::move(implementation_->recording);
}

}  // namespace polhode
