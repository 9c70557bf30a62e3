#include "sim/compared.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace polhode {
namespace {

bool is_quaternion(const Channel& channel) { return channel.components.size() == 4 && channel.components[0] == "w"; }

}  // namespace

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

double distance(const double* a, const double* b, std::size_t n) {
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(sum);
}

double difference(const Channel& channel, const double* a, const double* b) {
  const auto n = static_cast<std::size_t>(channel.size());
  const double plain = distance(a, b, n);
  if (!is_quaternion(channel)) return plain;
  std::array<double, 4> opposite{};
  for (std::size_t i = 0; i < 4; ++i) opposite[i] = -b[i];
  return std::min(plain, distance(a, opposite.data(), n));
}

Series distances(const Channel& channel, const Sampled& a, const Sampled& b, std::size_t count) {
  return distances(channel, a, a.motion.series(channel.name), b, b.motion.series(channel.name), count);
}

Series distances(const Channel& channel, const Sampled& a, const Series& y, const Sampled& b, const Series& z,
                 std::size_t count) {
  const auto n = static_cast<std::size_t>(channel.size());
  Series apart;
  for (std::size_t i = 0; i < count; ++i) {
    const bool unfair = i > 0 && b.jumps.straddle(a.jumps, b.motion.times[i]);
    apart.push_back(unfair ? apart.back() : difference(channel, y.data() + i * n, z.data() + i * n));
  }
  return apart;
}

Series growing(Series values) {
  for (std::size_t i = 1; i < values.size(); ++i) values[i] = std::max(values[i - 1], values[i]);
  return values;
}

}  // namespace polhode
