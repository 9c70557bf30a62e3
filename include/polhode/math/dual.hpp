#pragma once
// Numbers that carry their derivatives along N directions.

#include <polhode/math/pack.hpp>

// A module for pages has one function for each operation: unfolded, derivatives would be half of what is loaded.
#if defined(__wasm__)
#define POLHODE_DUAL_OPERATION [[gnu::noinline]]
#else
#define POLHODE_DUAL_OPERATION
#endif

namespace polhode {

/// value + Σ tangent[i] εᵢ with εᵢ εⱼ = 0, so f(dual) carries f and its exact directional derivatives. Four directions
/// at a time fill a pack. Comparisons look at the value alone.
template <class T, int N>
struct Dual {
  using Component = T;
  T value{};
  Pack<T, N> tangent;

  Dual() = default;
  Dual(T v) : value(v) {}  // NOLINT: a constant has derivative zero
  Dual(T v, Pack<T, N> t) : value(v), tangent(t) {}
  /// The i-th independent variable.
  static Dual variable(T v, int i) {
    Dual x(v);
    x.tangent.set(i, T(1));
    return x;
  }

  POLHODE_DUAL_OPERATION Dual& operator+=(const Dual& b) { return *this = *this + b; }
  POLHODE_DUAL_OPERATION Dual& operator-=(const Dual& b) { return *this = *this - b; }
  POLHODE_DUAL_OPERATION Dual& operator*=(const Dual& b) { return *this = *this * b; }
  POLHODE_DUAL_OPERATION Dual& operator/=(const Dual& b) { return *this = *this / b; }
  POLHODE_DUAL_OPERATION Dual& operator+=(T b) { return value += b, *this; }
  POLHODE_DUAL_OPERATION Dual& operator-=(T b) { return value -= b, *this; }
  POLHODE_DUAL_OPERATION Dual& operator*=(T b) { return *this = *this * b; }
  POLHODE_DUAL_OPERATION Dual& operator/=(T b) { return *this = *this / b; }

  POLHODE_DUAL_OPERATION friend Dual operator+(const Dual& a) { return a; }
  POLHODE_DUAL_OPERATION friend Dual operator-(const Dual& a) { return {-a.value, -a.tangent}; }
  POLHODE_DUAL_OPERATION friend Dual operator+(const Dual& a, const Dual& b) {
    return {a.value + b.value, a.tangent + b.tangent};
  }
  POLHODE_DUAL_OPERATION friend Dual operator-(const Dual& a, const Dual& b) {
    return {a.value - b.value, a.tangent - b.tangent};
  }
  POLHODE_DUAL_OPERATION friend Dual operator*(const Dual& a, const Dual& b) {
    return {a.value * b.value, Pack<T, N>(a.value) * b.tangent + a.tangent * Pack<T, N>(b.value)};
  }
  POLHODE_DUAL_OPERATION friend Dual operator/(const Dual& a, const Dual& b) {
    const T quotient = a.value / b.value;
    return {quotient, (a.tangent - Pack<T, N>(quotient) * b.tangent) / Pack<T, N>(b.value)};
  }

  // A plain number on one side costs no products with zero tangents, and makes no nan of 0 · inf.
  POLHODE_DUAL_OPERATION friend Dual operator+(const Dual& a, T b) { return {a.value + b, a.tangent}; }
  POLHODE_DUAL_OPERATION friend Dual operator+(T a, const Dual& b) { return {a + b.value, b.tangent}; }
  POLHODE_DUAL_OPERATION friend Dual operator-(const Dual& a, T b) { return {a.value - b, a.tangent}; }
  POLHODE_DUAL_OPERATION friend Dual operator-(T a, const Dual& b) { return {a - b.value, -b.tangent}; }
  POLHODE_DUAL_OPERATION friend Dual operator*(const Dual& a, T b) { return {a.value * b, a.tangent * Pack<T, N>(b)}; }
  POLHODE_DUAL_OPERATION friend Dual operator*(T a, const Dual& b) { return {a * b.value, Pack<T, N>(a) * b.tangent}; }
  POLHODE_DUAL_OPERATION friend Dual operator/(const Dual& a, T b) { return {a.value / b, a.tangent / Pack<T, N>(b)}; }
  POLHODE_DUAL_OPERATION friend Dual operator/(T a, const Dual& b) { return Dual(a) / b; }

  friend bool operator==(const Dual& a, const Dual& b) { return a.value == b.value; }
  friend bool operator!=(const Dual& a, const Dual& b) { return a.value != b.value; }
  friend bool operator<(const Dual& a, const Dual& b) { return a.value < b.value; }
  friend bool operator<=(const Dual& a, const Dual& b) { return a.value <= b.value; }
  friend bool operator>(const Dual& a, const Dual& b) { return a.value > b.value; }
  friend bool operator>=(const Dual& a, const Dual& b) { return a.value >= b.value; }
};

using Dual4 = Dual<double, 4>;

namespace detail {
/// The chain rule f'(x) ẋ, which is zero along a direction in which x stands still even where f' is infinite.
template <class T, int N>
Pack<T, N> chain(T slope, const Pack<T, N>& tangent) {
  return select(tangent == Pack<T, N>(T(0)), tangent, Pack<T, N>(slope) * tangent);
}
}  // namespace detail

template <class T, int N>
Dual<T, N> select(bool mask, const Dual<T, N>& a, const Dual<T, N>& b) {
  return mask ? a : b;
}
template <class T, int N>
Dual<T, N> select(bool mask, const Dual<T, N>& a, std::type_identity_t<T> b) {
  return mask ? a : Dual<T, N>(b);
}
template <class T, int N>
Dual<T, N> select(bool mask, std::type_identity_t<T> a, const Dual<T, N>& b) {
  return mask ? Dual<T, N>(a) : b;
}
template <class T, int N>
Dual<T, N> min(const Dual<T, N>& a, const Dual<T, N>& b) {
  return b < a ? b : a;
}
template <class T, int N>
Dual<T, N> max(const Dual<T, N>& a, const Dual<T, N>& b) {
  return a < b ? b : a;
}
/// At zero the slope is that of the sign of the zero.
template <class T, int N>
Dual<T, N> abs(const Dual<T, N>& x) {
  return std::signbit(x.value) ? -x : x;
}
template <class T, int N>
Dual<T, N> copysign(const Dual<T, N>& x, const Dual<T, N>& sign) {
  return std::signbit(x.value) == std::signbit(sign.value) ? x : -x;
}
template <class T, int N>
Dual<T, N> sqrt(const Dual<T, N>& x) {
  const T root = std::sqrt(x.value);
  return {root, detail::chain(T(0.5) / root, x.tangent)};
}
template <class T, int N>
Dual<T, N> round_even(const Dual<T, N>& x) {
  return round_even(x.value);
}
template <class T, int N>
Dual<T, N> floor(const Dual<T, N>& x) {
  return floor(x.value);
}

}  // namespace polhode

namespace Eigen {

template <class T, int N>
struct NumTraits<polhode::Dual<T, N>> : polhode::detail::EigenTraits<polhode::Dual<T, N>, T, 2, 4, 8> {};

}  // namespace Eigen

#undef POLHODE_DUAL_OPERATION
