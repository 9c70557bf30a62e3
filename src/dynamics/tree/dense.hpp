#pragma once
// Small dense systems of equations over any scalar.

#include <cmath>
#include <vector>

namespace polhode::tree {

inline double value_of(double x) { return x; }
template <class S>
double value_of(const S& x) {
  return x.value;
}

/// L Lᵀ of a symmetric positive matrix of n rows, row by row, in place of its lower triangle, with the inverse of the
/// diagonal apart. False if it is not positive.
template <class S>
bool factor(int n, S* A, S* inverse) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      S sum = A[i * n + j];
      for (int k = 0; k < j; ++k) sum -= A[i * n + k] * A[j * n + k];
      if (i != j) {
        A[i * n + j] = sum * inverse[j];
      } else {
        if (!(value_of(sum) > 0)) return false;
        using std::sqrt;
        A[i * n + i] = sqrt(sum);
        inverse[i] = S(1.0) / A[i * n + i];
      }
    }
  return true;
}

/// x ← L⁻¹ x, and x ← L⁻ᵀ x.
template <class S>
void solve_lower(int n, const S* L, const S* inverse, S* x) {
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < i; ++k) x[i] -= L[i * n + k] * x[k];
    x[i] *= inverse[i];
  }
}
template <class S>
void solve_upper(int n, const S* L, const S* inverse, S* x) {
  for (int i = n - 1; i >= 0; --i) {
    for (int k = i + 1; k < n; ++k) x[i] -= L[k * n + i] * x[k];
    x[i] *= inverse[i];
  }
}

/// Rows that depend on others to this part of their size count once: the rounding of J M⁻¹ Jᵀ, some hundred additions
/// of numbers of that size, squared condition of J included.
inline constexpr double dependent_rows = 1e-11;

/// Solves A x = b for a symmetric A that is positive but for rows that depend on others. `sizes` are what the diagonal
/// would be if nothing in it cancelled: the pivot that is left with the largest part of its size comes next, and parts
/// below `dependent_rows` count as nothing; unknowns of such rows are zero. Rows of any scale so stand beside others,
/// and rows that are nothing but rounding are known as such. A and b are used up; `order` has n numbers. Returns the
/// rank.
///
/// Source   [Higham 2002] section 10.3, complete pivoting, of A scaled to a diagonal of ones.
template <class S>
int solve_dependent(int n, S* A, S* b, int* order, const double* sizes) {
  for (int i = 0; i < n; ++i) order[i] = i;
  const auto entry = [&](int i, int k) -> S& {
    const int r = order[i], c = order[k];
    return r >= c ? A[r * n + c] : A[c * n + r];
  };
  const auto part = [&](int i) { return sizes[order[i]] > 0 ? value_of(entry(i, i)) / sizes[order[i]] : 0.0; };
  int rank = 0;
  for (; rank < n; ++rank) {
    int best = rank;
    for (int i = rank + 1; i < n; ++i)
      if (part(i) > part(best)) best = i;
    std::swap(order[rank], order[best]);
    if (!(part(rank) > dependent_rows)) break;
    const S pivot = entry(rank, rank);
    // What stands below the pivot: first the rest, which still needs the column, then the column itself.
    for (int i = rank + 1; i < n; ++i) {
      const S factor_i = entry(i, rank) / pivot;
      for (int k = rank + 1; k <= i; ++k) entry(i, k) -= factor_i * entry(k, rank);
      b[order[i]] -= factor_i * b[order[rank]];
    }
  }
  for (int i = rank; i < n; ++i) b[order[i]] = S(0.0);
  for (int i = rank - 1; i >= 0; --i) {
    S sum = b[order[i]];
    for (int k = i + 1; k < rank; ++k) sum -= entry(k, i) * b[order[k]];
    b[order[i]] = sum / entry(i, i);
  }
  return rank;
}

}  // namespace polhode::tree
