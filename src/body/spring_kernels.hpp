#pragma once
// Springs that pull and springs that turn, between two bodies or a body and the world.

#include <polhode/body/load.hpp>

#include "body/body_motion.hpp"

namespace polhode::load {

/// What a spring does to its first end, world axes; `along` and `speed` are of the second seen from the first.
template <class S>
so3::Vector3<S> spring_force(const Spring& spring, const so3::Vector3<S>& along, const so3::Vector3<S>& speed) {
  // A spring that only pulls its ends together has no direction to lose where they meet.
  S per_length = S(spring.stiffness);
  if (spring.length != 0 || spring.damping != 0) {
    const S length = sqrt(so3::squared_norm(along));
    const S rate = dot(along, speed) / length;
    per_length = (spring.stiffness * (length - spring.length) + spring.damping * rate) / length;
  }
  return {per_length * along[0], per_length * along[1], per_length * along[2]};
}

/// Both ends of a spring.
template <class S>
[[gnu::always_inline]] inline std::array<PointMotion<S>, 2> points_of(const Spring& spring,
                                                                      const std::array<PairEnd<S>, 2>& ends) {
  return {point_of(ends[0].motion, ends[0].from_centre(spring.ends[0].p_BoQ_B)),
          point_of(ends[1].motion, ends[1].from_centre(spring.ends[1].p_BoQ_B))};
}

template <class S>
[[gnu::always_inline]] inline std::array<Applied<S>, 2> act(const Spring& spring, double,
                                                            const std::array<PairEnd<S>, 2>& ends) {
  const auto [a, b] = points_of(spring, ends);
  const so3::Vector3<S> f_W = spring_force<S>(spring, b.p_WQ - a.p_WQ, b.v_WQ - a.v_WQ);
  const so3::Vector3<S> back_W(-f_W[0], -f_W[1], -f_W[2]);
  return {Applied<S>{f_W, so3::cross(a.p_BcmQ_B, so3::rotate_back(ends[0].motion.R_WB, f_W))},
          Applied<S>{back_W, so3::cross(b.p_BcmQ_B, so3::rotate_back(ends[1].motion.R_WB, back_W))}};
}

template <class S>
S potential(const Spring& spring, double, const std::array<PairEnd<S>, 2>& ends) {
  const auto [a, b] = points_of(spring, ends);
  const so3::Vector3<S> along = b.p_WQ - a.p_WQ;
  const S stretch = sqrt(so3::squared_norm(along)) - spring.length;
  return 0.5 * spring.stiffness * stretch * stretch;
}

/// The power that no potential accounts for.
template <class S>
S supply(const Spring& spring, double, const std::array<PairEnd<S>, 2>& ends) {
  if (spring.damping == 0) return S(0.0);
  const auto [a, b] = points_of(spring, ends);
  const so3::Vector3<S> along = b.p_WQ - a.p_WQ;
  const S product = dot<S>(along, b.v_WQ - a.v_WQ);
  return -spring.damping * (product * product / so3::squared_norm(along));
}

/// The turn by which B is away from its rest in A, a quaternion whose vector part has the same components in B and in
/// the axes of rest.
template <class S>
so3::Vector4<S> turn_of(const TorsionSpring& spring, const std::array<PairEnd<S>, 2>& ends) {
  const Vec4 rest = spring.R_AB_rest.quaternion();
  const so3::Vector4<S> back{S(rest[0]), S(-rest[1]), S(-rest[2]), S(-rest[3])};
  return so3::product<S>(back, so3::product<S>(so3::conjugate(ends[0].motion.R_WB), ends[1].motion.R_WB));
}

/// ω of B as seen from A, axes of B.
template <class S>
so3::Vector3<S> relative_turning(const std::array<PairEnd<S>, 2>& ends) {
  const so3::Vector3<S> w_A_W = so3::rotate(ends[0].motion.R_WB, ends[0].motion.w_WB_B);
  return ends[1].motion.w_WB_B - so3::rotate_back(ends[1].motion.R_WB, w_A_W);
}

/// τ = −k sin θ n − c ω on B, and back on A; with the quaternion (q₀, q) of the turn sin θ n = 2 q₀ q.
///                                                                                        docs/theory/loads.md (6)
template <class S>
std::array<Applied<S>, 2> act(const TorsionSpring& spring, double, const std::array<PairEnd<S>, 2>& ends) {
  const so3::Vector4<S> turn = turn_of(spring, ends);
  const S factor = -2.0 * spring.stiffness * turn[0];
  so3::Vector3<S> t_B(factor * turn[1], factor * turn[2], factor * turn[3]);
  if (spring.damping != 0) t_B -= scaled<S>(S(spring.damping), relative_turning(ends));
  std::array<Applied<S>, 2> on;
  const so3::Vector3<S> back_A = so3::rotate_back(ends[0].motion.R_WB, so3::rotate(ends[1].motion.R_WB, t_B));
  on[0].t_B = {-back_A[0], -back_A[1], -back_A[2]};
  on[1].t_B = t_B;
  return on;
}

/// 1 − cos θ = 2 |q|².
template <class S>
S potential(const TorsionSpring& spring, double, const std::array<PairEnd<S>, 2>& ends) {
  const so3::Vector4<S> turn = turn_of(spring, ends);
  return 2.0 * spring.stiffness * so3::squared_norm(so3::Vector3<S>(turn[1], turn[2], turn[3]));
}

template <class S>
S supply(const TorsionSpring& spring, double, const std::array<PairEnd<S>, 2>& ends) {
  return -spring.damping * so3::squared_norm(relative_turning(ends));
}

}  // namespace polhode::load
