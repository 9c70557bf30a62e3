#pragma once
// The numbers of four states side by side, and back: four by four through registers.

#include <cstdint>

#include "dynamics/tree/kernels/placement.hpp"

namespace polhode::tree::POLHODE_TREE_KERNELS {

using Two = polhode::detail::VectorOf<double, 2>::type;

POLHODE_INLINE Two two_at(const double* from) {
  Two two;
  __builtin_memcpy(&two, from, sizeof two);
  return two;
}
POLHODE_INLINE void put(const Four::Lanes& lanes, double* to) { __builtin_memcpy(to, &lanes, sizeof lanes); }

/// Rows a, b, c, d of four numbers become columns. Halves of two rows are joined as they are loaded, which costs less
/// than turning whole registers.
POLHODE_INLINE void transpose(const double* a, const double* b, const double* c, const double* d, double* to0,
                              double* to1, double* to2, double* to3) {
  const auto joined = [](const double* low, const double* high) {
    return __builtin_shufflevector(two_at(low), two_at(high), 0, 1, 2, 3);
  };
  const Four::Lanes ac = joined(a, c), bd = joined(b, d), ac2 = joined(a + 2, c + 2), bd2 = joined(b + 2, d + 2);
  put(__builtin_shufflevector(ac, bd, 0, 4, 2, 6), to0);
  put(__builtin_shufflevector(ac, bd, 1, 5, 3, 7), to1);
  put(__builtin_shufflevector(ac2, bd2, 0, 4, 2, 6), to2);
  put(__builtin_shufflevector(ac2, bd2, 1, 5, 3, 7), to3);
}

/// to[4 i + k] = rows[k][i] for i < each. Where `each` is no multiple of four, the last square overlaps the one before.
inline void side_by_side(const double* const* rows, int each, double* to) {
  if (each < 4) {
    for (int i = 0; i < each; ++i)
      for (int k = 0; k < 4; ++k) to[4 * i + k] = rows[k][i];
    return;
  }
  const double *const a = rows[0], *const b = rows[1], *const c = rows[2], *const d = rows[3];
  for (int next = 0; next < each; next += 4) {
    const int i = next <= each - 4 ? next : each - 4;
    double* const at = to + 4 * i;
    transpose(a + i, b + i, c + i, d + i, at, at + 4, at + 8, at + 12);
  }
}

/// rows[k][i] = from[4 i + k] for i < each. After the first square come those whose rows begin where a register's
/// memory does, if such rows do so together, and most do: what lies across two lines of the cache is written twice.
inline void apart(const double* from, int each, double* const* rows) {
  if (each < 4) {
    for (int i = 0; i < each; ++i)
      for (int k = 0; k < 4; ++k) rows[k][i] = from[4 * i + k];
    return;
  }
  double *const a = rows[0], *const b = rows[1], *const c = rows[2], *const d = rows[3];
  const auto square = [=](int i) {
    const double* const at = from + 4 * i;
    transpose(at, at + 4, at + 8, at + 12, a + i, b + i, c + i, d + i);
  };
  square(0);
  int i = 4 - static_cast<int>(reinterpret_cast<std::uintptr_t>(a) / sizeof(double) % 4);
  for (; i <= each - 4; i += 4) square(i);
  if (i < each) square(each - 4);
}

}  // namespace polhode::tree::POLHODE_TREE_KERNELS
