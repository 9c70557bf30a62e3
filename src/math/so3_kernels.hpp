#pragma once
// The maps of SO(3), once for double, packs and dual numbers. Quaternions are w, x, y, z of unit length and take body
// components to world components; u is a rotation vector and x = |u|².
//
// Near u = 0 every coefficient is a polynomial in |u|², without root, sine or division: steps of an integrator live
// there, and the derivative of a dual number exists there. A double takes one branch; the lanes of a pack that lie on
// both sides are computed twice and picked, so a lane has the bits of the scalar.

#include <array>
#include <cstddef>
#include <utility>

#include <Eigen/Core>

#include <polhode/math/elementary.hpp>

namespace polhode::so3 {

template <class S>
using Vector3 = Eigen::Matrix<S, 3, 1>;
template <class S>
using Vector4 = Eigen::Matrix<S, 4, 1>;  ///< w, x, y, z
template <class S>
using Matrix3 = Eigen::Matrix<S, 3, 3>;

/// Two coefficients that share their argument.
template <class S>
struct Pair {
  S first, second;
};

namespace detail {

template <class Mask, class S>
inline S pick(const Mask& mask, const S& a, const S& b) {
  return select(mask, a, b);
}
template <class Mask, class S>
inline Pair<S> pick(const Mask& mask, const Pair<S>& a, const Pair<S>& b) {
  return {select(mask, a.first, b.first), select(mask, a.second, b.second)};
}

/// near() where x < limit, far() elsewhere (nan included).
template <class S, class Near, class Far>
inline auto by_size(const S& x, double limit, Near near, Far far) {
  const auto small = x < S(limit);
  if (all(small)) return near();
  const auto result = far();
  if (none(small)) return result;
  return pick(small, near(), result);
}

/// The same with a third case for x < 1/256, a turn of less than 3.6°, where steps of fixed size live.
inline constexpr double tiny_turn = 1. / 256;
template <class S, class Tiny, class Near, class Far>
inline auto by_size(const S& x, double limit, Tiny tiny, Near near, Far far) {
  return by_size(x, tiny_turn, tiny, [&] { return by_size(x, limit, near, far); });
}

/// Σ c[i] xⁱ, summed by halves (Estrin) because a chain of products would be the longest wait of a whole step.
template <class C, class S, std::size_t N>
inline S polynomial(const std::array<C, N>& c, const S& x) {
  if constexpr (N == 1) {
    return c[0];
  } else {
    // Without a loop, so that no pair goes through memory.
    const auto halved = [&]<std::size_t... i>(std::index_sequence<i...>)->std::array<S, (N + 1) / 2> {
      if constexpr (N % 2 == 1)
        return {S(c[2 * i] + c[2 * i + 1] * x)..., S(c[N - 1])};
      else
        return {S(c[2 * i] + c[2 * i + 1] * x)...};
    };
    return polynomial(halved(std::make_index_sequence<N / 2>()), S(x * x));
  }
}

}  // namespace detail

template <class S>
inline S squared_norm(const Vector3<S>& a) {
  return (a[0] * a[0] + a[1] * a[1]) + a[2] * a[2];
}
template <class S>
inline S squared_norm(const Vector4<S>& a) {
  return (a[0] * a[0] + a[1] * a[1]) + (a[2] * a[2] + a[3] * a[3]);
}

template <class S>
inline Vector3<S> cross(const Vector3<S>& a, const Vector3<S>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// Hamilton's product: first b, then a.
template <class S>
inline Vector4<S> product(const Vector4<S>& a, const Vector4<S>& b) {
  return {(a[0] * b[0] - a[1] * b[1]) - (a[2] * b[2] + a[3] * b[3]),
          (a[0] * b[1] + a[1] * b[0]) + (a[2] * b[3] - a[3] * b[2]),
          (a[0] * b[2] + a[2] * b[0]) + (a[3] * b[1] - a[1] * b[3]),
          (a[0] * b[3] + a[3] * b[0]) + (a[1] * b[2] - a[2] * b[1])};
}

template <class S>
inline Vector4<S> conjugate(const Vector4<S>& a) {
  return {a[0], -a[1], -a[2], -a[3]};
}

/// One Newton step towards length 1, enough for a quaternion that is a unit to rounding (the defect is squared).
template <class S>
inline Vector4<S> renormalised(const Vector4<S>& a) {
  const S f = 1.5 - 0.5 * squared_norm(a);
  return {f * a[0], f * a[1], f * a[2], f * a[3]};
}

/// R v = v + 2 w (q × v) + 2 q × (q × v).
template <class S>
inline Vector3<S> rotate(const Vector4<S>& a, const Vector3<S>& v) {
  const Vector3<S> q(a[1], a[2], a[3]);
  const Vector3<S> half = cross(q, v);
  const Vector3<S> t(half[0] + half[0], half[1] + half[1], half[2] + half[2]);
  const Vector3<S> qt = cross(q, t);
  return {v[0] + (a[0] * t[0] + qt[0]), v[1] + (a[0] * t[1] + qt[1]), v[2] + (a[0] * t[2] + qt[2])};
}

/// Rᵀ v.
template <class S>
inline Vector3<S> rotate_back(const Vector4<S>& a, const Vector3<S>& v) {
  return rotate(conjugate(a), v);
}

/// The rotation matrix of a unit quaternion, 1 + k (w q̂ + q̂²) with k = 4 − 2 n² ≈ 2/n²: the rounding of the length
/// does not reach the matrix.
template <class S>
inline Matrix3<S> matrix(const Vector4<S>& a) {
  const S k = 4.0 - 2.0 * squared_norm(a);
  const S kx = k * a[1], ky = k * a[2], kz = k * a[3];
  const S wx = a[0] * kx, wy = a[0] * ky, wz = a[0] * kz;
  const S xx = a[1] * kx, xy = a[1] * ky, xz = a[1] * kz;
  const S yy = a[2] * ky, yz = a[2] * kz, zz = a[3] * kz;
  Matrix3<S> m;
  m(0, 0) = 1.0 - (yy + zz), m(0, 1) = xy - wz, m(0, 2) = xz + wy;
  m(1, 0) = xy + wz, m(1, 1) = 1.0 - (xx + zz), m(1, 2) = yz - wx;
  m(2, 0) = xz - wy, m(2, 1) = yz + wx, m(2, 2) = 1.0 - (xx + yy);
  return m;
}

/// Mᵀ v.
template <class S>
[[gnu::always_inline]] inline Vector3<S> turned_back(const Matrix3<S>& m, const Vector3<S>& v) {
  return {(m(0, 0) * v[0] + m(1, 0) * v[1]) + m(2, 0) * v[2], (m(0, 1) * v[0] + m(1, 1) * v[1]) + m(2, 1) * v[2],
          (m(0, 2) * v[0] + m(1, 2) * v[1]) + m(2, 2) * v[2]};
}

namespace detail {

template <class S>
inline Pair<S> half_angle_tiny(const S& x) {
  // Taylor; the first terms left out are 2e-17 and 1e-18.
  constexpr std::array<double, 4> c{1, -1. / 8, 1. / 384, -1. / 46080};
  constexpr std::array<double, 4> s{1. / 2, -1. / 48, 1. / 3840, -1. / 645120};
  return {polynomial(c, x), polynomial(s, x)};
}
template <class S>
inline Pair<S> half_angle_small(const S& x) {
  // The first terms left out are 7e-19 and 2e-20.
  constexpr std::array<double, 8> c{
      1, -1. / 8, 1. / 384, -1. / 46080, 1. / 10321920, -1. / 3715891200, 1. / 1961990553600, -1. / 1428329123020800};
  constexpr std::array<double, 8> s{1. / 2,         -1. / 48,          1. / 3840,           -1. / 645120,
                                    1. / 185794560, -1. / 81749606400, 1. / 51011754393600, -1. / 42849873690624000};
  return {polynomial(c, x), polynomial(s, x)};
}

template <class S>
inline S dexp_inverse_tiny(const S& x) {
  // Σ |B₂ₖ₊₂|/(2k+2)! xᵏ; the first term left out is 5e-18, and counts x = 1/256 times.
  return polynomial(std::array<double, 4>{1. / 12, 1. / 720, 1. / 30240, 1. / 1209600}, x);
}
template <class S>
inline S dexp_inverse_small(const S& x) {
  // The first term left out is 6e-18.
  return polynomial(std::array<double, 10>{1. / 12, 1. / 720, 1. / 30240, 1. / 1209600, 1. / 47900160,
                                           691. / 1307674368000, 1. / 74724249600, 3617. / 10670622842880000,
                                           43867. / 5109094217170944000, 174611. / 802857662698291200000.},
                    x);
}

}  // namespace detail

/// cos(θ/2) and sin(θ/2)/θ for θ² = x.
template <class S>
inline Pair<S> half_angle_coefficients(const S& x) {
  return detail::by_size(
      x, 1.0, [&] { return detail::half_angle_tiny(x); }, [&] { return detail::half_angle_small(x); },
      [&] {
        const S angle = fn::sqrt(x);
        const auto half = fn::sincos(S(0.5 * angle));
        return Pair<S>{half.cos, half.sin / angle};
      });
}
/// The same where x < 1 is known.
template <class S>
inline Pair<S> half_angle_coefficients_near(const S& x) {
  return detail::by_size(
      x, detail::tiny_turn, [&] { return detail::half_angle_tiny(x); }, [&] { return detail::half_angle_small(x); });
}

/// exp from the coefficients for its angle.
template <class S>
inline Vector4<S> exp(const Vector3<S>& u, const Pair<S>& half_angle) {
  const auto& [w, k] = half_angle;
  return {w, k * u[0], k * u[1], k * u[2]};
}

/// exp: the quaternion of the rotation by |u| about u.
template <class S>
inline Vector4<S> exp(const Vector3<S>& u) {
  return exp(u, half_angle_coefficients(squared_norm(u)));
}

/// log: the rotation vector, |u| ≤ π, of a unit quaternion of either sign.
template <class S>
inline Vector3<S> log(const Vector4<S>& a) {
  const Vector3<S> v(a[1], a[2], a[3]);
  const S x = squared_norm(v);
  // Both signs of a quaternion are one rotation; the one with w ≥ 0 has the shorter vector.
  const S sign = detail::by_size(
      a[0], 0.0, [] { return S(-1); }, [] { return S(1); });
  const S w = sign * a[0];
  const S k =
      sign * detail::by_size(
                 x, 1. / 64,
                 [&] {
                   // 2 asin(n)/n in n² < 1/64; the first term left out is 1e-18.
                   return detail::polynomial(std::array<double, 9>{2., 1. / 3, 3. / 20, 5. / 56, 35. / 576, 63. / 1408,
                                                                   231. / 6656, 143. / 5120, 6435. / 278528},
                                             x);
                 },
                 [&] {
                   const S n = fn::sqrt(x);
                   return S(2.0 * fn::atan2(n, w) / n);
                 });
  return {k * v[0], k * v[1], k * v[2]};
}

/// b = (1 − cos θ)/θ² and c = (θ − sin θ)/θ³ for θ² = x.
template <class S>
inline Pair<S> dexp_coefficients(const S& x) {
  return detail::by_size(
      x, 1.0,
      [&] {
        // Taylor; the first terms left out are 4e-19 and 2e-20.
        return Pair<S>{detail::polynomial(
                           std::array<double, 9>{1. / 2, -1. / 24, 1. / 720, -1. / 40320, 1. / 3628800, -1. / 479001600,
                                                 1. / 87178291200, -1. / 20922789888000, 1. / 6402373705728000},
                           x),
                       detail::polynomial(std::array<double, 9>{1. / 6, -1. / 120, 1. / 5040, -1. / 362880,
                                                                1. / 39916800, -1. / 6227020800, 1. / 1307674368000,
                                                                -1. / 355687428096000, 1. / 121645100408832000},
                                          x)};
      },
      [&] {
        const S angle = fn::sqrt(x);
        const auto half = fn::sincos(S(0.5 * angle));
        const S two_sin = half.sin + half.sin;
        return Pair<S>{0.5 * (two_sin * two_sin) / x, (angle - two_sin * half.cos) / (x * angle)};
      });
}

/// e = (1 − θ/2 cot θ/2)/θ² for θ² = x; the pole at 2π is the chart's own.
template <class S>
inline S dexp_inverse_coefficient(const S& x) {
  return detail::by_size(
      x, 1.0, [&] { return detail::dexp_inverse_tiny(x); }, [&] { return detail::dexp_inverse_small(x); },
      [&] {
        const S half_angle = 0.5 * fn::sqrt(x);
        const auto half = fn::sincos(half_angle);
        return S((1.0 - half_angle * half.cos / half.sin) / x);
      });
}
/// The same where x < 1 is known.
template <class S>
inline S dexp_inverse_coefficient_near(const S& x) {
  return detail::by_size(
      x, detail::tiny_turn, [&] { return detail::dexp_inverse_tiny(x); },
      [&] { return detail::dexp_inverse_small(x); });
}

/// Ω = dexp_u u̇: the body-side angular velocity of exp(u). The world-side one is dexp_{−u} u̇.
template <class S>
inline Vector3<S> dexp(const Vector3<S>& u, const Vector3<S>& rate) {
  const auto [b, c] = dexp_coefficients(squared_norm(u));
  const Vector3<S> first = cross(u, rate);
  const Vector3<S> second = cross(u, first);
  return {rate[0] + (c * second[0] - b * first[0]), rate[1] + (c * second[1] - b * first[1]),
          rate[2] + (c * second[2] - b * first[2])};
}

/// u̇ = dexp⁻¹_u Ω for the body-side angular velocity Ω (plus sign before half of u × Ω), from the coefficient e for u.
template <class S>
inline Vector3<S> dexp_inverse(const Vector3<S>& u, const Vector3<S>& velocity, const S& e) {
  const Vector3<S> first = cross(u, velocity);
  const Vector3<S> second = cross(u, first);
  return {velocity[0] + (0.5 * first[0] + e * second[0]), velocity[1] + (0.5 * first[1] + e * second[1]),
          velocity[2] + (0.5 * first[2] + e * second[2])};
}
template <class S>
inline Vector3<S> dexp_inverse(const Vector3<S>& u, const Vector3<S>& velocity) {
  return dexp_inverse(u, velocity, dexp_inverse_coefficient(squared_norm(u)));
}

}  // namespace polhode::so3
