#pragma once
// The state forms of the founding texts: how the motion is read off, and their rates.

#include <polhode/dynamics/free_body/free_body.hpp>

#include "body/load_kernels.hpp"
#include "math/nearest_rotation.hpp"

namespace polhode::forms {

using load::times;

/// Where the parts of a state begin; −1: it has none.
struct Layout {
  int position, linear, attitude, angular;  ///< v or P; R or q; ω or L
};
inline constexpr Layout layout(StateForm form) {
  switch (form) {
    case StateForm::matrix_momentum: return {0, 12, 3, 15};
    case StateForm::quaternion_momentum: return {0, 7, 3, 10};
    case StateForm::matrix_velocity: return {0, 3, 6, 15};
    case StateForm::particle: return {0, 3, -1, -1};
    case StateForm::rotation: break;
  }
  return {0, 7, 3, 10};
}
inline constexpr bool has_momenta(StateForm form) {
  return form == StateForm::matrix_momentum || form == StateForm::quaternion_momentum;
}
inline constexpr bool has_matrix(StateForm form) {
  return form == StateForm::matrix_momentum || form == StateForm::matrix_velocity;
}

template <class S>
so3::Vector3<S> vector_at(const S* x, int at) {
  return {x[at], x[at + 1], x[at + 2]};
}
template <class S>
void put(const so3::Vector3<S>& a, S* v, int at) {
  for (int i = 0; i < 3; ++i) v[at + i] = a[i];
}
template <class S>
void add(const so3::Vector3<S>& a, S* v, int at) {
  for (int i = 0; i < 3; ++i) v[at + i] = v[at + i] + a[i];
}
template <class S>
so3::Vector3<S> scaled(double factor, const so3::Vector3<S>& a) {
  return {factor * a[0], factor * a[1], factor * a[2]};
}
template <class S>
so3::Matrix3<S> matrix_at(const S* x, int at) {
  so3::Matrix3<S> R;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) R(i, j) = x[at + 3 * i + j];
  return R;
}
/// Aᵀ v, in one fixed order.
template <class S>
so3::Vector3<S> times_transposed(const so3::Matrix3<S>& A, const so3::Vector3<S>& v) {
  return {(A(0, 0) * v[0] + A(1, 0) * v[1]) + A(2, 0) * v[2], (A(0, 1) * v[0] + A(1, 1) * v[1]) + A(2, 1) * v[2],
          (A(0, 2) * v[0] + A(1, 2) * v[1]) + A(2, 2) * v[2]};
}

/// What of a body the rates below need; inertia about the centre of mass, body axes.
struct Inertia {
  double inverse_mass;
  const Mat3& I_B;
  const Mat3& inverse_I_B;
};

/// The attitude as a unit quaternion: of q by its length, of R by the nearest rotation.
template <class S>
so3::Vector4<S> attitude(StateForm form, const S* x, int rounds) {
  const Layout at = layout(form);
  if (has_matrix(form)) return so3::nearest_quaternion(matrix_at(x, at.attitude), rounds);
  const so3::Vector4<S> q(x[at.attitude], x[at.attitude + 1], x[at.attitude + 2], x[at.attitude + 3]);
  const S f = 1.0 / sqrt(so3::squared_norm(q));
  return {f * q[0], f * q[1], f * q[2], f * q[3]};
}

/// Where a body is and how it moves, read off its state. The attitude is a rotation even where R or q is not quite one:
/// loads act on bodies, not on matrices.
template <class S>
BodyMotion<S> motion(StateForm form, const Inertia& inertia, const S* x, int rounds = 2) {
  const Layout at = layout(form);
  const so3::Vector3<S> p = vector_at(x, at.position), linear = vector_at(x, at.linear);
  if (form == StateForm::particle) return {p, {S(1.0), S(0.0), S(0.0), S(0.0)}, linear, load::widen<S>(Vec3::Zero())};
  const so3::Vector4<S> R_WB = attitude(form, x, rounds);
  const so3::Vector3<S> angular_B = so3::rotate_back(R_WB, vector_at(x, at.angular));
  if (!has_momenta(form)) return {p, R_WB, linear, angular_B};
  return {p, R_WB, scaled(inertia.inverse_mass, linear), times(inertia.inverse_I_B, angular_B)};
}

/// ω in world axes, with R as it stands in the state.
///
///   ω = R I⁻¹ Rᵀ L                                                            docs/theory/state-forms.md (2)
template <class S>
so3::Vector3<S> angular_velocity(StateForm form, const Inertia& inertia, const so3::Matrix3<S>& R, const S* x) {
  const so3::Vector3<S> angular = vector_at(x, layout(form).angular);
  if (!has_momenta(form)) return angular;
  return times(R, times(inertia.inverse_I_B, times_transposed(R, angular)));
}

/// The rate of a body that nothing acts on.
///
///   ẋ = P/m,  Ṙ = [ω]ₓ R  or  q̇ = ½ [0, ω] q,  Ṗ = 0,  L̇ = 0                  docs/theory/state-forms.md (1)–(4)
///   ċ = v,  v̇ = 0,  Ṙ = [ω]ₓ R,  ω̇ = −J⁻¹ (ω × J ω),  J = R I Rᵀ
///
/// Source   founding texts 004 (2-43), (4-2) and 000; R as it is, not as it should be; of q only the
///          angular velocity takes the direction alone.
/// Proof    tests/law/state_form_law_test.cpp, tests/truth/state_form_test.cpp
template <class S>
void free_rate(StateForm form, const Inertia& inertia, const S* x, S* v) {
  const Layout at = layout(form);
  const so3::Vector3<S> linear = vector_at(x, at.linear), zero = load::widen<S>(Vec3::Zero());
  put(has_momenta(form) ? scaled(inertia.inverse_mass, linear) : linear, v, at.position);
  put(zero, v, at.linear);
  if (form == StateForm::particle) return;
  put(zero, v, at.angular);
  if (!has_matrix(form)) {
    const so3::Vector3<S> w = angular_velocity(form, inertia, so3::matrix(attitude(form, x, 0)), x);
    const S* q = x + at.attitude;
    const so3::Vector4<S> rate =
        so3::product<S>({S(0.0), 0.5 * w[0], 0.5 * w[1], 0.5 * w[2]}, {q[0], q[1], q[2], q[3]});
    for (int i = 0; i < 4; ++i) v[at.attitude + i] = rate[i];
    return;
  }
  const so3::Matrix3<S> R = matrix_at(x, at.attitude);
  const so3::Vector3<S> w = angular_velocity(form, inertia, R, x);
  for (int j = 0; j < 3; ++j) {
    const so3::Vector3<S> column = so3::cross<S>(w, {R(0, j), R(1, j), R(2, j)});
    for (int i = 0; i < 3; ++i) v[at.attitude + 3 * i + j] = column[i];
  }
  if (has_momenta(form)) return;
  const so3::Vector3<S> Jw = times(R, times(inertia.I_B, times_transposed(R, w)));
  put(times(R, times(inertia.inverse_I_B, times_transposed(R, so3::cross(Jw, w)))), v, at.angular);
}

/// Adds what a force and a torque do: Ṗ = F, L̇ = τ, or v̇ = F/m, ω̇ = J⁻¹ τ.
template <class S>
void accelerate(StateForm form, const Inertia& inertia, const BodyMotion<S>& motion, const Applied<S>& applied, S* v) {
  const Layout at = layout(form);
  add(has_momenta(form) ? applied.f_W : scaled(inertia.inverse_mass, applied.f_W), v, at.linear);
  if (form == StateForm::particle) return;
  const so3::Vector3<S> turn_B = has_momenta(form) ? applied.t_B : times(inertia.inverse_I_B, applied.t_B);
  add(so3::rotate(motion.R_WB, turn_B), v, at.angular);
}

/// The same for numbers alone, as exact as a double is.
FreeBodyState state(StateForm form, const Inertia& inertia, const double* x);
/// Appends the numbers of a body in that motion.
void append_coordinates(StateForm form, const MassProperties& mass, const FreeBodyState& state, std::vector<double>& x);
void append_blocks(StateSpace& space, const std::string& body, StateForm form);

}  // namespace polhode::forms
