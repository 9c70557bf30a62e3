#pragma once
// Where steps of fixed size end.

#include <cmath>
#include <cstdint>

namespace polhode::ode {

/// The end of the `count`-th step of size h from `base` on, which is `goal` if that is no further. Multiplied, not
/// summed, so that the ends do not creep.
inline double fixed_step_end(double base, std::int64_t count, double h, double goal) {
  constexpr double remainder = 1e-9;  // of a step: what is so small is rounding
  const double next = base + static_cast<double>(count) * h;
  const double left = h < 0 ? next - goal : goal - next;
  return left <= remainder * std::fabs(h) ? goal : next;
}

}  // namespace polhode::ode
