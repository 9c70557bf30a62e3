#pragma once
// How bodies move in the axes of the base: places, velocities and accelerations of their origins.

#include "dynamics/tree/kernels/world.hpp"

namespace polhode::tree::POLHODE_TREE_KERNELS {

/// A body in W; angular velocity and rotation are in its WorldBody.
template <class S>
struct BodyMotion {
  Vec<S> p, v, a;  ///< of the origin
  Vec<S> alpha;
};

/// How the base moves, in its own axes: v, ω, a of its origin, α.
struct MovingBase {
  Vec<double> v, w, a, alpha;
};

template <class S>
POLHODE_INLINE Vec<S> lifted(const Vec<double>& x) {
  return {S(x.x), S(x.y), S(x.z)};
}

/// Adds to alpha and a what the velocities and accelerations of an axis make of them: z dv + dz/dt v.
template <class S>
POLHODE_INLINE void drive(const Axis<S>& axis, const S& v, const S& dv, BodyMotion<S>& body) {
  const Vec<S> own = scaled(dv, axis.z) + scaled(v, axis.rate);
  if (axis.kind != AxisKind::slide) body.alpha = body.alpha + own;
  if (axis.kind == AxisKind::slide) body.a = body.a + own;
  if (axis.kind == AxisKind::screw) body.a = body.a + scaled(axis.pitch, own);
}

template <class S>
std::size_t motion_room(const Plan& tree) {
  return world_room<S>(tree) + static_cast<std::size_t>(tree.count) * sizeof(BodyMotion<S>) +
         static_cast<std::size_t>(tree.nv) * sizeof(S);
}

/// The world and how its bodies move.
template <class S>
struct MovedWorld {
  World<S> world;
  BodyMotion<S>* motions;
};

/// In memory of motion_room. Null for `v` or `dv`: all zero.
template <class S>
MovedWorld<S> moved_world(const Plan& tree, const S* q, const S* v, const S* dv, const MovingBase& base, void* room) {
  const World<S> world = world_in<S>(tree, room);
  auto* const motions = reinterpret_cast<BodyMotion<S>*>(world.rest);
  S* const still = reinterpret_cast<S*>(motions + tree.count);
  for (int c = 0; c < tree.nv; ++c) still[c] = S(0.0);
  if (v == nullptr) v = still;
  if (dv == nullptr) dv = still;
  place_world(tree, q, world);
  const BodyMotion<S> ground{zero<S>(), lifted<S>(base.v), lifted<S>(base.a), lifted<S>(base.alpha)};
  const Vec<S> w_base = lifted<S>(base.w);
  move_world(tree, v, w_base, world);
  for (int i = 0; i < tree.count; ++i) {
    const Node& node = tree.nodes[i];
    const WorldBody<S>& body = world.bodies[i];
    const BodyMotion<S>& parent = node.parent < 0 ? ground : motions[node.parent];
    const Vec<S>& w_P = node.parent < 0 ? w_base : world.bodies[node.parent].w;
    BodyMotion<S>& now = motions[i];
    now.p = parent.p + body.r;
    now.v = parent.v + body.r_rate;
    now.alpha = parent.alpha;
    now.a = parent.a + cross(parent.alpha, body.r) + cross(w_P, body.r_rate);
    for (int c = node.v0; c < node.v0 + dof(node.motion); ++c) drive(world.axes[c], v[c], dv[c], now);
  }
  return {world, motions};
}

}  // namespace polhode::tree::POLHODE_TREE_KERNELS
