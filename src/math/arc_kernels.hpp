#pragma once
// asin, acos, atan, atan2 and hypot: one branch-free kernel for a double and for every lane of a pack.

#include "math/double_double.hpp"

namespace polhode::fn::kernel {

inline constexpr double half_pi = 0x1.921fb54442d18p+0, half_pi_lo = 0x1.1a62633145c07p-54;

// Minimax in z = t²: atan t = t + t³ A(z) to 2⁻⁶² on |t| ≤ 7/16.
inline constexpr double atan_coefficients[] = {-0x1.5555555555552p-2, 0x1.999999999900bp-3,  -0x1.2492492446900p-3,
                                               0x1.c71c71a199e33p-4,  -0x1.745d11d3d6d7fp-4, 0x1.3b13301f11ff8p-4,
                                               -0x1.11090f212bb8ap-4, 0x1.e1332279cd3a1p-5,  -0x1.a9fe0b048f639p-5,
                                               0x1.6b26c2c548f8ep-5,  -0x1.057511e10e4eap-5, 0x1.c0ab2ce138177p-7};

/// The angle of (x, y) from the x axis.
///
/// With a ≤ b the smaller and larger of |x|, |y|: atan(a/b) = atan c + atan t, t = (a − c b)/(b + c a), where c = 0, ½,
/// 1 is the nearest to a/b, so that a − c b is exact; then the octant: ± that from 0, π/2 or π.
template <class S>
[[gnu::always_inline]] inline S atan2(const S& y, const S& x) {
  const S size_x = polhode::abs(x), size_y = polhode::abs(y);
  const auto steep = size_y > size_x;
  S a = select(steep, size_x, size_y), b = select(steep, size_y, size_x);
  // Infinite sides count as equal, a zero pair as (1, 0).
  const auto endless = b == S(infinity);
  a = select(endless, select(a == S(infinity), S(1.0), S(0.0)), a);
  b = select(endless | (b == S(0.0)), S(1.0), b);
  const S by = select(b > S(0x1p1000), S(0x1p-100), select(b < S(0x1p-900), S(0x1p120), S(1.0)));
  a = a * by;
  b = b * by;

  const auto past_first = a > S(0.4375) * b, past_second = a > S(0.6875) * b;
  const S c = select(past_second, S(1.0), select(past_first, S(0.5), S(0.0)));
  const S atan_c = select(past_second, S(0x1.921fb54442d18p-1), select(past_first, S(0x1.dac670561bb4fp-2), S(0.0)));
  const S atan_c_lo =
      select(past_second, S(0x1.1a62633145c07p-55), select(past_first, S(0x1.a2b7f222f65e2p-56), S(0.0)));
  const S t = (a - c * b) / (b + c * a);
  const S z = t * t;
  const S rest = t * (z * polynomial(z, atan_coefficients));

  const auto behind = copysign(S(1.0), x) < S(0.0);
  const S turns = select(steep, S(1.0), select(behind, S(2.0), S(0.0)));
  const S sense = select(steep ^ behind, S(-1.0), S(1.0));
  const Double2<S> start = fast_two_sum(turns * S(half_pi), sense * atan_c);
  const Double2<S> sum = fast_two_sum(start.hi, sense * t);
  const S lower = sum.lo + (sense * rest + (start.lo + (turns * S(half_pi_lo) + sense * atan_c_lo)));
  const S angle = copysign(sum.hi + lower, y);
  return select((x != x) | (y != y), x + y, angle);
}

template <class S>
S atan(const S& x) {
  return atan2(x, S(1.0));
}

// Minimax in z = x²: asin x = x + x³ A(z) to 2⁻⁵⁹ on |x| ≤ ½.
inline constexpr double asin_coefficients[] = {
    0x1.5555555555577p-3, 0x1.333333332e131p-4,  0x1.6db6db7212693p-5, 0x1.f1c71a94f2189p-6, 0x1.6e8bdee05dccdp-6,
    0x1.1c49f05a6b07ep-6, 0x1.ca1f8db228b23p-7,  0x1.75858755b27b2p-7, 0x1.613c9a7ebc8fbp-7, 0x1.e5f4a6c0d21c8p-9,
    0x1.639cba3e52e61p-6, -0x1.57fde6d59ff9dp-6, 0x1.0b46e07787cfbp-5};

/// asin of w as w + rest: w = |x| up to ½, beyond it w = √((1 − |x|)/2), for which asin |x| = π/2 − 2 asin w.
template <class S>
[[gnu::always_inline]] inline Double2<S> asin_parts(const S& size) {
  const auto large = size > S(0.5);
  const S z = select(large, S(0.5) * (S(1.0) - size), size * size);
  const S w = select(large, polhode::sqrt(z), size);
  // What the root lost: (z − w²)/(2 w), nothing where w is no root.
  const S head = upper_half(w);
  const S tail = select(large & (w > S(0.0)), (z - head * head) / (w + head), w - head);
  return fast_two_sum(head, tail + w * (z * polynomial(z, asin_coefficients)));
}

template <class S>
S asin(const S& x) {
  const S size = polhode::abs(x);
  const Double2<S> p = asin_parts(size);
  const Double2<S> sum = fast_two_sum(S(half_pi), S(-2.0) * p.hi);
  const S large = sum.hi + (sum.lo + (S(half_pi_lo) - S(2.0) * p.lo));
  return copysign(select(size > S(0.5), large, p.hi + p.lo), x);
}

/// π/2 − asin x up to ½; beyond it 2 asin w, or π − 2 asin w for negative x.
template <class S>
S acos(const S& x) {
  const S size = polhode::abs(x);
  const Double2<S> p = asin_parts(size);
  const auto large = size > S(0.5), below = x < S(0.0);
  const S turns = select(large, select(below, S(2.0), S(0.0)), S(1.0));
  const S factor = select(large, select(below, S(-2.0), S(2.0)), select(below, S(1.0), S(-1.0)));
  const Double2<S> sum = fast_two_sum(turns * S(half_pi), factor * p.hi);
  return sum.hi + (sum.lo + (turns * S(half_pi_lo) + factor * p.lo));
}

/// √(x² + y²), scaled by a power of two where the squares would leave the range.
template <class S>
S hypot(const S& x, const S& y) {
  const S size_x = polhode::abs(x), size_y = polhode::abs(y);
  const S a = max(size_x, size_y), b = min(size_x, size_y);
  const auto large = a > S(0x1p500), small = a < S(0x1p-450);
  const S down = select(large, S(0x1p-600), select(small, S(0x1p600), S(1.0)));
  const S up = select(large, S(0x1p600), select(small, S(0x1p-600), S(1.0)));
  const S a_scaled = a * down, b_scaled = b * down;
  const S root = polhode::sqrt(a_scaled * a_scaled + b_scaled * b_scaled) * up;
  const S with_nan = select((x != x) | (y != y), x + y, root);
  return select((size_x == S(infinity)) | (size_y == S(infinity)), S(infinity), with_nan);
}

}  // namespace polhode::fn::kernel
