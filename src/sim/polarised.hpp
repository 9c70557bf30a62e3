#pragma once
// A matrix from the quadratic form that it makes.

#include <polhode/math/vector.hpp>

namespace polhode {

/// M, row by row, of an energy ½ uᵀ M u + b·u + c:
///
///   M_ij = T(e_i + e_j) − T(e_i) − T(e_j) + T(0)
///
/// False if one of its numbers is not finite.
template <class Energy>
bool polarise(std::size_t n, VecOut M, const Energy& energy) {
  std::vector<double> u(n, 0.0), single(n);
  const double rest = energy(VecIn(u));
  for (std::size_t i = 0; i < n; ++i) {
    u[i] = 1;
    single[i] = energy(VecIn(u));
    u[i] = -1;
    // The diagonal by both signs: M_ii = T(e_i) + T(−e_i) − 2 T(0).
    M[i * n + i] = single[i] + energy(VecIn(u)) - 2 * rest;
    u[i] = 0;
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j) {
      u[i] = u[j] = 1;
      M[i * n + j] = M[j * n + i] = energy(VecIn(u)) - single[i] - single[j] + rest;
      u[i] = u[j] = 0;
    }
  return all_finite(M);
}

}  // namespace polhode
