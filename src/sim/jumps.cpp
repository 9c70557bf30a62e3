#include "sim/jumps.hpp"

#include <algorithm>
#include <cmath>

namespace polhode {
namespace {

constexpr double close_part = 0.01;  // of the time to the jumps around it: what two times of one jump may be apart

}  // namespace

Jumps::Jumps(const Recording& motion, const std::vector<Watch>& watches)
    : t_begin_(motion.t_begin), t_end_(motion.t_end) {
  for (const EventHit& hit : motion.events)
    for (const Watch& watch : watches)
      if (watch.jump && watch.name == hit.name) all_.push_back({hit.t, watch.name});
}

std::size_t Jumps::before(double t) const {
  return static_cast<std::size_t>(
      std::lower_bound(all_.begin(), all_.end(), t, [](const One& one, double at) { return one.t < at; }) -
      all_.begin());
}

bool Jumps::straddle(const Jumps& other, double t) const {
  const std::size_t mine = before(t), theirs = other.before(t), k = std::min(mine, theirs);
  if (mine == theirs || std::max(mine, theirs) != k + 1) return false;
  if (k >= count() || k >= other.count() || all_[k].name != other.all_[k].name) return false;
  const double since = all_[k].t - (k > 0 ? all_[k - 1].t : t_begin_);
  const double until = (k + 1 < count() ? all_[k + 1].t : t_end_) - all_[k].t;
  // Beside the start and the end of the motion there is no jump to be mistaken for.
  const double gap = k > 0 && k + 1 < count() ? std::min(since, until) : std::max(since, until);
  return std::fabs(all_[k].t - other.all_[k].t) <= close_part * gap;
}

std::vector<Watch> jumps_from(const std::vector<Watch>& watches, const Recording& motion, double t) {
  std::vector<Watch> ahead;
  for (const Watch& watch : watches) {
    if (!watch.jump && !watch.last) continue;
    ahead.push_back(watch);
    const auto behind = std::count_if(motion.events.begin(), motion.events.end(),
                                      [&](const EventHit& hit) { return hit.name == watch.name && hit.t < t; });
    if (watch.count == 0) continue;
    ahead.back().count = watch.count - static_cast<int>(behind);
    if (ahead.back().count <= 0) ahead.pop_back();
  }
  return ahead;
}

}  // namespace polhode
