#pragma once
// The Coriolis matrix: C = Σ m J_pᵀ dJ_p/dt over all points p of all bodies, summed body by body.
//
// A velocity u of the joints moves the point at x from the origin of a body with b + β × x. That field changes, while
// the bodies move with v, by a + α × x + β × ẋ. What these changes need is C u. Points of all that hangs on a body are
// gathered in mass, h = ∫ x dm, Σ = ∫ x xᵀ dm, l = ∫ ẋ dm and N = ∫ ẋ xᵀ dm, with ẋ against the origin of the body.

#include "dynamics/tree/kernels/world.hpp"

namespace polhode::tree::POLHODE_TREE_KERNELS {

/// A body and all that hangs on it.
template <class S>
struct CoriolisBody {
  MassMoments<S> moments;
  Vec<S> l;
  Mat<S> N;
};

/// (tr(N) 1 − N) a = ∫ x × (a × ẋ) dm.
template <class S>
POLHODE_INLINE Vec<S> swept(const Mat<S>& N, const Vec<S>& a) {
  return {(N.yy + N.zz) * a.x - (N.xy * a.y + N.xz * a.z), (N.xx + N.zz) * a.y - (N.yx * a.x + N.yz * a.z),
          (N.xx + N.yy) * a.z - (N.zx * a.x + N.zy * a.y)};
}
/// (tr(N) 1 − Nᵀ) a = ∫ ẋ × (a × x) dm.
template <class S>
POLHODE_INLINE Vec<S> swept_transposed(const Mat<S>& N, const Vec<S>& a) {
  return {(N.yy + N.zz) * a.x - (N.yx * a.y + N.zx * a.z), (N.xx + N.zz) * a.y - (N.xy * a.x + N.zy * a.z),
          (N.xx + N.yy) * a.z - (N.xz * a.x + N.yz * a.y)};
}

/// N + a bᵀ.
template <class S>
POLHODE_INLINE Mat<S> plus_product(const Mat<S>& N, const Vec<S>& a, const Vec<S>& b) {
  return {N.xx + a.x * b.x, N.xy + a.x * b.y, N.xz + a.x * b.z, N.yx + a.y * b.x, N.yy + a.y * b.y,
          N.yz + a.y * b.z, N.zx + a.z * b.x, N.zy + a.z * b.y, N.zz + a.z * b.z};
}

template <class S>
POLHODE_INLINE CoriolisBody<S> coriolis_body(const Node& node, const WorldBody<S>& body) {
  const MassMoments<S> own = own_moments(node, body.R);
  const Sym<S>& m = own.m;
  const Vec<S> x = cross(body.w, Vec<S>{m.xx, m.xy, m.xz}), y = cross(body.w, Vec<S>{m.xy, m.yy, m.yz}),
               z = cross(body.w, Vec<S>{m.xz, m.yz, m.zz});
  return {own, cross(body.w, own.h), {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z}};
}

template <class S>
POLHODE_INLINE void hang_coriolis(double carried, const WorldBody<S>& at, const CoriolisBody<S>& body,
                                  CoriolisBody<S>& parent) {
  const Mat<S>& N = body.N;
  const Mat<S> moved = plus_product(plus_product(N, at.r_rate, body.moments.h + scaled(carried, at.r)), body.l, at.r);
  Mat<S>& to = parent.N;
  to = {to.xx + moved.xx, to.xy + moved.xy, to.xz + moved.xz, to.yx + moved.yx, to.yy + moved.yy,
        to.yz + moved.yz, to.zx + moved.zx, to.zy + moved.zy, to.zz + moved.zz};
  parent.l = parent.l + (body.l + scaled(carried, at.r_rate));
  add_moments(carried, at.r, body.moments, parent.moments);
}

/// What one axis meets in the axes below: about the origin of the body reached so far.
template <class S>
struct CoriolisColumn {
  Pair<S> change;    ///< what the change of its own field needs
  Pair<S> momentum;  ///< of its own field
  Vec<S> swing;      ///< ∫ ẋ × field dm
};

template <class S>
POLHODE_INLINE CoriolisColumn<S> coriolis_column(const Axis<S>& axis, double carried, const CoriolisBody<S>& all) {
  const MassMoments<S>& moments = all.moments;
  const Pair<S> momentum = unit_momentum(axis, carried, moments);
  const Pair<S> slide{cross(moments.h, axis.rate), scaled(carried, axis.rate)};
  if (axis.kind == AxisKind::slide) return {slide, momentum, cross(all.l, axis.z)};
  const Pair<S> turn{inertia_times(moments.m, axis.rate) + swept(all.N, axis.z),
                     cross(axis.rate, moments.h) + cross(axis.z, all.l)};
  const Vec<S> swing = swept_transposed(all.N, axis.z);
  if (axis.kind == AxisKind::turn) return {turn, momentum, swing};
  return {{turn.n + scaled(axis.pitch, slide.n), turn.f + scaled(axis.pitch, slide.f)},
          momentum,
          swing + scaled(axis.pitch, cross(all.l, axis.z))};
}

/// The entry of C in the row of a column's axis for an axis below it.
template <class S>
POLHODE_INLINE S coriolis_row(const Axis<S>& below, const CoriolisColumn<S>& column) {
  const Pair<S>& momentum = column.momentum;
  switch (below.kind) {
    case AxisKind::turn: return dot(momentum.n, below.rate) + dot(column.swing, below.z);
    case AxisKind::slide: return dot(momentum.f, below.rate);
    default:
      return dot(momentum.n, below.rate) + dot(column.swing, below.z) + below.pitch * dot(momentum.f, below.rate);
  }
}

template <class S>
std::size_t coriolis_room(const Plan& tree) {
  return world_room<S>(tree) + static_cast<std::size_t>(tree.count) * sizeof(CoriolisBody<S>);
}

template <class S>
void coriolis(const Plan& tree, const S* q, const S* v, void* room, S* C) {
  const World<S> world = world_in<S>(tree, room);
  auto* const bodies = reinterpret_cast<CoriolisBody<S>*>(world.rest);
  const int nv = tree.nv;
  place_world(tree, q, world);
  move_world(tree, v, zero<S>(), world);
  for (int i = 0; i < nv * nv; ++i) C[i] = S(0.0);
  for (int i = 0; i < tree.count; ++i) bodies[i] = coriolis_body(tree.nodes[i], world.bodies[i]);
  for (int i = tree.count - 1; i >= 0; --i) {
    const Node& node = tree.nodes[i];
    for (int c = node.v0; c < node.v0 + dof(node.motion); ++c) {
      CoriolisColumn<S> column = coriolis_column(world.axes[c], node.carried, bodies[i]);
      C[c * nv + c] = along(world.axes[c], column.change.n, column.change.f);
      for (int j = i, e = world.axes[c].below; e >= 0; e = world.axes[e].below) {
        for (; e < tree.nodes[j].v0; j = tree.nodes[j].parent) {
          const WorldBody<S>& at = world.bodies[j];
          column.change.n = column.change.n + cross(at.r, column.change.f);
          column.momentum.n = column.momentum.n + cross(at.r, column.momentum.f);
          column.swing = column.swing + cross(at.r_rate, column.momentum.f);
        }
        C[e * nv + c] = along(world.axes[e], column.change.n, column.change.f);
        C[c * nv + e] = coriolis_row(world.axes[e], column);
      }
    }
    if (node.parent >= 0) hang_coriolis(node.carried, world.bodies[i], bodies[i], bodies[node.parent]);
  }
}

}  // namespace polhode::tree::POLHODE_TREE_KERNELS
