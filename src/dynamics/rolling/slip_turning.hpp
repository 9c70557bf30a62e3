#pragma once
// How the direction of a slip turns, where the slip is nearly none as well.

#include "dynamics/rolling/space_contact.hpp"

namespace polhode::rolling {

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

}  // namespace polhode::rolling
