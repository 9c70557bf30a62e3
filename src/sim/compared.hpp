#pragma once
// Two motions side by side: how far apart their channels are.

#include <polhode/sim/simulate.hpp>

#include "sim/jumps.hpp"

namespace polhode {

/// On the differences of two checks, for what they may have in common.
inline constexpr double safety = 1.5;

/// A motion at the times that are judged, and when it jumped.
struct Sampled {
  Recording motion;
  Jumps jumps;
};

/// A recording's samples at those times alone.
Recording thinned(const Recording& recording, std::span<const double> times);

/// Values of a channel along a motion.
using Series = std::vector<double>;

double distance(const double* a, const double* b, std::size_t n);
/// The same of two values of a channel; a quaternion and its negative are one attitude.
double difference(const Channel& channel, const double* a, const double* b);

/// The distance of a channel between two motions at every sample; between the two times of one jump, as before it.
Series distances(const Channel& channel, const Sampled& a, const Sampled& b, std::size_t count);
/// The same of its values in both.
Series distances(const Channel& channel, const Sampled& a, const Series& of_a, const Sampled& b, const Series& of_b,
                 std::size_t count);

/// The largest so far, at every sample.
Series growing(Series values);

}  // namespace polhode
