#pragma once
// The motion of a body that nothing turns, in closed form.

#include <polhode/mass/mass_properties.hpp>
#include <polhode/math/rotation.hpp>

namespace polhode {

/// Torque-free motion of any body, for any time, by Jacobi's elliptic functions.
///
///   Ω(t) = (a₁ cn, ± a₂ sn, ± a₃ dn)(u₀ + νt | m),   φ(t) = C₀ (t + C₁/ν [J(u) − J(u₀)])     docs/theory/free-body.md
///
/// in axes sorted so that the polhode encircles the third. Ω stands for w_WB in principal axes, φ for the precession
/// about the angular momentum. Spheres, symmetric bodies, steady rotation and the separatrix are cases of it.
///
/// Source   [Landau 1976] § 37; the integral of the third kind in the form of [Carlson 1995].
/// Proof    tests/truth/exact_motion_test.cpp
class ExactMotion {
 public:
  explicit ExactMotion(const PrincipalAxes& principal);

  /// What a time of free motion does to a body: R_WB becomes R_WB exp(turn), w_WB_B becomes w_WB_B + change. exp(turn)
  /// as a quaternion depends smoothly on the time, its sign included.
  struct Increment {
    Vec3 turn_B = Vec3::Zero();
    Vec3 change_B = Vec3::Zero();
  };
  /// From w_WB_B over the time t, of either sign. A short time (less than about a tenth of a period) takes the addition
  /// theorems: errors are then small beside the increments themselves, not only beside what they are added to.
  Increment increment(const Vec3& w_B, double t) const;

  /// The time between two changes of sign of the angular velocity about the middle axis, 2 K(m)/ν: of a body set
  /// spinning about that axis, between two flips. Infinite where the sign never changes again: on the separatrix, in
  /// steady rotation, and of a body that has no middle axis.
  ///
  /// Source   [Landau 1976] § 37 (37.12).
  /// Proof    tests/truth/exact_solver_test.cpp
  double flip_interval(const Vec3& w_B) const;
  /// √(2T/I₁), I₁ the smallest moment: what |w_WB| never exceeds [rad/s].
  double fastest(const Vec3& w_B) const;

 private:
  PrincipalAxes principal_;
  bool turned_;  ///< the principal axes are not the body's own
};

}  // namespace polhode
