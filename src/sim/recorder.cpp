#include "sim/recorder.hpp"

#include <algorithm>
#include <cmath>

namespace polhode {
namespace {

constexpr int default_samples = 1000;

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

}  // namespace

Recorder::Recorder(Recording& recording, const SimulateOptions& options, int nx)
    : recording_(recording), options_(options), wanted_(sample_times(options)), x_(static_cast<std::size_t>(nx)) {
  for (const Monitor& monitor : recording.system.monitors()) balances_.emplace_back(monitor, nx);
  for (const Work& work : recording.system.works()) works_.emplace_back(work.name, work.power, nx);
  for (const MotionIntegral& one : recording.system.integrals()) integrals_.emplace_back(one.name, one.rate, nx);
  jumps_ = std::any_of(options.watches.begin(), options.watches.end(),
                       [](const Watch& watch) { return static_cast<bool>(watch.jump); });
  recording_.times.reserve(wanted_.size());
  recording_.states.reserve(wanted_.size() * x_.size());
}

bool Recorder::operator()(const ode::StepView& step) {
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

void Recorder::close(double t, VecIn x) {
  if (!recording_.times.empty() && recording_.times.back() >= t) return;
  const auto constant = [&x](double, VecOut y) { std::copy(x.begin(), x.end(), y.begin()); };
  const ode::StepView here(t, t, x, x, constant);
  take(here, t);
}

void Recorder::finish() {
  recording_.drifts.clear();
  recording_.works.clear();
  recording_.integrals.clear();
  for (const Balance& balance : balances_)
    recording_.drifts.push_back(balance.finish(options_.step > 0 ? 0 : options_.tolerance));
  for (const WorkAccount& work : works_) recording_.works.push_back(work.finish());
  for (const WorkAccount& one : integrals_) recording_.integrals.push_back(one.finish());
}

/// A step begins where the one before ended, unless an event made the state jump: what that added is no drift.
void Recorder::note_jump(const ode::StepView& step) {
  if (!step.is_start() && !std::equal(end_.begin(), end_.end(), step.x0().begin()))
    for (Balance& balance : balances_) balance.jump(step.t0(), end_, step.x0());
  end_.assign(step.x1().begin(), step.x1().end());
}

void Recorder::take(const ode::StepView& step, double t) {
  step.at(t, x_);
  // Where the motion inside a step has no value the run ends with that step, and says so.
  if (!all_finite(x_)) return;
  recording_.times.push_back(t);
  recording_.states.insert(recording_.states.end(), x_.begin(), x_.end());
  for (Balance& balance : balances_) balance.sample(step, t, x_);
  for (WorkAccount& work : works_) work.sample(step, t);
  for (WorkAccount& one : integrals_) one.sample(step, t);
}

}  // namespace polhode
