#pragma once
// Sums and products with their rounding errors, and the bits of a number, over double and packs of doubles.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include <polhode/math/pack.hpp>

namespace polhode::fn::kernel {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

template <class S>
struct BitsOf;
template <>
struct BitsOf<double> {
  using type = std::uint64_t;
  static constexpr int width = 1;
};
template <int N, class Tag>
struct BitsOf<Pack<double, N, Tag>> {
  using type = typename polhode::detail::VectorOf<std::uint64_t, N>::type;
  static constexpr int width = N;
};
template <class S>
using Bits = typename BitsOf<S>::type;

inline std::uint64_t bits(double x) { return std::bit_cast<std::uint64_t>(x); }
template <int N, class Tag>
Bits<Pack<double, N, Tag>> bits(const Pack<double, N, Tag>& x) {
  return (Bits<Pack<double, N, Tag>>)x.lanes;
}

template <class S>
[[gnu::always_inline]] inline S from_bits(const Bits<S>& b) {
  if constexpr (BitsOf<S>::width == 1) {
    return std::bit_cast<double>(b);
  } else {
    return S((typename S::Lanes)b);
  }
}

[[gnu::always_inline]] inline void set_lane(double& x, int, double value) { x = value; }
[[gnu::always_inline]] inline void set_lane(std::uint64_t& x, int, std::uint64_t value) { x = value; }
template <int N, class Tag>
[[gnu::always_inline]] inline void set_lane(Pack<double, N, Tag>& x, int i, double value) {
  x.set(i, value);
}
template <class V>
[[gnu::always_inline]] inline void set_lane(V& x, int i, std::uint64_t value) {
  x[i] = value;
}

/// Flips the sign of x where the top bit of `sign` is set.
template <class S>
[[gnu::always_inline]] inline S flip_sign(const S& x, const Bits<S>& sign) {
  return from_bits<S>(bits(x) ^ (sign & (std::uint64_t(1) << 63)));
}

/// Adding this to |x| < 2⁵¹ rounds to an integer that then stands in the low bits.
inline constexpr double round_shift = 0x1.8p52;

/// 2ⁿ for an integer −1022 ≤ n ≤ 1023.
template <class S>
[[gnu::always_inline]] inline S power_of_two(const S& n) {
  return from_bits<S>((bits(n + S(round_shift)) + std::uint64_t(1023)) << 52);
}

/// hi + lo, with |lo| at most half a unit in the last place of hi.
template <class S>
struct Double2 {
  S hi, lo;
};

/// a + b exactly, for |a| ≥ |b| or a = 0.
template <class S>
[[gnu::always_inline]] inline Double2<S> fast_two_sum(const S& a, const S& b) {
  const S sum = a + b;
  return {sum, (a - sum) + b};
}

/// a + b exactly.
template <class S>
[[gnu::always_inline]] inline Double2<S> two_sum(const S& a, const S& b) {
  const S sum = a + b;
  const S b_part = sum - a;
  return {sum, (a - (sum - b_part)) + (b - b_part)};
}

/// The upper 26 bits of x's significand; the rest has 27, so that products of halves are exact (the one of two lower
/// halves to 2⁻¹⁰⁵ of the whole).
template <class S>
[[gnu::always_inline]] inline S upper_half(const S& x) {
  return from_bits<S>(bits(x) & ~std::uint64_t(0x7ffffff));
}

/// a b to 2⁻¹⁰⁵, after [Dekker 1971], with the halves cut by a mask: no overflow in the cutting.
template <class S>
[[gnu::always_inline]] inline Double2<S> two_product(const S& a, const S& b) {
  const S product = a * b;
  const S a_hi = upper_half(a), b_hi = upper_half(b);
  const S a_lo = a - a_hi, b_lo = b - b_hi;
  return {product, ((a_hi * b_hi - product) + a_hi * b_lo + a_lo * b_hi) + a_lo * b_lo};
}

/// a b and a − b to about 2⁻¹⁰⁰ of their terms.
inline Double2<double> times(const Double2<double>& a, double b) {
  const Double2<double> product = two_product(a.hi, b);
  return fast_two_sum(product.hi, product.lo + a.lo * b);
}
inline Double2<double> difference(const Double2<double>& a, const Double2<double>& b) {
  const Double2<double> sum = two_sum(a.hi, -b.hi);
  return fast_two_sum(sum.hi, sum.lo + (a.lo - b.lo));
}

/// Σ a[i] b[i] over three terms, likewise.
inline Double2<double> dot3(const double* a, const double* b) {
  Double2<double> sum = two_product(a[0], b[0]);
  for (int i = 1; i < 3; ++i) {
    const Double2<double> term = two_product(a[i], b[i]);
    sum = difference(sum, {-term.hi, -term.lo});
  }
  return sum;
}

/// Σ c[i] zⁱ, even and odd powers as two chains that run side by side.
template <class S, std::size_t N>
[[gnu::always_inline]] inline S polynomial(const S& z, const double (&c)[N]) {
  static_assert(N >= 4);
  const S zz = z * z;
  S upper = S(c[N - 1]), lower = S(c[N - 2]);
  for (std::size_t i = N - 2; i >= 2; i -= 2) {
    upper = upper * zz + S(c[i - 1]);
    lower = lower * zz + S(c[i - 2]);
    if (i == 3) break;
  }
  return N % 2 == 0 ? lower + upper * z : lower * z + upper * zz + S(c[0]);
}

}  // namespace polhode::fn::kernel
