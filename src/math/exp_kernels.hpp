#pragma once
// exp, log, pow and the hyperbolic functions: one branch-free kernel for a double and for every lane of a pack.

#include "math/double_double.hpp"

namespace polhode::fn::kernel {

// ln 2 with 40 bits in the first part: its products with exponents are exact.
inline constexpr double ln2_hi = 0x1.62e42fefa2000p-1, ln2_lo = 0x1.9ef35793c7673p-41;

// Minimax: eʳ = 1 + r + r² E(r) to 2⁻⁶⁰ on |r| ≤ ln 2 / 2.
inline constexpr double exp_coefficients[] = {0x1.0000000000000p-1,  0x1.555555555555bp-3,  0x1.5555555555503p-5,
                                              0x1.111111110ec5ep-7,  0x1.6c16c16c304d7p-10, 0x1.a01a01b37de84p-13,
                                              0x1.a01a01367a1d7p-16, 0x1.71ddf0216cbe5p-19, 0x1.27e5b4703a2c4p-22,
                                              0x1.af6be70a70bd9p-26, 0x1.1e3cf199eb461p-29};

/// e^x = 2ⁿ (1 + r + rest), |r| ≤ ln 2 / 2, for |x| ≤ 1100; x_lo adds what x lost in rounding.
template <class S>
struct ExpParts {
  S n, r, rest;
};

template <class S>
[[gnu::always_inline]] inline ExpParts<S> exp_parts(const S& x, const S& x_lo) {
  const S shifted = x * S(0x1.71547652b82fep+0) + S(round_shift);
  const S n = shifted - S(round_shift);
  const Double2<S> r = fast_two_sum(x - n * S(ln2_hi), x_lo - n * S(ln2_lo));
  return {n, r.hi, r.lo + (r.hi * r.hi) * polynomial(r.hi, exp_coefficients)};
}

/// 2ⁿ y in two steps, for what lies beyond the normal numbers; n an integer.
template <class S>
[[gnu::always_inline]] inline S scale(const S& y, const S& n) {
  const S half = (n * S(0.5) + S(round_shift)) - S(round_shift);
  return y * power_of_two(half) * power_of_two(n - half);
}

/// e^(x + x_lo) / 2^halvings. Beyond ±800 only over- and underflow are left.
template <class S>
[[gnu::always_inline]] inline S exp_scaled(const S& x, const S& x_lo, double halvings) {
  const auto above = x > S(800.0), below = x < S(-800.0);
  const S x_used = select(above, S(800.0), select(below, S(-800.0), x));
  const ExpParts<S> p = exp_parts(x_used, select(above | below, S(0.0), x_lo));
  const Double2<S> sum = fast_two_sum(S(1.0), p.r);
  return scale(sum.hi + (sum.lo + p.rest), p.n - S(halvings));
}

template <class S>
S exp(const S& x) {
  return exp_scaled(x, S(0.0), 0);
}

/// e^x − 1 for |x| ≤ 40, to an ulp or so near zero too: (2ⁿ − 1) + 2ⁿ (r + rest).
template <class S>
[[gnu::always_inline]] inline S exp_minus_one(const S& x) {
  const ExpParts<S> p = exp_parts(x, S(0.0));
  const S power = power_of_two(p.n);
  const Double2<S> sum = two_sum(power - S(1.0), power * p.r);
  return sum.hi + (sum.lo + power * p.rest);
}

/// x = 2ᵏ (1 + f) with 1 + f in [√½, √2), for a positive finite x; whatever else comes in is put right by the caller.
template <class S>
struct LogParts {
  S k, f;
};

template <class S>
[[gnu::always_inline]] inline LogParts<S> log_parts(const S& x) {
  const auto subnormal = x < S(0x1p-1022);
  const S y = select(subnormal, x * S(0x1p54), x);
  constexpr std::uint64_t low_end = 0x3fe6a09e667f3bcd, one = 0x3ff0000000000000;  // √½ and 1
  const Bits<S> image = bits(y) + (one - low_end);
  const S k = from_bits<S>((image >> 52) | std::uint64_t(0x4330000000000000)) - S(0x1p52 + 1023);
  const S m = from_bits<S>((image & std::uint64_t(0xfffffffffffff)) + low_end);
  return {select(subnormal, k - S(54.0), k), m - S(1.0)};
}

// Minimax in z = s²: ln((1+s)/(1−s)) = 2 s + s³ L(z) to 2⁻⁵⁹, s = f/(2+f).
inline constexpr double log_coefficients[] = {0x1.5555555555592p-1, 0x1.999999997ff50p-2, 0x1.24924941dcee7p-2,
                                              0x1.c71c521867c6ap-3, 0x1.74663c0c3777fp-3, 0x1.39a1ff901e558p-3,
                                              0x1.2f02da3d426d4p-3};

/// 2 s = f − s f turns the series into f − f²/2 + s (f²/2 + z L), whose leading terms carry no rounding from s.
template <class S>
S log(const S& x) {
  const LogParts<S> p = log_parts(x);
  const S s = p.f / (S(2.0) + p.f);
  const S z = s * s;
  const S half_square = S(0.5) * p.f * p.f;
  const S rest = s * (half_square + z * polynomial(z, log_coefficients)) + p.k * S(ln2_lo);
  const S finite = p.k * S(ln2_hi) - ((half_square - rest) - p.f);
  // nan < and == are false: it falls through to x itself.
  return select(x > S(0.0), select(x == S(infinity), x, finite),
                select(x == S(0.0), S(-infinity), select(x < S(0.0), S(not_a_number), x)));
}

// Minimax: ln((1+s)/(1−s)) = 2 s (1 + z (1/3 + z P(z))) to 2⁻⁷³.
inline constexpr double log_twofold_coefficients[] = {0x1.9999999999996p-3, 0x1.2492492492f51p-3, 0x1.c71c71c5968ecp-4,
                                                      0x1.745d182957b9ep-4, 0x1.3b1364c8b08fdp-4, 0x1.11206f504a42bp-4,
                                                      0x1.de3d696276660p-5, 0x1.eac6083bfee92p-5};

/// ln x to some 2⁻⁶⁵ of itself, for a positive finite x: what pow needs, whose exponent multiplies the error by 700.
template <class S>
[[gnu::always_inline]] inline Double2<S> log_twofold(const S& x) {
  const LogParts<S> p = log_parts(x);
  // s = f/(2+f) in two parts.
  const S d = S(2.0) + p.f;
  const S d_lo = p.f - (d - S(2.0));
  const S s = p.f / d;
  const Double2<S> back = two_product(s, d);
  const S s_lo = (((p.f - back.hi) - back.lo) - s * d_lo) / d;
  // z = s², v = z (1/3 + z P), all in two parts.
  const Double2<S> z = two_product(s, s);
  const S z_lo = z.lo + S(2.0) * s * s_lo;
  const Double2<S> u = fast_two_sum(S(0x1.5555555555555p-2), z.hi * polynomial(z.hi, log_twofold_coefficients));
  const Double2<S> v = two_product(z.hi, u.hi);
  const S v_lo = v.lo + (z.hi * (u.lo + S(0x1.5555555555555p-56)) + z_lo * u.hi);
  const Double2<S> w = fast_two_sum(S(1.0), v.hi);
  const Double2<S> l = two_product(S(2.0) * s, w.hi);
  const S l_lo = l.lo + S(2.0) * (s * (w.lo + v_lo) + s_lo * w.hi);
  const Double2<S> sum = two_sum(p.k * S(ln2_hi), l.hi);
  return fast_two_sum(sum.hi, sum.lo + (l_lo + p.k * S(ln2_lo)));
}

/// xʸ = ± exp(y ln |x|) with IEEE 754's table of special cases.
template <class S>
S pow(const S& x, const S& y) {
  const S size = polhode::abs(x);
  const S y_size = polhode::abs(y);
  // |ln x| ≥ 2⁻⁵³ unless x = ±1, so beyond 2⁶⁶ the exponent changes nothing any more.
  const S y_used = select(y_size < S(0x1p66), y, copysign(S(0x1p66), y));
  const Double2<S> l = log_twofold(size);
  const Double2<S> e = two_product(y_used, l.hi);
  const S finite = exp_scaled(e.hi, e.lo + y_used * l.lo, 0);

  // 0 and ∞ as bases: y > 0 keeps them, y < 0 exchanges them.
  const auto edge = (size == S(0.0)) | (size == S(infinity));
  const S power = select(edge, select((size == S(0.0)) ^ (y < S(0.0)), S(0.0), S(infinity)), finite);

  // From 2⁵³ on every double is even; below, an odd integer halves into no integer.
  const auto integer = floor(y) == y;
  const auto odd = integer & (y_size < S(0x1p53)) & (floor(S(0.5) * y) != S(0.5) * y);
  const auto below = copysign(S(1.0), x) < S(0.0);
  const S with_sign = select(below & odd, -power, power);
  const S real = select((x < S(0.0)) & !integer & (size < S(infinity)), S(not_a_number), with_sign);
  const S with_nan = select((x != x) | (y != y), x + y, real);
  // 1 to any power, anything to the 0, and −1 to ±∞ are 1, nan or not.
  return select((x == S(1.0)) | (y == S(0.0)) | ((x == S(-1.0)) & (y_size == S(infinity))), S(1.0), with_nan);
}

/// (m + m/(m+1))/2 with m = e^|x| − 1; the second term is 1 to rounding from 40 on.
template <class S>
S sinh(const S& x) {
  const S size = polhode::abs(x);
  const auto large = size > S(40.0);
  const S m = exp_minus_one(select(large, S(40.0), size));
  const S small = S(0.5) * (m + m / (m + S(1.0)));
  const S magnitude = select(large, exp_scaled(size, S(0.0), 1), small);
  return select(size < S(0x1p-27), x, copysign(magnitude, x));
}

/// (e + 1/e)/2 with e/2 formed at once, so that nothing overflows before the result does.
template <class S>
S cosh(const S& x) {
  const S half = exp_scaled(polhode::abs(x), S(0.0), 1);
  return half + S(0.25) / half;
}

/// m/(m + 2) with m = e^(2|x|) − 1; 1 to rounding from 20 on.
template <class S>
S tanh(const S& x) {
  const S size = polhode::abs(x);
  const S m = exp_minus_one(S(2.0) * select(size > S(20.0), S(20.0), size));
  return select(size < S(0x1p-28), x, copysign(m / (m + S(2.0)), x));
}

}  // namespace polhode::fn::kernel
