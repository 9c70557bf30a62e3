#pragma once
// A graph to a program.

#include <cstdint>
#include <span>
#include <vector>

#include <polhode/math/program.hpp>

#include "math/expression/graph.hpp"

namespace polhode {

/// Turns the nodes that some outputs are made of into instructions: chooses instructions that do several operations at
/// once, orders them so that the operand that needs more registers comes first, and gives each value the lowest
/// register that is free, which is free again behind the last use.
///
/// Source   [Sethi and Ullman 1970], The generation of optimal code for arithmetic expressions, J. ACM 17.
/// Proof    tests/unit/math/expression_random_test.cpp
class ProgramCompiler {
 public:
  /// Whether `most` registers are enough; if so, `program` is made.
  static bool compile(const expression::Graph& graph, std::span<const int> outputs, int most, Program& program);
  /// A program with one output that is this number.
  static void compile(double value, Program& program);

 private:
  /// An instruction whose operands are still nodes.
  struct Item {
    std::uint16_t code = 0;
    int operands = 0;
    int operand[4] = {-1, -1, -1, -1};
    double number = 0;
    int second = -1;  ///< the node whose value is the second result
  };

  ProgramCompiler(const expression::Graph& graph, std::span<const int> outputs);
  // instructions.cpp: which instruction a node becomes
  void select();
  void pair_sines();
  Item item(int node);
  Item plain(int node) const;
  Item of_sum(int a, int b);
  Item of_difference(int a, int b);
  Item of_product(int a, int b);
  bool absorbs(int node, expression::Operation operation);
  bool may_absorb(int node, expression::Operation operation) const;

  void order();
  void register_needs();
  bool assign(int most, Program& program);
  std::uint16_t take_register();
  void release(int node);
  Program::Step step(const Item& item, std::uint16_t target, std::uint16_t second) const;
  int maker(int node) const { return made_by_[static_cast<std::size_t>(node)]; }
  const expression::Node& node(int i) const { return graph_[i]; }

  const expression::Graph& graph_;
  std::span<const int> outputs_;
  // by node
  std::vector<bool> reached_, absorbed_;
  std::vector<int> uses_, made_by_, needs_, last_use_, place_;
  std::vector<Item> items_;

  std::vector<int> order_;           ///< the nodes that make instructions, in their order
  std::vector<std::uint16_t> free_;  ///< a heap, the lowest register on top
  int registers_ = 0;
};

}  // namespace polhode
