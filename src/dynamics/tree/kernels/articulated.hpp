#pragma once
// What a body and all that hangs on it, free to move in its joints, resist: moved, added, and less what a joint gives
// way to.

#include "dynamics/tree/kernels/rnea.hpp"

namespace polhode::tree::POLHODE_TREE_KERNELS {

/// n = A α + B a + n₀, f = Bᵀ α + C a + f₀: what must act, about the origin, for accelerations α, a.
template <class S>
struct Articulated {
  Sym<S> A;
  Mat<S> B;
  Sym<S> C;
  Vec<S> n, f;
};

/// The rows and columns of I in the direction of unit accelerations: number k of a joint's velocities.
template <class S>
POLHODE_INLINE void unit_columns(const Node& node, const Articulated<S>& I, int k, Vec<S>& U_n, Vec<S>& U_f) {
  const int axis = node.motion == Motion::ball ? k + 3 : k;
  switch (axis) {
    case 0: U_n = {I.B.xx, I.B.yx, I.B.zx}, U_f = {I.C.xx, I.C.xy, I.C.xz}; return;
    case 1: U_n = {I.B.xy, I.B.yy, I.B.zy}, U_f = {I.C.xy, I.C.yy, I.C.yz}; return;
    case 2: U_n = {I.B.xz, I.B.yz, I.B.zz}, U_f = {I.C.xz, I.C.yz, I.C.zz}; return;
    case 3: U_n = {I.A.xx, I.A.xy, I.A.xz}, U_f = {I.B.xx, I.B.xy, I.B.xz}; return;
    case 4: U_n = {I.A.xy, I.A.yy, I.A.yz}, U_f = {I.B.yx, I.B.yy, I.B.yz}; return;
    default: U_n = {I.A.xz, I.A.yz, I.A.zz}, U_f = {I.B.zx, I.B.zy, I.B.zz}; return;
  }
}

/// I − U Uᵀ g.
template <class S>
POLHODE_INLINE void take_out(Articulated<S>& I, const Vec<S>& U_n, const Vec<S>& U_f, const S& g) {
  const Vec<S> n = scaled(g, U_n), f = scaled(g, U_f);
  I.A = {I.A.xx - n.x * U_n.x, I.A.xy - n.x * U_n.y, I.A.xz - n.x * U_n.z,
         I.A.yy - n.y * U_n.y, I.A.yz - n.y * U_n.z, I.A.zz - n.z * U_n.z};
  I.B = {I.B.xx - n.x * U_f.x, I.B.xy - n.x * U_f.y, I.B.xz - n.x * U_f.z, I.B.yx - n.y * U_f.x, I.B.yy - n.y * U_f.y,
         I.B.yz - n.y * U_f.z, I.B.zx - n.z * U_f.x, I.B.zy - n.z * U_f.y, I.B.zz - n.z * U_f.z};
  I.C = {I.C.xx - f.x * U_f.x, I.C.xy - f.x * U_f.y, I.C.xz - f.x * U_f.z,
         I.C.yy - f.y * U_f.y, I.C.yz - f.y * U_f.z, I.C.zz - f.z * U_f.z};
}

/// n₀ += A c_n + B c_f, f₀ += Bᵀ c_n + C c_f.
template <class S>
POLHODE_INLINE void add_velocity_terms(Articulated<S>& I, const Vec<S>& c_n, const Vec<S>& c_f) {
  I.n = I.n + I.A * c_n + I.B * c_f;
  I.f = I.f + transposed(I.B, c_n) + I.C * c_f;
}

/// I about the origin of the parent, from which that of the body is seen at p; both in the parent's axes.
template <class S, class P>
POLHODE_INLINE void shift(Articulated<S>& I, const Vec<S>& b, const Vec<P>& p) {
  const Mat<S> B = I.B;
  const Sym<S>& C = I.C;
  I.n = I.n + B * b;
  I.f = I.f + C * b;
  I.n = I.n + cross(p, I.f);
  const Mat<S> D{B.xx + (p.y * C.xz - p.z * C.xy), B.xy + (p.y * C.yz - p.z * C.yy), B.xz + (p.y * C.zz - p.z * C.yz),
                 B.yx + (p.z * C.xx - p.x * C.xz), B.yy + (p.z * C.xy - p.x * C.yz), B.yz + (p.z * C.xz - p.x * C.zz),
                 B.zx + (p.x * C.xy - p.y * C.xx), B.zy + (p.x * C.yy - p.y * C.xy), B.zz + (p.x * C.yz - p.y * C.xz)};
  I.A = {I.A.xx + (p.y * (B.xz + D.xz) - p.z * (B.xy + D.xy)),
         I.A.xy + (p.y * B.yz - p.z * B.yy) + (p.z * D.xx - p.x * D.xz),
         I.A.xz + (p.y * B.zz - p.z * B.zy) + (p.x * D.xy - p.y * D.xx),
         I.A.yy + (p.z * (B.yx + D.yx) - p.x * (B.yz + D.yz)),
         I.A.yz + (p.z * B.zx - p.x * B.zz) + (p.x * D.yy - p.y * D.yx),
         I.A.zz + (p.x * (B.zy + D.zy) - p.y * (B.zx + D.zx))};
  I.B = D;
}

template <class S>
POLHODE_INLINE void add(const Articulated<S>& I, Articulated<S>& to) {
  to.A = {to.A.xx + I.A.xx, to.A.xy + I.A.xy, to.A.xz + I.A.xz, to.A.yy + I.A.yy, to.A.yz + I.A.yz, to.A.zz + I.A.zz};
  to.B = {to.B.xx + I.B.xx, to.B.xy + I.B.xy, to.B.xz + I.B.xz, to.B.yx + I.B.yx, to.B.yy + I.B.yy,
          to.B.yz + I.B.yz, to.B.zx + I.B.zx, to.B.zy + I.B.zy, to.B.zz + I.B.zz};
  to.C = {to.C.xx + I.C.xx, to.C.xy + I.C.xy, to.C.xz + I.C.xz, to.C.yy + I.C.yy, to.C.yz + I.C.yz, to.C.zz + I.C.zz};
  to.n = to.n + I.n;
  to.f = to.f + I.f;
}

/// Hangs I on the parent.
template <class S>
POLHODE_INLINE void hang(const Node& node, const Articulated<S>& I, Articulated<S>& parent) {
  if (node.first)
    parent = I;
  else
    add(I, parent);
}

}  // namespace polhode::tree::POLHODE_TREE_KERNELS
