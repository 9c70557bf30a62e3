#pragma once
// The mass matrix from composite bodies: the momentum of all that hangs on a joint, seen by the joints below it.

#include "dynamics/tree/kernels/rnea.hpp"

namespace polhode::tree::POLHODE_TREE_KERNELS {

/// A body and all that hangs on it, as one rigid body: h = m c and Σ about its origin, its axes.
template <class S>
struct CrbaBody {
  Placement<S> at;
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
  return static_cast<std::size_t>(tree.count) * sizeof(CrbaBody<S>) +
         (2 * angle_room(tree) + static_cast<std::size_t>(tree.nv)) * sizeof(S);
}

/// Adds the composite body to that of its parent.
template <class S>
POLHODE_INLINE void carry(const Node& node, const CrbaBody<S>& body, CrbaBody<S>& parent) {
  const Vec<S>& p = body.at.p;
  const Vec<S> h = body.at.R * body.h, mp = scaled(node.carried, p);
  const Vec<S> u = h + scaled(0.5, mp);
  const Sym<S> m = turned(body.at.R, body.m);
  const Vec<S> twice = u + u;
  parent.m.xx += m.xx + twice.x * p.x;
  parent.m.yy += m.yy + twice.y * p.y;
  parent.m.zz += m.zz + twice.z * p.z;
  parent.m.xy += m.xy + (u.x * p.y + p.x * u.y);
  parent.m.xz += m.xz + (u.x * p.z + p.x * u.z);
  parent.m.yz += m.yz + (u.y * p.z + p.y * u.z);
  parent.h = parent.h + (h + mp);
}

template <class S>
void crba(const Plan& tree, const S* q, void* room, S* M) {
  auto* const bodies = static_cast<CrbaBody<S>*>(room);
  S* const sin = reinterpret_cast<S*>(bodies + tree.count);
  S* const cos = sin + angle_room(tree);
  S* const column = cos + angle_room(tree);
  all_sincos(tree, q, sin, cos);
  const int nv = tree.nv;
  for (int i = 0; i < nv * nv; ++i) M[i] = S(0.0);
  for (int i = 0; i < tree.count; ++i) {
    const Node& node = tree.nodes[i];
    bodies[i].at = placement(node, q, sin, cos);
    bodies[i].h = {S(node.h[0]), S(node.h[1]), S(node.h[2])};
    bodies[i].m = {S(node.S[0]), S(node.S[1]), S(node.S[2]), S(node.S[3]), S(node.S[4]), S(node.S[5])};
  }
  for (int i = tree.count - 1; i >= 0; --i) {
    const Node& node = tree.nodes[i];
    if (node.parent >= 0) carry(node, bodies[i], bodies[node.parent]);
    for (int k = 0; k < dof(node.motion); ++k) {
      Push<S> push = unit_push(node, bodies[i], k);
      const int row = node.v0 + k;
      joint_force(node, push.n, push.f, column);
      for (int c = node.v0; c <= row; ++c) M[row * nv + c] = M[c * nv + row] = column[c];
      for (int j = i; tree.nodes[j].parent >= 0; j = tree.nodes[j].parent) {
        const Placement<S>& at = bodies[j].at;
        const Node& below = tree.nodes[tree.nodes[j].parent];
        push.f = at.R * push.f;
        push.n = at.R * push.n + cross(at.p, push.f);
        joint_force(below, push.n, push.f, column);
        for (int c = below.v0; c < below.v0 + dof(below.motion); ++c) M[row * nv + c] = M[c * nv + row] = column[c];
      }
    }
  }
}

}  // namespace polhode::tree::POLHODE_TREE_KERNELS
