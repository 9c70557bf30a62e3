#pragma once
// The way between a body that turns and its parent, R_PK = T Rz(angle): vectors and second moments are turned in the
// plane of x and y, then by T, which mostly is a change of names. Tilt says which.

#include "dynamics/tree/kernels/placement.hpp"

namespace polhode::tree::POLHODE_TREE_KERNELS {

/// Rz(angle) v.
template <class S>
POLHODE_INLINE void turn(const S& sin, const S& cos, Vec<S>& v) {
  v = {cos * v.x - sin * v.y, sin * v.x + cos * v.y, v.z};
}
/// Rz(angle)ᵀ v.
template <class S>
POLHODE_INLINE void turn_back(const S& sin, const S& cos, Vec<S>& v) {
  v = {cos * v.x + sin * v.y, cos * v.y - sin * v.x, v.z};
}
/// Rz(angle) m Rz(angle)ᵀ. Of each number only what multiplies it is added: small ones beside large ones survive.
template <class S>
POLHODE_INLINE void turn(const S& sin, const S& cos, Sym<S>& m) {
  const S x = cos * m.xx - sin * m.xy, y = cos * m.xy - sin * m.yy;
  m = {cos * x - sin * y,       sin * x + cos * y,
       cos * m.xz - sin * m.yz, sin * (sin * m.xx + cos * m.xy) + cos * (sin * m.xy + cos * m.yy),
       sin * m.xz + cos * m.yz, m.zz};
}

/// Rz(angle) m Rz(angle)ᵀ of any matrix.
template <class S>
POLHODE_INLINE void turn(const S& sin, const S& cos, Mat<S>& m) {
  Vec<S> x{m.xx, m.yx, m.zx}, y{m.xy, m.yy, m.zy}, z{m.xz, m.yz, m.zz};  // columns
  turn(sin, cos, x);
  turn(sin, cos, y);
  turn(sin, cos, z);
  m = {cos * x.x - sin * y.x, sin * x.x + cos * y.x, z.x, cos * x.y - sin * y.y, sin * x.y + cos * y.y, z.y,
       cos * x.z - sin * y.z, sin * x.z + cos * y.z, z.z};
}

/// T v, for the tilts with a shape.
template <class S>
POLHODE_INLINE void tilt_quarter(Vec<S>& v) {
  v = {v.x, -v.z, v.y};
}
template <class S>
POLHODE_INLINE void tilt_back(Vec<S>& v) {
  v = {v.x, v.z, -v.y};
}
template <class S>
POLHODE_INLINE void tilt_cycle(Vec<S>& v) {
  v = {v.z, v.x, v.y};
}
template <class S>
POLHODE_INLINE void tilt_slant(const Node& node, Vec<S>& v) {
  const double sin = node.R[7], cos = node.R[8];
  v = {v.x, cos * v.y - sin * v.z, sin * v.y + cos * v.z};
}
/// T m Tᵀ.
template <class S>
POLHODE_INLINE void tilt_quarter(Sym<S>& m) {
  m = {m.xx, -m.xz, m.xy, m.zz, -m.yz, m.yy};
}
template <class S>
POLHODE_INLINE void tilt_back(Sym<S>& m) {
  m = {m.xx, m.xz, -m.xy, m.zz, -m.yz, m.yy};
}
template <class S>
POLHODE_INLINE void tilt_cycle(Sym<S>& m) {
  m = {m.zz, m.xz, m.yz, m.xx, m.xy, m.yy};
}
template <class S>
POLHODE_INLINE void tilt_slant(const Node& node, Sym<S>& m) {
  const double sin = node.R[7], cos = node.R[8];
  const S y = cos * m.yy - sin * m.yz, z = cos * m.yz - sin * m.zz;
  m = {m.xx,
       cos * m.xy - sin * m.xz,
       sin * m.xy + cos * m.xz,
       cos * y - sin * z,
       sin * y + cos * z,
       sin * (sin * m.yy + cos * m.yz) + cos * (sin * m.yz + cos * m.zz)};
}

template <class S>
POLHODE_INLINE void tilt_quarter(Mat<S>& m) {
  m = {m.xx, -m.xz, m.xy, -m.zx, m.zz, -m.zy, m.yx, -m.yz, m.yy};
}
template <class S>
POLHODE_INLINE void tilt_back(Mat<S>& m) {
  m = {m.xx, m.xz, -m.xy, m.zx, m.zz, -m.zy, -m.yx, -m.yz, m.yy};
}
template <class S>
POLHODE_INLINE void tilt_cycle(Mat<S>& m) {
  m = {m.zz, m.zx, m.zy, m.xz, m.xx, m.xy, m.yz, m.yx, m.yy};
}
template <class S>
POLHODE_INLINE void tilt_slant(const Node& node, Mat<S>& m) {
  const double sin = node.R[7], cos = node.R[8];
  Vec<S> x{m.xx, m.yx, m.zx}, y{m.xy, m.yy, m.zy}, z{m.xz, m.yz, m.zz};  // columns
  tilt_slant(node, x);
  tilt_slant(node, y);
  tilt_slant(node, z);
  m = {x.x, cos * y.x - sin * z.x, sin * y.x + cos * z.x, x.y, cos * y.y - sin * z.y, sin * y.y + cos * z.y,
       x.z, cos * y.z - sin * z.z, sin * y.z + cos * z.z};
}

/// T v, T m Tᵀ, of all that are given.
template <class... Things>
POLHODE_INLINE void tilt(const Node& node, Things&... things) {
  switch (node.tilt) {
    case Tilt::quarter: (tilt_quarter(things), ...); return;
    case Tilt::back: (tilt_back(things), ...); return;
    case Tilt::cycle: (tilt_cycle(things), ...); return;
    case Tilt::slant: (tilt_slant(node, things), ...); return;
    default: return;
  }
}

/// Into the axes of the parent: R_PK v, R_PK m R_PKᵀ.
template <class S, class... Things>
POLHODE_INLINE void into_parent(const Node& node, const S& sin, const S& cos, Things&... things) {
  (turn(sin, cos, things), ...);
  tilt(node, things...);
}

/// Into the axes of the body: R_PKᵀ v.
template <class S, class... Vectors>
POLHODE_INLINE void into_body(const Node& node, const S& sin, const S& cos, Vectors&... v) {
  switch (node.tilt) {
    case Tilt::quarter: (tilt_back(v), ...); break;
    case Tilt::back: (tilt_quarter(v), ...); break;
    case Tilt::cycle: ((v = {v.y, v.z, v.x}), ...); break;
    case Tilt::slant: {
      const double s = node.R[7], c = node.R[8];
      ((v = {v.x, c * v.y + s * v.z, c * v.z - s * v.y}), ...);
      break;
    }
    default: break;
  }
  (turn_back(sin, cos, v), ...);
}

}  // namespace polhode::tree::POLHODE_TREE_KERNELS
