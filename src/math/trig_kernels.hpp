#pragma once
// sin, cos and tan: one branch-free kernel for a double and for every lane of a pack.

#include <polhode/math/elementary.hpp>
#include "math/double_double.hpp"

namespace polhode::fn::kernel {

/// x − quadrant · π/2 as hi + lo in [−π/4, π/4]; the two low bits of quadrant count.
template <class S>
struct QuarterTurn {
  S hi, lo;
  Bits<S> quadrant;
};

/// Exact reduction of any argument by integer arithmetic (src/math/reduction.cpp); nan for one that is not finite.
QuarterTurn<double> reduce_huge(double x);

/// Arguments up to here are reduced in floating point.
inline constexpr double moderate = 0x1p20;

/// The lanes of larger arguments reduced exactly. Kept out of line: the callers' registers are for the rest.
template <class S>
[[gnu::noinline]] void reduce_lanes(const S& x, S& hi, S& lo, Bits<S>& quadrant) {
  for (int i = 0; i < BitsOf<S>::width; ++i) {
    if (polhode::abs(lane(x, i)) <= moderate) continue;
    const QuarterTurn<double> exact = reduce_huge(lane(x, i));
    set_lane(hi, i, exact.hi);
    set_lane(lo, i, exact.lo);
    set_lane(quadrant, i, exact.quadrant);
  }
}

/// The reduction of [Cody & Waite 1980]: π/2 in four parts, of which the first three have 32 bits or fewer, so that
/// their products with the number of quarter turns, below 2²⁰, are exact. No double comes nearer to a multiple of π/2
/// than 2⁻⁶², and hi + lo is right to 2⁻¹²⁸, far more than hi needs. The short sums are safe: where the second term is
/// the larger, the sum fits a double and leaves nothing over. Above |x| = 2²⁰ each lane takes the exact path.
template <class S>
[[gnu::always_inline]] inline QuarterTurn<S> reduce(const S& x) {
  const S shifted = x * S(0x1.45f306dc9c883p-1) + S(round_shift);
  const S n = shifted - S(round_shift);
  const S first = x - n * S(0x1.921fb544p+0);
  const Double2<S> second = fast_two_sum(first, n * S(-0x1.0b4611a6p-34));
  const Double2<S> third = fast_two_sum(second.hi, n * S(-0x1.3198a2ep-69));
  const Double2<S> r = fast_two_sum(third.hi, (second.lo + third.lo) - n * S(0x1.b839a252049c1p-104));
  S hi = r.hi, lo = r.lo;
  Bits<S> quadrant = bits(shifted);
  if (any(!(polhode::abs(x) <= S(moderate)))) [[unlikely]] {
    // Copies of their own: what a call may write to lives in memory, and on the usual way nothing should.
    S exact_hi = hi, exact_lo = lo;
    Bits<S> exact_quadrant = quadrant;
    reduce_lanes(x, exact_hi, exact_lo, exact_quadrant);
    hi = exact_hi, lo = exact_lo, quadrant = exact_quadrant;
  }
  return {hi, lo, quadrant};
}

// Minimax in z = r²: sin r = r + r³ S(z) to 2⁻⁵⁷, cos r = 1 − z/2 + z² C(z) to 2⁻⁶³, on |r| ≤ π/4.
inline constexpr double sin_coefficients[] = {-0x1.5555555555548p-3, 0x1.111111110f730p-7,   -0x1.a01a019be920bp-13,
                                              0x1.71de35552a859p-19, -0x1.ae5e4b837cc5ap-26, 0x1.5d8b559608f23p-33};
inline constexpr double cos_coefficients[] = {0x1.555555555554bp-5,   -0x1.6c16c16c15014p-10, 0x1.a01a019c8efa1p-16,
                                              -0x1.27e4f7f167b24p-22, 0x1.1ee9dbacdc525p-29,  -0x1.8fa6704464d26p-37};

/// sin and cos of a reduced angle, each as a sum still to be rounded.
template <class S>
struct SinCosParts {
  Double2<S> sin, cos;
};

template <class S>
[[gnu::always_inline]] inline SinCosParts<S> sincos_parts(const S& r, const S& r_lo) {
  const S z = r * r;
  const S half = S(0.5) * z;
  const S one_less = S(1.0) - half;
  const S sin_rest = r * (z * polynomial(z, sin_coefficients)) + r_lo * one_less;
  const S cos_rest = ((S(1.0) - one_less) - half) + (z * z * polynomial(z, cos_coefficients) - r * r_lo);
  return {{r, sin_rest}, {one_less, cos_rest}};
}

template <class S>
[[gnu::always_inline]] inline S choose(const Bits<S>& where, const S& a, const S& b) {
  return from_bits<S>((bits(a) & where) | (bits(b) & ~where));
}

template <class S>
[[gnu::always_inline]] inline SinCos<S> sincos(const S& x) {
  const QuarterTurn<S> turn = reduce(x);
  const SinCosParts<S> p = sincos_parts(turn.hi, turn.lo);
  const S s = p.sin.hi + p.sin.lo, c = p.cos.hi + p.cos.lo;
  const Bits<S> odd = std::uint64_t(0) - (turn.quadrant & std::uint64_t(1));
  const S sin_x = flip_sign(choose(odd, c, s), turn.quadrant << 62);
  const S cos_x = flip_sign(choose(odd, s, c), (turn.quadrant + std::uint64_t(1)) << 62);
  // Below 2⁻²⁷ the sine rounds to its argument, which keeps the sign of zero.
  return {select(polhode::abs(x) < S(0x1p-27), x, sin_x), cos_x};
}

/// The quotient of both sums, rounded once: (s + s')/(c + c') = q + (s − q c + s' − q c')/c with q = s/c.
template <class S>
S tan(const S& x) {
  const QuarterTurn<S> turn = reduce(x);
  const SinCosParts<S> p = sincos_parts(turn.hi, turn.lo);
  const Double2<S> s = fast_two_sum(p.sin.hi, p.sin.lo), c = fast_two_sum(p.cos.hi, p.cos.lo);
  const Bits<S> odd = std::uint64_t(0) - (turn.quadrant & std::uint64_t(1));
  const S top = choose(odd, c.hi, s.hi), top_lo = choose(odd, c.lo, s.lo);
  const S bottom = choose(odd, s.hi, c.hi), bottom_lo = choose(odd, s.lo, c.lo);
  const S q = top / bottom;
  const Double2<S> back = two_product(q, bottom);
  const S rest = ((top - back.hi) - back.lo) + (top_lo - q * bottom_lo);
  return select(polhode::abs(x) < S(0x1p-27), x, flip_sign(q + rest / bottom, turn.quadrant << 63));
}

}  // namespace polhode::fn::kernel
