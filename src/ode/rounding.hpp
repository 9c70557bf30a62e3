#pragma once
// What solvers mean by rounding.

#include <limits>

namespace polhode::ode {

inline constexpr double eps = std::numeric_limits<double>::epsilon();
inline constexpr double root_of_eps = 0x1p-26;
/// In ulps: where increments that no longer shrink may be called rounding.
inline constexpr double rounding_at_most = 1e6;

inline int sign_of(double value) { return (value > 0) - (value < 0); }

}  // namespace polhode::ode
