#pragma once
// A body on its ground in world axes, the contact force solved along: rolling, sliding and flying.

#include "dynamics/rolling/slip_turning.hpp"

namespace polhode::rolling {

/// 𝒜 = 1/m − Γ̂ J Γ̂ of a contact in body axes, by its upper half, and what solves 𝒜 f = b: cofactors, one division.
template <class S>
struct Mobility {
  S a00, a01, a02, a11, a12, a22;

  [[gnu::always_inline]] Mobility(const Mat3& J, const Vector3<S>& Gamma, double mass) {
    const S &x = Gamma[0], &y = Gamma[1], &z = Gamma[2];
    // J Γ̂, but for what the half does not need, then −Γ̂ from the left.
    const S p10 = J(1, 1) * z - J(1, 2) * y, p20 = J(2, 1) * z - J(2, 2) * y;
    const S p01 = J(0, 2) * x - J(0, 0) * z, p11 = J(1, 2) * x - J(1, 0) * z, p21 = J(2, 2) * x - J(2, 0) * z;
    const S p02 = J(0, 0) * y - J(0, 1) * x, p12 = J(1, 0) * y - J(1, 1) * x, p22 = J(2, 0) * y - J(2, 1) * x;
    const double inverse_mass = 1 / mass;
    a00 = inverse_mass + (z * p10 - y * p20);
    a01 = z * p11 - y * p21;
    a02 = z * p12 - y * p22;
    a11 = inverse_mass + (x * p21 - z * p01);
    a12 = x * p22 - z * p02;
    a22 = inverse_mass + (y * p02 - x * p12);
  }
  [[gnu::always_inline]] Vector3<S> solve(const Vector3<S>& b) const {
    const S c00 = a11 * a22 - a12 * a12, c01 = a02 * a12 - a01 * a22, c02 = a01 * a12 - a02 * a11;
    const S c11 = a00 * a22 - a02 * a02, c12 = a01 * a02 - a00 * a12, c22 = a00 * a11 - a01 * a01;
    const S inverse = 1.0 / ((a00 * c00 + a01 * c01) + a02 * c02);
    return {inverse * ((c00 * b[0] + c01 * b[1]) + c02 * b[2]), inverse * ((c01 * b[0] + c11 * b[1]) + c12 * b[2]),
            inverse * ((c02 * b[0] + c12 * b[1]) + c22 * b[2])};
  }
};

/// v̇ and ω̇ of a body that rolls: the force is that of SpaceContact::holding_force(), solved for in body axes, in which
/// I⁻¹ does not change.
///
///   f = −𝒜⁻¹ b,   v̇ = g + f/m,   ω̇ = α₀ + I⁻¹(γ×f)                                         theory/rolling.md (7)
///
/// Proof    tests/law/rolling_law_test.cpp: the same accelerations and force as in the two other forms
template <class S>
struct HeldMotion {
  Vector3<S> acceleration, alpha, w_B;

  [[gnu::always_inline]] HeldMotion(const Model& model, double t, const Vector3<S>& r, const so3::Vector4<S>& R_WB,
                                    const Vector3<S>& v, const Vector3<S>& w, double side) {
    const RollingBody& body = model.body;
    const Matrix3<S> R = so3::matrix(R_WB);
    const ToBody<S> to_body{R};
    w_B = to_body(w);
    Vector3<S> N, N_rate;
    if (model.ground.is_plane()) {
      N = to_body(widen<S>(model.ground.normal()));
      N_rate = cross(N, w_B);
    } else {
      const GroundFrame<S> ground = model.ground.frame(r, v);
      N = to_body(ground.n);
      N_rate = cross(N, w_B) + to_body(ground.n_rate);
    }
    const Touch<S> at = touch(body.surface, N, N_rate, side);
    const Vector3<S> Gamma = widen<S>(body.centre) + at.point;
    const Vector3<S> Gamma_rate = cross(w_B, Gamma) + at.slope;
    Vector3<S> torque = cross(times(body.inertia, w_B), w_B);
    if (model.track > 0) {
      torque += track_couple(*body.dissipation, body.surface, model.track, N, at.slope, side);
    } else if (body.dissipation) {
      const Vector3<S> e3(S(0.0), S(0.0), S(1.0));
      torque += couple(body.dissipation, N, e3, w_B, model.weight);
    }
    const Mat3& J = model.inverse_inertia;
    const Vector3<S> alpha0 = times(J, torque);
    const bool level = model.level && model.ground.is_plane();
    const Vector3<S> pull = level ? scaled(S(-model.weight), N) : to_body(widen<S>(body.gravity));
    Vector3<S> b = pull + cross(alpha0, Gamma) + cross(w_B, Gamma_rate);
    if (model.ground.moves())
      b -= to_body(
          model.ground.motion(t, Vector3<S>(r + times(R, Gamma)), Vector3<S>(v + times(R, Gamma_rate))).acceleration);
    const Vector3<S> f = Mobility<S>(J, Gamma, body.mass).solve(Vector3<S>(-b));
    acceleration = widen<S>(body.gravity) + scaled(S(1 / body.mass), times(R, f));
    alpha = times(R, Vector3<S>(alpha0 + times(J, cross(Gamma, f))));
  }
};

/// Rates of r, R, v, ω and, where there are modes, of mode and slip angle.
template <class S>
void space_rate(const Model& model, double t, const S* x, S* rate) {
  const Vector3<S> r(x[0], x[1], x[2]), v(x[7], x[8], x[9]), w(x[10], x[11], x[12]);
  const so3::Vector4<S> R_WB(x[3], x[4], x[5], x[6]);
  const RollingMode mode = model.mode_of(x);
  Vector3<S> acceleration, alpha, w_B;
  S turning = S(0.0);
  if (mode == RollingMode::rolling) {
    const HeldMotion<S> held(model, t, r, R_WB, v, w, model.side_of(x));
    acceleration = held.acceleration;
    alpha = held.alpha;
    w_B = held.w_B;
  } else {
    w_B = so3::rotate_back(R_WB, w);
    acceleration = widen<S>(model.body.gravity);
    if (mode == RollingMode::flying) {
      Vector3<S> t_B = -cross(w_B, times(model.body.inertia, w_B));
      if (model.viscous) t_B -= scaled(S(model.viscous->coefficient), w_B);
      alpha = so3::rotate(R_WB, times(model.inverse_inertia, t_B));
    } else {
      const double side = model.side_of(x);
      SlidingMotion<S> sliding(model, t, r, R_WB, v, w, side, x[14]);
      if (model.turns_slip) {
        const SlipTurning<S> turns = turning_of_slip(model, t, sliding, r, R_WB, v, w, x);
        turning = turns.rate;
        if (turns.unsettled != S(0.0)) sliding.be_rubbed_along(model, S(x[14] + turns.unsettled));
      }
      acceleration = sliding.acceleration;
      alpha = sliding.alpha;
    }
  }
  for (int i = 0; i < 3; ++i) {
    rate[i] = v[i];
    rate[3 + i] = w_B[i];
    rate[6 + i] = acceleration[i];
    rate[9 + i] = alpha[i];
  }
  if (model.has_modes) {
    rate[12] = S(0.0);
    rate[13] = turning;
  }
  if (model.side_at != 0) rate[model.side_at - 1] = S(0.0);
}

}  // namespace polhode::rolling
