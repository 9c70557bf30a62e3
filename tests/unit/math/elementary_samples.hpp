#pragma once
// Arguments for the elementary functions: seeded, the same on every machine, and unkind.

#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

#include <polhode/math/elementary.hpp>

#include "math/elementary_kernels.hpp"

namespace polhode::elementary_samples {

/// Sebastiano Vigna's splitmix64: a few exact integer operations, so no library decides what is drawn.
class Source {
 public:
  explicit Source(std::uint64_t seed) : state_(seed) {}
  std::uint64_t word() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  int below(int n) { return static_cast<int>(word() % static_cast<std::uint64_t>(n)); }
  double uniform(double low, double high) { return low + (high - low) * (static_cast<double>(word() >> 11) * 0x1p-53); }
  double sign() { return (word() & 1) != 0 ? -1.0 : 1.0; }
  /// 2^low ≤ |x| < 2^(high+1), every binade alike, either sign.
  double binade(int low, int high) {
    const auto exponent = static_cast<std::uint64_t>(low + below(high - low + 1) + 1023);
    return sign() * std::bit_cast<double>((exponent << 52) | (word() >> 12));
  }
  double subnormal() { return sign() * std::bit_cast<double>(word() >> 12); }
  /// Any finite double, all binades and the subnormal numbers alike.
  double finite() { return below(2047) == 0 ? subnormal() : binade(-1022, 1023); }

 private:
  std::uint64_t state_;
};

using Pair = std::pair<double, double>;

/// The double next to n π/2, where sine or cosine is all rounding error unless the reduction is exact.
inline double next_to_quarter_turns(double n) {
  const auto product = fn::kernel::two_product(n, fn::kernel::half_pi);
  return product.hi + (product.lo + n * fn::kernel::half_pi_lo);
}

inline double angle(Source& s) {
  switch (s.below(6)) {
    case 0: return s.uniform(-10, 10);
    case 1: return s.finite();
    case 2: return s.binade(-40, 40);
    case 3: return next_to_quarter_turns(s.below(1 << 21));
    case 4: return next_to_quarter_turns(static_cast<double>(s.word() >> 12));
    default: return s.uniform(-2e6, 2e6);
  }
}

inline double exponent(Source& s) {
  switch (s.below(5)) {
    case 0: return s.uniform(-1, 1);
    case 1: return s.uniform(-750, 712);
    case 2: return s.binade(-60, 9);
    case 3: return s.finite();
    default: return s.uniform(-30, 30);
  }
}

inline double positive(Source& s) {
  switch (s.below(5)) {
    case 0: return s.uniform(0.3, 3);
    case 1: return std::fabs(s.finite());
    case 2: return 1 + s.binade(-52, -2);
    case 3: return std::fabs(s.subnormal());
    default: return s.uniform(0, 1000);
  }
}

inline double cosine(Source& s) {
  switch (s.below(5)) {
    case 0: return s.uniform(-1, 1);
    case 1: return s.sign() * (1 - std::fabs(s.binade(-53, -2)));
    case 2: return s.binade(-60, -1);
    case 3: return s.subnormal();
    default: return s.sign() * s.uniform(0.45, 0.55);
  }
}

inline double any(Source& s) {
  switch (s.below(3)) {
    case 0: return s.uniform(-3, 3);
    case 1: return s.finite();
    default: return s.binade(-60, 60);
  }
}

inline Pair sides(Source& s) {
  switch (s.below(4)) {
    case 0: return {s.uniform(-1, 1), s.uniform(-1, 1)};
    case 1: return {s.finite(), s.finite()};
    case 2: return {s.subnormal(), s.subnormal()};
    default: {
      const int centre = s.below(2000) - 1000;
      return {s.binade(centre - 20, centre + 20), s.binade(centre - 2, centre + 2)};
    }
  }
}

/// Base and exponent of powers that mostly stay within the range of a double, up to its very ends.
inline Pair power(Source& s) {
  switch (s.below(6)) {
    case 0: return {s.uniform(0, 10), s.uniform(-20, 20)};
    case 1: return {std::fabs(s.finite()), s.binade(-60, 0)};
    case 2: return {s.uniform(-40, 40), static_cast<double>(s.below(401) - 200)};
    case 3: return {s.finite(), s.finite()};
    default: {
      const double x = s.below(2) == 0 ? 1 + s.binade(-52, -2) : std::fabs(s.finite());
      return {x, s.uniform(-750, 712) / fn::log(x)};
    }
  }
}

/// One function in all its forms: over double, pack and dual number, and the truth in more digits.
struct Unary {
  const char* name;
  double (*draw)(Source&);
  double (*scalar)(const double&);
  Pack4 (*pack)(const Pack4&);
  Dual4 (*dual)(const Dual4&);
  long double (*truth)(long double);
  double ulps;
};
struct Binary {
  const char* name;
  Pair (*draw)(Source&);
  double (*scalar)(const double&, const double&);
  Pack4 (*pack)(const Pack4&, const Pack4&);
  Dual4 (*dual)(const Dual4&, const Dual4&);
  long double (*truth)(long double, long double);
  double ulps;
};

inline const Unary unary_functions[] = {
    {"sin", angle, fn::sin, fn::sin, fn::sin, sinl, 1},
    {"cos", angle, fn::cos, fn::cos, fn::cos, cosl, 1},
    {"tan", angle, fn::tan, fn::tan, fn::tan, tanl, 2},
    {"asin", cosine, fn::asin, fn::asin, fn::asin, asinl, 2},
    {"acos", cosine, fn::acos, fn::acos, fn::acos, acosl, 2},
    {"atan", any, fn::atan, fn::atan, fn::atan, atanl, 2},
    {"exp", exponent, fn::exp, fn::exp, fn::exp, expl, 1},
    {"log", positive, fn::log, fn::log, fn::log, logl, 1},
    {"sinh", exponent, fn::sinh, fn::sinh, fn::sinh, sinhl, 4},
    {"cosh", exponent, fn::cosh, fn::cosh, fn::cosh, coshl, 4},
    {"tanh", exponent, fn::tanh, fn::tanh, fn::tanh, tanhl, 4},
    {"sqrt", positive, fn::sqrt, fn::sqrt, fn::sqrt, sqrtl, 0.501},
    {"abs", any, fn::abs, fn::abs, fn::abs, fabsl, 0},
    {"floor", any, fn::floor, fn::floor, fn::floor, floorl, 0},
};
inline const Binary binary_functions[] = {
    {"atan2", sides, fn::atan2, fn::atan2, fn::atan2, atan2l, 2},
    {"pow", power, fn::pow, fn::pow, fn::pow, powl, 2},
    {"hypot", sides, fn::hypot, fn::hypot, fn::hypot, hypotl, 4},
};

}  // namespace polhode::elementary_samples
