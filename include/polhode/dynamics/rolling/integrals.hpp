#pragma once
// What a rolling body of revolution keeps besides its energy.

#include <array>
#include <memory>
#include <string>

#include <polhode/dynamics/rolling/rolling.hpp>

namespace polhode {

/// The two first integrals, linear in the angular velocity, of a body of revolution that rolls on a level plane without
/// loss: the precession φ̇ and the spin Ω₃ that it would have if it came to stand on its edge, θ = π/2. Thick disks have
/// a pair for either rim.
///
///   V = I₃ [(I₃ + mρ²) s sin θ − mζk] / D,   T = mρ [I₁k + ζI₃ s sin θ] / D,   D = I₁I₃ + I₁mρ² + I₃mζ²
///   du/dx = V sin θ,   ds/dx = T,   k = (ζ′ + ρ) u − ρ′ s sin θ,   x = log tan(θ/2)             theory/rolling.md (17)
///
/// Letters  u = φ̇ sin²θ, s = Ω₃; ρ, ζ of Meridian; the equation is linear, so that (u, s) at θ and at π/2 are a matrix
///          apart. It is solved once, by Gauss collocation on short panels of x, and read off its polynomials.
/// Source   docs/theory/rolling.md
/// Proof    tests/law/rolling_integrals_test.cpp
class LinearIntegrals {
 public:
  /// Why a body has none, as a sentence; empty if it has.
  static std::string misfit(const RollingBody& body);
  /// UsageError if misfit() has something to say.
  explicit LinearIntegrals(const RollingBody& body);

  /// φ̇ and Ω₃ on the edge [rad/s].
  std::array<double, 2> at(const RollingState& state) const;
  /// The size of the parts whose sums they are.
  double scale(const RollingState& state) const;

 private:
  struct Table;
  std::shared_ptr<const Table> table_;
  Vec3 normal_;
};

}  // namespace polhode
