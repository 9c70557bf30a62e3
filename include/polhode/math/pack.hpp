#pragma once
// N numbers that go through the same code at once; one lane never sees another.

#include <cmath>
#include <cstdint>
#include <type_traits>

#include <Eigen/Core>

namespace polhode {

namespace detail {
// A dependent element type, or GCC drops the attribute.
template <class T, int N>
struct VectorOf {
  typedef T type [[gnu::vector_size(N * sizeof(T))]];
};
}  // namespace detail

/// The outcome of comparing two packs, lane by lane: all bits of a lane are set where the comparison holds.
template <class T, int N, class Tag = void>
struct PackMask {
  using Lanes = typename detail::VectorOf<std::int64_t, N>::type;
  Lanes lanes;

  bool operator[](int i) const { return lanes[i] != 0; }

  friend PackMask operator&(PackMask a, PackMask b) { return {a.lanes & b.lanes}; }
  friend PackMask operator|(PackMask a, PackMask b) { return {a.lanes | b.lanes}; }
  friend PackMask operator^(PackMask a, PackMask b) { return {a.lanes ^ b.lanes}; }
  friend PackMask operator!(PackMask a) { return {~a.lanes}; }
};

// GCC takes comparisons of vectors wider than a register lane by lane; pieces that fit a register it compares whole.
#if defined(__GNUC__) && !defined(__clang__) && !defined(__AVX__)
#define POLHODE_COMPARE(op)                                                  \
  using Half = typename detail::VectorOf<T, 2>::type;                        \
  Mask mask;                                                                 \
  for (int i = 0; i < N / 2; ++i) {                                          \
    Half x, y;                                                               \
    __builtin_memcpy(&x, (const char*)&a + i * sizeof(Half), sizeof(Half));  \
    __builtin_memcpy(&y, (const char*)&b + i * sizeof(Half), sizeof(Half));  \
    const auto piece = x op y;                                               \
    __builtin_memcpy((char*)&mask + i * sizeof(Half), &piece, sizeof(Half)); \
  }                                                                          \
  return mask;
#else
#define POLHODE_COMPARE(op) return {(typename Mask::Lanes)(a.lanes op b.lanes)};
#endif

/// N lanes of T on the compiler's vector extension, usable as an Eigen scalar. Every operation is the scalar one in
/// each lane, so a lane's result has the bits the scalar code gives (tests/law/pack_lanes_test.cpp). A Tag of its own
/// keeps the functions of a file compiled for other registers apart from everyone else's.
template <class T, int N, class Tag = void>
struct alignas(N * sizeof(T)) Pack {
  static_assert(sizeof(T) == sizeof(std::int64_t), "a mask lane is as wide as a lane");
  using Lanes = typename detail::VectorOf<T, N>::type;
  using Mask = PackMask<T, N, Tag>;
  using Component = T;
  Lanes lanes;

  Pack() : lanes{} {}
  // value − 0 keeps the sign of a negative zero, 0 + value does not.
  Pack(T value) : lanes(value - Lanes{}) {}  // NOLINT: a number is a pack of equal lanes
  explicit Pack(Lanes l) : lanes(l) {}

  T operator[](int i) const { return lanes[i]; }
  void set(int i, T value) { lanes[i] = value; }

  Pack& operator+=(const Pack& b) { return lanes += b.lanes, *this; }
  Pack& operator-=(const Pack& b) { return lanes -= b.lanes, *this; }
  Pack& operator*=(const Pack& b) { return lanes *= b.lanes, *this; }
  Pack& operator/=(const Pack& b) { return lanes /= b.lanes, *this; }

  friend Pack operator+(const Pack& a) { return a; }
  friend Pack operator-(const Pack& a) { return Pack(-a.lanes); }
  friend Pack operator+(const Pack& a, const Pack& b) { return Pack(a.lanes + b.lanes); }
  friend Pack operator-(const Pack& a, const Pack& b) { return Pack(a.lanes - b.lanes); }
  friend Pack operator*(const Pack& a, const Pack& b) { return Pack(a.lanes * b.lanes); }
  friend Pack operator/(const Pack& a, const Pack& b) { return Pack(a.lanes / b.lanes); }

  friend Mask operator==(const Pack& a, const Pack& b) { POLHODE_COMPARE(==) }
  friend Mask operator!=(const Pack& a, const Pack& b) { POLHODE_COMPARE(!=) }
  friend Mask operator<(const Pack& a, const Pack& b) { POLHODE_COMPARE(<) }
  friend Mask operator<=(const Pack& a, const Pack& b) { POLHODE_COMPARE(<=) }
  friend Mask operator>(const Pack& a, const Pack& b) { POLHODE_COMPARE(>) }
  friend Mask operator>=(const Pack& a, const Pack& b) { POLHODE_COMPARE(>=) }
};

#undef POLHODE_COMPARE

using Pack2 = Pack<double, 2>;
using Pack4 = Pack<double, 4>;

// What a kernel over the scalar says instead of a branch; the same words exist for double, a pack and a dual number.

inline bool any(bool mask) { return mask; }
inline bool all(bool mask) { return mask; }
inline bool none(bool mask) { return !mask; }

template <class T, int N, class Tag>
bool any(const PackMask<T, N, Tag>& mask) {
  static_assert(N % 2 == 0);
  using Half = typename detail::VectorOf<std::int64_t, 2>::type;
  Half seen{};
  for (int i = 0; i < N / 2; ++i) {
    Half piece;
    __builtin_memcpy(&piece, (const char*)&mask + i * sizeof(Half), sizeof(Half));
    seen |= piece;
  }
  return (seen[0] | seen[1]) != 0;
}
template <class T, int N, class Tag>
bool all(const PackMask<T, N, Tag>& mask) {
  return !any(!mask);
}
template <class T, int N, class Tag>
bool none(const PackMask<T, N, Tag>& mask) {
  return !any(mask);
}

/// `a` where the mask holds, `b` elsewhere.
inline double select(bool mask, double a, double b) { return mask ? a : b; }
template <class T, int N, class Tag>
Pack<T, N, Tag> select(const PackMask<T, N, Tag>& mask, const Pack<T, N, Tag>& a, const Pack<T, N, Tag>& b) {
  using Bits = typename PackMask<T, N, Tag>::Lanes;
  using Lanes = typename Pack<T, N, Tag>::Lanes;
  return Pack<T, N, Tag>((Lanes)((mask.lanes & (Bits)a.lanes) | (~mask.lanes & (Bits)b.lanes)));
}
template <class T, int N, class Tag>
Pack<T, N, Tag> select(const PackMask<T, N, Tag>& mask, const Pack<T, N, Tag>& a, std::type_identity_t<T> b) {
  return select(mask, a, Pack<T, N, Tag>(b));
}
template <class T, int N, class Tag>
Pack<T, N, Tag> select(const PackMask<T, N, Tag>& mask, std::type_identity_t<T> a, const Pack<T, N, Tag>& b) {
  return select(mask, Pack<T, N, Tag>(a), b);
}

/// The first where neither is smaller (larger), so a nan in `b` loses and one in `a` stays: std::min's rule.
inline double min(double a, double b) { return b < a ? b : a; }
inline double max(double a, double b) { return a < b ? b : a; }
template <class T, int N, class Tag>
Pack<T, N, Tag> min(const Pack<T, N, Tag>& a, const Pack<T, N, Tag>& b) {
  return select(b < a, b, a);
}
template <class T, int N, class Tag>
Pack<T, N, Tag> max(const Pack<T, N, Tag>& a, const Pack<T, N, Tag>& b) {
  return select(a < b, b, a);
}

inline double abs(double x) { return std::fabs(x); }
template <class T, int N, class Tag>
Pack<T, N, Tag> abs(const Pack<T, N, Tag>& x) {
  using Bits = typename PackMask<T, N, Tag>::Lanes;
  return Pack<T, N, Tag>((typename Pack<T, N, Tag>::Lanes)((Bits)x.lanes & INT64_MAX));
}

/// |x| with the sign of `sign`.
inline double copysign(double x, double sign) { return std::copysign(x, sign); }
template <class T, int N, class Tag>
Pack<T, N, Tag> copysign(const Pack<T, N, Tag>& x, const Pack<T, N, Tag>& sign) {
  using Bits = typename PackMask<T, N, Tag>::Lanes;
  return Pack<T, N, Tag>(
      (typename Pack<T, N, Tag>::Lanes)(((Bits)x.lanes & INT64_MAX) | ((Bits)sign.lanes & INT64_MIN)));
}

inline double sqrt(double x) { return std::sqrt(x); }
template <class T, int N, class Tag>
Pack<T, N, Tag> sqrt(const Pack<T, N, Tag>& x) {
  Pack<T, N, Tag> root;
  for (int i = 0; i < N; ++i) root.lanes[i] = std::sqrt(x.lanes[i]);
  return root;
}

/// The nearest integer, ties to even; the sign of zero is that of x.
template <class S>
S round_even(const S& x) {
  const S big = 4503599627370496.0;  // 2⁵²: from here on a double is an integer
  return select(abs(x) < big, copysign((abs(x) + big) - big, x), x);
}
/// The largest integer that is not above x.
template <class S>
S floor(const S& x) {
  const S nearest = round_even(x);
  return select(nearest > x, nearest - S(1.0), nearest);
}

/// Lane i of a pack; a double is its own every lane.
inline double lane(double x, int) { return x; }
template <class T, int N, class Tag>
T lane(const Pack<T, N, Tag>& x, int i) {
  return x[i];
}

}  // namespace polhode

namespace polhode::detail {

/// What Eigen must know of a scalar S that is made of numbers T; the costs count in operations on T.
template <class S, class T, int read, int add, int multiply>
struct EigenTraits {
  using Real = S;
  using NonInteger = S;
  using Nested = S;
  using Literal = T;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = read,
    AddCost = add,
    MulCost = multiply
  };
  static S epsilon() { return Eigen::NumTraits<T>::epsilon(); }
  static S dummy_precision() { return Eigen::NumTraits<T>::dummy_precision(); }
  static S highest() { return Eigen::NumTraits<T>::highest(); }
  static S lowest() { return Eigen::NumTraits<T>::lowest(); }
  static int digits10() { return Eigen::NumTraits<T>::digits10(); }
};

/// A scalar whose traits are the above, over the numbers T.
template <class S, class T>
concept MadeOf = !std::is_same_v<S, T> && requires {
  requires std::is_same_v<typename S::Component, T>;
};

}  // namespace polhode::detail

namespace Eigen {

template <class T, int N, class Tag>
struct NumTraits<polhode::Pack<T, N, Tag>> : polhode::detail::EigenTraits<polhode::Pack<T, N, Tag>, T, 1, 2, 2> {};

// A matrix of numbers times a matrix of packs or dual numbers.
template <class T, class S, class Op>
requires polhode::detail::MadeOf<S, T>
struct ScalarBinaryOpTraits<T, S, Op> {
  using ReturnType = S;
};
template <class S, class T, class Op>
requires polhode::detail::MadeOf<S, T>
struct ScalarBinaryOpTraits<S, T, Op> {
  using ReturnType = S;
};

}  // namespace Eigen
