#pragma once
// N numbers that go through the same code at once; one lane never sees another.

#include <cstdint>

#include <Eigen/Core>

namespace polhode {

namespace detail {
// A dependent element type, or GCC drops the attribute.
template <class T, int N>
struct VectorOf {
  typedef T type [[gnu::vector_size(N * sizeof(T))]];
};
}  // namespace detail

/// The outcome of comparing two packs, lane by lane.
template <class T, int N>
struct PackMask {
  using Lanes = typename detail::VectorOf<std::int64_t, N>::type;
  Lanes lanes;
};

/// N lanes of T on the compiler's vector extension, usable as an Eigen scalar. Every operation is the scalar one in
/// each lane, so a lane's result has the bits the scalar code gives (tests/law/pack_lanes_test.cpp).
template <class T, int N>
struct alignas(N * sizeof(T)) Pack {
  using Lanes = typename detail::VectorOf<T, N>::type;
  Lanes lanes;

  Pack() : lanes{} {}
  Pack(T value) : lanes(Lanes{} + value) {}  // NOLINT: a number is a pack of equal lanes
  explicit Pack(Lanes l) : lanes(l) {}

  T operator[](int i) const { return lanes[i]; }
  void set(int i, T value) { lanes[i] = value; }
};

using Pack4 = Pack<double, 4>;

}  // namespace polhode
