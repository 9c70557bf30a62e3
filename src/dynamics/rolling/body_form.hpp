#pragma once
// A body that rolls, in its own axes: the founding text's state (Ω, N), from which place and attitude follow.

#include "dynamics/rolling/model.hpp"

namespace polhode::rolling {

/// A symmetric positive definite 3×3 system by L D Lᵀ.
template <class S>
Vector3<S> solve_by_factors(const Matrix3<S>& A, const Vector3<S>& b) {
  const S d0 = A(0, 0), l10 = A(1, 0) / d0, l20 = A(2, 0) / d0;
  const S d1 = A(1, 1) - l10 * A(1, 0), l21 = (A(2, 1) - l20 * A(1, 0)) / d1;
  const S d2 = A(2, 2) - l20 * A(2, 0) - l21 * l21 * d1;
  const S y1 = b[1] - l10 * b[0], y2 = b[2] - l20 * b[0] - l21 * y1;
  const S x2 = y2 / d2, x1 = y1 / d1 - l21 * x2;
  return {b[0] / d0 - l10 * x1 - l20 * x2, x1, x2};
}

/// Rates of place, attitude, Ω and N.
///
///   [I + m(|Γ|² 1 − ΓΓᵀ)] Ω̇ = T − Ω×IΩ + m Γ×(C − G − Ω×(Ω×Γ) − Ω×Γ̇),   Ṅ = N×Ω            theory/rolling.md (5)
///
/// Letters  body axes: Γ contact from the centre of mass, G gravity, T couple, C rate of the ground's velocity.
/// Source   the founding text's moving frame, with Γ̇ = DΓ Ṅ, which it leaves out.
template <class S>
void body_rate(const Model& model, double t, const S* x, S* rate) {
  const RollingBody& body = model.body;
  const Vector3<S> r(x[0], x[1], x[2]), Omega(x[7], x[8], x[9]), N(x[10], x[11], x[12]);
  const so3::Vector4<S> R_WB(x[3], x[4], x[5], x[6]);
  const Vector3<S> N_rate = cross(N, Omega);
  const Touch<S> at = touch(body.surface, N, N_rate, model.side_of(x));
  const Vector3<S> Gamma = widen<S>(body.centre) + at.point;
  const Vector3<S> turned = cross(Omega, Gamma);

  Vector3<S> v = -so3::rotate(R_WB, turned);
  Vector3<S> push = scaled(S(model.weight), N) - cross(Omega, turned) - cross(Omega, at.slope);
  if (!model.level) push -= so3::rotate_back(R_WB, widen<S>(model.gravity_along));
  if (model.ground.moves()) {
    const Vector3<S> gamma = so3::rotate(R_WB, Gamma), gamma_rate = so3::rotate(R_WB, Vector3<S>(turned + at.slope));
    v += model.ground.motion(t, Vector3<S>(r + gamma), gamma_rate).velocity;
    push +=
        so3::rotate_back(R_WB, model.ground.motion(t, Vector3<S>(r + gamma), Vector3<S>(v + gamma_rate)).acceleration);
  }
  const Vector3<S> e3(S(0.0), S(0.0), S(1.0));
  const Vector3<S> right = couple(body.dissipation, N, e3, Omega, model.weight) -
                           cross(Omega, times(body.inertia, Omega)) + scaled(S(body.mass), cross(Gamma, push));
  const S square = dot(Gamma, Gamma);
  Matrix3<S> M;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j <= i; ++j)
      M(i, j) = body.inertia(i, j) + body.mass * ((i == j ? square : S(0.0)) - Gamma[i] * Gamma[j]);
  const Vector3<S> Omega_rate = solve_by_factors(M, right);
  for (int i = 0; i < 3; ++i) {
    rate[i] = v[i];
    rate[3 + i] = Omega[i];
    rate[6 + i] = Omega_rate[i];
    rate[9 + i] = N_rate[i];
  }
  if (model.side_at != 0) rate[12] = S(0.0);
}

}  // namespace polhode::rolling
