#pragma once
// Where each body is against its parent, for all joints at once: sines and cosines first, four angles in a register.

#include <cstddef>
#include <type_traits>

#include <polhode/math/elementary.hpp>

#include "dynamics/tree/data.hpp"
#include "dynamics/tree/kernels/algebra.hpp"
#include "math/trig_kernels.hpp"

namespace polhode::tree::POLHODE_TREE_KERNELS {

/// Packs that no other file shares functions with.
struct Tag {};
using Four = Pack<double, 4, Tag>;

/// R_PK and p_PK: the pose of a body in its parent's axes.
template <class S>
struct Placement {
  Mat<S> R;
  Vec<S> p;
};

/// The sine and cosine of one angle over any scalar.
template <class S>
POLHODE_INLINE fn::SinCos<S> sincos_of(const S& angle) {
  if constexpr (std::is_same_v<S, Four>)
    return fn::kernel::sincos<Four>(angle);
  else
    return fn::sincos(angle);
}

/// The sine and cosine of β + q from those of q and of the constant β.
template <class S, class A>
POLHODE_INLINE fn::SinCos<S> ahead(const fn::SinCos<S>& q, const A& sin, const A& cos) {
  return {cos * q.sin + sin * q.cos, cos * q.cos - sin * q.sin};
}

/// Sines and cosines of all angles of a state. A double takes four at a time, with the bits it has alone. Out of line:
/// the constants of its polynomials would take the registers of what follows.
template <class S>
[[gnu::noinline]] void all_sincos(const Plan& tree, const S* q, S* sin, S* cos) {
  const int count = tree.angles;
  const int* const from = tree.angle_of_q;
  if constexpr (std::is_same_v<S, double>) {
    for (int i = 0; i < count; i += 4) {
      Four angles;
      for (int k = 0; k < 4; ++k) angles.lanes[k] = q[from[i + k < count ? i + k : count - 1]];
      Four sin_ahead, cos_ahead;
      __builtin_memcpy(&sin_ahead.lanes, tree.sin_ahead + i, sizeof(Four));
      __builtin_memcpy(&cos_ahead.lanes, tree.cos_ahead + i, sizeof(Four));
      const fn::SinCos<Four> both = ahead(fn::kernel::sincos<Four>(angles), sin_ahead, cos_ahead);
      __builtin_memcpy(sin + i, &both.sin, sizeof(Four));
      __builtin_memcpy(cos + i, &both.cos, sizeof(Four));
    }
  } else {
    for (int i = 0; i < count; ++i) {
      const fn::SinCos<S> both = ahead(sincos_of(q[from[i]]), tree.sin_ahead[i], tree.cos_ahead[i]);
      sin[i] = both.sin;
      cos[i] = both.cos;
    }
  }
}
/// Numbers that all_sincos writes into each of its two lists.
POLHODE_INLINE std::size_t angle_room(const Plan& tree) { return static_cast<std::size_t>((tree.angles + 3) / 4 * 4); }

/// R_PF turned about z.
template <class S>
POLHODE_INLINE Mat<S> turned_about_z(const Mat<double>& R, const S& s, const S& c) {
  return {R.xx * c + R.xy * s, R.xy * c - R.xx * s, S(R.xz), R.yx * c + R.yy * s, R.yy * c - R.yx * s, S(R.yz),
          R.zx * c + R.zy * s, R.zy * c - R.zx * s, S(R.zz)};
}

/// The matrix of a quaternion x, y, z, w of any length but zero, formulas of docs/theory/rotations.md.
template <class S>
POLHODE_INLINE Mat<S> quaternion_matrix(const S* q) {
  const S x = q[0], y = q[1], z = q[2], w = q[3];
  const S k = S(2.0) / (x * x + y * y + z * z + w * w);
  const S kx = k * x, ky = k * y, kz = k * z;
  return {S(1.0) - (ky * y + kz * z), kx * y - kz * w, kx * z + ky * w, kx * y + kz * w,
          S(1.0) - (kx * x + kz * z), ky * z - kx * w, kx * z - ky * w, ky * z + kx * w,
          S(1.0) - (kx * x + ky * y)};
}

template <class S>
POLHODE_INLINE Placement<S> placement(const Node& node, const S* q, const S* sin, const S* cos) {
  const Mat<double> R = mat(node.R);
  const Vec<double> p = vec(node.p);
  switch (node.motion) {
    case Motion::turn: return {turned_about_z(R, sin[node.angle], cos[node.angle]), {S(p.x), S(p.y), S(p.z)}};
    case Motion::slide: {
      const S& d = q[node.q0];
      return {{S(R.xx), S(R.xy), S(R.xz), S(R.yx), S(R.yy), S(R.yz), S(R.zx), S(R.zy), S(R.zz)},
              {p.x + R.xz * d, p.y + R.yz * d, p.z + R.zz * d}};
    }
    case Motion::screw: {
      const S d = node.pitch * q[node.q0];
      return {turned_about_z(R, sin[node.angle], cos[node.angle]), {p.x + R.xz * d, p.y + R.yz * d, p.z + R.zz * d}};
    }
    case Motion::ball: return {R * quaternion_matrix(q + node.q0), {S(p.x), S(p.y), S(p.z)}};
    default:
      const Vec<S> offset{q[node.q0], q[node.q0 + 1], q[node.q0 + 2]};
      return {R * quaternion_matrix(q + node.q0 + 3), p + R * offset};
  }
}

}  // namespace polhode::tree::POLHODE_TREE_KERNELS
