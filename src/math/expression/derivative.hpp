#pragma once
// The derivatives of formulas, as formulas.

#include <span>
#include <vector>

#include "math/expression/graph.hpp"

namespace polhode::expression {

/// The slopes of the nodes of a graph along one direction: input i moves at the rate of node seeds[i], or stands still
/// (`no_slope`). With 1 at one input these are partial derivatives; with rates, derivatives by the time.
///
/// By the rules of differentiation, node after node, each once. Comparisons, sign, floor and ceil are flat; abs, min,
/// max and a choice have the slope of the side taken. What stands still has the slope 0 by its structure, so a slope is
/// that of the formula where this has a value: d(0·x)/dx is 0 also where x is infinite.
///
/// Proof    tests/unit/math/expression_slope_test.cpp, against dual numbers; tests/truth/formula_derivatives_test.cpp
class Slopes {
 public:
  static constexpr int no_slope = -1;

  Slopes(Graph& graph, std::vector<int> seeds) : graph_(graph), seeds_(std::move(seeds)) {}

  /// The node that is the slope of `node`, or no_slope.
  int of(int node);
  /// The same with the node of the number 0 for no_slope.
  int node_of(int node);

 private:
  int slope(int self);
  int known(int node) const { return slopes_[static_cast<std::size_t>(node)]; }
  int unary(const Node& node, int self, int a, int da);
  int with_number(const Node& node, int self, int a, int da);
  int binary(const Node& node, int self, int a, int b);
  int power(int self, int a, int b, int da, int db);
  int turns(int rest, int a, int b);
  int sum(int a, int b);
  int combined(Operation operation, int a, int b);
  int minus(int a);
  int difference(int a, int b);
  int product(int a, int b);
  int scaled(double factor, int a);
  int quotient(int a, int b);
  int square(int a);
  int chosen(int condition, int a, int b);
  int one_plus(int a);
  int one_minus(int a);
  int root_of_one_minus_square(int a);

  static constexpr int unknown = -2;
  Graph& graph_;
  std::vector<int> seeds_;
  std::vector<int> slopes_;  ///< by node
};

}  // namespace polhode::expression
