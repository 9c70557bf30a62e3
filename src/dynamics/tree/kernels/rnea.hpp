#pragma once
// Recursive Newton–Euler over any scalar: motions outward, forces inward.

#include "dynamics/tree/kernels/placement.hpp"
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

/// The part of a wrench that a joint does not bear itself.
template <class S>
POLHODE_INLINE void joint_force(const Node& node, const Vec<S>& n, const Vec<S>& f, S* tau) {
  switch (node.motion) {
    case Motion::turn: tau[node.v0] = n.z; return;
    case Motion::slide: tau[node.v0] = f.z; return;
    case Motion::screw: tau[node.v0] = n.z + node.pitch * f.z; return;
    case Motion::ball: tau[node.v0] = n.x, tau[node.v0 + 1] = n.y, tau[node.v0 + 2] = n.z; return;
    default:
      tau[node.v0] = f.x, tau[node.v0 + 1] = f.y, tau[node.v0 + 2] = f.z;
      tau[node.v0 + 3] = n.x, tau[node.v0 + 4] = n.y, tau[node.v0 + 5] = n.z;
  }
}

template <class S>
std::size_t rnea_room(const Plan& tree) {
  return static_cast<std::size_t>(tree.count) * sizeof(RneaBody<S>) + 2 * angle_room(tree) * sizeof(S);
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
    body.at = placement(node, q, sin, cos);
    Moved<S> now;
    if (node.parent < 0) {
      now = outward(node, body.at, w0, alpha0, a0, K0, v, dv);
    } else {
      const RneaBody<S>& parent = bodies[node.parent];
      now = outward(node, body.at, parent.w, parent.alpha, parent.a, parent.K, v, dv);
    }
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
    const RneaBody<S>& body = bodies[i];
    joint_force(node, body.n, body.f, tau);
    if (node.parent < 0) continue;
    RneaBody<S>& parent = bodies[node.parent];
    const Vec<S> f = body.at.R * body.f;
    parent.f = parent.f + f;
    parent.n = parent.n + body.at.R * body.n + cross(body.at.p, f);
  }
}

}  // namespace polhode::tree::POLHODE_TREE_KERNELS
