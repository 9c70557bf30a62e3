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

/// What a channel owes to the rounding of the other coordinates, which may be large beside what they are read as:
/// places in an orbit, of which the bodies are a few metres apart. Steps round one after another.
Series rounding_of(const Channel& channel, const Recording& motion, std::size_t count) {
  const double each =
      std::numeric_limits<double>::epsilon() * (4 + std::sqrt(static_cast<double>(motion.statistics.steps)));
  const auto size = static_cast<std::size_t>(channel.size());
  std::vector<double> exact(size), rounded(size), y;
  Series largest(count);
  for (std::size_t i = 0; i < count; ++i) {
    channel.evaluate(motion.times[i], motion.state(i), exact);
    for (const bool alternate : {false, true}) {
      y.assign(motion.state(i).begin(), motion.state(i).end());
      for (std::size_t k = 0; k < y.size(); ++k) y[k] *= alternate && k % 2 == 1 ? 1 - each : 1 + each;
      channel.evaluate(motion.times[i], y, rounded);
      largest[i] = std::max(largest[i], difference(channel, exact.data(), rounded.data()));
    }
  }
  return growing(std::move(largest));
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

Retold retell_as(const Counterpart& other, VecIn x0, std::span<const CheckRun> checks, const Certificate& certificate,
                 double floor) {
  std::vector<double> y0(static_cast<std::size_t>(other.system->state_space().nx()));
  other.there(certificate.run.t_begin, x0, y0);
  Retold retold{.where = other.where};
  std::vector<Sampled> told;
  std::size_t count = certificate.times.size();
  for (const CheckRun& check : checks) {
    SimulateOptions options = check.options;
    options.progress = nullptr;
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
    count = std::min(count, told.back().motion.times.size());
    retold.methods.push_back(std::string(options.method.name));
  }
  const Sampled run = sampled(certificate.run, certificate, checks[0].options.watches);
  retold.until = count > 0 ? certificate.times[count - 1] : certificate.run.t_begin;
  retold.agrees = count > std::min<std::size_t>(1, certificate.times.size() - 1);
  for (const ChannelTrust& trust : certificate.channels) {
    const Channel* channel = other.system->find_channel(trust.name);
    if (channel == nullptr) continue;
    compare(retold, trust, distances(*channel, run, told[0], count),
            growing(distances(*channel, told[0], told[1], count)), rounding_of(*channel, told[0].motion, count), floor);
  }
  return retold;
}

}  // namespace

std::vector<Retold> retell(const System& system, VecIn x0, std::span<const CheckRun> checks,
                           const Certificate& certificate, double floor) {
  std::vector<Retold> all;
  for (const Counterpart& other : system.counterparts())
    all.push_back(retell_as(other, x0, checks, certificate, floor));
  return all;
}

}  // namespace polhode
