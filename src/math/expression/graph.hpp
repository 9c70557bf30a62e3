#pragma once
// Formulas as one graph: the place where reading, differentiation and compilation meet.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "math/expression/operation.hpp"

namespace polhode::expression {

/// Nodes that are made once: asking for the same operation on the same operands again gives the node that is there, so
/// common subexpressions are shared by construction. Operands have smaller numbers than the node that uses them, so
/// walks are loops and a long chain cannot exhaust the stack.
///
/// What is asked for may come back as something cheaper with the same value, bit for bit, over all inputs: constants
/// are folded by the code that evaluates; a branch that a constant chooses is taken; x^2 is x*x; signs move out of
/// products; a factor 1 goes. Sums and products are never regrouped, and 0*x and x + 0 stay: x may be nan, or −0.
///
/// Proof    tests/unit/math/expression_random_test.cpp, tests/unit/math/program_test.cpp
class Graph {
 public:
  /// A graph that would have more nodes than `limit` is `full()` and hands out node 0 from then on.
  explicit Graph(std::size_t limit = std::size_t{1} << 26);

  int number(double value);
  int input(int which);
  int make(Operation operation, int a, int b = -1, int c = -1);
  /// An operation of one operand and a number, such as multiply_number.
  int make_with(Operation operation, int a, double number);

  const Node& operator[](int node) const { return nodes_[static_cast<std::size_t>(node)]; }
  int size() const { return static_cast<int>(nodes_.size()); }
  bool full() const { return full_; }
  bool is_number(int node) const { return (*this)[node].operation == Operation::number; }
  bool is_number(int node, double value) const {
    return is_number(node) && std::bit_cast<std::uint64_t>((*this)[node].number) == std::bit_cast<std::uint64_t>(value);
  }
  /// For each node whether the value of any of `roots` is made from it.
  std::vector<bool> reached_from(const int* roots, std::size_t count) const;
  /// The graph of what `root` is made of and no more; `root` becomes its number there.
  Graph only(int& root) const;

 private:
  int intern(const Node& node);
  void grow();
  int unary(Operation operation, int a);
  int binary(Operation operation, int a, int b);
  int power(int base, double exponent);
  int negate(int a);
  int with_constant(Operation operation, int a, int b);
  int without_signs(Operation operation, int a, int b);
  bool is_negated(int node) const { return (*this)[node].operation == Operation::negate; }

  std::vector<Node> nodes_;
  std::vector<int> table_;  ///< hash table of the nodes, by open addressing
  std::size_t limit_;
  bool full_ = false;
};

}  // namespace polhode::expression
