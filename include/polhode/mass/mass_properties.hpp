#pragma once
// Mass, centre of mass and central inertia: all that a rigid body is to mechanics.

#include <polhode/base/result.hpp>
#include <polhode/math/pose.hpp>

namespace polhode {

/// Eigen-decomposition I = A diag(moments) Aᵀ, moments ascending, A a proper rotation (columns = principal axes in B).
struct PrincipalAxes {
  Vec3 moments;
  Mat3 axes;
};

/// Mass properties of a body B whose frame has its origin at Bo.
///
///   com       p_BoBcm_B [m]
///   inertia   I_BBcm_B [kg m²], about the centre of mass, body axes; off-diagonal entries are minus the products of
///             inertia (I_xy = −∫xy dm)
class MassProperties {
 public:
  /// Refuses the impossible: mass ≤ 0, an inertia that is not symmetric, not positive semidefinite or breaks the
  /// triangle inequality beyond rounding. The finding's hint proposes the nearest physical tensor. `path` goes into the
  /// findings.
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
Mat3 nearest_physical_inertia(const Mat3& inertia);

}  // namespace polhode
