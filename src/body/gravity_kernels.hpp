#pragma once
// Weight and attraction.

#include <polhode/body/load.hpp>

#include "body/body_motion.hpp"

namespace polhode::load {

template <class S>
void apply(const Gravity& gravity, double, const BodyMotion<S>&, const MassProperties& mass, Applied<S>& sum) {
  sum.f_W += widen<S>(mass.mass() * gravity.g_W);
}

template <class S>
S potential(const Gravity& gravity, double, const BodyMotion<S>& motion, const MassProperties& mass) {
  return -dot(widen<S>(mass.mass() * gravity.g_W), motion.p_WBcm);
}

/// What a body's extent adds to its attraction by a point, of second order in its size over the distance.
///
///   V = −μ/(2 r³) (tr I − 3 n·I n),   F = −3μ/(2 r⁴) [(tr I − 5 n·I n) n + 2 I n],   τ = 3μ/r³ n × I n
///                                                                                          docs/theory/loads.md (2)
/// Source   [Hughes 1986] section 8.1; the force is −∇V.
/// Frames   r from the point to the centre of mass, world axes; I about the centre of mass, body axes.
/// Proof    tests/law/load_law_test.cpp
template <class S>
struct Extent {
  so3::Vector3<S> f_W, t_B;
  S potential;

  Extent(double mu, const Mat3& I_B, const so3::Vector3<S>& r_W, const S& distance, const so3::Vector4<S>& R_WB) {
    const S square = distance * distance;
    const S per_cube = mu / (square * distance), per_fifth = per_cube / square;
    const so3::Vector3<S> r_B = so3::rotate_back(R_WB, r_W);
    const so3::Vector3<S> Ir_B = times(I_B, r_B);
    const double trace = (I_B(0, 0) + I_B(1, 1)) + I_B(2, 2);
    const S along = dot(r_B, Ir_B) / square;  // n·I n
    const S radial = trace - 5.0 * along;
    const so3::Vector3<S> Ir_W = so3::rotate(R_WB, Ir_B);
    for (int i = 0; i < 3; ++i) f_W[i] = -1.5 * per_fifth * (radial * r_W[i] + 2.0 * Ir_W[i]);
    t_B = scaled<S>(3.0 * per_fifth, so3::cross(r_B, Ir_B));
    potential = -0.5 * per_cube * (trace - 3.0 * along);
  }
};

template <class S>
void apply(const CentralGravity& source, double, const BodyMotion<S>& motion, const MassProperties& mass,
           Applied<S>& sum) {
  const so3::Vector3<S> r_W = motion.p_WBcm - widen<S>(source.p_WC);
  const S square = so3::squared_norm(r_W), distance = sqrt(square);
  const S per_cube = source.mu * mass.mass() / (square * distance);
  sum.f_W -= scaled(per_cube, r_W);
  if (source.J2 != 0) {
    // −∇ of μ m J₂ R²/2 (3 (r·k)² r⁻⁵ − r⁻³).
    const so3::Vector3<S> k_W = widen<S>(source.axis_W);
    const S height = dot(r_W, k_W);
    const S factor = 1.5 * source.J2 * source.radius * source.radius * per_cube / square;
    const S radial = 5.0 * (height * height / square) - 1.0;
    for (int i = 0; i < 3; ++i) sum.f_W[i] += factor * (radial * r_W[i] - 2.0 * height * k_W[i]);
  }
  if (!source.gradient) return;
  const Extent<S> extent(source.mu, mass.inertia(), r_W, distance, motion.R_WB);
  sum.f_W += extent.f_W;
  sum.t_B += extent.t_B;
}

template <class S>
S potential(const CentralGravity& source, double, const BodyMotion<S>& motion, const MassProperties& mass) {
  const so3::Vector3<S> r_W = motion.p_WBcm - widen<S>(source.p_WC);
  const S square = so3::squared_norm(r_W), distance = sqrt(square);
  const S point = -source.mu * mass.mass() / distance;
  const S height = dot(r_W, widen<S>(source.axis_W));
  const S flattened =
      1.0 - 0.5 * source.J2 * source.radius * source.radius * (3.0 * (height * height / square) - 1.0) / square;
  const S whole = point * flattened;
  if (!source.gradient) return whole;
  return whole + Extent<S>(source.mu, mass.inertia(), r_W, distance, motion.R_WB).potential;
}

/// Both bodies of an attraction: r from the first to the second, and what the extent of each adds.
template <class S>
struct Attraction {
  so3::Vector3<S> r_W;
  S distance, potential;
  std::array<Applied<S>, 2> on;

  Attraction(const MutualGravity& pair, const std::array<PairEnd<S>, 2>& ends)
      : r_W(ends[1].motion.p_WBcm - ends[0].motion.p_WBcm), distance(sqrt(so3::squared_norm(r_W))) {
    const double first = pair.constant * ends[0].mass->mass(), second = pair.constant * ends[1].mass->mass();
    const S per_distance = first * ends[1].mass->mass() / distance;
    potential = -per_distance;
    so3::Vector3<S> f_W = scaled<S>(per_distance / (distance * distance), r_W);  // on the first
    if (pair.gradient) {
      const Extent<S> a(second, ends[0].mass->inertia(), r_W, distance, ends[0].motion.R_WB);
      const Extent<S> b(first, ends[1].mass->inertia(), r_W, distance, ends[1].motion.R_WB);
      potential = potential + (a.potential + b.potential);
      f_W -= so3::Vector3<S>(a.f_W + b.f_W);
      on[0].t_B = a.t_B;
      on[1].t_B = b.t_B;
    }
    on[0].f_W = f_W;
    on[1].f_W = {-f_W[0], -f_W[1], -f_W[2]};
  }
};

template <class S>
std::array<Applied<S>, 2> act(const MutualGravity& pair, double, const std::array<PairEnd<S>, 2>& ends) {
  return Attraction<S>(pair, ends).on;
}

template <class S>
S potential(const MutualGravity& pair, double, const std::array<PairEnd<S>, 2>& ends) {
  return Attraction<S>(pair, ends).potential;
}

template <class S>
S supply(const MutualGravity&, double, const std::array<PairEnd<S>, 2>&) {
  return S(0.0);
}

}  // namespace polhode::load
