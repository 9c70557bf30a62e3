#pragma once
// Velocities, accelerations and forces of all bodies about the common point O (common.hpp).

#include "dynamics/tree/kernels/common.hpp"

namespace polhode::tree::POLHODE_TREE_KERNELS {

/// How a body moves and what that needs.
struct Moving {
  Twist v;                ///< its velocity
  Twist a;                ///< its rate, less gravity
  Push<double> momentum;  ///< of the body alone: angular about O, linear
  Push<double> f;         ///< the force that it needs
};

/// The base's motion seen from O, for each root.
struct BaseSeen {
  Twist v, a;
};

struct MotionsPart {
  Standing* bodies;
  Moving* moving;
  BaseSeen* bases;  ///< of each body; filled for roots
  Twist* S;         ///< directions of joints, in the order of Plan::dofs
  Twist* S_rate;    ///< their rates if they moved with the parent: ψ̇ = v_P × S
  double *sin, *cos;
};

inline MotionsPart motions_part(const Plan& tree, Parts& parts) {
  const int angles = static_cast<int>(angle_room(tree));
  return {parts.take<Standing>(tree.count), parts.take<Moving>(tree.count), parts.take<BaseSeen>(tree.count),
          parts.take<Twist>(tree.nv),       parts.take<Twist>(tree.nv),     parts.take<double>(angles),
          parts.take<double>(angles)};
}

/// Velocity of the parent of a body, and its rate.
POLHODE_INLINE const Twist& velocity_below(const Node& node, int i, const MotionsPart& part) {
  return node.parent < 0 ? part.bases[i].v : part.moving[node.parent].v;
}
POLHODE_INLINE const Twist& rate_below(const Node& node, int i, const MotionsPart& part) {
  return node.parent < 0 ? part.bases[i].a : part.moving[node.parent].a;
}

/// The base as the root `at` sees it. Its origin counts as momentarily at rest: a common velocity makes no force.
POLHODE_INLINE BaseSeen base_seen(const Base& base, const Placement<double>& at) {
  const Vec<double> w = vec(base.w), alpha = vec(base.alpha);
  return {{transposed(at.R, w), transposed(at.R, cross(w, at.p))},
          {transposed(at.R, alpha), transposed(at.R, vec(base.a) + cross(alpha, at.p))}};
}

/// What a body needs for a motion a: moment about O and force.
POLHODE_INLINE Push<double> push_of(const Bulk& bulk, const Twist& a) {
  const auto& [mass, h, m] = bulk;
  const Vec<double>& w = a.w;
  const Vec<double> Jw{(m.yy + m.zz) * w.x - m.xy * w.y - m.xz * w.z, (m.xx + m.zz) * w.y - m.xy * w.x - m.yz * w.z,
                       (m.xx + m.yy) * w.z - m.xz * w.x - m.yz * w.y};
  return {Jw + cross(h, a.v), scaled(mass, a.v) + cross(w, h)};
}

/// Where bodies stand, how fast they move and their momenta.
inline void move_all(const Plan& tree, const Base& base, const double* q, const double* v, const MotionsPart& part) {
  all_sincos(tree, q, part.sin, part.cos);
  stand(tree, q, part.sin, part.cos, part.bodies, part.S);
  for (int i = 0; i < tree.count; ++i) {
    const Node& node = tree.nodes[i];
    if (node.parent < 0) part.bases[i] = base_seen(base, placement(node, q, part.sin, part.cos));
    const Twist below = velocity_below(node, i, part);
    Twist velocity = below;
    for (int k = 0; k < dof(node.motion); ++k) {
      const Twist& S = part.S[node.dof + k];
      part.S_rate[node.dof + k] = cross(below, S);
      velocity = velocity + scaled(v[node.v0 + k], S);
    }
    part.moving[i].v = velocity;
    part.moving[i].momentum = push_of(part.bodies[i].bulk, velocity);
  }
}

/// Accelerations for those of the joints (null: none), and the forces that each body needs for them.
///
///   a = a_P + Σ (S dv + ψ̇ v),   f = I a + v × (I v) − outside
inline void accelerate_all(const Plan& tree, const double* v, const double* dv, const double* outside,
                           const MotionsPart& part) {
  for (int i = 0; i < tree.count; ++i) {
    const Node& node = tree.nodes[i];
    Moving& body = part.moving[i];
    Twist a = rate_below(node, i, part);
    for (int k = 0; k < dof(node.motion); ++k) {
      a = a + scaled(v[node.v0 + k], part.S_rate[node.dof + k]);
      if (dv != nullptr) a = a + scaled(dv[node.v0 + k], part.S[node.dof + k]);
    }
    body.a = a;
    const Push<double> inertial = push_of(part.bodies[i].bulk, a), turning = cross(body.v, body.momentum);
    body.f = {inertial.n + turning.n, inertial.f + turning.f};
    if (outside == nullptr) continue;
    const Placement<double>& at = part.bodies[i].at;
    const Vec<double> f = at.R * vec(outside + 6 * i + 3);
    body.f.n = body.f.n - (at.R * vec(outside + 6 * i) + cross(at.p, f));
    body.f.f = body.f.f - f;
  }
}

/// The forces of joints, from those of the bodies; the bodies' become those of all that hangs on them.
inline void joint_forces(const Plan& tree, const MotionsPart& part, double* tau) {
  for (int i = tree.count - 1; i >= 0; --i) {
    const Node& node = tree.nodes[i];
    const Push<double>& own = part.moving[i].f;
    for (int k = 0; k < dof(node.motion); ++k) tau[node.v0 + k] = dot(part.S[node.dof + k], own);
    if (node.parent < 0) continue;
    Push<double>& below = part.moving[node.parent].f;
    below = {below.n + own.n, below.f + own.f};
  }
}

}  // namespace polhode::tree::POLHODE_TREE_KERNELS
