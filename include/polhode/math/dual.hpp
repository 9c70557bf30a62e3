#pragma once
// Numbers that carry their derivatives along N directions.

#include <polhode/math/pack.hpp>

namespace polhode {

/// value + Σ tangent[i] εᵢ with εᵢ εⱼ = 0, so f(dual) carries f and its exact directional derivatives. Four directions
/// at a time fill a pack.
template <class T, int N>
struct Dual {
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
};

using Dual4 = Dual<double, 4>;

}  // namespace polhode
