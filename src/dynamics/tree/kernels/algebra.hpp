#pragma once
// Vectors and matrices of three for the kernels of trees: numbers by name, every function inlined. A file that is
// compiled for other registers than the rest includes this under a name of its own (POLHODE_TREE_KERNELS), so that
// nothing it makes replaces what other files mean.
//
// A and B below are double, for what a model holds, or the scalar S of the states.

#ifndef POLHODE_TREE_KERNELS
#error "name the kernels before including them"
#endif

// A module for pages leaves to the compiler what is worth unfolding.
#if defined(__wasm__)
#define POLHODE_INLINE inline
#else
#define POLHODE_INLINE [[gnu::always_inline]] inline
#endif

namespace polhode::tree::POLHODE_TREE_KERNELS {

template <class S>
struct Vec {
  S x, y, z;
};
/// Rows: (xx, xy, xz), …
template <class S>
struct Mat {
  S xx, xy, xz, yx, yy, yz, zx, zy, zz;
};
template <class S>
struct Sym {
  S xx, xy, xz, yy, yz, zz;
};

template <class A, class B>
using Both = decltype(A() * B());

template <class S>
POLHODE_INLINE Vec<S> zero() {
  return {S(0.0), S(0.0), S(0.0)};
}
POLHODE_INLINE Vec<double> vec(const double* a) { return {a[0], a[1], a[2]}; }
POLHODE_INLINE Mat<double> mat(const double* a) { return {a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8]}; }
POLHODE_INLINE Sym<double> sym(const double* a) { return {a[0], a[1], a[2], a[3], a[4], a[5]}; }

template <class A, class B>
POLHODE_INLINE Vec<Both<A, B>> operator+(const Vec<A>& a, const Vec<B>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class A, class B>
POLHODE_INLINE Vec<Both<A, B>> operator-(const Vec<A>& a, const Vec<B>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class A, class B>
POLHODE_INLINE Vec<Both<A, B>> scaled(const A& s, const Vec<B>& b) {
  return {s * b.x, s * b.y, s * b.z};
}
template <class A, class B>
POLHODE_INLINE Vec<Both<A, B>> cross(const Vec<A>& a, const Vec<B>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class A, class B>
POLHODE_INLINE Both<A, B> dot(const Vec<A>& a, const Vec<B>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <class A, class B>
POLHODE_INLINE Vec<Both<A, B>> operator*(const Mat<A>& m, const Vec<B>& v) {
  return {m.xx * v.x + m.xy * v.y + m.xz * v.z, m.yx * v.x + m.yy * v.y + m.yz * v.z,
          m.zx * v.x + m.zy * v.y + m.zz * v.z};
}
/// mᵀ v.
template <class A, class B>
POLHODE_INLINE Vec<Both<A, B>> transposed(const Mat<A>& m, const Vec<B>& v) {
  return {m.xx * v.x + m.yx * v.y + m.zx * v.z, m.xy * v.x + m.yy * v.y + m.zy * v.z,
          m.xz * v.x + m.yz * v.y + m.zz * v.z};
}
template <class A, class B>
POLHODE_INLINE Vec<Both<A, B>> operator*(const Sym<A>& m, const Vec<B>& v) {
  return {m.xx * v.x + m.xy * v.y + m.xz * v.z, m.xy * v.x + m.yy * v.y + m.yz * v.z,
          m.xz * v.x + m.yz * v.y + m.zz * v.z};
}
template <class A, class B>
POLHODE_INLINE Mat<Both<A, B>> operator*(const Mat<A>& a, const Mat<B>& b) {
  return {a.xx * b.xx + a.xy * b.yx + a.xz * b.zx, a.xx * b.xy + a.xy * b.yy + a.xz * b.zy,
          a.xx * b.xz + a.xy * b.yz + a.xz * b.zz, a.yx * b.xx + a.yy * b.yx + a.yz * b.zx,
          a.yx * b.xy + a.yy * b.yy + a.yz * b.zy, a.yx * b.xz + a.yy * b.yz + a.yz * b.zz,
          a.zx * b.xx + a.zy * b.yx + a.zz * b.zx, a.zx * b.xy + a.zy * b.yy + a.zz * b.zy,
          a.zx * b.xz + a.zy * b.yz + a.zz * b.zz};
}
/// R s Rᵀ.
template <class A, class B>
POLHODE_INLINE Sym<Both<A, B>> turned(const Mat<A>& R, const Sym<B>& s) {
  const Vec<Both<A, B>> x = s * Vec<A>{R.xx, R.xy, R.xz}, y = s * Vec<A>{R.yx, R.yy, R.yz},
                        z = s * Vec<A>{R.zx, R.zy, R.zz};
  return {R.xx * x.x + R.xy * x.y + R.xz * x.z, R.yx * x.x + R.yy * x.y + R.yz * x.z,
          R.zx * x.x + R.zy * x.y + R.zz * x.z, R.yx * y.x + R.yy * y.y + R.yz * y.z,
          R.zx * y.x + R.zy * y.y + R.zz * y.z, R.zx * z.x + R.zy * z.y + R.zz * z.z};
}

}  // namespace polhode::tree::POLHODE_TREE_KERNELS
