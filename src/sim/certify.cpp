#include <polhode/sim/certify.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <polhode/math/elementary.hpp>

#include "sim/checks.hpp"
#include "sim/compared.hpp"
#include "sim/growth.hpp"
#include "sim/promise.hpp"
#include "sim/retold.hpp"

namespace polhode {
namespace {

constexpr double trusted_part = 0.01;   // of what a channel moves
constexpr double constant_part = 1e-3;  // of its size: what moves less is meant to be constant
constexpr double rounding = 8 * std::numeric_limits<double>::epsilon();  // a channel is some ten roundings
constexpr int stage_count = 6;                                           // run, two checks, retold, growth, steps
constexpr double third_opinion = 4;  // errors: what the two checks may be apart before a third one is asked

/// At most `most` of the times, evenly, first and last among them; as indices.
std::vector<std::size_t> pick(std::size_t count, std::size_t most) {
  std::vector<std::size_t> picks;
  const std::size_t stride = std::max<std::size_t>(1, (count + most - 1) / most);
  for (std::size_t i = 0; i < count; i += stride) picks.push_back(i);
  if (!picks.empty() && picks.back() + 1 != count) picks.push_back(count - 1);
  return picks;
}

/// The one that is judged, and those that judge, the best first.
struct Compared {
  Sampled run;
  std::vector<Sampled> checks;
  std::size_t count;
};

/// What the others are apart from the best: of two others that which is nearer, unless the farther one is so far that
/// it sees another motion.
Series doubts(const Channel& channel, const Compared& all, const ChannelTrust& trust) {
  Series doubt = growing(distances(channel, all.checks[0], all.checks[1], all.count));
  for (std::size_t k = 2; k < all.checks.size(); ++k) {
    Series other = growing(distances(channel, all.checks[0], all.checks[k], all.count));
    const bool farther = other.back() > doubt.back();
    const bool gross = trust.measure > 0 && std::max(other.back(), doubt.back()) > trusted_part * trust.measure;
    if (farther == gross) doubt = std::move(other);
  }
  return doubt;
}

/// The balance that a channel obeys, or null.
const Monitor* monitor_of(const System& system, const Channel& channel) {
  const auto& monitors = system.monitors();
  const auto found =
      std::find_if(monitors.begin(), monitors.end(), [&](const Monitor& m) { return m.channel.name == channel.name; });
  return found == monitors.end() ? nullptr : &*found;
}

/// The size of the parts whose sum a channel is: what its rounding is measured by.
double size_of_parts(const Monitor* monitor, const Recording& run) {
  double largest = 0;
  for (std::size_t i = 0; monitor != nullptr && monitor->scale && i < run.times.size(); ++i) {
    double size = 0;
    monitor->scale(run.times[i], run.state(i), {&size, 1});
    largest = std::max(largest, size);
  }
  return largest;
}

void count_digits(ChannelTrust& trust) {
  constexpr double most_digits = 15;
  const double band = trust.band.back();
  const bool exact = *std::max_element(trust.error.begin(), trust.error.end()) == 0 && trust.size == 0;
  trust.digits = most_digits;
  if (!exact && (band > 0 || std::isnan(band)))
    trust.digits = trust.size > band ? std::min(fn::log(trust.size / band) / fn::log(10.0), most_digits) : 0.0;
}

/// Whether it is not just said to be conserved, and is not.
bool is_kept(const Drift* drift) { return drift != nullptr && drift->conserved && drift->kept.value_or(true); }

/// Whether nothing supplied a channel, neither in the run nor in the best check: what it was at the start is what it
/// should be, and no check knows better.
bool is_conserved(const Channel& channel, const Compared& all) {
  const Drift *mine = all.run.motion.find_drift(channel.name), *theirs = all.checks[0].motion.find_drift(channel.name);
  const Monitor* monitor = monitor_of(all.run.motion.system, channel);
  return monitor != nullptr && monitor->conserved() && is_kept(mine) && is_kept(theirs);
}

/// How large a channel should be, how far it should move, and what a hundredth is taken of. `floor` is what the run was
/// not asked to resolve.
void measure(ChannelTrust& trust, const Channel& channel, const Series& should, double parts, double floor) {
  const auto n = static_cast<std::size_t>(channel.size());
  const Series zero(n);
  for (std::size_t i = 0; i + n <= should.size(); i += n) {
    trust.size = std::max(trust.size, distance(should.data() + i, zero.data(), n));
    trust.range = std::max(trust.range, difference(channel, should.data() + i, should.data()));
  }
  trust.moves = trust.range > std::max(constant_part * trust.size, floor);
  trust.measure = trust.moves ? trust.range : std::max(trust.size, parts);
  if (trust.measure <= floor) trust.measure = 0;
}

ChannelTrust judge(const Channel& channel, const Compared& all, double floor) {
  ChannelTrust trust{.name = channel.name, .unit = channel.symbol()};
  const auto n = static_cast<std::size_t>(channel.size());
  const Monitor* monitor = monitor_of(all.run.motion.system, channel);
  const double parts = size_of_parts(monitor, all.checks[0].motion);
  const bool conserved = is_conserved(channel, all);
  Series should = all.checks[0].motion.series(channel.name);
  should.resize(conserved ? n : all.count * n);
  measure(trust, channel, should, parts, floor);
  Series doubt(all.count);
  if (conserved) {
    const Series y = all.run.motion.series(channel.name);
    for (std::size_t i = 0; i < all.count; ++i) trust.error.push_back(difference(channel, y.data() + i * n, y.data()));
  } else {
    trust.error = distances(channel, all.run, all.checks[0], all.count);
    doubt = doubts(channel, all, trust);
  }
  const double unseen = rounding * std::max(trust.size, parts);
  const Series largest = growing(trust.error);
  for (std::size_t i = 0; i < all.count; ++i) trust.band.push_back(safety * (largest[i] + doubt[i]) + unseen);
  if (monitor == nullptr || !monitor->is_error) count_digits(trust);
  return trust;
}

/// Whether the checks are so far apart, compared with the run's distance from the best, that one of them may be wrong.
bool is_undecided(const std::vector<ChannelTrust>& channels) {
  return std::any_of(channels.begin(), channels.end(), [](const ChannelTrust& channel) {
    const double error = *std::max_element(channel.error.begin(), channel.error.end());
    return channel.band.back() > safety * (1 + third_opinion) * error + 2 * rounding * channel.size;
  });
}

/// The last time before what is known of some error reaches a hundredth of its channel, or the last of all. Without the
/// safety of the bands: a chaotic motion would be called lost long before it is, where its error rests below the limit.
void find_horizon(Certificate& certificate) {
  std::size_t trusted = certificate.times.size();
  for (const ChannelTrust& channel : certificate.channels) {
    if (channel.measure == 0) continue;
    const auto lost = std::find_if(channel.band.begin(), channel.band.end(),
                                   [&](double band) { return !(band <= safety * trusted_part * channel.measure); });
    const auto at = static_cast<std::size_t>(lost - channel.band.begin());
    if (at < trusted) trusted = at, certificate.lost_first = channel.name;
  }
  certificate.horizon = certificate.times[trusted == 0 ? 0 : trusted - 1];
}

std::vector<EventTrust> compare_events(const std::vector<Watch>& watches, const Recording& run,
                                       const Recording& check) {
  std::vector<EventTrust> events;
  for (const Watch& watch : watches) {
    EventTrust trust{.name = watch.name};
    const auto times_in = [&](const Recording& recording) {
      std::vector<double> times;
      for (const EventHit& hit : recording.events)
        if (hit.name == watch.name) times.push_back(hit.t);
      return times;
    };
    std::vector<double> mine = times_in(run), theirs = times_in(check);
    // What happens after the run's end, where the check went on, is an event of the run's only if it stopped there.
    while (theirs.size() > mine.size() && theirs.back() > run.t_end) theirs.pop_back();
    if (watch.told && mine.empty() && theirs.empty()) continue;  // an end of a range that no joint came to
    trust.in_run = static_cast<int>(mine.size());
    trust.in_check = static_cast<int>(theirs.size());
    for (std::size_t i = 0; i < std::min(mine.size(), theirs.size()); ++i)
      trust.error = std::max(trust.error, std::fabs(mine[i] - theirs[i]));
    events.push_back(trust);
  }
  return events;
}

/// Whether the run was stopped where there is no motion any more.
bool ends_for_good(const Recording& run, const std::vector<Watch>& watches) {
  return run.outcome.ending == ode::Ending::stopped && !run.events.empty() &&
         std::any_of(watches.begin(), watches.end(),
                     [&](const Watch& watch) { return watch.last && watch.name == run.events.back().name; });
}

/// What is compared, as far as all of them came.
Compared compared(const Recording& run, const std::vector<CheckRun>& checks, std::span<const double> times,
                  const std::vector<Watch>& watches) {
  Compared all{{thinned(run, times), Jumps(run, watches)}, {}, 0};
  all.count = all.run.motion.times.size();
  for (const CheckRun& one : checks) {
    if (!one.check.used) continue;
    all.checks.push_back({thinned(one.recording, times), Jumps(one.recording, watches)});
    all.count = std::min(all.count, all.checks.back().motion.times.size());
  }
  return all;
}

void judge_channels(Certificate& certificate, const Compared& all, double floor) {
  certificate.channels.clear();
  for (const Channel& channel : all.run.motion.system.channels())
    if (!channel.item) certificate.channels.push_back(judge(channel, all, floor));
}

void judge_growth(Certificate& certificate, const Recording& best, const SimulateOptions& asked,
                  const SimulateOptions& by) {
  std::vector<VecIn> states;
  for (std::size_t i = 0; i < best.times.size(); ++i) states.push_back(best.state(i));
  const StateSpace& space = best.system.state_space();
  const Growth growth = measure_growth(best, block_sizes(space, size_floors(space, asked), states), by);
  certificate.growth = growth.most;
  certificate.lyapunov = growth.rate;
  certificate.contradicted = growth.contradicted;
  if (!growth.contradicted || certificate.horizon < *growth.contradicted) return;
  certificate.horizon = *growth.contradicted;
  certificate.lost_first.clear();
}

void judge_tolerance(Certificate& certificate, const Stretches& steps, const SimulateOptions& asked,
                     const SimulateOptions& by, std::int64_t steps_of_check) {
  if (asked.step > 0) return;
  const std::int64_t budget = 5'000 + 4 * steps_of_check;
  const Promise promise = judge_steps(certificate.run.system, steps, asked, by, budget);
  certificate.worst = promise.worst;
  certificate.worst_at = promise.at;
  certificate.allowed = promise.allowed;
  certificate.steps_not_judged = promise.unseen;
  certificate.honoured = promise.kept && !certificate.contradicted;
}

}  // namespace

Certificate certify(const System& system, VecIn x0, const CertifyOptions& options) {
  Stages stages(options.run.progress, stage_count);
  SimulateOptions asked = options.run;
  asked.progress = stages.of(0);
  Stretches steps;
  asked.on_step = [&steps](const ode::StepView& step) { steps.add(step); };
  Certificate certificate{.run = simulate(system, x0, asked)};
  if (stages.cancelled()) return certificate;
  std::vector<double> times;
  for (std::size_t i : pick(certificate.run.times.size(), options.samples)) times.push_back(certificate.run.times[i]);
  // Where a motion ends for good, a check that ends a rounding earlier has no state to compare; its time is compared.
  if (ends_for_good(certificate.run, asked.watches) && times.size() > 2) {
    times.pop_back();
    const double before = certificate.run.times[certificate.run.times.size() - 2];
    if (before > times.back()) times.push_back(before);
  }
  certificate.stiff = is_stiff_motion(system, x0, asked, certificate.run, steps, stages);

  Checks checks(system, x0, asked, certificate.run, times, certificate.stiff);
  for (const int stage : {1, 2}) checks.make_one(stages, stage);
  const std::vector<CheckRun>& made = checks.choose(2);
  if (made.size() > 1 && made[1].check.used) {
    // What is smaller than that, a run was not asked to resolve.
    const double floor = asked.step > 0 ? 1e-13 : asked.absolute_tolerance.value_or(asked.tolerance);
    Compared all = compared(certificate.run, made, times, asked.watches);
    judge_channels(certificate, all, floor);
    if (is_undecided(certificate.channels) && checks.make_one(stages, 2)) {
      checks.choose(3);
      all = compared(certificate.run, made, times, asked.watches);
      judge_channels(certificate, all, floor);
    }
    certificate.times.assign(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(all.count));
    certificate.events = compare_events(asked.watches, certificate.run, made[0].recording);
    find_horizon(certificate);
    certificate.told_once = system.told_once();
    certificate.retold = retell(system, x0, {made.data(), 2}, certificate, floor, stages.of(3));
    SimulateOptions again = made[0].options;
    again.progress = stages.of(4);
    judge_growth(certificate, all.checks[0].motion, asked, again);
    again.progress = stages.of(5);
    judge_tolerance(certificate, steps, asked, again, made[0].check.statistics.steps);
    certificate.honoured = certificate.honoured && certificate.agrees_as_retold();
  }
  for (const CheckRun& one : made) certificate.checks.push_back(one.check);
  for (const SameAs& same : options.same) certificate.same.push_back(compare(same));
  return certificate;
}

}  // namespace polhode
