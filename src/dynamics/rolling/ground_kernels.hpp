#pragma once
// What the ground is where a body touches it, over double and dual numbers.

#include <polhode/dynamics/rolling/rolling_body.hpp>

#include "body/body_motion.hpp"

namespace polhode::rolling {

using load::dot;
using load::scaled;
using load::times;
using load::widen;
using so3::cross;
using so3::Matrix3;
using so3::Vector3;

/// The normal out of the ground below a centre of mass at r with velocity v, how it turns, and two directions along the
/// ground that make a right-handed system with it.
template <class S>
struct GroundFrame {
  Vector3<S> n, n_rate, e1, e2;
  S spin;  ///< ė₁·e₂, how fast e₁ turns about n
};

/// How the ground itself moves at a point of contact: V_P, and c = d/dt V_P along the path of the contact.
template <class S>
struct GroundMotion {
  Vector3<S> velocity, acceleration;
  double turning = 0;  ///< about the normal [rad/s]
};

/// Numbers of a plane at one time.
struct PlaneNow {
  Vec3 place, velocity, acceleration;
  double turning = 0, turning_rate = 0;
};

/// A ground as the equations read it: derivatives of what depends on time, axes of a plane.
class GroundModel {
 public:
  explicit GroundModel(const Ground& ground);

  const Rotation& R_WP() const { return R_WP_; }  ///< axes of a plane: z is its normal
  bool moves() const { return moves_; }
  bool is_plane() const { return plane_.has_value(); }
  const Vec3& normal() const { return n_; }  ///< of a plane
  PlaneNow plane(double t) const;
  /// Height of a point over the ground.
  double height(double t, const Vec3& p_WC) const;

  template <class S>
  GroundFrame<S> frame(const Vector3<S>& r, const Vector3<S>& v) const {
    if (plane_) {
      const Vector3<S> zero(S(0.0), S(0.0), S(0.0));
      return {widen<S>(n_), zero, widen<S>(e1_), widen<S>(e2_), S(0.0)};
    }
    // Balls: the normal is along the line from the centre, or the axis, to the centre of mass.
    Vector3<S> d = r - widen<S>(centre_), d_rate = v;
    const Vector3<S> axis = widen<S>(axis_);
    if (cylinder_) {
      d -= scaled(dot(d, axis), axis);
      d_rate -= scaled(dot(d_rate, axis), axis);
    }
    const S length = fn::sqrt(dot(d, d));
    const S sign = S(inside_ ? -1.0 : 1.0);
    GroundFrame<S> at;
    at.n = scaled(sign / length, d);
    at.n_rate = scaled(sign / length, Vector3<S>(d_rate - scaled(dot(d_rate, at.n), at.n)));
    if (cylinder_) {
      const Vector3<S> across = cross(axis, at.n);
      at.e1 = scaled(1.0 / fn::sqrt(dot(across, across)), across);
      at.e2 = axis;
      at.spin = S(0.0);
      return at;
    }
    // x, turned with z onto the normal the shortest way; straight below a ceiling about x.
    const S above = 1.0 + at.n[2];
    if (!(above > S(0.0))) {
      at.e1 = {S(1.0), S(0.0), S(0.0)};
      at.e2 = cross(at.n, at.e1);
      at.spin = S(0.0);
      return at;
    }
    const S part = at.n[0] / above;
    at.e1 = {1.0 - part * at.n[0], -part * at.n[1], -part * above};
    at.e2 = cross(at.n, at.e1);
    at.spin = -(at.n[0] * at.n_rate[1] - at.n[1] * at.n_rate[0]) / above;
    return at;
  }

  /// At the contact p_WC, which moves with p_WC_rate.
  template <class S>
  GroundMotion<S> motion(double t, const Vector3<S>& p_WC, const Vector3<S>& p_WC_rate) const {
    const Vector3<S> zero(S(0.0), S(0.0), S(0.0));
    if (!moves_) return {zero, zero};
    const PlaneNow now = plane(t);
    const Vector3<S> n = widen<S>(n_), V0 = widen<S>(now.velocity);
    const Vector3<S> rho = p_WC - widen<S>(now.place);
    return {V0 + scaled(S(now.turning), cross(n, rho)),
            widen<S>(now.acceleration) + scaled(S(now.turning_rate), cross(n, rho)) +
                scaled(S(now.turning), cross(n, Vector3<S>(p_WC_rate - V0))),
            now.turning};
  }

 private:
  std::optional<ground::Plane> plane_;
  Rotation R_WP_;
  Vec3 n_ = Vec3::UnitZ(), e1_ = Vec3::UnitX(), e2_ = Vec3::UnitY();
  bool moves_ = false;
  VectorOfTime velocity_, acceleration_;
  Expression turning_rate_ = Expression::constant(0);
  Vec3 centre_ = Vec3::Zero(), axis_ = Vec3::UnitX();
  double radius_ = 0;
  bool inside_ = true, cylinder_ = false;
};

}  // namespace polhode::rolling
