#pragma once
// The spins that are looked at: evenly by their logarithm, from a thousandth to a thousand times what gravity makes.

#include <cmath>

#include <polhode/dynamics/rolling/rolling_body.hpp>
#include <polhode/dynamics/rolling/surface.hpp>
#include <polhode/math/elementary.hpp>

namespace polhode {

inline constexpr int spin_cells = 600;
inline constexpr double widest_spin = 1000;

/// √(g/size).
inline double natural_rate_of(const RollingBody& body) { return std::sqrt(body.gravity.norm() / girth(body.surface)); }

/// The k-th of spin_cells + 1.
inline double spin_at(double rate, int k) {
  return rate / widest_spin * fn::exp(2 * fn::log(widest_spin) * k / spin_cells);
}

}  // namespace polhode
