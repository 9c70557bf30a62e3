#pragma once
// Recursive Newton–Euler over any scalar: motions outward, forces inward.

#include "dynamics/tree/kernels/step.hpp"
#include "dynamics/tree/kernels/table.hpp"

namespace polhode::tree::POLHODE_TREE_KERNELS {

/// K = [α]ₓ + [ω]ₓ²: the acceleration of a point of the body at x from its origin is a + K x.
template <class S>
POLHODE_INLINE Mat<S> spin_matrix(const Vec<S>& w, const Vec<S>& alpha) {
  const S xx = w.x * w.x, yy = w.y * w.y, zz = w.z * w.z;
  const S xy = w.x * w.y, xz = w.x * w.z, yz = w.y * w.z;
  return {-(yy + zz),   xy - alpha.z, xz + alpha.y, xy + alpha.z, -(xx + zz),
          yz - alpha.x, xz - alpha.y, yz + alpha.x, -(xx + yy)};
}

/// vee(K Σ − (K Σ)ᵀ): the moment about the origin that the accelerations K x of all masses need.
template <class S>
POLHODE_INLINE Vec<S> spin_moment(const Mat<S>& K, const Sym<double>& m) {
  return {(m.xy * K.zx + m.yy * K.zy + m.yz * K.zz) - (m.xz * K.yx + m.yz * K.yy + m.zz * K.yz),
          (m.xz * K.xx + m.yz * K.xy + m.zz * K.xz) - (m.xx * K.zx + m.xy * K.zy + m.xz * K.zz),
          (m.xx * K.yx + m.xy * K.yy + m.xz * K.yz) - (m.xy * K.xx + m.yy * K.xy + m.yz * K.xz)};
}

template <class S>
struct RneaBody {
  Placement<S> at;  ///< in the parent
  Vec<S> w, alpha;  ///< angular velocity and its rate
  Vec<S> a;         ///< acceleration of the origin less gravity
  Mat<S> K;
  Vec<S> n, f;  ///< moment about the origin and force that the parent must exert
};

/// The motion of a body from that of its parent.
template <class S>
struct Moved {
  Vec<S> w, alpha, a;
};
template <class S>
POLHODE_INLINE Moved<S> outward(const Node& node, const Placement<S>& at, const Vec<S>& w_P, const Vec<S>& alpha_P,
                                const Vec<S>& a_P, const Mat<S>& K_P, const S* v, const S* dv) {
  const Vec<S> w0 = transposed(at.R, w_P), alpha0 = transposed(at.R, alpha_P);
  const Vec<S> a0 = transposed(at.R, a_P + K_P * at.p);
  const S &v1 = v[node.v0], &dv1 = dv[node.v0];
  switch (node.motion) {
    case Motion::turn:
      return {{w0.x, w0.y, w0.z + v1}, {alpha0.x + w0.y * v1, alpha0.y - w0.x * v1, alpha0.z + dv1}, a0};
    case Motion::slide: {
      const S twice = v1 + v1;
      return {w0, alpha0, {a0.x + w0.y * twice, a0.y - w0.x * twice, a0.z + dv1}};
    }
    case Motion::screw: {
      const S slide = node.pitch * v1, twice = slide + slide;
      return {{w0.x, w0.y, w0.z + v1},
              {alpha0.x + w0.y * v1, alpha0.y - w0.x * v1, alpha0.z + dv1},
              {a0.x + w0.y * twice, a0.y - w0.x * twice, a0.z + node.pitch * dv1}};
    }
    case Motion::ball: {
      const Vec<S> own{v[node.v0], v[node.v0 + 1], v[node.v0 + 2]}, rate{dv[node.v0], dv[node.v0 + 1], dv[node.v0 + 2]};
      return {w0 + own, alpha0 + cross(w0, own) + rate, a0};
    }
    default: {
      const Vec<S> linear{v[node.v0], v[node.v0 + 1], v[node.v0 + 2]};
      const Vec<S> own{v[node.v0 + 3], v[node.v0 + 4], v[node.v0 + 5]};
      const Vec<S> linear_rate{dv[node.v0], dv[node.v0 + 1], dv[node.v0 + 2]};
      const Vec<S> own_rate{dv[node.v0 + 3], dv[node.v0 + 4], dv[node.v0 + 5]};
      return {w0 + own, alpha0 + cross(w0, own) + own_rate,
              a0 + cross(w0 + w0, linear) + cross(own, linear) + linear_rate};
    }
  }
}

/// The part of a wrench that a joint does not bear itself, for each of its velocities.
template <class S>
POLHODE_INLINE void joint_force(const Node& node, const Vec<S>& n, const Vec<S>& f, S* own) {
  switch (node.motion) {
    case Motion::turn: own[0] = n.z; return;
    case Motion::slide: own[0] = f.z; return;
    case Motion::screw: own[0] = n.z + node.pitch * f.z; return;
    case Motion::ball: own[0] = n.x, own[1] = n.y, own[2] = n.z; return;
    default: own[0] = f.x, own[1] = f.y, own[2] = f.z; own[3] = n.x, own[4] = n.y, own[5] = n.z;
  }
}

template <class S>
std::size_t rnea_room(const Plan& tree) {
  return static_cast<std::size_t>(tree.count) * sizeof(RneaBody<S>) + 2 * angle_room(tree) * sizeof(S);
}

/// The motion of a body from that of its parent, in which K_P makes accelerations of places.
template <class S>
POLHODE_INLINE Moved<S> outward(const Node& node, RneaBody<S>& body, const Vec<S>& w_P, const Vec<S>& alpha_P,
                                const Vec<S>& a_P, const Mat<S>& K_P, const S* q, const S* sin, const S* cos,
                                const S* v, const S* dv) {
  if (node.tilt == Tilt::any) {
    body.at = placement(node, q, sin, cos);
    return outward(node, body.at, w_P, alpha_P, a_P, K_P, v, dv);
  }
  Vec<S> w = w_P, alpha = alpha_P, a = a_P;
  if (node.apart) a = a + K_P * vec(node.p);
  into_body(node, sin[node.angle], cos[node.angle], w, alpha, a);
  const S& own = v[node.v0];
  return {{w.x, w.y, w.z + own}, {alpha.x + w.y * own, alpha.y - w.x * own, alpha.z + dv[node.v0]}, a};
}

/// What a body needs and what hangs on it, handed to its parent.
template <class S>
POLHODE_INLINE void inward(const Node& node, const RneaBody<S>& body, const S* sin, const S* cos, RneaBody<S>& parent) {
  if (node.tilt == Tilt::any) {
    const Vec<S> f = body.at.R * body.f;
    parent.f = parent.f + f;
    parent.n = parent.n + body.at.R * body.n + cross(body.at.p, f);
    return;
  }
  Vec<S> n = body.n, f = body.f;
  into_parent(node, sin[node.angle], cos[node.angle], n, f);
  if (node.apart) n = n + cross(vec(node.p), f);
  parent.f = parent.f + f;
  parent.n = parent.n + n;
}

/// `outside`: six numbers for each body, moment and force about its origin in its axes, or null.
template <class S>
void rnea(const Plan& tree, const Base& base, const S* q, const S* v, const S* dv, const S* outside, void* room,
          S* tau) {
  auto* const bodies = static_cast<RneaBody<S>*>(room);
  S* const sin = reinterpret_cast<S*>(bodies + tree.count);
  S* const cos = sin + angle_room(tree);
  all_sincos(tree, q, sin, cos);
  const Vec<double> w_base = vec(base.w), alpha_base = vec(base.alpha), a_base = vec(base.a);
  const Vec<S> w0{S(w_base.x), S(w_base.y), S(w_base.z)}, alpha0{S(alpha_base.x), S(alpha_base.y), S(alpha_base.z)};
  const Vec<S> a0{S(a_base.x), S(a_base.y), S(a_base.z)};
  const Mat<S> K0 = spin_matrix(w0, alpha0);
  for (int i = 0; i < tree.count; ++i) {
    const Node& node = tree.nodes[i];
    RneaBody<S>& body = bodies[i];
    const RneaBody<S>* const parent = node.parent < 0 ? nullptr : bodies + node.parent;
    const Moved<S> now = parent == nullptr
                             ? outward(node, body, w0, alpha0, a0, K0, q, sin, cos, v, dv)
                             : outward(node, body, parent->w, parent->alpha, parent->a, parent->K, q, sin, cos, v, dv);
    body.w = now.w;
    body.alpha = now.alpha;
    body.a = now.a;
    body.K = spin_matrix(now.w, now.alpha);
    const Vec<double> h = vec(node.h);
    body.f = scaled(node.mass, now.a) + body.K * h;
    body.n = spin_moment(body.K, sym(node.S)) + cross(h, now.a);
    if (outside != nullptr) {
      const S* const one = outside + 6 * i;
      body.n = body.n - Vec<S>{one[0], one[1], one[2]};
      body.f = body.f - Vec<S>{one[3], one[4], one[5]};
    }
  }
  for (int i = tree.count - 1; i >= 0; --i) {
    const Node& node = tree.nodes[i];
    joint_force(node, bodies[i].n, bodies[i].f, tau + node.v0);
    if (node.parent >= 0) inward(node, bodies[i], sin, cos, bodies[node.parent]);
  }
}

}  // namespace polhode::tree::POLHODE_TREE_KERNELS
