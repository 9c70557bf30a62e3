#pragma once
// Polynomials on a piece of a path: Lobatto's points, Gauss's points, and the values at the latter.

#include <cstddef>
#include <vector>

namespace polhode::ode {

/// Nodes and weights of Gauss's quadrature on [−1, 1].
struct GaussRule {
  std::vector<double> nodes, weights;
  explicit GaussRule(int points);
};

/// The p + 1 points of Lobatto's quadrature on [−1, 1], ends among them, and their polynomials at Gauss's points, more
/// of which are taken than a quadratic integrand asks for.
///
/// Source   [Hairer & Wanner 1996] IV.5.
/// Proof    tests/truth/action_test.cpp
struct PathElement {
  explicit PathElement(int degree);
  /// One for each degree.
  static const PathElement& of(int degree);

  int degree;
  std::vector<double> nodes;
  GaussRule gauss;
  /// Of the polynomial that is 1 at node i: value and slope at Gauss's point g, at g·(p + 1) + i.
  std::vector<double> values, slopes;

  std::size_t count() const { return nodes.size(); }
  /// Value and slope of each polynomial at ξ.
  void at(double xi, double* value, double* slope) const;
};

}  // namespace polhode::ode
