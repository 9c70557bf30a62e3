#include "sim/growth.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include <polhode/math/elementary.hpp>

#include "sim/jumps.hpp"

namespace polhode {
namespace {

constexpr double start_disturbance = 1e-8;  // of each block's size: far above the checks' errors, far below the motion
constexpr double closest = 1e-11, furthest = 1e-3;  // a neighbour that leaves this is put back
constexpr std::size_t most_parts = 64;              // of the motion, after which it may be put back
constexpr double fast = 30;                         // growth in one part that another neighbour must confirm …
constexpr double apart_by = 1e4;                    // … so many times nearer or farther
constexpr double unlike = 3;                        // factor between the two growths that is beyond doubt
constexpr double far_away = 0.01;                   // of the size: no small disturbance any more

/// Least squares of y over t.
double slope(const std::vector<double>& t, const std::vector<double>& y, std::size_t from) {
  const auto n = static_cast<double>(t.size() - from);
  double mean_t = 0, mean_y = 0, tt = 0, ty = 0;
  for (std::size_t i = from; i < t.size(); ++i) mean_t += t[i] / n, mean_y += y[i] / n;
  for (std::size_t i = from; i < t.size(); ++i) {
    tt += (t[i] - mean_t) * (t[i] - mean_t);
    ty += (t[i] - mean_t) * (y[i] - mean_y);
  }
  return tt > 0 ? ty / tt : 0;
}

/// Whether two neighbours, one `apart_by` times nearer than the other, cannot have seen the same smooth motion. Far
/// away, growth comes to an end; so the nearer one may have grown more, but not so much that both are as far away in
/// the end.
bool contradict(double of_farther, double of_nearer, double nearer_distance) {
  return of_farther > unlike * of_nearer || of_nearer > apart_by / 10 * of_farther ||
         of_nearer * nearer_distance > far_away;
}

/// A motion beside a recorded one.
class Neighbour {
 public:
  Neighbour(const Recording& motion, const std::vector<double>& sizes, const SimulateOptions& by)
      : motion_(motion),
        space_(motion.system.state_space()),
        sizes_(sizes),
        by_(by),
        jumps_(motion, by.watches),
        part_(by) {}

  /// To that distance from sample i, in a direction of size 1.
  void put(std::size_t i, const std::vector<double>& direction, double distance) {
    std::vector<double> u = direction;
    for (double& one : u) one *= distance;
    x_.resize(static_cast<std::size_t>(space_.nx()));
    space_.retract<double>(motion_.state(i), u, x_);
    at_ = i;
    distance_ = distance;
    direction_ = direction;
    watches_ = jumps_from(by_.watches, motion_, motion_.times[i]);
    ahead_ = -static_cast<std::ptrdiff_t>(jumps_.before(motion_.times[i]));
  }

  /// On to a later sample; false if it did not get there.
  bool follow(std::size_t to) {
    samples_.clear(), distances_.clear();
    part_.t_begin = motion_.times[at_];
    part_.t_end = motion_.times[to];
    part_.sample = part_.t_end - part_.t_begin;
    part_.also_at.assign(motion_.times.begin() + static_cast<std::ptrdiff_t>(at_),
                         motion_.times.begin() + static_cast<std::ptrdiff_t>(to) + 1);
    part_.watches = watches_;
    if (by_.progress)
      part_.progress = [this](double fraction) {
        const double t = part_.t_begin + fraction * part_.sample;
        return by_.progress((t - motion_.times.front()) / (motion_.times.back() - motion_.times.front()));
      };
    const Recording neighbour = simulate(motion_.system, x_, part_);
    if (neighbour.outcome.ended_early() || neighbour.t_end < part_.t_end) return false;
    const Jumps jumps(neighbour, watches_);
    for (std::size_t j = at_ + 1; j <= to; ++j) {
      const double t = motion_.times[j];
      if (static_cast<std::ptrdiff_t>(jumps_.before(t)) + ahead_ != static_cast<std::ptrdiff_t>(jumps.before(t)))
        continue;
      const double apart = separation(space_, sizes_, motion_.state(j), neighbour.state(j - at_), direction_);
      if (!(apart > 0) || !std::isfinite(apart)) return false;
      samples_.push_back(j), distances_.push_back(apart);
      for (double& one : direction_) one /= apart;
    }
    x_ = neighbour.x_end;
    ahead_ -= static_cast<std::ptrdiff_t>(jumps.count());
    watches_ = jumps_from(watches_, neighbour, std::numeric_limits<double>::infinity());
    at_ = to;
    if (!distances_.empty()) distance_ = distances_.back();
    return true;
  }

  /// The samples of the last part at which both had jumped equally often, and the distances there.
  const std::vector<std::size_t>& samples() const { return samples_; }
  const std::vector<double>& distances() const { return distances_; }
  /// Where it was compared last.
  double distance() const { return distance_; }
  const std::vector<double>& direction() const { return direction_; }
  bool is_compared_here() const { return !samples_.empty() && samples_.back() == at_; }

 private:
  const Recording& motion_;
  const StateSpace& space_;
  const std::vector<double>& sizes_;
  const SimulateOptions& by_;
  const Jumps jumps_;
  SimulateOptions part_;
  std::vector<Watch> watches_;
  std::vector<double> x_, direction_, distances_;
  std::vector<std::size_t> samples_;
  std::size_t at_ = 0;
  double distance_ = 0;
  std::ptrdiff_t ahead_ = 0;  ///< jumps of the neighbour minus those of the motion at `at_`, before that of either
};

/// Whether another neighbour, far nearer or farther from the start of the part on, went away as fast as the first.
bool confirm(const Neighbour& first, Neighbour second, std::size_t from, std::size_t to) {
  const auto peak = std::max_element(first.distances().begin(), first.distances().end()) - first.distances().begin();
  const auto k = static_cast<std::size_t>(peak);
  const double start = second.distance(), growth = first.distances()[k] / start;
  if (growth <= fast) return true;
  const bool nearer = start >= std::sqrt(closest * furthest);
  const double other_start = nearer ? start / apart_by : start * apart_by;
  second.put(from, std::vector<double>(second.direction()), other_start);
  // At the edge of a jump there is nothing to compare.
  if (!second.follow(to) || second.samples() != first.samples()) return true;
  const double other = second.distances()[k] / other_start;
  return nearer ? !contradict(growth, other, other_start) : !contradict(other, growth, start);
}

}  // namespace

std::vector<double> size_floors(const StateSpace& space, const SimulateOptions& asked) {
  const double absolute = asked.absolute_tolerance.value_or(asked.tolerance);
  std::vector<double> floors(space.blocks().size(), asked.step > 0 ? 1 : absolute / asked.tolerance);
  for (std::size_t b = 0; asked.step == 0 && b < asked.absolute_by_block.size(); ++b)
    floors[b] = asked.absolute_by_block[b] / asked.tolerance;
  return floors;
}

std::vector<double> block_sizes(const StateSpace& space, const std::vector<double>& floors,
                                const std::vector<VecIn>& states) {
  std::vector<double> sizes = floors;
  for (std::size_t b = 0; b < sizes.size(); ++b) {
    const Block& block = space.blocks()[b];
    double size = block.kind == BlockKind::rotation ? 1 : 0;
    for (std::size_t i = 0; block.kind == BlockKind::vector && i < states.size(); ++i)
      for (double x : states[i].subspan(static_cast<std::size_t>(block.x0), static_cast<std::size_t>(block.nx)))
        size = std::max(size, std::fabs(x));
    sizes[b] += size;
  }
  return sizes;
}

std::vector<double> first_direction(const StateSpace& space, const std::vector<double>& sizes) {
  std::mt19937_64 draw(20);
  std::vector<double> u(static_cast<std::size_t>(space.nv()));
  double largest = 0;
  for (std::size_t b = 0; b < sizes.size(); ++b) {
    const Block& block = space.blocks()[b];
    for (int i = 0; i < block.nv; ++i) {
      const double unit = static_cast<double>(draw() >> 11) * 0x1p-52 - 1;  // in [−1, 1), the same everywhere
      u[static_cast<std::size_t>(block.v0 + i)] = sizes[b] * unit;
      largest = std::max(largest, std::fabs(unit));
    }
  }
  for (double& one : u) one /= largest;
  return u;
}

double separation(const StateSpace& space, const std::vector<double>& sizes, VecIn x, VecIn y, std::vector<double>& u) {
  u.resize(static_cast<std::size_t>(space.nv()));
  space.difference<double>(x, y, u);
  double largest = 0;
  for (std::size_t b = 0; b < sizes.size(); ++b) {
    const Block& block = space.blocks()[b];
    for (int i = 0; i < block.nv && sizes[b] > 0; ++i)
      largest = std::max(largest, std::fabs(u[static_cast<std::size_t>(block.v0 + i)]) / sizes[b]);
  }
  return largest;
}

Growth measure_growth(const Recording& motion, const std::vector<double>& sizes, const SimulateOptions& by) {
  const std::size_t last = motion.times.size() - 1, stride = std::max<std::size_t>(1, last / most_parts);
  Neighbour neighbour(motion, sizes, by);
  neighbour.put(0, first_direction(motion.system.state_space(), sizes), start_disturbance);
  std::vector<double> times{motion.times.front()}, logarithms{0};
  double lowest = 0, base = -fn::log(start_disturbance);  // of ln(distance); what makes it 0 at the start, and goes on
  Growth growth;
  for (std::size_t i = 0; i < last;) {
    const std::size_t to = std::min(last, i + stride);
    const Neighbour before = neighbour;
    if (!neighbour.follow(to)) break;
    if (!neighbour.samples().empty() && !confirm(neighbour, before, i, to)) {
      growth.contradicted = motion.times[i];
      break;
    }
    for (std::size_t k = 0; k < neighbour.samples().size(); ++k) {
      times.push_back(motion.times[neighbour.samples()[k]]);
      logarithms.push_back(base + fn::log(neighbour.distances()[k]));
      growth.most = std::max(growth.most, fn::exp(std::min(700.0, logarithms.back() - lowest)));
      lowest = std::min(lowest, logarithms.back());
    }
    const double distance = neighbour.distance();
    const bool strayed = neighbour.samples().empty();  // it began behind an event that the motion had yet to meet
    if (strayed || (neighbour.is_compared_here() && !(distance >= closest && distance <= furthest))) {
      std::vector<double> direction = neighbour.direction();
      for (double& one : direction) one = strayed ? -one : one;
      base += fn::log(distance / start_disturbance);
      neighbour.put(to, direction, start_disturbance);
    }
    i = to;
  }
  if (times.size() > 4) growth.rate = slope(times, logarithms, times.size() / 2);
  return growth;
}

}  // namespace polhode
