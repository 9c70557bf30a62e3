#pragma once
// The mass matrix from composite bodies: the momentum of all that hangs on a joint, seen by the joints below it.

#include "dynamics/tree/kernels/rnea.hpp"

namespace polhode::tree::POLHODE_TREE_KERNELS {

/// A body and all that hangs on it, as one rigid body: h = m c and Σ about its origin, its axes.
template <class S>
struct CrbaBody {
  Vec<S> h;
  Sym<S> m;
};

/// Moment about the origin and force.
template <class S>
struct Push {
  Vec<S> n, f;
};

/// What a composite body needs for a unit acceleration of one of its joint's velocities, number k.
template <class S>
POLHODE_INLINE Push<S> unit_push(const Node& node, const CrbaBody<S>& body, int k) {
  const Vec<S>& h = body.h;
  const Sym<S>& m = body.m;
  const S mass(node.carried), none(0.0);
  const int axis = node.motion == Motion::turn || node.motion == Motion::screw ? 5
                   : node.motion == Motion::slide                              ? 2
                   : node.motion == Motion::ball                               ? k + 3
                                                                               : k;
  switch (axis) {
    case 0: return {{none, h.z, -h.y}, {mass, none, none}};
    case 1: return {{-h.z, none, h.x}, {none, mass, none}};
    case 2: return {{h.y, -h.x, none}, {none, none, mass}};
    case 3: return {{m.yy + m.zz, -m.xy, -m.xz}, {none, -h.z, h.y}};
    case 4: return {{-m.xy, m.xx + m.zz, -m.yz}, {h.z, none, -h.x}};
    default: break;
  }
  const Push<S> turn{{-m.xz, -m.yz, m.xx + m.yy}, {-h.y, h.x, none}};
  if (node.motion != Motion::screw) return turn;
  const S pitch(node.pitch);
  return {{turn.n.x + pitch * h.y, turn.n.y - pitch * h.x, turn.n.z}, {turn.f.x, turn.f.y, pitch * mass}};
}

template <class S>
std::size_t crba_room(const Plan& tree) {
  return static_cast<std::size_t>(tree.count) * (sizeof(CrbaBody<S>) + sizeof(Placement<S>)) +
         2 * angle_room(tree) * sizeof(S);
}

/// h and Σ of a mass, about a point from which its old one is seen at p.
template <class S, class P>
POLHODE_INLINE void shift(double mass, const Vec<P>& p, Vec<S>& h, Sym<S>& m) {
  const Vec<P> mp = scaled(mass, p);
  const Vec<S> u = h + scaled(0.5, mp), twice = u + u;
  m = {m.xx + twice.x * p.x, m.xy + (u.x * p.y + p.x * u.y), m.xz + (u.x * p.z + p.x * u.z),
       m.yy + twice.y * p.y, m.yz + (u.y * p.z + p.y * u.z), m.zz + twice.z * p.z};
  h = h + mp;
}

/// Adds the composite body to that of its parent.
template <class S>
POLHODE_INLINE void carry(const Node& node, const Placement<S>& at, const CrbaBody<S>& body, const S* sin, const S* cos,
                          CrbaBody<S>& parent) {
  Vec<S> h = body.h;
  Sym<S> m = body.m;
  if (node.tilt == Tilt::any) {
    h = at.R * h;
    m = turned(at.R, m);
    shift(node.carried, at.p, h, m);
  } else {
    into_parent(node, sin[node.angle], cos[node.angle], h, m);
    if (node.apart) shift(node.carried, vec(node.p), h, m);
  }
  parent.h = parent.h + h;
  parent.m = {parent.m.xx + m.xx, parent.m.xy + m.xy, parent.m.xz + m.xz,
              parent.m.yy + m.yy, parent.m.yz + m.yz, parent.m.zz + m.zz};
}

/// A moment and a force about the origin of a body, about that of its parent and in its axes.
template <class S>
POLHODE_INLINE void hand_down(const Node& node, const Placement<S>& at, const S* sin, const S* cos, Push<S>& push) {
  if (node.tilt == Tilt::any) {
    push.f = at.R * push.f;
    push.n = at.R * push.n + cross(at.p, push.f);
  } else {
    into_parent(node, sin[node.angle], cos[node.angle], push.n, push.f);
    if (node.apart) push.n = push.n + cross(vec(node.p), push.f);
  }
}

/// The entries of M where row `row` meets the velocities of a joint below.
template <class S>
POLHODE_INLINE void enter(const Node& below, const Push<S>& push, int nv, int row, S* M) {
  if (below.motion == Motion::turn) {
    M[row * nv + below.v0] = M[below.v0 * nv + row] = push.n.z;
    return;
  }
  if (below.motion == Motion::free) {
    S* const at = M + row * nv + below.v0;
    S* const mirrored = M + below.v0 * nv + row;
    at[0] = mirrored[0] = push.f.x, at[1] = mirrored[nv] = push.f.y, at[2] = mirrored[2 * nv] = push.f.z;
    at[3] = mirrored[3 * nv] = push.n.x, at[4] = mirrored[4 * nv] = push.n.y, at[5] = mirrored[5 * nv] = push.n.z;
    return;
  }
  S column[6];
  joint_force(below, push.n, push.f, column);
  for (int k = 0; k < dof(below.motion); ++k) M[row * nv + below.v0 + k] = M[(below.v0 + k) * nv + row] = column[k];
}

/// The entries of M of a free body on the base, for which nothing is handed down: [m, −[h]ₓ; [h]ₓ, tr(Σ) 1 − Σ].
template <class S>
POLHODE_INLINE void enter_free(const Node& node, const CrbaBody<S>& body, int nv, S* M) {
  const Vec<S>& h = body.h;
  const Sym<S>& m = body.m;
  const S mass(node.carried), none(0.0);
  const auto row = [&](int i, S a, S b, S c, S d, S e, S f) {
    S* const at = M + (node.v0 + i) * nv + node.v0;
    at[0] = a, at[1] = b, at[2] = c, at[3] = d, at[4] = e, at[5] = f;
  };
  row(0, mass, none, none, none, h.z, -h.y);
  row(1, none, mass, none, -h.z, none, h.x);
  row(2, none, none, mass, h.y, -h.x, none);
  row(3, none, -h.z, h.y, m.yy + m.zz, -m.xy, -m.xz);
  row(4, h.z, none, -h.x, -m.xy, m.xx + m.zz, -m.yz);
  row(5, -h.y, h.x, none, -m.xz, -m.yz, m.xx + m.yy);
}

/// M must be zero where joints do not meet.
template <class S>
void crba(const Plan& tree, const S* q, void* room, S* M) {
  auto* const bodies = static_cast<CrbaBody<S>*>(room);
  auto* const places = reinterpret_cast<Placement<S>*>(bodies + tree.count);  // of those with any tilt
  S* const sin = reinterpret_cast<S*>(places + tree.count);
  S* const cos = sin + angle_room(tree);
  all_sincos(tree, q, sin, cos);
  const int nv = tree.nv;
  for (int i = 0; i < tree.count; ++i) {
    const Node& node = tree.nodes[i];
    if (node.tilt == Tilt::any) places[i] = placement(node, q, sin, cos);
    bodies[i].h = {S(node.h[0]), S(node.h[1]), S(node.h[2])};
    bodies[i].m = {S(node.S[0]), S(node.S[1]), S(node.S[2]), S(node.S[3]), S(node.S[4]), S(node.S[5])};
  }
  for (int i = tree.count - 1; i >= 0; --i) {
    const Node& node = tree.nodes[i];
    if (node.parent >= 0) carry(node, places[i], bodies[i], sin, cos, bodies[node.parent]);
    if (node.parent < 0 && node.motion == Motion::free) {
      enter_free(node, bodies[i], nv, M);
      continue;
    }
    for (int k = 0; k < dof(node.motion); ++k) {
      Push<S> push = unit_push(node, bodies[i], k);
      const int row = node.v0 + k;
      enter(node, push, nv, row, M);
      for (int j = i; tree.nodes[j].parent >= 0; j = tree.nodes[j].parent) {
        hand_down(tree.nodes[j], places[j], sin, cos, push);
        enter(tree.nodes[tree.nodes[j].parent], push, nv, row, M);
      }
    }
  }
}

}  // namespace polhode::tree::POLHODE_TREE_KERNELS
