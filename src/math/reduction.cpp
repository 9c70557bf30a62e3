// Reduction of huge angles.

#include "math/trig_kernels.hpp"

namespace polhode::fn::kernel {

namespace {

__extension__ typedef unsigned __int128 Wide;

// The bits of 2/π after the binary point, one word of zeros before them.
constexpr std::uint64_t two_over_pi[] = {
    0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
    0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41,
    0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7,
    0x4f463f669e5fea2d, 0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab};

/// 64 bits of two_over_pi from bit `at` on.
std::uint64_t window(int at) {
  const int word = at / 64, shift = at % 64;
  if (shift == 0) return two_over_pi[word];
  return (two_over_pi[word] << shift) | (two_over_pi[word + 1] >> (64 - shift));
}

}  // namespace

/// Payne and Hanek: with x = m 2ᵉ the bits of 2/π whose product with x is a multiple of 4 are skipped; the next 192
/// times m, kept modulo 2¹⁹², are the quadrant (two bits) and 190 bits of fraction, wrong by less than 2⁻¹³⁷.
///
/// Source   [Payne & Hanek 1983]
/// Proof    tests/unit/math/elementary_accuracy_test.cpp
QuarterTurn<double> reduce_huge(double x) {
  if (!(polhode::abs(x) < infinity)) return {not_a_number, not_a_number, 0};
  const std::uint64_t image = bits(x);
  const int exponent = static_cast<int>((image >> 52) & 0x7ff) - 1075;
  const std::uint64_t m = (image & 0xfffffffffffff) | 0x10000000000000;
  // Bit k after the binary point stands at 63 + k, and k = exponent − 1 is the first that counts.
  const int at = 62 + exponent;
  const Wide low = Wide(m) * window(at + 128);
  const Wide middle = Wide(m) * window(at + 64) + static_cast<std::uint64_t>(low >> 64);
  const std::uint64_t top = m * window(at) + static_cast<std::uint64_t>(middle >> 64);

  // Two bits of quadrant, then the fraction; one of a half or more counts down from the next quadrant.
  std::uint64_t quadrant = top >> 62;
  std::uint64_t f2 = (top << 2) | (static_cast<std::uint64_t>(middle) >> 62);
  std::uint64_t f1 = (static_cast<std::uint64_t>(middle) << 2) | (static_cast<std::uint64_t>(low) >> 62);
  std::uint64_t f0 = static_cast<std::uint64_t>(low) << 2;
  const bool down = (f2 >> 63) != 0;
  if (down) {
    ++quadrant;
    f0 = ~f0 + 1;
    f1 = ~f1 + (f0 == 0);
    f2 = ~f2 + (f0 == 0 && f1 == 0);
  }
  // No double is so near to a multiple of π/2 that the upper two words vanish.
  int zeros = 0;
  if (f2 == 0) f2 = f1, f1 = f0, f0 = 0, zeros = 64;
  const int shift = std::countl_zero(f2);
  if (shift > 0) f2 = (f2 << shift) | (f1 >> (64 - shift)), f1 = (f1 << shift) | (f0 >> (64 - shift));
  zeros += shift;

  // fraction = (hi + lo) 2^(−zeros), hi the first 53 bits and lo the next 53.
  const double hi = static_cast<double>(f2 >> 11) * 0x1p-53;
  const double lo = static_cast<double>(((f2 & 0x7ff) << 42) | (f1 >> 22)) * 0x1p-106;
  const Double2<double> product = two_product(hi, 0x1.921fb54442d18p+0);
  const double rest = product.lo + (hi * 0x1.1a62633145c07p-54 + lo * 0x1.921fb54442d18p+0);
  const Double2<double> angle = fast_two_sum(product.hi, rest);
  const bool negative = (image >> 63) != 0;
  const double scale = (down != negative ? -1.0 : 1.0) * power_of_two(-static_cast<double>(zeros));
  return {angle.hi * scale, angle.lo * scale, negative ? 0 - quadrant : quadrant};
}

}  // namespace polhode::fn::kernel
