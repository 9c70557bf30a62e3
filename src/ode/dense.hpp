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

/// The coefficients of that form, in place, from those of θ, θ², θ³ …: one division by θ or 1 − θ after the other.
inline void nest_powers(std::span<double> p) {
  for (std::size_t k = 0; k + 1 < p.size(); ++k) {
    if (k % 2 == 1) continue;  // c is the value at θ = 0, and what follows is already divided by θ
    // p(θ) = p(1) − (1 − θ) Σ s_j θ^j, s_j the sum of the coefficients behind the j-th.
    double behind = 0;
    for (std::size_t j = p.size(); j-- > k + 1;) {
      const double own = p[j];
      behind += own;
      p[j] = -behind;
    }
    p[k] -= p[k + 1];
  }
}

/// The state at t inside a step that was kept; u is scratch of nv numbers.
inline void evaluate_segment(const StateSpace& space, const Segment& segment, double t, VecOut u, VecOut x) {
  continue_chart(segment.coefficients, u.size(), (t - segment.t0) / segment.h, u);
  space.retract<double>(segment.x0, u, x);
}

}  // namespace polhode::ode
