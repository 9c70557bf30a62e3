#pragma once
// Butcher's order conditions: what order the figures of a Runge–Kutta method have, proved tree by tree.

#include <span>
#include <vector>

#include <polhode/ode/method.hpp>

namespace polhode::ode {

/// A rooted tree [τ₁ … τₘ]; γ([τ₁ … τₘ]) = n Π γ(τₖ) with n its number of vertices.
struct RootedTree {
  int vertices;
  double gamma;
  std::vector<int> branches;  ///< indices of earlier trees, in descending order, so that each multiset appears once
};

/// All rooted trees of at most so many vertices, smaller ones first: 1, 1, 2, 4, 9, 20, 48, 115, 286, 719 …
std::vector<RootedTree> rooted_trees(int most_vertices);

/// A tableau as a square table, explicit or not.
struct SquareTable {
  int stages = 0;
  std::vector<double> a, c;

  /// The stages of an implicit rule.
  explicit SquareTable(const DiagonalTableau& rule);
  explicit SquareTable(const CollocationTableau& rule);
  /// All stages of an explicit rule: its own, the rate at the end of the step, and those of the continuation.
  explicit SquareTable(const ExplicitTableau& rule);
  double entry(int i, int j) const { return a[static_cast<std::size_t>(i * stages + j)]; }
  double& entry(int i, int j) { return a[static_cast<std::size_t>(i * stages + j)]; }
};

/// Φᵢ of every tree, Φᵢ(•) = 1, Φᵢ([τ₁ … τₘ]) = Π Σⱼ aᵢⱼ Φⱼ(τₖ), and the same with |aᵢⱼ|, which bounds how rounding
/// grows.
struct ElementaryWeights {
  std::vector<std::vector<double>> phi, size;
};
ElementaryWeights elementary_weights(const SquareTable& table, const std::vector<RootedTree>& trees);

/// Σ bᵢ Φᵢ(τ), and 1 + Σ |bᵢ| |Φᵢ|(τ), the unit of its rounding; b may be shorter than the table.
struct TreeSum {
  double value, size;
};
TreeSum tree_sum(std::span<const double> b, const ElementaryWeights& weights, std::size_t tree);

/// The largest p such that Σ bᵢ Φᵢ(τ) = 1/γ(τ) for all trees of at most p vertices, to `tolerance` of the rounding's
/// unit; at most the number of vertices of the largest tree.
///
/// Source   [Hairer, Nørsett & Wanner 1993] II.2.
/// Proof    tests/order/order_conditions_test.cpp
int order_of(std::span<const double> b, const std::vector<RootedTree>& trees, const ElementaryWeights& weights,
             double tolerance);

}  // namespace polhode::ode
