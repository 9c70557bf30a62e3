#pragma once
// What each load does to a body, once for double, packs and dual numbers.
//
//   apply(load, t, motion, mass, sum)   adds the force and torque of a load on one body
//   potential(load, t, motion, mass)    of a load that may have one
//   act(load, t, ends)                  what a load between two bodies does to each
//   potential(load, t, ends), supply(load, t, ends)
//
// Proof    tests/law/load_law_test.cpp: what has a potential is minus its gradient

#include <polhode/body/load.hpp>

#include "body/fluid_kernels.hpp"
#include "body/gravity_kernels.hpp"
#include "body/inertial_kernels.hpp"
#include "body/spring_kernels.hpp"

namespace polhode::load {

/// The value of a formula at a body point; velocities in the axes in which the value is meant.
template <class S>
so3::Vector3<S> value_at(const VectorFormula& formula, double t, const PointMotion<S>& point,
                         const BodyMotion<S>& motion, Axes axes) {
  const bool in_body = axes == Axes::body;
  const so3::Vector3<S> v = in_body ? so3::rotate_back(motion.R_WB, point.v_WQ) : point.v_WQ;
  const so3::Vector3<S> w = in_body ? motion.w_WB_B : so3::rotate(motion.R_WB, motion.w_WB_B);
  const std::array<S, 9> inputs{point.p_WQ[0], point.p_WQ[1], point.p_WQ[2], v[0], v[1], v[2], w[0], w[1], w[2]};
  return formula.at<S>(t, inputs);
}

/// The same; where only time enters, in plain numbers.
template <class S>
so3::Vector3<S> value_of(const VectorFormula& formula, double t, const BodyMotion<S>& motion, const Vec3& p_BcmQ_B,
                         Axes axes) {
  if (!formula.uses_motion()) return widen<S>(formula.at<double>(t, {}));
  return value_at(formula, t, point_of(motion, p_BcmQ_B), motion, axes);
}

/// Adds a force at a body point, in the axes in which it is given.
template <class S>
[[gnu::always_inline]] inline void push_by(const so3::Vector3<S>& force, bool in_body, const so3::Vector3<S>& p_BcmQ_B,
                                           const so3::Vector4<S>& R_WB, Applied<S>& sum) {
  const so3::Vector3<S> f_B = in_body ? force : so3::rotate_back(R_WB, force);
  sum.f_W += in_body ? so3::rotate(R_WB, force) : force;
  sum.t_B += so3::cross(p_BcmQ_B, f_B);
}

/// Adds a couple, likewise.
template <class S>
[[gnu::always_inline]] inline void turn_by(const so3::Vector3<S>& torque, bool in_body, const so3::Vector4<S>& R_WB,
                                           Applied<S>& sum) {
  sum.t_B += in_body ? torque : so3::rotate_back(R_WB, torque);
}

template <class S>
void apply(const Push& push, double t, const BodyMotion<S>& motion, const MassProperties& mass, Applied<S>& sum) {
  const Vec3 p_BcmQ_B = from_centre(mass, push.p_BoQ_B);
  const so3::Vector3<S> force = value_of(push.force, t, motion, p_BcmQ_B, push.axes);
  push_by(force, push.axes == Axes::body, widen<S>(p_BcmQ_B), motion.R_WB, sum);
}

template <class S>
void apply(const Torque& couple, double t, const BodyMotion<S>& motion, const MassProperties&, Applied<S>& sum) {
  const so3::Vector3<S> torque = value_of(couple.torque, t, motion, Vec3::Zero(), couple.axes);
  turn_by(torque, couple.axes == Axes::body, motion.R_WB, sum);
}

/// F = ∇(m·B), τ = m × B.                                                                docs/theory/loads.md (9)
template <class S>
void apply(const Dipole& dipole, double t, const BodyMotion<S>& motion, const MassProperties&, Applied<S>& sum) {
  const std::array<S, 3> place{motion.p_WBcm[0], motion.p_WBcm[1], motion.p_WBcm[2]};
  const so3::Vector3<S> m_B = widen<S>(dipole.moment_B);
  sum.t_B += so3::cross(m_B, so3::rotate_back(motion.R_WB, dipole.field.at<S>(t, place)));
  if (!dipole.field.uses_place()) return;
  const so3::Matrix3<S> slope = dipole.field.gradient<S>(t, place);
  const so3::Vector3<S> m_W = so3::rotate(motion.R_WB, m_B);
  for (int j = 0; j < 3; ++j) sum.f_W[j] += (m_W[0] * slope(0, j) + m_W[1] * slope(1, j)) + m_W[2] * slope(2, j);
}

template <class S>
S potential(const Dipole& dipole, double t, const BodyMotion<S>& motion, const MassProperties&) {
  const std::array<S, 3> place{motion.p_WBcm[0], motion.p_WBcm[1], motion.p_WBcm[2]};
  return -dot<S>(so3::rotate(motion.R_WB, widen<S>(dipole.moment_B)), dipole.field.at<S>(t, place));
}

}  // namespace polhode::load
