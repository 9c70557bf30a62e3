#pragma once
// Inertial forces, and how a motion looks from a moving frame.

#include <polhode/body/load.hpp>

#include "body/body_motion.hpp"

namespace polhode {

/// A motion in N as it looks from the frame F, whose motion in N is given.
///
///   p = Rᵀ(p_N − p_F),   v = Rᵀ(v_N − v_F) − w × p,   ω = ω_N − w                       docs/theory/frames.md (3)
///
/// Proof    tests/truth/frame_test.cpp
template <class S>
BodyMotion<S> seen_from(const FrameMotion& frame, const BodyMotion<S>& motion) {
  const so3::Vector4<S> R_NF = load::widen<S>(frame.X_NF.R);
  const so3::Vector3<S> w_F = load::widen<S>(frame.w_NF_F);
  BodyMotion<S> seen;
  seen.p_WBcm = so3::rotate_back<S>(R_NF, motion.p_WBcm - load::widen<S>(frame.X_NF.p));
  seen.R_WB = so3::product<S>(so3::conjugate(R_NF), motion.R_WB);
  seen.v_WBcm = so3::rotate_back<S>(R_NF, motion.v_WBcm - load::widen<S>(frame.v_NF)) - so3::cross<S>(w_F, seen.p_WBcm);
  seen.w_WB_B = motion.w_WB_B - so3::rotate_back<S>(seen.R_WB, w_F);
  return seen;
}

/// A motion in the frame F as it is in N: the way back.
template <class S>
BodyMotion<S> seen_outside(const FrameMotion& frame, const BodyMotion<S>& motion) {
  const so3::Vector4<S> R_NF = load::widen<S>(frame.X_NF.R);
  const so3::Vector3<S> w_F = load::widen<S>(frame.w_NF_F);
  const so3::Vector3<S> swept = motion.v_WBcm + so3::cross<S>(w_F, motion.p_WBcm);
  return {load::widen<S>(frame.X_NF.p) + so3::rotate<S>(R_NF, motion.p_WBcm), so3::product<S>(R_NF, motion.R_WB),
          load::widen<S>(frame.v_NF) + so3::rotate<S>(R_NF, swept),
          motion.w_WB_B + so3::rotate_back<S>(motion.R_WB, w_F)};
}

namespace load {

template <class S>
void apply(const Translation& term, double t, const BodyMotion<S>&, const MassProperties& mass, Applied<S>& sum) {
  sum.f_W -= widen<S>(mass.mass() * term.frame->acceleration(t));
}

template <class S>
S potential(const Translation& term, double t, const BodyMotion<S>& motion, const MassProperties& mass) {
  return dot(widen<S>(mass.mass() * term.frame->acceleration(t)), motion.p_WBcm);
}

template <class S>
void apply(const Euler& term, double t, const BodyMotion<S>& motion, const MassProperties& mass, Applied<S>& sum) {
  const so3::Vector3<S> alpha_W = widen<S>(term.frame->turning(t).alpha_NF_F);
  sum.f_W -= scaled<S>(S(mass.mass()), so3::cross(alpha_W, motion.p_WBcm));
  sum.t_B -= times(mass.inertia(), so3::rotate_back(motion.R_WB, alpha_W));
}

template <class S>
S potential(const Euler&, double, const BodyMotion<S>&, const MassProperties&) {
  return S(0.0);
}

template <class S>
void apply(const Centrifugal& term, double t, const BodyMotion<S>& motion, const MassProperties& mass,
           Applied<S>& sum) {
  const so3::Vector3<S> w_W = widen<S>(term.frame->turning(t).w_NF_F);
  const so3::Vector3<S> w_B = so3::rotate_back(motion.R_WB, w_W);
  sum.f_W -= scaled<S>(S(mass.mass()), so3::cross<S>(w_W, so3::cross(w_W, motion.p_WBcm)));
  sum.t_B += so3::cross<S>(times(mass.inertia(), w_B), w_B);
}

template <class S>
S potential(const Centrifugal& term, double t, const BodyMotion<S>& motion, const MassProperties& mass) {
  const so3::Vector3<S> w_W = widen<S>(term.frame->turning(t).w_NF_F);
  const so3::Vector3<S> w_B = so3::rotate_back(motion.R_WB, w_W);
  const S orbital = mass.mass() * so3::squared_norm(so3::cross(w_W, motion.p_WBcm));
  return -0.5 * (orbital + dot(w_B, times(mass.inertia(), w_B)));
}

/// The torque −2 ∫ r × (w × (ω × r)) dm of the parts of a body, r from the centre of mass, is 2 ω × J w: parts go round
/// at ω, and only what r has along w counts.                                            docs/theory/frames.md (6)
template <class S>
void apply(const Coriolis& term, double t, const BodyMotion<S>& motion, const MassProperties& mass, Applied<S>& sum) {
  const so3::Vector3<S> w_W = widen<S>(term.frame->turning(t).w_NF_F);
  const so3::Vector3<S> w_B = so3::rotate_back(motion.R_WB, w_W);
  const Mat3& I_B = mass.inertia();
  const double trace = (I_B(0, 0) + I_B(1, 1)) + I_B(2, 2);
  const so3::Vector3<S> Jw_B = scaled<S>(S(trace), w_B) - scaled<S>(S(2.0), times(I_B, w_B));  // twice J w
  sum.f_W -= scaled<S>(S(2 * mass.mass()), so3::cross(w_W, motion.v_WBcm));
  sum.t_B += so3::cross<S>(motion.w_WB_B, Jw_B) + so3::cross<S>(widen<S>(term.rotor_B), w_B);
}

template <class S>
S potential(const Coriolis& term, double t, const BodyMotion<S>& motion, const MassProperties&) {
  const so3::Vector3<S> w_W = widen<S>(term.frame->turning(t).w_NF_F);
  return -dot(widen<S>(term.rotor_B), so3::rotate_back(motion.R_WB, w_W));
}

template <class S>
void apply(const InertialGravity& gravity, double t, const BodyMotion<S>&, const MassProperties& mass,
           Applied<S>& sum) {
  sum.f_W += widen<S>(mass.mass() * gravity.frame->turned(t, gravity.g_N));
}

template <class S>
S potential(const InertialGravity& gravity, double t, const BodyMotion<S>& motion, const MassProperties& mass) {
  return -dot(widen<S>(mass.mass() * gravity.frame->turned(t, gravity.g_N)), motion.p_WBcm);
}

}  // namespace load
}  // namespace polhode
