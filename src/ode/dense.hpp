#pragma once
// The continuation of a step between its ends, in the chart at its start.

#include <cstddef>
#include <span>

#include <polhode/ode/solution.hpp>

namespace polhode::ode {

/// u(θ) = θ (c₁ + (1−θ) (c₂ + θ (c₃ + (1−θ) (c₄ + …))))                docs/theory/runge-kutta.md (6)
/// from nv numbers for c₁, then for c₂ and so on; u(1) = c₁ exactly.
inline void continue_chart(std::span<const double> coefficients, std::size_t nv, double theta, std::span<double> u) {
  const std::size_t terms = coefficients.size() / nv;
  for (std::size_t i = 0; i < nv; ++i) {
    double value = 0;
    for (std::size_t k = terms; k-- > 0;) value = (k % 2 == 0 ? theta : 1 - theta) * (coefficients[k * nv + i] + value);
    u[i] = value;
  }
}

/// The state at t inside a step that was kept; u is scratch of nv numbers.
inline void evaluate_segment(const StateSpace& space, const Segment& segment, double t, VecOut u, VecOut x) {
  continue_chart(segment.coefficients, u.size(), (t - segment.t0) / segment.h, u);
  space.retract<double>(segment.x0, u, x);
}

}  // namespace polhode::ode
