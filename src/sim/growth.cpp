#include "sim/growth.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include <polhode/math/elementary.hpp>

namespace polhode {
namespace {

constexpr double disturbance = 1e-7;    // of each block's size: far above the checks' errors, far below the motion
constexpr std::size_t most_parts = 64;  // of the motion, between which the neighbour is put back

/// A direction drawn once and for all, of size 1.
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

}  // namespace

std::vector<double> block_sizes(const Recording& motion, double floor) {
  const StateSpace& space = motion.system.state_space();
  std::vector<double> sizes;
  for (const Block& block : space.blocks()) {
    double size = block.kind == BlockKind::rotation ? 1 : 0;
    for (std::size_t i = 0; block.kind == BlockKind::vector && i < motion.times.size(); ++i)
      for (double x : motion.state(i).subspan(static_cast<std::size_t>(block.x0), static_cast<std::size_t>(block.nx)))
        size = std::max(size, std::fabs(x));
    sizes.push_back(size + floor);
  }
  return sizes;
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
  const StateSpace& space = motion.system.state_space();
  const std::size_t last = motion.times.size() - 1, parts = std::min(last, most_parts);
  SimulateOptions part = by;
  part.watches.clear();
  const double span = motion.times.back() - motion.times.front();
  if (by.progress)
    part.progress = [&](double fraction) {
      return by.progress((part.t_begin - motion.times.front() + fraction * part.sample) / span);
    };
  std::vector<double> direction = first_direction(space, sizes), x(static_cast<std::size_t>(space.nx()));
  std::vector<double> times{motion.times.front()}, logarithms{0};
  double lowest = 0, before = 0;  // of ln(distance), the one at the start of a part
  Growth growth;
  for (std::size_t k = 0; k < parts; ++k) {
    const std::size_t i = k * last / parts, next = (k + 1) * last / parts;
    for (double& one : direction) one *= disturbance;
    space.retract<double>(motion.state(i), direction, x);
    part.t_begin = motion.times[i];
    part.t_end = motion.times[next];
    part.sample = part.t_end - part.t_begin;
    part.also_at.assign(motion.times.begin() + static_cast<std::ptrdiff_t>(i),
                        motion.times.begin() + static_cast<std::ptrdiff_t>(next) + 1);
    const Recording neighbour = simulate(motion.system, x, part);
    if (neighbour.outcome.ended_early()) break;
    double apart = 0;
    for (std::size_t j = i + 1; j <= next; ++j) {
      apart = separation(space, sizes, motion.state(j), neighbour.state(j - i), direction);
      if (!(apart > 0) || !std::isfinite(apart)) break;
      times.push_back(motion.times[j]);
      logarithms.push_back(before + fn::log(apart / disturbance));
      growth.most = std::max(growth.most, fn::exp(std::min(700.0, logarithms.back() - lowest)));
      lowest = std::min(lowest, logarithms.back());
    }
    if (!(apart > 0) || !std::isfinite(apart)) break;
    before = logarithms.back();
    for (double& one : direction) one /= apart;
  }
  if (times.size() > 4) growth.rate = slope(times, logarithms, times.size() / 2);
  return growth;
}

}  // namespace polhode
