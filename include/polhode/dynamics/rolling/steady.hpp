#pragma once
// Bodies of revolution on a level plane: where they touch at a tilt, and how they go round with it.

#include <optional>
#include <string>
#include <vector>

#include <polhode/dynamics/rolling/rolling_body.hpp>

namespace polhode {

/// Why a body is none of revolution about its z axis, as a sentence; empty if it is: its surface, its inertia, and both
/// centres on the axis.
std::string not_of_revolution(const RollingBody& body);
/// Why its ground is no level plane at rest, as a sentence; empty if it is one.
std::string not_on_level_plane(const RollingBody& body);

/// The contact of a body of revolution whose axis e₃ is tilted by θ to the normal, from its centre of mass: −ρ along
/// e₂, the level direction's normal on the low side of e₃, and −ζ along e₃. N = (0, sin θ, cos θ), Γ = (0, −ρ, −ζ).
struct Meridian {
  double sin = 0, cos = 1;               ///< of θ
  double rho = 0, zeta = 0;              ///< [m]
  double rho_slope = 0, zeta_slope = 0;  ///< by θ

  double height() const { return rho * sin + zeta * cos; }        ///< h, of the centre of mass
  double height_slope() const { return rho * cos - zeta * sin; }  ///< h′ by θ: the contact runs over a smooth profile
};
Meridian meridian_at(const RollingBody& body, double tilt);
/// The same by sine and cosine, whose squares add up to 1: exact however near to upright.
Meridian meridian_at(const RollingBody& body, double sin, double cos);

/// θ, φ̇ and Ω₃ that stay as they are.
struct SteadyMotion {
  double tilt = 0, precession = 0, spin = 0;
};

/// The rates φ̇ at which a body goes round with a tilt and a spin Ω₃ = s: none, one or two, the smaller in size first.
///
///   (I₁ cos θ + mζh) sin θ φ̇² − (I₃ sin θ + mρh) s φ̇ = m g h′                               theory/rolling.md (15)
///
/// Proof    tests/truth/steady_start_test.cpp
std::vector<double> steady_precessions(const RollingBody& body, double tilt, double spin);

/// The spin of a tilt and a precession; 0 where every one will do, nothing where none does.
std::optional<double> steady_spin(const RollingBody& body, double tilt, double precession);

/// The motion with its centre of mass at rest, of φ̇ > 0, if there is one.
///
///   s = ζ φ̇ sin θ / ρ,   φ̇² sin θ (I₁ cos θ − I₃ sin θ ζ/ρ) = m g h′
std::optional<SteadyMotion> steady_at_rest(const RollingBody& body, double tilt);

/// ½ I ω² + ½ m v² + m g h.
double steady_energy(const RollingBody& body, const SteadyMotion& motion);

}  // namespace polhode
