#include <algorithm>
#include <cmath>
#include <limits>

#include <polhode/math/elementary.hpp>
#include <polhode/ode/stationary.hpp>

#include "ode/path_element.hpp"

namespace polhode::ode {

double PathClock::t(double s) const {
  const double span = t1 - t0, rest = 1 - s;
  if (is_even()) return s < 0.5 ? t0 + span * s : t1 - span * rest;
  if (end_power == 1) return t0 + span * fn::pow(s, start_power);
  if (start_power == 1) return t1 - span * fn::pow(rest, end_power);
  const double up = fn::pow(s, start_power), down = fn::pow(rest, end_power);
  return s < 0.5 ? t0 + span * (up / (up + down)) : t1 - span * (down / (up + down));
}

double PathClock::rate(double s) const {
  const double span = t1 - t0, rest = 1 - s;
  if (is_even()) return span;
  if (end_power == 1) return span * (start_power * fn::pow(s, start_power - 1));
  if (start_power == 1) return span * (end_power * fn::pow(rest, end_power - 1));
  const double up = fn::pow(s, start_power), down = fn::pow(rest, end_power), both = up + down;
  return span * ((start_power * fn::pow(s, start_power - 1) * down + end_power * fn::pow(rest, end_power - 1) * up) /
                 (both * both));
}

double PathClock::s(double time) const {
  const double span = t1 - t0;
  if (is_even()) return (time - t0) / span;
  double low = 0, high = 1;
  for (int round = 0; round < 90; ++round) {  // by halves, down to what a double has near 0
    const double middle = 0.5 * (low + high);
    (t(middle) < time ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

void PathCurve::in_piece(std::size_t piece, double xi, VecOut z, VecOut slope) const {
  const PathElement& element = PathElement::of(degree);
  std::vector<double> value(element.count()), rise(element.count());
  element.at(xi, value.data(), rise.data());
  const double* own = node(piece, 0);
  for (std::size_t a = 0; a < n; ++a) {
    double sum = 0, up = 0;
    for (std::size_t i = 1; i < element.count(); ++i) {
      sum += value[i] * (own[i * n + a] - own[a]);
      up += rise[i] * (own[i * n + a] - own[a]);
    }
    z[a] = own[a] + sum;
    slope[a] = up;
  }
}

void PathCurve::at(double t, VecOut q, VecOut v) const {
  const double s = std::clamp(clock.s(t), 0.0, 1.0);
  const auto above = std::upper_bound(breaks.begin() + 1, breaks.end() - 1, s);
  const auto piece = static_cast<std::size_t>(above - breaks.begin()) - 1;
  const double half = 0.5 * (breaks[piece + 1] - breaks[piece]);
  in_piece(piece, (s - breaks[piece]) / half - 1, q, v);
  // Where the clock stands still, a path that moves at all is steep beyond all numbers.
  const double rate = clock.rate(s);
  for (std::size_t a = 0; a < n; ++a) v[a] = rate > 0 ? v[a] / (half * rate) : std::numeric_limits<double>::quiet_NaN();
  for (std::size_t a = 0; a < maps.size(); ++a) {
    if (maps[a].power == 1) continue;
    v[a] *= maps[a].sign * maps[a].power * fn::pow(q[a], maps[a].power - 1);
    q[a] = maps[a].from + maps[a].sign * fn::pow(q[a], maps[a].power);
  }
}

}  // namespace polhode::ode
