#pragma once
// Motion and force of a rigid body as six-vectors, angular part first. They are different kinds of things: a twist is
// never added to a wrench, and the only number the two make together is a power.

#include <polhode/math/pose.hpp>

namespace polhode {

/// V: the velocities of a rigid body, expressed in one frame. `linear` is the velocity of the point of the body (or of
/// its extension) that lies at the reference point, the origin of that frame unless a name says otherwise.
struct Twist {
  Vec3 angular = Vec3::Zero();  ///< ω [rad/s]
  Vec3 linear = Vec3::Zero();   ///< v [m/s]

  /// The velocity of the point of the body at `p`, from the reference point, same axes: v + ω × p.
  Vec3 velocity_at(const Vec3& p) const { return linear + cross_matrix(angular) * p; }
  /// The same motion referred to the point `p`, same axes.
  Twist about(const Vec3& p) const { return {angular, velocity_at(p)}; }

  friend Twist operator+(const Twist& a, const Twist& b) { return {a.angular + b.angular, a.linear + b.linear}; }
  friend Twist operator-(const Twist& a, const Twist& b) { return {a.angular - b.angular, a.linear - b.linear}; }
  friend Twist operator-(const Twist& a) { return {-a.angular, -a.linear}; }
  friend Twist operator*(double s, const Twist& a) { return {s * a.angular, s * a.linear}; }
};

/// F: a system of forces on a rigid body, expressed in one frame: its moment about the reference point and its sum.
struct Wrench {
  Vec3 moment = Vec3::Zero();  ///< n [N m]
  Vec3 force = Vec3::Zero();   ///< f [N]

  /// A force that acts at `p`, from the reference point.
  static Wrench force_at(const Vec3& p, const Vec3& f) { return {cross_matrix(p) * f, f}; }
  /// The same forces with their moment about the point `p`, same axes: n − p × f.
  Wrench about(const Vec3& p) const { return {moment - cross_matrix(p) * force, force}; }

  friend Wrench operator+(const Wrench& a, const Wrench& b) { return {a.moment + b.moment, a.force + b.force}; }
  friend Wrench operator-(const Wrench& a, const Wrench& b) { return {a.moment - b.moment, a.force - b.force}; }
  friend Wrench operator-(const Wrench& a) { return {-a.moment, -a.force}; }
  friend Wrench operator*(double s, const Wrench& a) { return {s * a.moment, s * a.force}; }
};

/// P = ω · n + v · f [W], for a twist and a wrench about the same point in the same axes. Its value is the same for
/// every such point and for all axes (tests/law/spatial_law_test.cpp).
inline double power(const Twist& V, const Wrench& F) { return V.angular.dot(F.moment) + V.linear.dot(F.force); }

/// The same motion about Ao in A instead of about Bo in B: ω_A = R ω_B, v_A = R v_B + p × ω_A, with X_AB = (R, p).
inline Twist operator*(const Pose& X_AB, const Twist& V_B) {
  const Vec3 angular = X_AB.R * V_B.angular;
  return {angular, X_AB.R * V_B.linear + cross_matrix(X_AB.p) * angular};
}

/// The same forces about Ao in A instead of about Bo in B: f_A = R f_B, n_A = R n_B + p × f_A, with X_AB = (R, p).
inline Wrench operator*(const Pose& X_AB, const Wrench& F_B) {
  const Vec3 force = X_AB.R * F_B.force;
  return {X_AB.R * F_B.moment + cross_matrix(X_AB.p) * force, force};
}

}  // namespace polhode
