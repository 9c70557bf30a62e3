#pragma once
// Bodies and the axes of their joints in the axes of the base, W, each about its own origin: nothing is turned on the
// way from a body to its parent, and no number grows with the distance from the base.

#include "dynamics/tree/kernels/placement.hpp"

namespace polhode::tree::POLHODE_TREE_KERNELS {

/// A body K on its parent; all in W.
template <class S>
struct WorldBody {
  Mat<S> R;       ///< R_WK
  Vec<S> r;       ///< from the parent's origin to this one's
  Vec<S> w;       ///< angular velocity
  Vec<S> r_rate;  ///< dr/dt
};

/// What one velocity of a joint does to its body: turns it about z, slides it along z, or both.
enum class AxisKind : int { turn, slide, screw };

template <class S>
struct Axis {
  Vec<S> z;
  Vec<S> rate;   ///< dz/dt = ω × z
  double pitch;  ///< of a screw
  AxisKind kind;
  int below;  ///< the axis that carries this one; −1: none
};

/// A moment and a force, or an angular and a linear motion.
template <class S>
struct Pair {
  Vec<S> n, f;
};

/// All bodies, and an axis for each velocity of the tree.
template <class S>
struct World {
  WorldBody<S>* bodies;
  Axis<S>* axes;
  S *sin, *cos;
  char* rest;  ///< memory after these, for what an algorithm adds
};

template <class S>
std::size_t world_room(const Plan& tree) {
  return static_cast<std::size_t>(tree.count) * sizeof(WorldBody<S>) +
         static_cast<std::size_t>(tree.nv) * sizeof(Axis<S>) + 2 * angle_room(tree) * sizeof(S);
}

template <class S>
POLHODE_INLINE World<S> world_in(const Plan& tree, void* room) {
  auto* const bodies = static_cast<WorldBody<S>*>(room);
  auto* const axes = reinterpret_cast<Axis<S>*>(bodies + tree.count);
  S* const sin = reinterpret_cast<S*>(axes + tree.nv);
  S* const cos = sin + angle_room(tree);
  return {bodies, axes, sin, cos, reinterpret_cast<char*>(cos + angle_room(tree))};
}

POLHODE_INLINE AxisKind axis_kind(Motion motion, int k) {
  switch (motion) {
    case Motion::slide: return AxisKind::slide;
    case Motion::screw: return AxisKind::screw;
    case Motion::free: return k < 3 ? AxisKind::slide : AxisKind::turn;
    default: return AxisKind::turn;
  }
}

/// Of velocity k of a joint.
template <class S>
POLHODE_INLINE Axis<S> axis_of(const Plan& tree, const Node& node, int k, const Mat<S>& R) {
  const int column = dof(node.motion) == 1 ? 2 : k % 3;
  const Vec<S> z = column == 0   ? Vec<S>{R.xx, R.yx, R.zx}
                   : column == 1 ? Vec<S>{R.xy, R.yy, R.zy}
                                 : Vec<S>{R.xz, R.yz, R.zz};
  int below = node.v0 + k - 1;
  if (k == 0) below = node.parent < 0 ? -1 : tree.nodes[node.parent].v0 + dof(tree.nodes[node.parent].motion) - 1;
  return {z, zero<S>(), node.pitch, axis_kind(node.motion, k), below};
}

/// Writes R, r and the axes.
template <class S>
void place_world(const Plan& tree, const S* q, const World<S>& world) {
  all_sincos(tree, q, world.sin, world.cos);
  for (int i = 0; i < tree.count; ++i) {
    const Node& node = tree.nodes[i];
    WorldBody<S>& body = world.bodies[i];
    const Placement<S> at = placement(node, q, world.sin, world.cos);
    if (node.parent < 0) {
      body.R = at.R;
      body.r = at.p;
    } else {
      const Mat<S>& R_P = world.bodies[node.parent].R;
      body.R = R_P * at.R;
      body.r = R_P * at.p;
    }
    for (int k = 0; k < dof(node.motion); ++k) world.axes[node.v0 + k] = axis_of(tree, node, k, body.R);
  }
}

/// Writes ω, dr/dt and the rates of the axes, on a base that turns with w_base.
template <class S>
void move_world(const Plan& tree, const S* v, const Vec<S>& w_base, const World<S>& world) {
  for (int i = 0; i < tree.count; ++i) {
    const Node& node = tree.nodes[i];
    WorldBody<S>& body = world.bodies[i];
    const Vec<S>& w_P = node.parent < 0 ? w_base : world.bodies[node.parent].w;
    body.w = w_P;
    body.r_rate = cross(w_P, body.r);
    for (int c = node.v0; c < node.v0 + dof(node.motion); ++c) {
      const Axis<S>& axis = world.axes[c];
      if (axis.kind != AxisKind::slide) body.w = body.w + scaled(v[c], axis.z);
      if (axis.kind == AxisKind::slide) body.r_rate = body.r_rate + scaled(v[c], axis.z);
      if (axis.kind == AxisKind::screw) body.r_rate = body.r_rate + scaled(axis.pitch * v[c], axis.z);
    }
    for (int c = node.v0; c < node.v0 + dof(node.motion); ++c) world.axes[c].rate = cross(body.w, world.axes[c].z);
  }
}

/// The force that a wrench, about the origin of the axis's body, exerts along the axis.
template <class S>
POLHODE_INLINE S along(const Axis<S>& axis, const Vec<S>& n, const Vec<S>& f) {
  switch (axis.kind) {
    case AxisKind::turn: return dot(axis.z, n);
    case AxisKind::slide: return dot(axis.z, f);
    default: return dot(axis.z, n) + axis.pitch * dot(axis.z, f);
  }
}

/// (tr(Σ) 1 − Σ) a: what a body with second moments Σ resists to a turning a.
template <class S>
POLHODE_INLINE Vec<S> inertia_times(const Sym<S>& m, const Vec<S>& a) {
  return {(m.yy + m.zz) * a.x - (m.xy * a.y + m.xz * a.z), (m.xx + m.zz) * a.y - (m.xy * a.x + m.yz * a.z),
          (m.xx + m.yy) * a.z - (m.xz * a.x + m.yz * a.y)};
}

/// First and second moments of mass, about the origin of a body.
template <class S>
struct MassMoments {
  Vec<S> h;
  Sym<S> m;
};

/// Of a body by itself.
template <class S>
POLHODE_INLINE MassMoments<S> own_moments(const Node& node, const Mat<S>& R) {
  return {R * vec(node.h), turned(R, sym(node.S))};
}

/// Adds the moments of a body and all it carries to those of its parent, whose origin is −r away.
template <class S>
POLHODE_INLINE void add_moments(double carried, const Vec<S>& r, const MassMoments<S>& body, MassMoments<S>& parent) {
  const Vec<S> mr = scaled(carried, r), &h = body.h;
  const Vec<S> u = h + scaled(0.5, mr);
  Sym<S>& to = parent.m;
  to.xx += body.m.xx + (u.x + u.x) * r.x;
  to.yy += body.m.yy + (u.y + u.y) * r.y;
  to.zz += body.m.zz + (u.z + u.z) * r.z;
  to.xy += body.m.xy + (u.x * r.y + r.x * u.y);
  to.xz += body.m.xz + (u.x * r.z + r.x * u.z);
  to.yz += body.m.yz + (u.y * r.z + r.y * u.z);
  parent.h = parent.h + (h + mr);
}

/// Momentum, about the origin of its body, of all that an axis carries, for a unit of its velocity.
template <class S>
POLHODE_INLINE Pair<S> unit_momentum(const Axis<S>& axis, double carried, const MassMoments<S>& all) {
  switch (axis.kind) {
    case AxisKind::turn: return {inertia_times(all.m, axis.z), cross(axis.z, all.h)};
    case AxisKind::slide: return {cross(all.h, axis.z), scaled(carried, axis.z)};
    default:
      return {inertia_times(all.m, axis.z) + scaled(axis.pitch, cross(all.h, axis.z)),
              cross(axis.z, all.h) + scaled(axis.pitch * carried, axis.z)};
  }
}

}  // namespace polhode::tree::POLHODE_TREE_KERNELS
