#include <polhode/sim/certify.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <polhode/math/elementary.hpp>

#include "sim/checks.hpp"
#include "sim/growth.hpp"

namespace polhode {
namespace {

constexpr double trusted_part = 0.01;   // of what a channel moves
constexpr double constant_part = 1e-3;  // of its size: what moves less is meant to be constant
constexpr double safety = 1.5;          // on both differences, for what the two checks may have in common
constexpr double rounding = 8 * std::numeric_limits<double>::epsilon();  // a channel is some ten roundings
constexpr int stage_count = 4;                                           // run, two checks, growth
constexpr double third_opinion = 4;  // errors: what the two checks may be apart before a third one is asked

/// At most `most` of the times, evenly, first and last among them; as indices.
std::vector<std::size_t> pick(std::size_t count, std::size_t most) {
  std::vector<std::size_t> picks;
  const std::size_t stride = std::max<std::size_t>(1, (count + most - 1) / most);
  for (std::size_t i = 0; i < count; i += stride) picks.push_back(i);
  if (!picks.empty() && picks.back() + 1 != count) picks.push_back(count - 1);
  return picks;
}

/// A recording's samples at those times alone.
Recording thinned(const Recording& recording, std::span<const double> times) {
  Recording thin = recording;
  thin.times.clear();
  thin.states.clear();
  for (double t : times) {
    const auto found = std::lower_bound(recording.times.begin(), recording.times.end(), t);
    if (found == recording.times.end() || *found != t) break;
    const VecIn x = recording.state(static_cast<std::size_t>(found - recording.times.begin()));
    thin.times.push_back(t);
    thin.states.insert(thin.states.end(), x.begin(), x.end());
  }
  return thin;
}

/// The motions at the same times: the one that is judged, and those that judge, the best first.
struct Compared {
  Recording run;
  std::vector<Recording> checks;
  std::size_t count;
};

double distance(const double* a, const double* b, std::size_t n) {
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(sum);
}

/// A quaternion and its negative are one attitude.
bool is_quaternion(const Channel& channel) { return channel.components.size() == 4 && channel.components[0] == "w"; }

double difference(const Channel& channel, const double* a, const double* b) {
  const auto n = static_cast<std::size_t>(channel.size());
  const double plain = distance(a, b, n);
  if (!is_quaternion(channel)) return plain;
  std::array<double, 4> opposite{};
  for (std::size_t i = 0; i < 4; ++i) opposite[i] = -b[i];
  return std::min(plain, distance(a, opposite.data(), n));
}

/// Values of a channel along a motion.
using Series = std::vector<double>;

/// The largest distance so far between two series, at every sample.
Series parting(const Channel& channel, const Series& a, const Series& b, std::size_t count) {
  const auto n = static_cast<std::size_t>(channel.size());
  Series largest;
  for (std::size_t i = 0; i < count; ++i) {
    const double apart = difference(channel, a.data() + i * n, b.data() + i * n);
    largest.push_back(std::max(largest.empty() ? 0 : largest.back(), apart));
  }
  return largest;
}

/// What the others are apart from the best: of two others that which is nearer, unless the farther one is so far that
/// it sees another motion.
Series doubts(const Channel& channel, const Compared& all, const ChannelTrust& trust) {
  const Series best = all.checks[0].series(channel.name);
  Series doubt = parting(channel, best, all.checks[1].series(channel.name), all.count);
  for (std::size_t k = 2; k < all.checks.size(); ++k) {
    Series other = parting(channel, best, all.checks[k].series(channel.name), all.count);
    const bool farther = other.back() > doubt.back();
    const bool gross = trust.moves && std::max(other.back(), doubt.back()) > trusted_part * trust.range;
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
  const double relative = trust.size > 0 ? trust.band.back() / trust.size : 0;
  trust.digits = relative > 0 ? std::clamp(-fn::log(relative) / fn::log(10.0), 0.0, most_digits) : most_digits;
}

/// `floor` is what the run was not asked to resolve.
ChannelTrust judge(const Channel& channel, const Compared& all, double floor) {
  ChannelTrust trust{.name = channel.name, .unit = channel.symbol()};
  const auto n = static_cast<std::size_t>(channel.size());
  const Monitor* monitor = monitor_of(all.run.system, channel);
  // Nothing supplies it: what it was at the start is what it should be, and no check knows better.
  const bool conserved = monitor != nullptr && monitor->conserved();
  const Series y = all.run.series(channel.name), zero(n);
  const Series best = all.checks[0].series(channel.name);
  for (std::size_t i = 0; i < all.count; ++i) {
    const double *at = y.data() + i * n, *should = best.data() + i * n;
    trust.size = std::max(trust.size, distance(at, zero.data(), n));
    trust.range = std::max({trust.range, difference(channel, at, y.data()), difference(channel, should, best.data())});
  }
  trust.moves = trust.range > std::max(constant_part * trust.size, floor);
  const Series doubt = conserved ? Series(all.count) : doubts(channel, all, trust);
  const double unseen = rounding * std::max(trust.size, size_of_parts(monitor, all.run));
  double error = 0;
  for (std::size_t i = 0; i < all.count; ++i) {
    trust.error.push_back(difference(channel, y.data() + i * n, conserved ? y.data() : best.data() + i * n));
    error = std::max(error, trust.error.back());
    trust.band.push_back(safety * (error + doubt[i]) + unseen);
  }
  count_digits(trust);
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
    if (!channel.moves) continue;
    const auto lost = std::find_if(channel.band.begin(), channel.band.end(),
                                   [&](double band) { return !(band <= safety * trusted_part * channel.range); });
    const auto at = static_cast<std::size_t>(lost - channel.band.begin());
    if (at < trusted) trusted = at, certificate.lost_first = channel.name;
  }
  certificate.horizon = certificate.times[trusted == 0 ? 0 : trusted - 1];
}

/// Errors of the state, in tolerances, against what a tolerance for every step allows.
void judge_tolerance(Certificate& certificate, const Compared& all, const std::vector<double>& sizes,
                     double tolerance) {
  std::vector<double> u;
  const Recording& best = all.checks[0];
  for (std::size_t i = 0; i < all.count; ++i) {
    const double apart = separation(best.system.state_space(), sizes, best.state(i), all.run.state(i), u);
    certificate.worst = std::max(certificate.worst, apart / tolerance);
  }
  certificate.allowed = static_cast<double>(certificate.run.statistics.steps) * certificate.growth;
  certificate.honoured = certificate.worst <= certificate.allowed;
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
    trust.in_run = static_cast<int>(mine.size());
    trust.in_check = static_cast<int>(theirs.size());
    for (std::size_t i = 0; i < std::min(mine.size(), theirs.size()); ++i)
      trust.error = std::max(trust.error, std::fabs(mine[i] - theirs[i]));
    events.push_back(trust);
  }
  return events;
}

/// What is compared, as far as all of them came.
Compared compared(const Recording& run, const std::vector<CheckRun>& checks, std::span<const double> times) {
  Compared all{thinned(run, times), {}, 0};
  all.count = all.run.times.size();
  for (const CheckRun& one : checks) {
    if (!one.check.used) continue;
    all.checks.push_back(thinned(one.recording, times));
    all.count = std::min(all.count, all.checks.back().times.size());
  }
  return all;
}

void judge_channels(Certificate& certificate, const Compared& all, double floor) {
  certificate.channels.clear();
  for (const Channel& channel : all.run.system.channels()) certificate.channels.push_back(judge(channel, all, floor));
}

void judge_growth(Certificate& certificate, const Compared& all, const SimulateOptions& asked,
                  const SimulateOptions& by) {
  const bool fixed = asked.step > 0;
  const double absolute = asked.absolute_tolerance.value_or(asked.tolerance);
  const std::vector<double> sizes = block_sizes(all.checks[0], fixed ? 1 : absolute / asked.tolerance);
  const Growth growth = measure_growth(all.checks[0], sizes, by);
  certificate.growth = growth.most;
  certificate.lyapunov = growth.rate;
  if (!fixed) judge_tolerance(certificate, all, sizes, asked.tolerance);
}

}  // namespace

Certificate certify(const System& system, VecIn x0, const CertifyOptions& options) {
  Stages stages(options.run.progress, stage_count);
  SimulateOptions asked = options.run;
  asked.progress = stages.of(0);
  Certificate certificate{.run = simulate(system, x0, asked)};
  if (stages.cancelled()) return certificate;
  std::vector<double> times;
  for (std::size_t i : pick(certificate.run.times.size(), options.samples)) times.push_back(certificate.run.times[i]);
  certificate.stiff = is_stiff_motion(system, x0, asked, certificate.run, stages);

  Checks checks(system, x0, asked, certificate.run, times, certificate.stiff);
  for (const int stage : {1, 2}) checks.make_one(stages, stage);
  const std::vector<CheckRun>& made = checks.choose(2);
  if (made.size() > 1 && made[1].check.used) {
    // What is smaller than that, a run was not asked to resolve.
    const double floor = asked.step > 0 ? 1e-13 : asked.absolute_tolerance.value_or(asked.tolerance);
    Compared all = compared(certificate.run, made, times);
    judge_channels(certificate, all, floor);
    if (is_undecided(certificate.channels) && checks.make_one(stages, 2)) {
      checks.choose(3);
      all = compared(certificate.run, made, times);
      judge_channels(certificate, all, floor);
    }
    certificate.times.assign(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(all.count));
    certificate.events = compare_events(asked.watches, certificate.run, made[0].recording);
    find_horizon(certificate);
    SimulateOptions again = made[0].options;
    again.progress = stages.of(stage_count - 1);
    judge_growth(certificate, all, asked, again);
  }
  for (const CheckRun& one : made) certificate.checks.push_back(one.check);
  return certificate;
}

}  // namespace polhode
