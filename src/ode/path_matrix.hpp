#pragma once
// The matrix of second slopes along a path: a chain of pieces, which share the values at their ends.

#include <optional>

#include "ode/lu.hpp"
#include "ode/path_pieces.hpp"

namespace polhode::ode {

/// How many eigenvalues of a symmetric matrix are negative, and its smallest |eigenvalue|, by Jacobi's rotations.
///
/// Source   [Golub & Van Loan 2013] 8.5.
struct Inertia {
  int negative = 0;
  double smallest = 0;
};
Inertia inertia_of(std::vector<double> matrix, std::size_t n);

/// One piece without its nodes inside: S = H_BB − H_BI H_II⁻¹ H_IB for both its ends.
class CondensedPiece {
 public:
  CondensedPiece(std::size_t inside, std::size_t n) : n_(n), inside_(inside), lu_(inside) {}

  /// Of a full matrix of (p + 1) n rows; false if what is inside has no inverse.
  bool condense(const std::vector<double>& hessian);
  /// Whether H_II is positive times `sign`: then no variation that vanishes at both ends is null.
  static bool is_definite(const std::vector<double>& hessian, std::size_t inside, std::size_t n, int sign);

  /// Entry of S; rows and columns of the first end, then of the second.
  double operator()(std::size_t i, std::size_t j) const { return S_[i * 2 * n_ + j]; }
  /// Of a gradient: takes Xᵀ g_I from that of the ends, and g_I ← H_II⁻¹ g_I.
  void reduce(double* inside, double* ends) const;
  /// What is inside for given ends: y ← y − X e.
  void follow(const double* ends, double* inside) const;

 private:
  std::size_t n_, inside_;
  Lu<double> lu_;
  std::vector<double> X_, S_;  ///< H_II⁻¹ H_IB, column by column; S by rows
};

/// The pieces one after another: blocks D_k = C_{k−1} + A_k − B_{k−1}ᵀ D_{k−1}⁻¹ B_{k−1}, whose negative eigenvalues
/// are those of the whole by Sylvester's law, if the pieces are positive inside.
///
///   H = L diag(H_II …, D_0 … D_E) Lᵀ                                                       theory/action.md (5)
class PathMatrix {
 public:
  PathMatrix(const PathProblem& problem, std::size_t pieces);

  /// False if it has no inverse. `hessians` one for each piece.
  bool factor(const std::vector<std::vector<double>>& hessians);
  /// x ← H⁻¹ x for all nodes of a path of that degree; ends that are held stay where they are.
  void solve(std::vector<double>& x, int degree) const;
  /// D_k as it was before it was factored.
  const std::vector<double>& block(std::size_t k) const { return blocks_[k]; }
  /// Of D_k before the piece behind it is there: C_{k−1} − B_{k−1}ᵀ D_{k−1}⁻¹ B_{k−1}.
  const std::vector<double>& before(std::size_t k) const { return before_[k]; }
  /// The size of the numbers of which D_k is the sum.
  double size(std::size_t k) const { return sizes_[k]; }
  /// Rows and columns of ends that are held become those of a unit matrix.
  void hold(std::size_t k, std::vector<double>& block, double unit = 1) const;

 private:
  bool is_held(std::size_t k, std::size_t a) const;
  double link(std::size_t k, std::size_t a, std::size_t b) const;  ///< B_k

  const PathProblem* problem_;
  std::size_t n_, pieces_;
  std::vector<CondensedPiece> condensed_;
  std::vector<std::vector<double>> blocks_, before_;
  std::vector<double> sizes_;
  std::vector<Lu<double>> lus_;
};

}  // namespace polhode::ode
