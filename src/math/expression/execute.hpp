#pragma once
// What each operation does to registers of a scalar S: double, Pack4 or Dual4. The evaluator and the folding of
// constants run the same code, so a folded constant has the bits the evaluation would have given.

#include <cmath>

#include <polhode/math/elementary.hpp>

#include "math/expression/operation.hpp"

namespace polhode::expression {

// ── functions that math/elementary does not hold ──

/// log₁₀ x = n + ln(x / 10ⁿ) / ln 10 with n the nearest integer, so that log10(1000) is 3.
double decimal_log(double x);
/// ∛x of either sign: a power, then one Newton step.
double cube_root(double x);
/// x − period ⌊x / period⌋ from the exact remainder; has the sign of the period.
double floor_mod(double x, double period);

template <class S, class F, class... Args>
S lane_by_lane(F f, const Args&... args) {
  if constexpr (std::is_same_v<S, double>) {
    return f(args...);
  } else {
    S result;
    for (int i = 0; i < 4; ++i) result.set(i, f(args[i]...));
    return result;
  }
}

template <class S>
S log10(const S& x) {
  return lane_by_lane<S>(decimal_log, x);
}
inline Dual4 log10(const Dual4& x) {
  return {decimal_log(x.value), detail::chain(1 / (x.value * 2.302585092994046), x.tangent)};
}

template <class S>
S cbrt(const S& x) {
  return lane_by_lane<S>(cube_root, x);
}
inline Dual4 cbrt(const Dual4& x) {
  const double root = cube_root(x.value);
  return {root, detail::chain(1 / (3 * (root * root)), x.tangent)};
}

template <class S>
S mod(const S& x, const S& period) {
  return lane_by_lane<S>(floor_mod, x, period);
}
inline Dual4 mod(const Dual4& x, const Dual4& period) {
  const double rest = floor_mod(x.value, period.value);
  const double turns = round_even((x.value - rest) / period.value);
  return {rest, x.tangent - detail::chain(turns, period.tangent)};
}

/// -1, 0 or 1; nan stays nan. Flat on both sides of 0.
template <class S>
S sign(const S& x) {
  return select(x > S(0.0), S(1.0), select(x < S(0.0), S(-1.0), x + S(0.0)));
}
inline Dual4 sign(const Dual4& x) { return sign(x.value); }

/// xⁿ, n ≥ 1, by squaring from the top bit down: x² = x·x, x³ = (x·x)·x, x⁵ = ((x·x)·(x·x))·x.
template <class S>
S product_power(const S& x, int n) {
  int bit = 1;
  while (bit <= n / 2) bit *= 2;
  S result = x;
  for (bit /= 2; bit > 0; bit /= 2) {
    result = result * result;
    if ((n & bit) != 0) result = result * x;
  }
  return result;
}

template <class S>
S integer_power(const S& x, double exponent) {
  const int n = static_cast<int>(exponent);
  return n > 0 ? product_power(x, n) : 1.0 / product_power(x, -n);
}

/// The smaller; the first where they are equal; nan if either is.
template <class S>
S smaller(const S& a, const S& b) {
  return select(b < a, b, select(b != b, b, a));
}
template <class S>
S larger(const S& a, const S& b) {
  return select(b > a, b, select(b != b, b, a));
}

template <class S, class Mask>
S one_if(const Mask& mask) {
  return select(mask, S(1.0), S(0.0));
}
template <class S>
auto truth(const S& x) {
  return x != S(0.0);
}

// ── instructions ──

template <class S>
S execute_unary(Operation operation, const S& a, double number) {
  switch (operation) {
    case Operation::negate: return -a;
    case Operation::logical_not: return one_if<S>(a == S(0.0));
    case Operation::sin: return fn::sin(a);
    case Operation::cos: return fn::cos(a);
    case Operation::tan: return fn::tan(a);
    case Operation::asin: return fn::asin(a);
    case Operation::acos: return fn::acos(a);
    case Operation::atan: return fn::atan(a);
    case Operation::sinh: return fn::sinh(a);
    case Operation::cosh: return fn::cosh(a);
    case Operation::tanh: return fn::tanh(a);
    case Operation::exp: return fn::exp(a);
    case Operation::log: return fn::log(a);
    case Operation::log10: return log10(a);
    case Operation::sqrt: return fn::sqrt(a);
    case Operation::cbrt: return cbrt(a);
    case Operation::abs: return fn::abs(a);
    case Operation::sign: return sign(a);
    case Operation::floor: return fn::floor(a);
    case Operation::ceil: return -fn::floor(S(-a));
    case Operation::add_number: return a + number;
    case Operation::multiply_number: return a * number;
    case Operation::divide_by_number: return a / number;
    case Operation::subtract_from_number: return number - a;
    case Operation::divide_number: return number / a;
    case Operation::integer_power: return integer_power(a, number);
    default: return fn::pow(a, S(number));
  }
}

template <class S>
S execute_binary(Operation operation, const S& a, const S& b) {
  switch (operation) {
    case Operation::add: return a + b;
    case Operation::subtract: return a - b;
    case Operation::multiply: return a * b;
    case Operation::divide: return a / b;
    case Operation::power: return fn::pow(a, b);
    case Operation::atan2: return fn::atan2(a, b);
    case Operation::hypot: return fn::hypot(a, b);
    case Operation::mod: return mod(a, b);
    case Operation::min: return smaller(a, b);
    case Operation::max: return larger(a, b);
    case Operation::less: return one_if<S>(a < b);
    case Operation::less_equal: return one_if<S>(a <= b);
    case Operation::greater: return one_if<S>(a > b);
    case Operation::greater_equal: return one_if<S>(a >= b);
    case Operation::equal: return one_if<S>(a == b);
    case Operation::not_equal: return one_if<S>(a != b);
    case Operation::logical_and: return select(truth(a), one_if<S>(truth(b)), S(0.0));
    default: return select(truth(a), S(1.0), one_if<S>(truth(b)));
  }
}

}  // namespace polhode::expression
