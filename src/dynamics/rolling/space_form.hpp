#pragma once
// A body on its ground in world axes, the contact force solved along: rolling, sliding and flying.

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

/// 1 at 0, falling to 0 at 1 with two derivatives, by the square of what should be less than 1.
template <class S>
S fade(const S& square) {
  if (square >= S(1.0)) return S(0.0);
  const S rest = 1.0 - square;
  return rest * rest * rest;
}

/// How fast the direction of a slip σ turns that w = ŝ⊥·u̇ pushes aside, falling from w/σ to 0 where the slip is at its
/// end: as it would turn faster than Ω, as P = w σ becomes harmless beside |u̇|, and behind the end, where a step may
/// look before the event is found.
///
///   w/σ · 1/(1 + (w/(σΩ))⁴ + (h|u̇|/P)² + (h|u̇|/P)⁴)                                        theory/rolling.md (10c)
template <class S>
S turning_while_it_counts(const S& sigma, const S& off, const S& rate_square) {
  if (sigma <= S(0.0)) return S(0.0);
  const S power = off * sigma, square = power * power, off2 = off * off;
  const S quick = off2 * off2 / (fastest_turning * fastest_turning);
  const S harmless = harmless_slip * harmless_slip * rate_square;
  return off2 * power * square / (square * (square + harmless) + quick * quick + harmless * harmless);
}

template <class S>
struct SlipTurning {
  S rate;       ///< of the angle
  S unsettled;  ///< by how much friction acts in another direction than that of the angle: W e of (10a)
};

/// How fast the direction of the slip turns, χ̇ = ŝ⊥·u̇/σ − ė₁·e₂ with σ the slip along ŝ, and, while friction settles
/// it faster than anything else, the same without the small denominator: it then follows the direction in which ŝ⊥·u̇
/// vanishes, at the distance that its turning and the growth of the slip make.
///
///   χ̇ + ė₁·e₂ = (1 − W) ŝ⊥·u̇/σ + W (D + Ω e),   D = ẇ/(k + σ̇),   e = (ŝ⊥·u̇ − σD)/k         theory/rolling.md (10a)
///
/// Letters  k = −∂(ŝ⊥·u̇)/∂χ: how fast σ times the direction settles; ẇ rate of ŝ⊥·u̇ at an angle that stays; e how far
///          the direction is from where it settles; W, from 1 to 0: how much what is left out is nothing, the
///          direction settled, and settling faster than the slip ends.
/// Proof    tests/truth/slip_direction_test.cpp, and tests/truth/sliding_test.cpp: an ellipsoid that begins to slip
template <class S>
SlipTurning<S> turning_of_slip(const Model& model, double t, const SlidingMotion<S>& now, const Vector3<S>& r,
                               const so3::Vector4<S>& R_WB, const Vector3<S>& v, const Vector3<S>& w, const S* x) {
  const S& angle = x[14];
  const SpaceContact<S>& at = now.at;
  const Vector3<S> along = direction_of(at.ground, angle), rate = now.slip_rate(now.wrench);
  const S sigma = dot(along, at.slip), growth = dot(along, rate);
  const S off = dot(cross(at.ground.n, along), rate);
  const S rate_square = dot(rate, rate) + slowest_rate * slowest_rate;
  const S turning = turning_while_it_counts(sigma, off, rate_square);
  const S pace = fn::sqrt(dot(w, w) + std::fabs(model.weight) / fn::sqrt(dot(at.gamma, at.gamma)));
  const S by_friction = -at.inverse_mass * dot(along, now.wrench.force);
  const S share = sigma * pace / (stiff_slip * by_friction);
  if (by_friction <= S(0.0) || share >= S(1.0)) return {turning - at.ground.spin, S(0.0)};
  const S settling =
      (now.deflection(model, S(angle - angle_step)) - now.deflection(model, S(angle + angle_step))) / (2 * angle_step);
  if (settling + most_ending * growth <= S(0.0) || settling <= S(0.0)) return {turning - at.ground.spin, S(0.0)};
  const double dt = drift_step;
  const so3::Vector4<S> turn = so3::exp(scaled(S(dt), Vector3<S>(so3::rotate_back(R_WB, w))));
  const SlidingMotion<S> soon(model, t + dt, r + scaled(S(dt), v), so3::product(R_WB, turn),
                              v + scaled(S(dt), now.acceleration), w + scaled(S(dt), now.alpha), model.side_of(x),
                              angle);
  const S drift =
      (dot(cross(soon.at.ground.n, direction_of(soon.at.ground, angle)), soon.slip_rate(soon.wrench)) - off) / dt;
  const S steady = drift / (settling + growth) + at.ground.spin;
  const S unsettled = (off - sigma * steady) / settling;
  const S lag = sigma * pace / settling, ending = growth < S(0.0) ? S(most_ending * growth / settling) : S(0.0);
  const S left_out = lag * lag * fn::sqrt(steady * steady / (pace * pace) + still * still) / lag_allowed;
  const S off_by =
      unsettled * unsettled * (1 / (settled_angle * settled_angle) + lag * lag / (lag_allowed * lag_allowed));
  const S W = fade(S(share * share)) * fade(S(ending * ending)) * fade(left_out) * fade(off_by);
  // What fades is what the direction turns more than that of a settled one, as far as it is settled.
  const S beside = steady + turning_while_it_counts(sigma, S(off - sigma * steady), rate_square);
  const S fast = (1.0 - W) * turning + W * beside, slow = steady + pace * unsettled;
  return {(1.0 - W) * fast + W * slow - at.ground.spin, W * unsettled};
}

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
