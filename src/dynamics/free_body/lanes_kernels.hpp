#pragma once
// One step of free bodies, one in each lane of S. A file includes this for an S of its own, so that what is compiled
// for the registers of one never runs on another's.

#include <array>
#include <type_traits>

#include "dynamics/free_body/lanes.hpp"
#include "dynamics/free_body/rate_kernels.hpp"

namespace polhode::lanes {

template <class S>
using Vector3 = so3::Vector3<S>;
template <class S>
using Vector4 = so3::Vector4<S>;

template <class S>
[[gnu::always_inline]] inline Vector3<S> spread(const double* a) {
  return {S(a[0]), S(a[1]), S(a[2])};
}

/// What all groups of a step read, once in every lane: to fill registers anew for each would cost as much as the rest.
template <class S>
struct Everywhere {
  S a[3], b[4];
  so3::Matrix3<S> I_B, inverse_I_B;
  S inverse_mass;
  Vector3<S> g_W;
  const ConstantLoad *loads, *loads_end;

  Everywhere(const LaneBody& body, const ChainStep& step)
      : inverse_mass(body.inverse_mass),
        g_W(spread<S>(body.g_W)),
        loads(body.loads),
        loads_end(body.loads + body.load_count) {
    for (int i = 0; i < 3; ++i) a[i] = S(step.a[i]);
    for (int i = 0; i < 4; ++i) b[i] = S(step.b[i]);
    for (int i = 0; i < 9; ++i) {
      I_B(i / 3, i % 3) = S(body.I_B[i]);
      inverse_I_B(i / 3, i % 3) = S(body.inverse_I_B[i]);
    }
  }
};

/// x + a k, as the stages of RungeKutta have it.
template <class S>
[[gnu::always_inline]] inline Vector3<S> moved(const Vector3<S>& x, const S& a, const Vector3<S>& k) {
  return {x[0] + a * k[0], x[1] + a * k[1], x[2] + a * k[2]};
}

template <class S>
[[gnu::always_inline]] inline S sum(const S* b, const S& k1, const S& k2, const S& k3, const S& k4) {
  return ((b[0] * k1 + b[1] * k2) + b[2] * k3) + b[3] * k4;
}
template <class S>
[[gnu::always_inline]] inline Vector3<S> sum(const S* b, const Vector3<S>& k1, const Vector3<S>& k2,
                                             const Vector3<S>& k3, const Vector3<S>& k4) {
  return {sum(b, k1[0], k2[0], k3[0], k4[0]), sum(b, k1[1], k2[1], k3[1], k4[1]), sum(b, k1[2], k2[2], k3[2], k4[2])};
}

/// dexp⁻¹_u ω. Lanes know turns below a radian, a double knows all of them.
template <class S>
[[gnu::always_inline]] inline Vector3<S> lifted(const Vector3<S>& u, const S& square, const Vector3<S>& w) {
  if constexpr (std::is_same_v<S, double>)
    return so3::dexp_inverse(u, w, so3::dexp_inverse_coefficient(square));
  else
    return so3::dexp_inverse(u, w, so3::dexp_inverse_coefficient_near(square));
}
/// q exp(u), likewise.
template <class S>
[[gnu::always_inline]] inline Vector4<S> turned(const Vector4<S>& q, const Vector3<S>& u, const S& square) {
  if constexpr (std::is_same_v<S, double>)
    return so3::product(q, so3::exp(u, so3::half_angle_coefficients(square)));
  else
    return so3::product(q, so3::exp(u, so3::half_angle_coefficients_near(square)));
}

/// The state of a body, or of one in each lane. Numbers are named one by one here and below: GCC copies a vector of
/// packs in pieces of other sizes than it is read in, and waits for them.
template <class S>
struct Motion {
  Vector3<S> p;
  Vector4<S> q;
  Vector3<S> v, w;
};

/// How velocity and angular velocity change.
template <class S>
struct Kick {
  Vector3<S> v, w;
};

/// FreeBodies::accelerate for constant loads.
template <bool diagonal, class S>
[[gnu::always_inline]] inline Kick<S> loaded_kick(const Everywhere<S>& body, const Vector4<S>& R_WB,
                                                  const Vector3<S>& w) {
  Applied<S> applied;
  for (const ConstantLoad* each = body.loads; each != body.loads_end; ++each) {
    if (each->couple)
      load::turn_by(spread<S>(each->value), each->in_body, R_WB, applied);
    else
      load::push_by(spread<S>(each->value), each->in_body, spread<S>(each->p_BcmQ_B), R_WB, applied);
  }
  const Vector3<S> free = free_turn_rate(diagonal, body.I_B, body.inverse_I_B, w);
  const Vector3<S> alpha_B = times(diagonal, body.inverse_I_B, applied.t_B);
  return {moved(body.g_W, body.inverse_mass, applied.f_W),
          {free[0] + alpha_B[0], free[1] + alpha_B[1], free[2] + alpha_B[2]}};
}

/// At q exp(u), u² = square. Uniform fields need no attitude.
template <bool diagonal, bool loaded, class S>
[[gnu::always_inline]] inline Kick<S> kick(const Everywhere<S>& body, const Vector4<S>& q, const Vector3<S>& u,
                                           const S& square, const Vector3<S>& w) {
  if constexpr (loaded)
    return loaded_kick<diagonal>(body, turned(q, u, square), w);
  else
    return {{body.g_W[0], body.g_W[1], body.g_W[2]}, free_turn_rate(diagonal, body.I_B, body.inverse_I_B, w)};
}

template <bool diagonal, bool loaded, class S>
[[gnu::always_inline]] inline Kick<S> first_kick(const Everywhere<S>& body, const Motion<S>& x) {
  if constexpr (loaded)
    return loaded_kick<diagonal>(body, x.q, x.w);
  else
    return {{body.g_W[0], body.g_W[1], body.g_W[2]}, free_turn_rate(diagonal, body.I_B, body.inverse_I_B, x.w)};
}

template <class S>
[[gnu::always_inline]] inline void add(const Vector3<S>& change, Vector3<S>& x) {
  x[0] = x[0] + change[0], x[1] = x[1] + change[1], x[2] = x[2] + change[2];
}

/// x becomes the state after the step; unchanged, and false, if a lane turns too far for lanes.
template <bool diagonal, bool loaded, class S>
[[gnu::always_inline]] inline bool advance(const Everywhere<S>& body, Motion<S>& x) {
  const Kick<S> k1 = first_kick<diagonal, loaded>(body, x);

  const Vector3<S> u2 = load::scaled(body.a[0], x.w), v2 = moved(x.v, body.a[0], k1.v);
  const Vector3<S> w2 = moved(x.w, body.a[0], k1.w);
  const S square2 = so3::squared_norm(u2);
  const Kick<S> k2 = kick<diagonal, loaded>(body, x.q, u2, square2, w2);
  const Vector3<S> turn2 = lifted(u2, square2, w2);

  const Vector3<S> u3 = load::scaled(body.a[1], turn2), v3 = moved(x.v, body.a[1], k2.v);
  const Vector3<S> w3 = moved(x.w, body.a[1], k2.w);
  const S square3 = so3::squared_norm(u3);
  const Kick<S> k3 = kick<diagonal, loaded>(body, x.q, u3, square3, w3);
  const Vector3<S> turn3 = lifted(u3, square3, w3);

  const Vector3<S> u4 = load::scaled(body.a[2], turn3), v4 = moved(x.v, body.a[2], k3.v);
  const Vector3<S> w4 = moved(x.w, body.a[2], k3.w);
  const S square4 = so3::squared_norm(u4);
  const Kick<S> k4 = kick<diagonal, loaded>(body, x.q, u4, square4, w4);
  const Vector3<S> turn4 = lifted(u4, square4, w4);

  const Vector3<S> u = sum(body.b, x.w, turn2, turn3, turn4);
  const S square = so3::squared_norm(u);
  if constexpr (!std::is_same_v<S, double>) {
    const S limit(1.0);
    if (!all((square2 < limit) & (square3 < limit) & (square4 < limit) & (square < limit))) return false;
  }
  const Vector4<S> R_WB = so3::renormalised(turned(x.q, u, square));
  add(sum(body.b, x.v, v2, v3, v4), x.p);
  add(sum(body.b, k1.v, k2.v, k3.v, k4.v), x.v);
  add(sum(body.b, k1.w, k2.w, k3.w, k4.w), x.w);
  x.q[0] = R_WB[0], x.q[1] = R_WB[1], x.q[2] = R_WB[2], x.q[3] = R_WB[3];
  return true;
}

/// Numbers in memory as lanes. (Copied, GCC would load them in halves, and wait for both.)
template <class T, int N>
struct RowOf {
  typedef T type [[gnu::vector_size(N * sizeof(T)), gnu::aligned(sizeof(T)), gnu::may_alias]];
};

/// The 13 numbers of a body.
template <class S, class Read>
[[gnu::always_inline]] inline Motion<S> read_motion(Read row) {
  return {{row(0), row(1), row(2)},
          {row(3), row(4), row(5), row(6)},
          {row(7), row(8), row(9)},
          {row(10), row(11), row(12)}};
}
template <class S, class Write>
[[gnu::always_inline]] inline void write_motion(const Motion<S>& x, Write row) {
  row(0, x.p[0]), row(1, x.p[1]), row(2, x.p[2]);
  row(3, x.q[0]), row(4, x.q[1]), row(5, x.q[2]), row(6, x.q[3]);
  row(7, x.v[0]), row(8, x.v[1]), row(9, x.v[2]);
  row(10, x.w[0]), row(11, x.w[1]), row(12, x.w[2]);
}

/// The bodies of one group, one by one.
template <bool diagonal, bool loaded>
void advance_each(const LaneBody& body, const ChainStep& step, double* rows, int width) {
  const Everywhere<double> everywhere(body, step);
  for (int lane = 0; lane < width; ++lane) {
    double* first = rows + lane;
    Motion<double> x = read_motion<double>([&](int i) { return first[i * width]; });
    advance<diagonal, loaded>(everywhere, x);
    write_motion(x, [&](int i, double value) { first[i * width] = value; });
  }
}

template <class S, bool diagonal, bool loaded>
[[gnu::flatten]] void advance_groups(const LaneBody& body, const ChainStep& step, double* rows, std::size_t groups,
                                     BodyLanes::Each each) {
  constexpr int width = sizeof(S) / sizeof(double);
  using Row = typename RowOf<double, width>::type;
  const Everywhere<S> everywhere(body, step);
  for (std::size_t group = 0; group < groups; ++group, rows += BodyLanes::numbers * width) {
    Motion<S> x = read_motion<S>([&](int i) { return S(*reinterpret_cast<const Row*>(rows + i * width)); });
    if (!advance<diagonal, loaded>(everywhere, x)) {
      each(body, step, rows, width);
      continue;
    }
    write_motion(x, [&](int i, const S& row) { *reinterpret_cast<Row*>(rows + i * width) = row.lanes; });
  }
}

template <class S>
BodyLanes::Kernel kernel(bool diagonal, bool loaded) {
  if (diagonal) return loaded ? &advance_groups<S, true, true> : &advance_groups<S, true, false>;
  return loaded ? &advance_groups<S, false, true> : &advance_groups<S, false, false>;
}

}  // namespace polhode::lanes
