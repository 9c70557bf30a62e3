#pragma once
// The period of a torque-free body in closed form.

#include <cmath>
#include <utility>

#include <polhode/math/vector.hpp>

namespace polhode {

/// ∫₀^{π/2} dφ/√(1 − m sin²φ) by the arithmetic–geometric mean, from m₁ = 1 − m, which must not be formed by
/// subtraction.
inline double complete_elliptic_k(double m1) {
  double a = 1, b = std::sqrt(m1);
  for (int i = 0; i < 8; ++i) {
    const double mean = 0.5 * (a + b);
    b = std::sqrt(a * b);
    a = mean;
  }
  return pi / (2 * a);
}

/// Seconds between two flips of a torque-free body with moments I₁ < I₂ < I₃: 2K(m)/ν (Landau–Lifshitz §37), half a
/// period of its body rates. With S = L² − 2EI₂ formed term by term,
/// m₁ = 1 − m = (I₃ − I₁) S / ((I₃ − I₂)(L² − 2EI₁)).
inline double flip_interval(Vec3 I, Vec3 w) {
  double S = I[2] * (I[2] - I[1]) * w[2] * w[2] - I[0] * (I[1] - I[0]) * w[0] * w[0];
  if (S < 0) {  // the motion encircles the other axis: exchange 1 and 3
    std::swap(I[0], I[2]);
    std::swap(w[0], w[2]);
    S = -S;
  }
  const double d21 = std::abs(I[1] - I[0]), d31 = std::abs(I[2] - I[0]), d32 = std::abs(I[2] - I[1]);
  const double B = I[1] * d21 * w[1] * w[1] + I[2] * d31 * w[2] * w[2];
  return 2 * complete_elliptic_k(d31 * S / (d32 * B)) / std::sqrt(d32 * B / (I[0] * I[1] * I[2]));
}

}  // namespace polhode
