#pragma once
// What mechanics asks about bodies in motion: about any point, of one body or of several together.

#include <span>

#include <polhode/dynamics/free_body/free_body.hpp>
#include <polhode/math/screw.hpp>

/// Of bodies by their numbers, read off the state x of a FreeBodies; world axes. Several are read as what they are
/// together: their common centre of mass, the sum of their momenta.
///
/// Source   [Goldstein 2002] ch. 1.2 and 5.
/// Proof    tests/law/readout_law_test.cpp, tests/truth/readout_test.cpp
namespace polhode::reading {

using Which = std::span<const int>;

struct PointMotion {
  Vec3 p_WQ = Vec3::Zero();  ///< [m]
  Vec3 v_WQ = Vec3::Zero();  ///< [m/s]
};

/// The common centre of mass:  p = Σ m p_i / M,   v = Σ m v_i / M,   a = Σ F_i / M.
PointMotion centre(const FreeBodies& bodies, Which which, VecIn x);
Vec3 centre_acceleration(const FreeBodies& bodies, Which which, double t, VecIn x);

/// A point that is fixed in a body, p_BoQ_B from its origin; r is the way to it from the centre of mass.
///
///   v = v_c + ω × r,   a = F/m + ω̇ × r + ω × (ω × r)                                   docs/theory/readouts.md (1)
PointMotion point(const FreeBodies& bodies, int body, const Vec3& p_BoQ_B, VecIn x);
Vec3 point_acceleration(const FreeBodies& bodies, int body, const Vec3& p_BoQ_B, double t, VecIn x);

/// König's split of the kinetic energy.
///
///   T = ½ M |V|² + Σ (½ m |v − V|² + ½ ω·I ω)                                            docs/theory/readouts.md (2)
struct KineticEnergy {
  double of_centre = 0;     ///< of the whole mass at the common centre [J]
  double about_centre = 0;  ///< of the motion relative to it [J]
};
KineticEnergy kinetic_energy(const FreeBodies& bodies, Which which, VecIn x);

/// L_A = Σ ((p − p_A) × m v + R (Iω + h)), with the velocities that the world sees, whether A moves or not.
///                                                                                       docs/theory/readouts.md (3)
Vec3 angular_momentum(const FreeBodies& bodies, Which which, const Vec3& p_WA, double t, VecIn x);
/// The moment of all that acts, pivots included: τ_A = Σ ((p − p_A) × F + τ).             docs/theory/readouts.md (3)
Vec3 torque(const FreeBodies& bodies, Which which, const Vec3& p_WA, double t, VecIn x);
/// Steiner: I_A = Σ (R I Rᵀ + m (|d|² − d dᵀ)), d = p − p_A.                              docs/theory/readouts.md (5)
Mat3 moment_of_inertia(const FreeBodies& bodies, Which which, const Vec3& p_WA, VecIn x);

/// The area that the line from A to Q sweeps in a second: ½ (p_Q − p_A) × (v_Q − v_A).    docs/theory/readouts.md (6)
Vec3 areal_velocity(const PointMotion& Q, const PointMotion& A);

/// The axis about which a body turns and along which it slides at this instant; its point is the one nearest to the
/// centre of mass, from the world's origin.                                               docs/theory/readouts.md (7)
Screw instantaneous_axis(const FreeBodies& bodies, int body, VecIn x);

}  // namespace polhode::reading
