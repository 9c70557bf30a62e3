#pragma once
// The contact of a body in world axes: what follows from a force there, and how it slides.

#include "dynamics/rolling/model.hpp"

namespace polhode::rolling {

/// A symmetric 3×3 system by cofactors.
template <class S>
Vector3<S> solve_by_cofactors(const Matrix3<S>& A, const Vector3<S>& b) {
  const Vector3<S> a0(A(0, 0), A(0, 1), A(0, 2)), a1(A(1, 0), A(1, 1), A(1, 2)), a2(A(2, 0), A(2, 1), A(2, 2));
  const Vector3<S> c0 = cross(a1, a2), c1 = cross(a2, a0), c2 = cross(a0, a1);
  const S inverse = 1.0 / dot(a0, c0);
  return scaled(inverse, Vector3<S>(scaled(b[0], c0) + scaled(b[1], c1) + scaled(b[2], c2)));
}

/// The turn of what has world components to those of the body.
template <class S>
struct ToBody {
  const Matrix3<S>& R_WB;

  [[gnu::always_inline]] Vector3<S> operator()(const Vector3<S>& a) const { return so3::turned_back(R_WB, a); }
};

/// The contact of a body in world axes, at one state, and what follows from a force there.
///
///   u = v + ω×γ − V_P,   u̇ = 𝒜 f + b,   𝒜 = 1/m − γ̂ I⁻¹ γ̂,   b = g + α₀×γ + ω×γ̇ − c          theory/rolling.md (7)
///
/// Letters  γ contact from the centre of mass, n normal, I central inertia, α₀ = I⁻¹(τ − ω×Iω) without contact, V_P
///          velocity of the ground and c its rate along the path of the contact; all in world axes.
template <class S>
struct SpaceContact {
  GroundFrame<S> ground;
  Vector3<S> gamma, gamma_rate, slip;
  Vector3<S> alpha0, b;
  Vector3<S> loss;             ///< couple of what dissipates, in α₀ and b
  Matrix3<S> inverse_inertia;  ///< I⁻¹
  S inverse_mass;
  S spin;  ///< of the body over the ground, about the normal

  SpaceContact(const Model& model, double t, const Vector3<S>& r, const so3::Vector4<S>& R_WB, const Vector3<S>& v,
               const Vector3<S>& w, double side) {
    const RollingBody& body = model.body;
    ground = model.ground.frame(r, v);
    const Matrix3<S> R = so3::matrix(R_WB);
    const ToBody<S> to_body{R};
    const Vector3<S> N = to_body(ground.n), w_B = to_body(w);
    const Vector3<S> N_rate = cross(N, w_B) + to_body(ground.n_rate);
    const Touch<S> at = touch(body.surface, N, N_rate, side);
    gamma = times(R, Vector3<S>(widen<S>(body.centre) + at.point));
    gamma_rate = cross(w, gamma) + times(R, at.slope);
    inverse_mass = S(1 / body.mass);

    const Vector3<S> L = times(R, times(body.inertia, w_B));
    // I⁻¹ = R I_B⁻¹ Rᵀ, row by row.
    for (int i = 0; i < 3; ++i) {
      const Vector3<S> row = times(model.inverse_inertia, Vector3<S>(R(i, 0), R(i, 1), R(i, 2)));
      for (int j = 0; j < 3; ++j) inverse_inertia(i, j) = (R(j, 0) * row[0] + R(j, 1) * row[1]) + R(j, 2) * row[2];
    }
    const Vector3<S> e3(R(0, 2), R(1, 2), R(2, 2));
    if (model.track > 0)
      loss = times(R, track_couple(*body.dissipation, body.surface, model.track, N, at.slope, side));
    else
      loss = couple(body.dissipation, ground.n, e3, w, model.weight);
    alpha0 = times(inverse_inertia, Vector3<S>(loss - cross(w, L)));
    const GroundMotion<S> moving = model.ground.motion(t, Vector3<S>(r + gamma), Vector3<S>(v + gamma_rate));
    slip = v + cross(w, gamma) - moving.velocity;
    spin = dot(ground.n, w) - moving.turning;
    b = widen<S>(body.gravity) + cross(alpha0, gamma) + cross(w, gamma_rate) - moving.acceleration;
  }

  /// 𝒜 f.
  Vector3<S> answer(const Vector3<S>& f) const {
    return scaled(inverse_mass, f) + cross(times(inverse_inertia, cross(gamma, f)), gamma);
  }
  /// u̇ of a couple on the body.
  Vector3<S> answer_to_couple(const Vector3<S>& torque) const { return cross(times(inverse_inertia, torque), gamma); }

  /// How the contact opens that nothing presses: the rate of n·u without a force.
  S opening() const { return dot(ground.n, b) + dot(ground.n_rate, slip); }
  /// The part of that which the loss makes.
  S opening_by_loss() const { return dot(ground.n, answer_to_couple(loss)); }
  void keep_of_loss(const S& part) {
    const Vector3<S> left_out = scaled(S(1.0 - part), loss);
    loss -= left_out;
    alpha0 -= times(inverse_inertia, left_out);
    b -= answer_to_couple(left_out);
  }
  /// What dissipates is there however small the load is, but not in flight. Where it would open the contact of a body
  /// that slides, and without it the body would come down again, the body neither leaves nor presses: it has no load
  /// and that part of the loss which lets it go along the ground, the middle of contact and flight (Filippov).
  ///
  ///   a₀ < 0 < a₁:   τ → −a₀/(a₁ − a₀) τ,   a₁ opening() with the loss, a₀ without it         theory/rolling.md (9b)
  void ease_loss() {
    const S by_loss = opening_by_loss(), all = opening();
    // Behind the end of contact there is nothing left of it.
    if (all > S(0.0) && by_loss > S(0.0)) keep_of_loss(all < by_loss ? S(1.0 - all / by_loss) : S(0.0));
  }

  /// The force that keeps the contact from slipping: 𝒜 f = −b.
  Vector3<S> holding_force() const { return solve_by_cofactors(mobility(), Vector3<S>(-b)); }
  Matrix3<S> mobility() const {
    Matrix3<S> A;
    for (int j = 0; j < 3; ++j) {
      Vector3<S> unit(S(0.0), S(0.0), S(0.0));
      unit[j] = S(1.0);
      const Vector3<S> column = answer(unit);
      for (int i = 0; i < 3; ++i) A(i, j) = column[i];
    }
    return A;
  }
};

/// Force and couple at a contact.
template <class S>
struct ContactWrench {
  Vector3<S> force, couple;
  S stiffness;  ///< n·𝒜d: a load along n answers to it; not positive where friction jams (Painlevé)
};

/// A force f_n d + f_e with a couple f_n k n, whose load f_n keeps the body on the ground.
///
///   f_n = −(n·(b + 𝒜 f_e) + ṅ·u) / (n·𝒜d + n·((I⁻¹ k n)×γ))                               theory/rolling.md (9)
template <class S>
ContactWrench<S> loaded(const SpaceContact<S>& at, const Vector3<S>& d, const Vector3<S>& f_e, const S& k) {
  const Vector3<S>& n = at.ground.n;
  const Vector3<S> twist = scaled(k, n);
  const S stiffness = dot(n, Vector3<S>(at.answer(d) + at.answer_to_couple(twist)));
  const S f_n = -(dot(n, Vector3<S>(at.b + at.answer(f_e))) + dot(at.ground.n_rate, at.slip)) / stiffness;
  return {scaled(f_n, d) + f_e, scaled(f_n, twist), stiffness};
}

/// Sliding in the direction ŝ under Coulomb's friction of a point, whatever the slip is.
template <class S>
ContactWrench<S> sliding_along(const SpaceContact<S>& at, double friction, const Vector3<S>& direction) {
  const Vector3<S> none(S(0.0), S(0.0), S(0.0));
  return loaded(at, Vector3<S>(at.ground.n - scaled(S(friction), direction)), none, S(0.0));
}

/// The pull of oil on a body that slides, and what of it there is where no load keeps the body down.
///
/// All of it, f_e, with the load f_n that goes with it. Where it would take the body off the ground, which without it
/// comes down again, the body neither leaves nor presses: it has no load and that part of the oil's pull which lets it
/// go along the ground, the middle of contact and flight (Filippov).
///
///   a₀ = n·b + ṅ·u,   a₁ = a₀ + n·𝒜 f_e;   a₀ < 0 < a₁:   f = −a₀/(a₁ − a₀) f_e             theory/rolling.md (9a)
///
/// Proof    tests/truth/sliding_test.cpp
template <class S>
struct OilPull {
  Vector3<S> all;
  S without, push;  ///< a₀, and n·𝒜 f_e

  OilPull(const SpaceContact<S>& at, double coefficient) {
    const Vector3<S>& n = at.ground.n;
    all = scaled(S(-coefficient), Vector3<S>(at.slip - scaled(dot(n, at.slip), n)));
    without = dot(n, at.b) + dot(at.ground.n_rate, at.slip);
    push = dot(n, at.answer(all));
  }
  bool floats() const { return push > S(0.0) && without + push > S(0.0); }
  ContactWrench<S> wrench(const SpaceContact<S>& at) const {
    if (!floats()) return loaded(at, at.ground.n, all, S(0.0));
    const Vector3<S> none(S(0.0), S(0.0), S(0.0));
    // Behind the end of contact there is nothing left of it.
    const S part = without < S(0.0) ? S(-without / push) : S(0.0);
    return {scaled(part, all), none, dot(at.ground.n, at.answer(at.ground.n))};
  }
  /// The load with or without the pull, whichever is more: contact lasts while it is positive.
  S hold(const SpaceContact<S>& at) const {
    const S least = push < S(0.0) ? S(without + push) : without;
    return -least / dot(at.ground.n, at.answer(at.ground.n));
  }
};

/// What the ground does to a body that slides with the slip at.slip, in the direction of `angle`.
template <class S>
ContactWrench<S> sliding_wrench(const Model& model, const SpaceContact<S>& at, const S& angle) {
  const Vector3<S> none(S(0.0), S(0.0), S(0.0));
  const Vector3<S>& n = at.ground.n;
  const Friction& law = *model.body.ground.friction;
  if (const auto* coulomb = std::get_if<friction::Coulomb>(&law); coulomb != nullptr && coulomb->patch == 0)
    return sliding_along(at, coulomb->sliding, direction_of(at.ground, angle));
  if (const auto* viscous = std::get_if<friction::Viscous>(&law))
    return OilPull<S>(at, viscous->coefficient).wrench(at);
  const Vector3<S> u = at.slip - scaled(dot(n, at.slip), n);
  const FrictionOfLoad<S> of_load = friction_of_load(law, u, at.spin);
  return loaded(at, Vector3<S>(n - scaled(of_load.by_slip, u)), none, of_load.drill);
}

/// How a body that slides in the direction of an angle moves.
template <class S>
struct SlidingMotion {
  SpaceContact<S> at;
  ContactWrench<S> wrench;
  Vector3<S> acceleration, alpha;

  SlidingMotion(const Model& model, double t, const Vector3<S>& r, const so3::Vector4<S>& R_WB, const Vector3<S>& v,
                const Vector3<S>& w, double side, const S& angle)
      : at(model, t, r, R_WB, v, w, side) {
    if (model.loses_by_contact) at.ease_loss();
    be_rubbed_along(model, angle);
  }
  void be_rubbed_along(const Model& model, const S& angle) {
    wrench = sliding_wrench(model, at, angle);
    acceleration = widen<S>(model.body.gravity) + scaled(at.inverse_mass, wrench.force);
    alpha = at.alpha0 + times(at.inverse_inertia, Vector3<S>(cross(at.gamma, wrench.force) + wrench.couple));
  }
  /// u̇ of a force and couple there.
  Vector3<S> slip_rate(const ContactWrench<S>& by) const {
    return at.answer(by.force) + at.answer_to_couple(by.couple) + at.b;
  }
  /// ŝ⊥·u̇ of a slip in the direction of another angle.
  S deflection(const Model& model, const S& angle) const {
    const Vector3<S> across = cross(at.ground.n, direction_of(at.ground, angle));
    return dot(across, slip_rate(sliding_wrench(model, at, angle)));
  }
};

}  // namespace polhode::rolling
