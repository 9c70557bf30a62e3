#pragma once
// Numbers of 33 digits that carry their first and second derivatives along N directions, and a bound of how far
// rounding moves each of them.

#include <quadmath.h>

namespace polhode {

__extension__ typedef __float128 Quad;

/// Each operation of an evaluation in doubles makes errors of the size of what it adds up, and passes on the errors of
/// its operands. The bounds follow both, counted in units of rounding: `e` of the value is Σ |∂value/∂intermediate ·
/// intermediate| over all intermediate results, and the same for each derivative, whose products each count as an
/// intermediate. Divided by the size of what it bounds it is the condition number of that result.
template <int N>
struct QuadJet {
  Quad v = 0, e = 0;
  Quad g[N] = {}, eg[N] = {};
  Quad h[N][N] = {}, eh[N][N] = {};

  static QuadJet constant(double value) {
    QuadJet jet;
    jet.v = value;
    return jet;
  }
  static QuadJet variable(double value, int i) {
    QuadJet jet = constant(value);
    jet.g[i] = 1;
    return jet;
  }
};

/// φ(x) from φ and its first three derivatives there; the third only passes errors on.
template <int N>
QuadJet<N> chain(const QuadJet<N>& x, Quad f, Quad f1, Quad f2, Quad f3) {
  QuadJet<N> z;
  z.v = f;
  z.e = fabsq(f1) * x.e + fabsq(f);
  for (int i = 0; i < N; ++i) {
    z.g[i] = f1 * x.g[i];
    z.eg[i] = fabsq(f1) * x.eg[i] + fabsq(f2 * x.g[i]) * x.e + fabsq(z.g[i]);
    for (int j = 0; j < N; ++j) {
      const Quad both = x.g[i] * x.g[j];
      z.h[i][j] = f1 * x.h[i][j] + f2 * both;
      z.eh[i][j] = fabsq(f1) * x.eh[i][j] + fabsq(f2 * x.h[i][j]) * x.e + fabsq(f3 * both) * x.e +
                   fabsq(f2) * (x.eg[i] * fabsq(x.g[j]) + fabsq(x.g[i]) * x.eg[j]) + fabsq(f1 * x.h[i][j]) +
                   fabsq(f2 * both);
    }
  }
  return z;
}

/// a + sign b.
template <int N>
QuadJet<N> add(const QuadJet<N>& a, const QuadJet<N>& b, int sign = 1) {
  QuadJet<N> z;
  z.v = a.v + sign * b.v;
  z.e = a.e + b.e + fabsq(z.v);
  for (int i = 0; i < N; ++i) {
    z.g[i] = a.g[i] + sign * b.g[i];
    z.eg[i] = a.eg[i] + b.eg[i] + fabsq(z.g[i]);
    for (int j = 0; j < N; ++j) {
      z.h[i][j] = a.h[i][j] + sign * b.h[i][j];
      z.eh[i][j] = a.eh[i][j] + b.eh[i][j] + fabsq(z.h[i][j]);
    }
  }
  return z;
}

template <int N>
QuadJet<N> multiply(const QuadJet<N>& a, const QuadJet<N>& b) {
  QuadJet<N> z;
  // A product of terms p and q with errors ep and eq: passes both on, and makes one of its own.
  const auto error = [](Quad p, Quad ep, Quad q, Quad eq) { return fabsq(p) * eq + ep * fabsq(q) + fabsq(p * q); };
  z.v = a.v * b.v;
  z.e = error(a.v, a.e, b.v, b.e);
  for (int i = 0; i < N; ++i) {
    z.g[i] = a.v * b.g[i] + a.g[i] * b.v;
    z.eg[i] = error(a.v, a.e, b.g[i], b.eg[i]) + error(a.g[i], a.eg[i], b.v, b.e);
    for (int j = 0; j < N; ++j) {
      z.h[i][j] = a.v * b.h[i][j] + a.h[i][j] * b.v + a.g[i] * b.g[j] + a.g[j] * b.g[i];
      z.eh[i][j] = error(a.v, a.e, b.h[i][j], b.eh[i][j]) + error(a.h[i][j], a.eh[i][j], b.v, b.e) +
                   error(a.g[i], a.eg[i], b.g[j], b.eg[j]) + error(a.g[j], a.eg[j], b.g[i], b.eg[i]);
    }
  }
  return z;
}

template <int N>
QuadJet<N> reciprocal(const QuadJet<N>& x) {
  const Quad r = 1 / x.v;
  return chain(x, r, -r * r, 2 * r * r * r, -6 * r * r * r * r);
}

/// xᵖ with a constant exponent.
template <int N>
QuadJet<N> power(const QuadJet<N>& x, double exponent) {
  const Quad p = exponent;
  const auto to = [&](int less) { return p == less ? Quad(1) : powq(x.v, p - less); };
  return chain(x, to(0), p * to(1), p * (p - 1) * to(2), p * (p - 1) * (p - 2) * to(3));
}

template <int N>
QuadJet<N> exponential(const QuadJet<N>& x) {
  const Quad e = expq(x.v);
  return chain(x, e, e, e, e);
}

template <int N>
QuadJet<N> logarithm(const QuadJet<N>& x) {
  const Quad r = 1 / x.v;
  return chain(x, logq(x.v), r, -r * r, 2 * r * r * r);
}

template <int N>
QuadJet<N> square_root(const QuadJet<N>& x) {
  const Quad s = sqrtq(x.v);
  return chain(x, s, 1 / (2 * s), -1 / (4 * s * x.v), 3 / (8 * s * x.v * x.v));
}

template <int N>
QuadJet<N> arc_tangent(const QuadJet<N>& x) {
  const Quad d = 1 / (1 + x.v * x.v);
  return chain(x, atanq(x.v), d, -2 * x.v * d * d, (6 * x.v * x.v - 2) * d * d * d);
}

}  // namespace polhode
