#pragma once
// How every body of a tree moves, over any scalar: in its own axes, against the base.

#define POLHODE_TREE_KERNELS motion
#include <vector>

#include "dynamics/tree/kernels/crba.hpp"

namespace polhode::tree::motion {

template <class S>
struct BodyOf {
  Placement<S> at;  ///< in the parent
  Mat<S> R;         ///< R_WK; W is the base
  Vec<S> p;         ///< p_WK, in W
  Vec<S> w, v;      ///< angular velocity, velocity of the origin; in K
  Vec<S> alpha, a;  ///< angular acceleration, acceleration of the origin; in K
};

/// Poses and velocities of all bodies; with `dv`, accelerations too.
template <class S>
void all_motions(const Data& tree, const S* q, const S* v, const S* dv, std::vector<S>& angles,
                 std::vector<BodyOf<S>>& bodies) {
  const Plan plan = tree.plan();
  bodies.resize(tree.nodes.size());
  angles.resize(2 * angle_room(plan));
  S* const sin = angles.data();
  S* const cos = sin + angle_room(plan);
  all_sincos(plan, q, sin, cos);
  const Vec<S> none = zero<S>();
  const S one(1.0), nil(0.0);
  const Mat<S> same{one, nil, nil, nil, one, nil, nil, nil, one};
  const BodyOf<S> base{{same, none}, same, none, none, none, none, none};
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const Node& node = tree.nodes[i];
    BodyOf<S>& body = bodies[i];
    const BodyOf<S>& parent = node.parent < 0 ? base : bodies[static_cast<std::size_t>(node.parent)];
    body.at = placement(node, q, sin, cos);
    body.R = parent.R * body.at.R;
    body.p = parent.p + parent.R * body.at.p;
    body.w = transposed(body.at.R, parent.w);
    body.v = transposed(body.at.R, parent.v + cross(parent.w, body.at.p));
    const S* const own = v + node.v0;
    switch (node.motion) {
      case Motion::turn: body.w.z += own[0]; break;
      case Motion::slide: body.v.z += own[0]; break;
      case Motion::screw: body.w.z += own[0], body.v.z += node.pitch * own[0]; break;
      case Motion::ball: body.w = body.w + Vec<S>{own[0], own[1], own[2]}; break;
      case Motion::free:
        body.v = body.v + Vec<S>{own[0], own[1], own[2]};
        body.w = body.w + Vec<S>{own[3], own[4], own[5]};
    }
    if (dv == nullptr) continue;
    const Moved<S> now =
        outward(node, body.at, parent.w, parent.alpha, parent.a, spin_matrix(parent.w, parent.alpha), v, dv);
    body.alpha = now.alpha;
    body.a = now.a;
  }
}

/// m v + ω × h and I ω + h × v of one body, about its origin.
template <class S>
Push<S> momentum_of(const Node& node, const BodyOf<S>& body) {
  const Vec<double> h = vec(node.h);
  const Sym<double> m = sym(node.S);
  const double trace = m.xx + m.yy + m.zz;
  return {scaled(trace, body.w) - m * body.w + cross(h, body.v), scaled(node.mass, body.v) + cross(body.w, h)};
}

}  // namespace polhode::tree::motion
#undef POLHODE_TREE_KERNELS
