#pragma once
// What takes energy from a body on its ground: couples of rolling, forces of sliding.

#include <polhode/dynamics/rolling/rolling_body.hpp>

#include "dynamics/rolling/ground_kernels.hpp"
#include "dynamics/rolling/surface_kernels.hpp"

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

/// Where the contact comes to rest on the body a constant torque fades over this [rad/s]: a jump there would never let
/// a run end.
inline constexpr double fading_rate = 1;
/// The power of an air film is that of a disk that goes round as steady motions do. It fades over this part of their
/// rate, and above its fourfold is the law's to the last bit.
inline constexpr double fading_part = 0.1;
/// And for φ̇ under what goes by its root, which has no derivative at rest.
inline constexpr double fading_phi = 1e-6;

/// tanh(√y)/√y.
template <class S>
S tanh_ratio(const S& y) {
  if (y < S(1e-3)) return 1.0 - y * (1.0 / 3 - y * (2.0 / 15 - y * (17.0 / 315 - y * (62.0 / 2835))));
  const S x = fn::sqrt(y);
  return fn::tanh(x) / x;
}

/// Whether a law of rolling goes by the track of the contact over the body. That of a sharp rim is known, ψ̇.
bool goes_by_track(const RollingBody& body);

/// The couple of a law of rolling on a body that has no sharp rim, in body axes. What counts is how fast the contact
/// runs over the body, c = Γ̇/R: it is linear in Ω, and stays finite where the axis is upright and ψ̇ does not.
///
///   τ = −(P/|c|²) (∇c)ᵀ c,   (∇c)ᵀ c = (DΓ c × N)/R                                        theory/rolling.md (27a)
///
/// Letters  Gamma_rate DΓ(N) (N×Ω), R girth of the surface.
/// Proof    tests/truth/track_loss_test.cpp, tests/law/rolling_law_test.cpp
template <class S>
[[gnu::noinline]] Vector3<S> track_couple(const Dissipation& law, const Surface& surface, double R, const Vector3<S>& N,
                                          const Vector3<S>& Gamma_rate, double side) {
  const Vector3<S> c = scaled(S(1 / R), Gamma_rate);
  const Vector3<S> gradient = scaled(S(1 / R), cross(touch(surface, N, c, side).slope, N));
  if (const auto* drag = std::get_if<dissipation::RollingDrag>(&law)) return scaled(S(-drag->coefficient), gradient);
  const double slope = std::get<dissipation::RollingTorque>(law).moment / fading_rate;
  return scaled(-slope * tanh_ratio(S(dot(c, c) / (fading_rate * fading_rate))), gradient);
}

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
template <class S>
Vector3<S> couple(const dissipation::AirFilm& law, const Precession<S>& at, const Vector3<S>&, double g) {
  if (g == 0) return {S(0.0), S(0.0), S(0.0)};
  const S tilt = fn::atan2(at.sine, abs(at.cosine));
  const S power = (pi * law.viscosity * std::fabs(g) * law.radius * law.radius) / (tilt * tilt);
  // (φ̇/φ̇₀)² with φ̇₀ the faded part of the steady rate, 2 √(g/(R sin α)).
  const S slow = law.radius * at.sine / (4 * fading_part * fading_part * std::fabs(g));
  const S fast = slow * at.phi_rate * at.phi_rate;
  return scaled(-power * slow * tanh_ratio(S(fast * fast)) * at.phi_rate / at.sine, at.e2);
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
