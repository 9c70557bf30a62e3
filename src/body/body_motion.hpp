#pragma once
// What the kernels of loads read and write, over any scalar.

#include <array>

#include <polhode/mass/mass_properties.hpp>

#include "math/so3_kernels.hpp"

namespace polhode {

/// Where a body is and how it moves, in the scalars of a kernel.
template <class S>
struct BodyMotion {
  so3::Vector3<S> p_WBcm;
  so3::Vector4<S> R_WB;
  so3::Vector3<S> v_WBcm, w_WB_B;
};

/// Force in the world and torque about the centre of mass in the body, summed over loads.
template <class S>
struct Applied {
  so3::Vector3<S> f_W{S(0.0), S(0.0), S(0.0)};
  so3::Vector3<S> t_B{S(0.0), S(0.0), S(0.0)};
};

/// A body point as seen from the centre of mass.
inline Vec3 from_centre(const MassProperties& mass, const Vec3& p_BoQ_B) { return p_BoQ_B - mass.com(); }

/// One end of a load between two bodies. The world is a body at its own origin that never moves.
template <class S>
struct PairEnd {
  BodyMotion<S> motion;
  const MassProperties* mass = nullptr;  ///< null for the world

  /// Seen from the centre of mass.
  Vec3 from_centre(const Vec3& p_BoQ_B) const {
    return mass == nullptr ? p_BoQ_B : polhode::from_centre(*mass, p_BoQ_B);
  }
  static PairEnd world() {
    const so3::Vector3<S> zero{S(0.0), S(0.0), S(0.0)};
    return {{zero, {S(1.0), S(0.0), S(0.0), S(0.0)}, zero, zero}};
  }
};

namespace load {

template <class S>
so3::Vector3<S> widen(const Vec3& a) {
  return {S(a[0]), S(a[1]), S(a[2])};
}
template <class S>
so3::Vector4<S> widen(const Rotation& R) {
  const Vec4 q = R.quaternion();
  return {S(q[0]), S(q[1]), S(q[2]), S(q[3])};
}

template <class S>
S dot(const so3::Vector3<S>& a, const so3::Vector3<S>& b) {
  return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
}

template <class S>
so3::Vector3<S> scaled(const S& factor, const so3::Vector3<S>& a) {
  return {factor * a[0], factor * a[1], factor * a[2]};
}

/// A v for a matrix of numbers or of the vector's scalar, in one fixed order.
template <class M, class S>
[[gnu::always_inline]] inline so3::Vector3<S> times(const M& A, const so3::Vector3<S>& v) {
  return {(A(0, 0) * v[0] + A(0, 1) * v[1]) + A(0, 2) * v[2], (A(1, 0) * v[0] + A(1, 1) * v[1]) + A(1, 2) * v[2],
          (A(2, 0) * v[0] + A(2, 1) * v[1]) + A(2, 2) * v[2]};
}

/// A body point seen from the centre of mass, and from the world.
template <class S>
struct PointMotion {
  so3::Vector3<S> p_BcmQ_B, p_WQ, v_WQ;
};

template <class S>
[[gnu::always_inline]] inline PointMotion<S> point_of(const BodyMotion<S>& motion, const Vec3& p_BcmQ_B) {
  const so3::Vector3<S> r_B = widen<S>(p_BcmQ_B);
  return {r_B, motion.p_WBcm + so3::rotate(motion.R_WB, r_B),
          motion.v_WBcm + so3::rotate(motion.R_WB, so3::cross(motion.w_WB_B, r_B))};
}

/// Adds a force of the world that acts at a body point.
template <class S>
void push_at(const PointMotion<S>& point, const so3::Vector4<S>& R_WB, const so3::Vector3<S>& f_W, Applied<S>& sum) {
  sum.f_W += f_W;
  sum.t_B += so3::cross(point.p_BcmQ_B, so3::rotate_back(R_WB, f_W));
}

}  // namespace load
}  // namespace polhode
