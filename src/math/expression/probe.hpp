#pragma once
// Whether formulas that differ in their texts are the same, by their values.

#include <random>
#include <vector>

#include "math/expression/graph.hpp"

namespace polhode::expression {

/// Values of nodes at inputs that are drawn, each with a bound of its rounding that is carried from operation to
/// operation: what is below that bound at some tens of points is 0 by cancellation.
///
/// Numbers prove nothing of what they do not see. Where a formula has sides (if, min, abs, floor …) nothing is claimed;
/// a point counts for nothing at which a part of it has no value, or one that is lost beside others: an exponential
/// beyond 10^±12, a hyperbolic tangent that is 1.
///
/// Source   [Higham 2002], Accuracy and Stability of Numerical Algorithms, section 3.3: running error analysis.
/// Proof    tests/unit/math/probe_test.cpp
class Probe {
 public:
  Probe(const Graph& graph, std::vector<int> roots);

  /// Whether all roots are 0 whatever the inputs.
  bool vanishes();
  /// Whether no root is another when this input alone is.
  bool indifferent(int input);

 private:
  struct Number {
    double value = 0, error = 0;
  };

  double drawn();
  /// False where the point tells nothing.
  bool evaluate();
  bool evaluate(int node);
  std::vector<Number> at_roots() const;

  const Graph& graph_;
  std::vector<int> roots_, order_;  ///< order: the nodes that roots are made of
  bool smooth_ = true;
  std::vector<Number> numbers_;  ///< by node
  std::vector<double> inputs_;
  std::mt19937_64 random_{17};
};

}  // namespace polhode::expression
