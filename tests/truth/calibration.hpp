#pragma once
// A certificate held against the truth.

#include <gtest/gtest.h>

#include "calibration_cases.hpp"

namespace polhode {

/// What a band may be, in true errors.
inline constexpr double widest_band = 30;

/// How one channel of a certificate fared.
struct ChannelFate {
  std::string name;
  double outside = 0;  ///< the largest true error over the band at its time; inside if ≤ 1
  double width = 0;    ///< the band at the end over the largest true error, which counts as 4 ulp at least
};

struct CaseFate {
  std::vector<ChannelFate> channels;
  double outside = 0, width = 0;  ///< the worst of the channels
};

/// The motion by long doubles at the times of a certificate, in a recording's shape.
inline Recording true_motion(const CalibrationCase& one, const std::vector<double>& times) {
  Recording truth{.system = one.system};
  LongState start(one.x0.begin(), one.x0.end());
  // Quaternions are of length 1 to the last digit of doubles only; they stand for the attitude of one that is.
  for (const Block& block : one.system.state_space().blocks()) {
    if (block.kind != BlockKind::rotation) continue;
    Long square = 0;
    for (int i = 0; i < 4; ++i) square += start[std::size_t(block.x0 + i)] * start[std::size_t(block.x0 + i)];
    for (int i = 0; i < 4; ++i) start[std::size_t(block.x0 + i)] /= std::sqrt(square);
  }
  LongMotion motion(one.rate, std::move(start), one.jumps);
  truth.times = times;
  for (const LongState& x : motion.at(times))
    for (Long value : x) truth.states.push_back(static_cast<double>(value));
  for (double t : motion.jump_times()) truth.events.push_back({.name = "jump", .t = t});
  return truth;
}

/// Whether t lies between the two times of a jump, in the run and in truth, and these are so near each other, compared
/// with the jumps around, that it is the same jump. There the certificate speaks of times, not of states.
inline bool is_between(const Recording& run, const Recording& truth, double t) {
  const auto count = [t](const Recording& motion) {
    std::size_t n = 0;
    while (n < motion.events.size() && motion.events[n].t < t) ++n;
    return n;
  };
  const std::size_t mine = count(run), real = count(truth), k = std::min(mine, real);
  if (mine == real || k >= std::min(run.events.size(), truth.events.size())) return false;
  double gap = truth.times.back() - truth.times.front();
  for (std::size_t i = 1; i < truth.events.size(); ++i) gap = std::min(gap, truth.events[i].t - truth.events[i - 1].t);
  return std::fabs(run.events[k].t - truth.events[k].t) <= 0.01 * gap;
}

/// |y − y*| of a channel at every time; a quaternion and its negative are one attitude.
inline std::vector<double> true_errors(const Recording& run, const Recording& truth, const Channel& channel) {
  const auto n = static_cast<std::size_t>(channel.size());
  std::vector<double> errors;
  const std::vector<double> exact = truth.series(channel.name), all = run.series(channel.name);
  for (std::size_t i = 0; i < truth.times.size(); ++i) {
    EXPECT_EQ(run.times[i], truth.times[i]);
    if (!truth.events.empty() && is_between(run, truth, truth.times[i])) {
      errors.push_back(errors.back());
      continue;
    }
    double plain = 0, opposite = 0;
    for (std::size_t k = 0; k < n; ++k) {
      const double y = all[i * n + k], z = exact[i * n + k];
      plain += (y - z) * (y - z), opposite += (y + z) * (y + z);
    }
    errors.push_back(std::sqrt(n == 4 ? std::min(plain, opposite) : plain));
  }
  return errors;
}

/// Of a sum, the size of its parts, by which its rounding is measured.
inline double size_of_parts(const CalibrationCase& one, const Certificate& certificate, const std::string& name) {
  double largest = 0;
  for (const Monitor& monitor : one.system.monitors())
    for (std::size_t i = 0; monitor.channel.name == name && monitor.scale && i < certificate.run.times.size(); ++i) {
      double size = 0;
      monitor.scale(certificate.run.times[i], certificate.run.state(i), {&size, 1});
      largest = std::max(largest, size);
    }
  return largest;
}

inline CaseFate fate_of(const CalibrationCase& one, const Certificate& certificate) {
  const Recording truth = true_motion(one, certificate.times);
  CaseFate fate;
  for (const ChannelTrust& trust : certificate.channels) {
    ChannelFate channel{.name = trust.name};
    double largest =
        4 * std::numeric_limits<double>::epsilon() * std::max(trust.size, size_of_parts(one, certificate, trust.name));
    const std::vector<double> errors = true_errors(certificate.run, truth, *one.system.find_channel(trust.name));
    for (std::size_t i = 0; i < errors.size(); ++i) {
      if (errors[i] > 0) channel.outside = std::max(channel.outside, errors[i] / trust.band[i]);
      largest = std::max(largest, errors[i]);
    }
    if (largest > 0) channel.width = trust.band.back() / largest;
    fate.outside = std::max(fate.outside, channel.outside);
    fate.width = std::max(fate.width, channel.width);
    fate.channels.push_back(channel);
  }
  return fate;
}

}  // namespace polhode
