#pragma once
// Mass, centre of mass and central inertia: all that a rigid body is to mechanics.

#include <span>
#include <string>

#include <polhode/base/result.hpp>
#include <polhode/math/pose.hpp>

namespace polhode {

/// Eigen-decomposition I = A diag(moments) Aᵀ, moments ascending, A a proper rotation (columns = principal axes in B).
/// The first two axes point to the side where their largest component is positive, the third completes the rotation.
struct PrincipalAxes {
  Vec3 moments;
  Mat3 axes;
};

/// Jacobi's iteration on the symmetric part of `inertia`, in a fixed order: the same bits everywhere, exact for a
/// diagonal tensor.
///
/// Source   [Golub, Van Loan 2013] section 8.5, cyclic by rows.
/// Proof    tests/unit/mass/principal_axes_test.cpp
PrincipalAxes principal_axes(const Mat3& inertia);

/// Mass properties of a body B whose frame has its origin at Bo.
///
///   com       p_BoBcm_B [m]
///   inertia   I_BBcm_B [kg m²], about the centre of mass, body axes; off-diagonal entries are minus the products of
///             inertia (I_xy = −∫xy dm)
class MassProperties {
 public:
  /// Refuses the impossible: mass ≤ 0, an inertia that is not symmetric, not positive semidefinite or breaks the
  /// triangle inequality beyond rounding. The finding's hint proposes the nearest physical tensor. `path` names the
  /// body in the findings, which add `.mass`, `.com` or `.inertia`.
  ///
  /// What breaks the triangle inequality by less than 1e-6 of the largest moment is a thin body written with seven
  /// digits: accepted as given, with a warning. Off-diagonal pairs may differ by 1e-9 of it and are averaged.
  static Result<MassProperties> checked(double mass, const Vec3& com, const Mat3& inertia,
                                        const std::string& path = {});
  /// For callers that computed the figures themselves: the same check, but failure is a UsageError.
  MassProperties(double mass, const Vec3& com, const Mat3& inertia);

  double mass() const { return mass_; }
  const Vec3& com() const { return com_; }
  const Mat3& inertia() const { return inertia_; }

  /// The same matter placed by X_PB: mass properties in frame P.
  MassProperties placed(const Pose& X_PB) const;
  /// Both parts as one body (same frame).
  friend MassProperties operator+(const MassProperties& a, const MassProperties& b);
  /// This body with a part taken out (a hole); UsageError if nothing possible remains.
  MassProperties without(const MassProperties& part) const;
  /// The same as data: findings instead of a UsageError, for a scene file's holes.
  Result<MassProperties> checked_without(const MassProperties& part, const std::string& path = {}) const;
  /// The same shape and distribution with another total mass (> 0).
  MassProperties with_mass(double mass) const;
  /// Parallel axes: the inertia about a point p_BoQ_B, body axes.
  Mat3 inertia_about(const Vec3& p_BoQ_B) const;
  PrincipalAxes principal() const;

 private:
  struct Trusted {};
  MassProperties(Trusted, double mass, const Vec3& com, const Mat3& inertia)
      : mass_(mass), com_(com), inertia_(inertia) {}
  double mass_;
  Vec3 com_;
  Mat3 inertia_;
};

/// The positive semidefinite tensor with the triangle inequality that is nearest to `inertia` in the Frobenius norm.
///
///   I = tr(S) 1 − S with S = ∫ x xᵀ dm, so a tensor is possible exactly if S ⪰ 0        theory/mass.md (4)
///
/// The set is convex and does not depend on the axes, so the nearest tensor shares the principal axes of the given one
/// and has the nearest possible moments.
/// Proof    tests/unit/mass/principal_axes_test.cpp (no random possible tensor is nearer)
Mat3 nearest_physical_inertia(const Mat3& inertia);

/// |r|² 1 − r rᵀ: the inertia about the origin of a unit mass at r.
Mat3 point_inertia(const Vec3& r);

/// A particle of a body, at p_BoQ_B.
struct PointMass {
  double mass = 0;
  Vec3 position = Vec3::Zero();
};

/// Particles held together as one body. Every mass must be positive.
Result<MassProperties> point_masses(std::span<const PointMass> particles, const std::string& path = {});

}  // namespace polhode
