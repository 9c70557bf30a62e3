#pragma once
// A body that rolls, in its own axes: the founding text's state (Ω, N), from which place and attitude follow.

#include "dynamics/rolling/model.hpp"

namespace polhode::rolling {

/// A x = b for a symmetric A, given by its lower half, by its adjugate: one division, where a factorisation waits for
/// three. What rolls has no inertia about its contact that this could not be trusted with.
template <class S>
Vector3<S> solve_by_adjugate(const Matrix3<S>& A, const Vector3<S>& b) {
  const S c00 = A(1, 1) * A(2, 2) - A(2, 1) * A(2, 1), c10 = A(2, 1) * A(2, 0) - A(1, 0) * A(2, 2);
  const S c20 = A(1, 0) * A(2, 1) - A(1, 1) * A(2, 0), c11 = A(0, 0) * A(2, 2) - A(2, 0) * A(2, 0);
  const S c21 = A(1, 0) * A(2, 0) - A(0, 0) * A(2, 1), c22 = A(0, 0) * A(1, 1) - A(1, 0) * A(1, 0);
  const S inverse = 1.0 / ((A(0, 0) * c00 + A(1, 0) * c10) + A(2, 0) * c20);
  return {inverse * ((c00 * b[0] + c10 * b[1]) + c20 * b[2]), inverse * ((c10 * b[0] + c11 * b[1]) + c21 * b[2]),
          inverse * ((c20 * b[0] + c21 * b[1]) + c22 * b[2])};
}

/// How the axis goes round the normal, φ̇, and the contact round the rim, ψ̇, with their derivatives by Ω.
///
///   ∇φ̇ = (N₁, N₂, 0)/ρ²,   ∇ψ̇ = e₃ − N₃ ∇φ̇,   ρ² = N₁² + N₂²
///
/// docs/theory/rolling.md, "What takes the energy"
template <class S>
struct RoundRates {
  Vector3<S> of_phi, of_psi;
  S rho, phi, psi;

  RoundRates(const Vector3<S>& N, const Vector3<S>& Omega) {
    const S square = N[0] * N[0] + N[1] * N[1];
    rho = root(square);
    of_phi = {N[0] / square, N[1] / square, S(0.0)};
    of_psi = {-N[2] * of_phi[0], -N[2] * of_phi[1], S(1.0)};
    phi = of_phi[0] * Omega[0] + of_phi[1] * Omega[1];
    psi = Omega[2] - N[2] * phi;
  }
};

/// The couple of a law in body axes, written by itself so that forms which disagree tell of a mistake here, too.
template <class S>
Vector3<S> body_couple(const Dissipation& law, const Vector3<S>& N, const Vector3<S>& Omega, double g) {
  if (const auto* one = std::get_if<dissipation::Viscous>(&law)) return scaled(S(-one->coefficient), Omega);
  const RoundRates<S> at(N, Omega);
  if (const auto* one = std::get_if<dissipation::RollingTorque>(&law))
    return scaled(-one->moment * fn::tanh(at.psi / fading_rate), at.of_psi);
  if (const auto* one = std::get_if<dissipation::RollingDrag>(&law))
    return scaled(-one->coefficient * at.psi, at.of_psi);
  if (const auto* one = std::get_if<dissipation::AirFilm>(&law)) {
    const S by_tilt = one->radius / fn::atan2(at.rho, abs(N[2])), p = at.rho * at.phi;
    const double f = 2 * fading_p * std::sqrt(std::fabs(g) / one->radius);
    const S rest = at.rho * f * f + least_fading_p * least_fading_p;
    const S all = -(pi * one->viscosity * g) * by_tilt * by_tilt * at.rho * p;
    return scaled(all / (p * p + rest * fn::exp(S(-(p * p / rest)))), at.of_phi);
  }
  const auto& layer = std::get<dissipation::BoundaryLayer>(law);
  const double tip = layer.radius * layer.radius;
  const S fast = root(S(at.phi * at.phi + fading_phi * fading_phi));
  return scaled(-(layer.factor * layer.viscosity * tip * tip / std::sqrt(layer.kinematic)) * root(fast) * at.phi,
                at.of_phi);
}

/// The motion of the ground in body axes, below P from its origin o: velocity, and its rate where P changes by P_rate.
///
///   V = O₁ + w N×P,   C = O₂ + ẇ N×P + w N×Ṗ,   O₁, O₂ first and second derivative of o      theory/rolling.md (19)
template <class S>
struct GroundBelow {
  Vector3<S> velocity, swing, rest;
  double turning;

  GroundBelow(const PlaneNow& now, const so3::Vector4<S>& R_WB, const Vector3<S>& N, const Vector3<S>& P)
      : turning(now.turning) {
    const Vector3<S> around = cross(N, P);
    velocity = so3::rotate_back(R_WB, widen<S>(now.velocity)) + scaled(S(now.turning), around);
    rest = so3::rotate_back(R_WB, widen<S>(now.acceleration)) + scaled(S(now.turning_rate), around);
    swing = scaled(S(now.turning), N);
  }
  Vector3<S> acceleration(const Vector3<S>& P_rate) const { return rest + cross(swing, P_rate); }
};

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

  Vector3<S> V = -turned;  // of the centre of mass
  Vector3<S> push = scaled(S(model.weight), N) - cross(Omega, turned) - cross(Omega, at.slope);
  if (!model.level) push -= so3::rotate_back(R_WB, widen<S>(model.gravity_along));
  if (model.ground.moves()) {
    const PlaneNow now = model.ground.plane(t);
    const Vector3<S> P = so3::rotate_back(R_WB, Vector3<S>(r - widen<S>(now.place))) + Gamma;
    const GroundBelow<S> ground(now, R_WB, N, P);
    V += ground.velocity;
    // How the contact goes on over the ground's origin: with the centre of mass, turned, and over the body.
    const Vector3<S> on = V + turned + at.slope - so3::rotate_back(R_WB, widen<S>(now.velocity));
    push += ground.acceleration(on);
  }
  Vector3<S> right = scaled(S(body.mass), cross(Gamma, push)) - cross(Omega, times(body.inertia, Omega));
  if (body.dissipation) right += body_couple(*body.dissipation, N, Omega, model.weight);
  const S square = dot(Gamma, Gamma);
  Matrix3<S> M;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j <= i; ++j)
      M(i, j) = body.inertia(i, j) + body.mass * ((i == j ? square : S(0.0)) - Gamma[i] * Gamma[j]);
  const Vector3<S> Omega_rate = solve_by_adjugate(M, right);
  const Vector3<S> v = so3::rotate(R_WB, V);
  for (int i = 0; i < 3; ++i) {
    rate[i] = v[i];
    rate[3 + i] = Omega[i];
    rate[6 + i] = Omega_rate[i];
    rate[9 + i] = N_rate[i];
  }
  if (model.side_at != 0) rate[12] = S(0.0);
}

}  // namespace polhode::rolling
