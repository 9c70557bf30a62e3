#pragma once
// A body that rolls, by the angles φ, θ, ψ (zxz) of its axes to those of the plane and by Kane's equations.

#include "dynamics/rolling/model.hpp"

namespace polhode::rolling {

/// A plain 3×3 system by elimination with the largest pivot of each column.
template <class S>
Vector3<S> solve_by_pivots(Matrix3<S> A, Vector3<S> b) {
  for (int k = 0; k < 3; ++k) {
    int pivot = k;
    for (int i = k + 1; i < 3; ++i)
      if (abs(A(i, k)) > abs(A(pivot, k))) pivot = i;
    for (int j = k; j < 3 && pivot != k; ++j) std::swap(A(k, j), A(pivot, j));
    if (pivot != k) std::swap(b[k], b[pivot]);
    for (int i = k + 1; i < 3; ++i) {
      const S part = A(i, k) / A(k, k);
      for (int j = k + 1; j < 3; ++j) A(i, j) = A(i, j) - part * A(k, j);
      b[i] = b[i] - part * b[k];
    }
  }
  for (int k = 2; k >= 0; --k) {
    for (int j = k + 1; j < 3; ++j) b[k] = b[k] - A(k, j) * b[j];
    b[k] = b[k] / A(k, k);
  }
  return b;
}

/// The angles of a body, and the directions that their rates turn it about.
template <class S>
struct EulerFrame {
  Matrix3<S> A;                               ///< E → plane
  std::array<Vector3<S>, 3> axis, axis_body;  ///< of φ̇, θ̇, ψ̇ in the plane's axes and in E
  Vector3<S> omega, omega_without_second;     ///< ω, and the part of ω̇ that no second derivative makes
  Vector3<S> N, N_rate;

  EulerFrame(const Vector3<S>& angles, const Vector3<S>& rates) {
    const auto [s_phi, c_phi] = fn::sincos(angles[0]);
    const auto [s_th, c_th] = fn::sincos(angles[1]);
    const auto [s_psi, c_psi] = fn::sincos(angles[2]);
    const S zero(0.0), one(1.0);
    A << c_phi * c_psi - c_th * s_phi * s_psi, -c_phi * s_psi - c_th * s_phi * c_psi, s_phi * s_th,
        s_phi * c_psi + c_th * c_phi * s_psi, -s_phi * s_psi + c_th * c_phi * c_psi, -c_phi * s_th, s_th * s_psi,
        s_th * c_psi, c_th;
    axis = {{{zero, zero, one}, {c_phi, s_phi, zero}, {s_phi * s_th, -c_phi * s_th, c_th}}};
    axis_body = {{{s_th * s_psi, s_th * c_psi, c_th}, {c_psi, -s_psi, zero}, {zero, zero, one}}};
    omega = scaled(rates[0], axis[0]) + scaled(rates[1], axis[1]) + scaled(rates[2], axis[2]);
    const Vector3<S> node_rate(-s_phi * rates[0], c_phi * rates[0], zero);
    const Vector3<S> axis_rate(c_phi * s_th * rates[0] + s_phi * c_th * rates[1],
                               s_phi * s_th * rates[0] - c_phi * c_th * rates[1], -s_th * rates[1]);
    omega_without_second = scaled(rates[1], node_rate) + scaled(rates[2], axis_rate);
    N = axis_body[0];
    N_rate = {c_th * s_psi * rates[1] + s_th * c_psi * rates[2], c_th * c_psi * rates[1] - s_th * s_psi * rates[2],
              -s_th * rates[1]};
  }
};

/// Γ and DΓ N_rate from the centre of mass, in the axes E.
template <class S>
Touch<S> touch_in_E(const Surface& surface, const Model::Chart& chart, bool own, double side, const Vector3<S>& N,
                    const Vector3<S>& N_rate) {
  const Vector3<S> centre = widen<S>(chart.centre_E);
  if (own) {
    const Touch<S> at = touch(surface, N, N_rate, side);
    return {centre + at.point, at.slope};
  }
  const so3::Vector4<S> R_BE = widen<S>(chart.R_BE);
  const Touch<S> at = touch(surface, so3::rotate(R_BE, N), so3::rotate(R_BE, N_rate), side);
  return {centre + so3::rotate_back(R_BE, at.point), so3::rotate_back(R_BE, at.slope)};
}

/// Kane's generalised forces of a law of loss: −(P/χ) ∂χ/∂q̇ of the rate χ at which it takes the power P.
///
///   φ̇ = (N − c a)·ω/ρ²,   ψ̇ = (a − c N)·ω/ρ²,   c = a·N,   ρ² = |N − c a|²
///
/// docs/theory/rolling.md, "What takes the energy"
/// Letters  a axis of the body and N normal, in the axes E of the angles; j_k what the k-th rate turns about.
template <class S>
std::array<S, 3> losses(const Dissipation& law, const Vector3<S>& a, const EulerFrame<S>& at, const Vector3<S>& w_E,
                        double g) {
  const S c = dot(a, at.N);
  const Vector3<S> level = at.N - scaled(c, a);
  const S square = dot(level, level), sine = fn::sqrt(square);
  const Vector3<S> by_phi = scaled(1.0 / square, level), by_psi = a - scaled(c, by_phi);
  const S phi = dot(by_phi, w_E), psi = dot(by_psi, w_E);
  S along_phi(0.0), along_psi(0.0), along_w(0.0);
  std::visit(
      [&](const auto& one) {
        using Law = std::remove_cvref_t<decltype(one)>;
        if constexpr (std::is_same_v<Law, dissipation::Viscous>) along_w = S(one.coefficient);
        if constexpr (std::is_same_v<Law, dissipation::RollingDrag>) along_psi = one.coefficient * psi;
        if constexpr (std::is_same_v<Law, dissipation::RollingTorque>)
          along_psi = one.moment * fn::tanh(psi / fading_rate);
        if constexpr (std::is_same_v<Law, dissipation::AirFilm>) {
          const S tilt = fn::atan2(sine, abs(c)), p = phi * sine;
          const S power = pi * one.viscosity * g * one.radius * one.radius / (tilt * tilt);
          const S pace = 4 * std::fabs(g) / one.radius * sine;  // p² in slow steady precession
          const S f2 = fading_p * fading_p * pace + least_fading_p * least_fading_p;
          along_phi = power * square * phi / (p * p + f2 * fn::exp(S(-(p * p) / f2)));
        }
        if constexpr (std::is_same_v<Law, dissipation::BoundaryLayer>) {
          const S fast = fn::sqrt(phi * phi + fading_phi * fading_phi);
          const double R2 = one.radius * one.radius;
          along_phi = one.factor * one.viscosity * R2 * R2 * phi * fn::sqrt(fast / one.kinematic);
        }
      },
      law);
  std::array<S, 3> forces;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vector3<S>& j = at.axis_body[k];
    forces[k] = -(along_phi * dot(by_phi, j) + along_psi * dot(by_psi, j) + along_w * dot(w_E, j));
  }
  return forces;
}

/// Adds what the ground's motion makes of velocity and acceleration of a body with its centre of mass at r, in the
/// plane's axes: V_P = ȯ + w (−ϱ₂, ϱ₁, 0), and its rate as the contact goes on over the ground's origin.
template <class S>
void carry_along(const Model& model, double t, const Vector3<S>& r, const Vector3<S>& gamma,
                 const Vector3<S>& gamma_rate, Vector3<S>& v, Vector3<S>& a0) {
  const PlaneNow now = model.ground.plane(t);
  const so3::Vector4<S> R_WP = widen<S>(model.ground.R_WP());
  const auto in_plane = [&R_WP](const Vec3& a_W) { return so3::rotate_back(R_WP, widen<S>(a_W)); };
  const Vector3<S> o_rate = in_plane(now.velocity);
  const Vector3<S> rho = so3::rotate_back(R_WP, Vector3<S>(r - widen<S>(now.place))) + gamma;
  const S w(now.turning), w_rate(now.turning_rate);
  v += o_rate + Vector3<S>(-w * rho[1], w * rho[0], S(0.0));
  const Vector3<S> on = v + gamma_rate - o_rate;
  a0 += in_plane(now.acceleration) + Vector3<S>(-(w_rate * rho[1] + w * on[1]), w_rate * rho[0] + w * on[0], S(0.0));
}

/// Rates of place, angles and their rates: for the velocity B q̇ of the centre of mass and the angular velocity J q̇,
///
///   (m BᵀB + Jᵀ I J) q̈ = Bᵀ m(g − a₀) + Jᵀ(τ − I α₀ − ω×Iω),   B = −J×γ                     theory/rolling.md (6)
///
/// Letters  plane axes; a₀, α₀ accelerations where q̈ = 0. Singular where the axis is upright, sin θ = 0.
/// Source   the founding text's angles; the equations by [Kane, Levinson 1985], without the contact force.
template <class S>
void euler_rate(const Model& model, double t, const S* x, S* rate) {
  const RollingBody& body = model.body;
  const Vector3<S> angles(x[3], x[4], x[5]), rates(x[6], x[7], x[8]);
  const EulerFrame<S> frame(angles, rates);
  const std::size_t number = model.chart_of(x);
  const Model::Chart& chart = model.charts[number];
  const Touch<S> at = touch_in_E(body.surface, chart, number == 0, model.side_of(x), frame.N, frame.N_rate);
  const Vector3<S> gamma = times(frame.A, at.point);
  const Vector3<S> gamma_rate = cross(frame.omega, gamma) + times(frame.A, at.slope);

  Vector3<S> v = -cross(frame.omega, gamma);
  Vector3<S> a0 = -cross(frame.omega_without_second, gamma) - cross(frame.omega, gamma_rate);
  if (model.ground.moves()) carry_along(model, t, Vector3<S>(x[0], x[1], x[2]), gamma, gamma_rate, v, a0);
  // The angular momentum about the centre of mass and its rate, in the axes E.
  const auto to_E = [&frame](const Vector3<S>& a) { return so3::turned_back(frame.A, a); };
  const Vector3<S> w_E = to_E(frame.omega);
  const Vector3<S> L_rate =
      times(chart.inertia_E, to_E(frame.omega_without_second)) + cross(w_E, times(chart.inertia_E, w_E));
  const Vector3<S> push = scaled(S(body.mass), Vector3<S>(widen<S>(model.gravity_in_plane) - a0));

  std::array<S, 3> loss{S(0.0), S(0.0), S(0.0)};
  if (body.dissipation) loss = losses(*body.dissipation, widen<S>(chart.axis_E), frame, w_E, model.weight);
  std::array<Vector3<S>, 3> B, IJ;
  for (std::size_t k = 0; k < 3; ++k) {
    B[k] = cross(gamma, frame.axis[k]);
    IJ[k] = times(chart.inertia_E, frame.axis_body[k]);
  }
  Matrix3<S> M;
  Vector3<S> right;
  for (int i = 0; i < 3; ++i) {
    const auto k = static_cast<std::size_t>(i);
    right[i] = dot(B[k], push) - dot(frame.axis_body[k], L_rate) + loss[k];
    for (int j = 0; j < 3; ++j)
      M(i, j) = body.mass * dot(B[k], B[static_cast<std::size_t>(j)]) +
                dot(frame.axis_body[k], IJ[static_cast<std::size_t>(j)]);
  }
  const Vector3<S> second = solve_by_pivots(M, right);
  const Vector3<S> v_W = so3::rotate(widen<S>(model.ground.R_WP()), v);
  for (int i = 0; i < 3; ++i) {
    rate[i] = v_W[i];
    rate[3 + i] = rates[i];
    rate[6 + i] = second[i];
  }
  rate[9] = S(0.0);
  if (model.side_at != 0) rate[10] = S(0.0);
}

}  // namespace polhode::rolling
