#include "sim/retold.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/compared.hpp"
#include "sim/growth.hpp"

namespace polhode {
namespace {

/// On what two methods make of other coordinates: both may err to one side, by more than they are apart. A wrong term
/// does not hide in that.
constexpr double one_sided = 10;

/// A watch over the motion as it is in other coordinates.
Watch watched_from(const Watch& watch, const Counterpart& other, std::size_t nx) {
  Watch there = watch;
  there.g = [g = watch.g, back = other.back, x = std::vector<double>(nx)](double t, VecIn y) mutable {
    back(t, y, x);
    return g(t, x);
  };
  if (watch.jump)
    there.jump = [jump = watch.jump, other, x = std::vector<double>(nx), after = std::vector<double>(nx)](
                     double t, VecIn y, VecOut to) mutable {
      other.back(t, y, x);
      jump(t, x, after);
      other.there(t, after, to);
    };
  return there;
}

/// The start as it might have been rounded: what other coordinates make of it is not the same number, and a motion
/// that leaves an unstable rest is made of nothing else.
std::vector<double> rounded_otherwise(const System& system, const SimulateOptions& by, VecIn y0) {
  const StateSpace& space = system.state_space();
  std::vector<double> u = first_direction(space, block_sizes(space, size_floors(space, by), {y0})), y(y0.size());
  for (double& one : u) one *= 4 * std::numeric_limits<double>::epsilon();
  space.retract<double>(y0, u, y);
  return y;
}

Sampled sampled(const Recording& recording, const Certificate& certificate, const std::vector<Watch>& watches) {
  return {thinned(recording, certificate.times), Jumps(recording, watches)};
}

/// Values of several channels along a motion, state after state: those of a state share what they need.
std::vector<Series> series_of(const std::vector<const Channel*>& channels, const Recording& motion) {
  std::vector<Series> all(channels.size());
  for (std::size_t i = 0; i < motion.times.size(); ++i)
    for (std::size_t c = 0; c < channels.size(); ++c) {
      const std::size_t end = all[c].size();
      all[c].resize(end + static_cast<std::size_t>(channels[c]->size()));
      channels[c]->evaluate(motion.times[i], motion.state(i), VecOut(all[c]).subspan(end));
    }
  return all;
}

/// What channels owe to the rounding of the other coordinates, which may be large beside what they are read as:
/// places in an orbit, of which the bodies are a few metres apart. Steps round one after another.
std::vector<Series> roundings_of(const std::vector<const Channel*>& channels, const std::vector<Series>& exact,
                                 const Recording& motion, std::size_t count) {
  const double each =
      std::numeric_limits<double>::epsilon() * (4 + std::sqrt(static_cast<double>(motion.statistics.steps)));
  std::vector<double> rounded, y;
  std::vector<Series> largest(channels.size(), Series(count));
  for (std::size_t i = 0; i < count; ++i)
    for (const bool alternate : {false, true}) {
      y.assign(motion.state(i).begin(), motion.state(i).end());
      for (std::size_t k = 0; k < y.size(); ++k) y[k] *= alternate && k % 2 == 1 ? 1 - each : 1 + each;
      for (std::size_t c = 0; c < channels.size(); ++c) {
        const auto size = static_cast<std::size_t>(channels[c]->size());
        rounded.resize(size);
        channels[c]->evaluate(motion.times[i], y, rounded);
        largest[c][i] = std::max(largest[c][i], difference(*channels[c], exact[c].data() + i * size, rounded.data()));
      }
    }
  for (Series& one : largest) one = growing(std::move(one));
  return largest;
}

/// How many samples of the run are what they were when they come back from the other coordinates: to half of all
/// digits, the rest of which the two ways there may lose.
std::size_t told_samples(const Counterpart& other, const Recording& run, const SimulateOptions& by) {
  const StateSpace& space = run.system.state_space();
  std::vector<VecIn> states;
  for (std::size_t i = 0; i < run.times.size(); ++i) states.push_back(run.state(i));
  const std::vector<double> sizes = block_sizes(space, size_floors(space, by), states);
  const double few = std::sqrt(std::numeric_limits<double>::epsilon());
  std::vector<double> y(static_cast<std::size_t>(other.system->state_space().nx())), x(run.state(0).size()), u;
  for (std::size_t i = 0; i < states.size(); ++i) {
    other.there(run.times[i], states[i], y);
    other.back(run.times[i], y, x);
    if (!all_finite(x) || !(separation(space, sizes, states[i], x, u) <= few)) return i;
  }
  return states.size();
}

/// Keeps the channel that is farthest out of what it may be.
void compare(Retold& retold, const ChannelTrust& trust, const Series& apart, const Series& doubt,
             const Series& rounding, double floor) {
  for (std::size_t i = 0; i < apart.size(); ++i) {
    const double allowed = trust.band[i] + one_sided * (doubt[i] + rounding[i]) + floor;
    if (!(apart[i] <= allowed)) retold.agrees = false;
    if (!(apart[i] * retold.allowed > retold.apart * allowed) && !retold.channel.empty()) continue;
    retold.channel = trust.name;
    retold.unit = trust.unit;
    retold.apart = apart[i];
    retold.allowed = allowed;
  }
}

/// The counterpart's motion by the methods of both checks.
std::vector<Sampled> solved_elsewhere(const Counterpart& other, VecIn x0, std::span<const CheckRun> checks,
                                      const Certificate& certificate, const std::function<bool(double)>& progress) {
  std::vector<double> y0(static_cast<std::size_t>(other.system->state_space().nx()));
  other.there(certificate.run.t_begin, x0, y0);
  std::vector<Sampled> told;
  for (const CheckRun& check : checks) {
    SimulateOptions options = check.options;
    options.progress = [&](double share) {
      return !progress || progress(0.5 * (static_cast<double>(told.size()) + share));
    };
    options.absolute_by_block.clear();
    for (Watch& watch : options.watches) watch = watched_from(watch, other, x0.size());
    for (const Counterpart::Change& change : other.changes)
      options.watches.push_back({.name = "",
                                 .g = change.g,
                                 .crossing = ode::Crossing::falling,
                                 .jump = change.map,
                                 .told = [](double, VecIn) { return std::vector<std::string>(); }});
    const std::vector<double> start = told.empty() ? y0 : rounded_otherwise(*other.system, options, y0);
    told.push_back(sampled(simulate(*other.system, start, options), certificate, check.options.watches));
  }
  return told;
}

void compare_channels(Retold& retold, const Counterpart& other, const Sampled& run, const std::vector<Sampled>& told,
                      const Certificate& certificate, std::size_t count, double floor) {
  std::vector<const Channel*> channels;
  std::vector<const ChannelTrust*> trusts;
  for (const ChannelTrust& trust : certificate.channels)
    if (const Channel* channel = other.system->find_channel(trust.name)) {
      channels.push_back(channel);
      trusts.push_back(&trust);
    }
  const std::vector<Series> first = series_of(channels, told[0].motion), second = series_of(channels, told[1].motion),
                            roundings = roundings_of(channels, first, told[0].motion, count);
  for (std::size_t c = 0; c < channels.size(); ++c) {
    const Channel& channel = *channels[c];
    compare(retold, *trusts[c], distances(channel, run, run.motion.series(channel.name), told[0], first[c], count),
            growing(distances(channel, told[0], first[c], told[1], second[c], count)), roundings[c], floor);
  }
}

Retold retell_as(const Counterpart& other, VecIn x0, std::span<const CheckRun> checks, const Certificate& certificate,
                 double floor, const std::function<bool(double)>& progress) {
  Retold retold{.where = other.where};
  for (const CheckRun& check : checks) retold.methods.emplace_back(check.options.method.name);
  const Sampled run = sampled(certificate.run, certificate, checks[0].options.watches);
  const std::size_t all = certificate.times.size(), enough = std::min<std::size_t>(1, all - 1) + 1;
  std::size_t count = other.blind.empty() ? all : std::min(all, told_samples(other, run.motion, checks[0].options));
  if (count < all) retold.why_not = other.blind;
  std::vector<Sampled> told;
  if (count >= enough) told = solved_elsewhere(other, x0, checks, certificate, progress);
  for (const Sampled& one : told) {
    if (one.motion.times.size() < count && !other.blind.empty())
      retold.why_not = "these equations could not be followed any farther";
    count = std::min(count, one.motion.times.size());
  }
  retold.until = count > 0 ? certificate.times[count - 1] : certificate.run.t_begin;
  retold.compared = count >= enough || other.blind.empty();
  retold.agrees = count >= enough || !retold.compared;
  if (count >= enough) compare_channels(retold, other, run, told, certificate, count, floor);
  return retold;
}

}  // namespace

std::vector<Retold> retell(const System& system, VecIn x0, std::span<const CheckRun> checks,
                           const Certificate& certificate, double floor, const std::function<bool(double)>& progress) {
  std::vector<Retold> all;
  const auto count = static_cast<double>(system.counterparts().size());
  for (const Counterpart& other : system.counterparts()) {
    const auto before = static_cast<double>(all.size());
    all.push_back(retell_as(other, x0, checks, certificate, floor,
                            [&](double share) { return !progress || progress((before + share) / count); }));
  }
  return all;
}

}  // namespace polhode
