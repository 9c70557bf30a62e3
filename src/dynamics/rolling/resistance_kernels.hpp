#pragma once
// What takes energy from a body on its ground: couples of rolling, forces of sliding.

#include <polhode/dynamics/rolling/rolling_body.hpp>

#include "dynamics/rolling/ground_kernels.hpp"

namespace polhode::rolling {

/// How a body of revolution stands and turns: e₃ its axis, n the normal, ω its angular velocity, in any common axes.
///
///   e₂ = (n − cos θ e₃)/sin θ,   h = cos θ e₂ − sin θ e₃,   p = ω·e₂,   φ̇ = p/sin θ,   ψ̇ = −ω·h/sin θ
template <class S>
struct Precession {
  Vector3<S> e2, h;
  S sine, cosine, p, phi_rate, psi_rate;

  Precession(const Vector3<S>& n, const Vector3<S>& e3, const Vector3<S>& w) {
    const Vector3<S> node = cross(e3, n);
    sine = fn::sqrt(dot(node, node));
    cosine = dot(e3, n);
    e2 = scaled(1.0 / sine, Vector3<S>(n - scaled(cosine, e3)));
    h = scaled(cosine, e2) - scaled(sine, e3);
    p = dot(w, e2);
    phi_rate = p / sine;
    psi_rate = -dot(w, h) / sine;
  }
};

/// Where ψ̇ comes to rest a constant torque fades over this [rad/s]: a jump there would never let a run end.
inline constexpr double fading_rate = 1;
/// The same for p under what would have a power of its own at rest, as a part of p in slow steady precession: less
/// would be a couple that holds p at rest at a rate no step can follow, more would be felt in the precession.
inline constexpr double fading_p = 0.1;
/// And at least so much [rad/s], where nothing presses the body down.
inline constexpr double least_fading_p = 1e-6;
/// And for φ̇ under what goes by its root, which has no derivative at rest.
inline constexpr double fading_phi = 1e-6;

/// A law of power P at a rate χ = ω·∇χ is the couple −(P/χ) ∇χ, so that its power is −P whatever ω.
/// docs/theory/rolling.md, "What takes the energy"
template <class S>
Vector3<S> couple(const dissipation::RollingTorque& law, const Precession<S>& at, const Vector3<S>&, double) {
  return scaled(law.moment * fn::tanh(at.psi_rate / fading_rate) / at.sine, at.h);
}
template <class S>
Vector3<S> couple(const dissipation::RollingDrag& law, const Precession<S>& at, const Vector3<S>&, double) {
  return scaled(law.coefficient * at.psi_rate / at.sine, at.h);
}
template <class S>
Vector3<S> couple(const dissipation::Viscous& law, const Precession<S>&, const Vector3<S>& w, double) {
  return scaled(S(-law.coefficient), w);
}
/// −P/p e₂, and where p is nearly at rest, within f, a couple that is proportional to it:
///
///   −P p/(p² + f² exp(−p²/f²)) e₂,   f² = fading_p² · 4 g sin θ/R                            theory/rolling.md (31a)
template <class S>
Vector3<S> couple(const dissipation::AirFilm& law, const Precession<S>& at, const Vector3<S>&, double g) {
  const S tilt = fn::atan2(at.sine, abs(at.cosine));
  const S power = (pi * law.viscosity * g * law.radius * law.radius) / (tilt * tilt);
  const S slow = (fading_p * fading_p * 4 * std::fabs(g) / law.radius) * at.sine + least_fading_p * least_fading_p;
  const S p2 = at.p * at.p;
  return scaled(-power * at.p / (p2 + slow * fn::exp(S(-p2 / slow))), at.e2);
}
template <class S>
Vector3<S> couple(const dissipation::BoundaryLayer& law, const Precession<S>& at, const Vector3<S>&, double) {
  const double R2 = law.radius * law.radius;
  const S fast = fn::sqrt(at.phi_rate * at.phi_rate + fading_phi * fading_phi);
  const S by_rate = (law.factor * law.viscosity * R2 * R2 / std::sqrt(law.kinematic)) * fn::sqrt(fast) * at.phi_rate;
  return scaled(-by_rate / at.sine, at.e2);
}

/// The couple of whatever law, for the equations in space; the other two forms write it for themselves. g is the weight
/// of a unit mass across the ground.
template <class S>
Vector3<S> couple(const std::optional<Dissipation>& law, const Vector3<S>& n, const Vector3<S>& e3, const Vector3<S>& w,
                  double g) {
  if (!law) return {S(0.0), S(0.0), S(0.0)};
  const Precession<S> at(n, e3, w);
  return std::visit([&](const auto& one) { return couple(one, at, w, g); }, *law);
}

/// Slip and rim speed of a patch below which its friction fades [m/s]: a patch holds nothing, and creeps by this part
/// of the friction that is asked of it. Less would be slower steps to the same end.
inline constexpr double patch_floor = 1e-6;

/// Friction of a patch of radius ε under Hertz's pressure, slip v and spin y = ε|ω_n| together: T/(μ f_n v), so that
/// the force is −(T/v) u, and M/(μ f_n ε).
///
///   T = μ f_n g'(s),   M = μ f_n ε (g − s g'),   s = v/y                                   theory/rolling.md (12)
///
/// Proof    tests/truth/sliding_test.cpp, against quadrature over the patch
template <class S>
struct PatchFriction {
  S force_by_slip, moment;

  PatchFriction(const S& v, const S& y) {
    const S s = v / y, s2 = s * s;
    if (s <= S(1.0)) {
      force_by_slip = (3 * pi / 8) * (1.0 - 0.25 * s2) / y;
      moment = (3 * pi / 16) * ((1.0 - s2) + 0.375 * s2 * s2);
    } else if (s <= S(20.0)) {
      const S arc = fn::asin(1.0 / s), w = fn::sqrt(s2 - 1.0);
      const S slope = 0.75 / s * ((s2 - 0.25 * s2 * s2) * arc + 0.75 * w + 0.25 * w * w * w);
      const S g = 0.75 * (0.5 + 0.5 * s2 - s2 * s2 / 16.0) * arc + (21.0 / 32 + 3.0 / 64 * s2) * w;
      force_by_slip = slope / v;
      moment = g - s * slope;
    } else {
      const S r2 = 1.0 / s2;
      force_by_slip = (1.0 - r2 * (0.1 + r2 * (3.0 / 280 + r2 / 336.0))) / v;
      moment = 0.2 / s * (1.0 + r2 * (1.0 / 14 + r2 / 56.0));
    }
  }
};

/// Friction that is proportional to the load, of a unit of it: the force −by_slip u and the couple `drill` n.
template <class S>
struct FrictionOfLoad {
  S by_slip, drill;
};

/// Of a slip u along the ground and a spin over it; nothing of laws that do not go by the load, and of a point under
/// Coulomb's friction, whose direction is not that of u alone.
template <class S>
FrictionOfLoad<S> friction_of_load(const Friction& law, const Vector3<S>& u, const S& spin) {
  if (const auto* by_load = std::get_if<friction::LoadViscous>(&law)) return {S(by_load->coefficient), S(0.0)};
  const auto* coulomb = std::get_if<friction::Coulomb>(&law);
  if (coulomb == nullptr || coulomb->patch == 0) return {S(0.0), S(0.0)};
  const S rim = coulomb->patch * spin, floor = S(patch_floor);
  const S y = fn::sqrt(rim * rim + floor * floor);
  const PatchFriction<S> patch(fn::sqrt(dot(u, u) + floor * floor), y);
  return {coulomb->sliding * patch.force_by_slip, -coulomb->sliding * coulomb->patch * patch.moment * (rim / y)};
}

}  // namespace polhode::rolling
