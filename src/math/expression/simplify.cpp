#include "math/expression/simplify.hpp"

#include <cmath>
#include <utility>

#include "math/expression/execute.hpp"

namespace polhode::expression {
namespace {

constexpr double largest_product_power = 64;

class Simplifier {
 public:
  explicit Simplifier(Tree tree) : tree_(std::move(tree)), now_(tree_.size()) {}

  Tree run() {
    for (std::size_t i = 0; i < tree_.size(); ++i) {
      now_[i] = static_cast<int>(i);
      for (int& operand : tree_[i].operand)
        if (operand >= 0) operand = now_[operand];
      rewrite(tree_[i], now_[i]);
    }
    // The value of the formula is the last node; give that place to what the last node became.
    if (!tree_.empty()) tree_.back() = tree_[now_.back()];
    return std::move(tree_);
  }

 private:
  bool is_number(int node) const { return tree_[node].operation == Operation::number; }
  double number(int node) const { return tree_[node].number; }

  /// `self` is the node itself, or, on return, the one that stands for it.
  void rewrite(Node& node, int& self) const {
    const int count = operands(node.operation);
    if (count == 0) return;
    if (count == 3) {
      if (is_number(node.operand[0])) self = node.operand[number(node.operand[0]) != 0 ? 1 : 2];
      return;
    }
    if (is_number(node.operand[0]) && (count == 1 || is_number(node.operand[1])))
      return become_number(node, fold(node));
    if (count == 1) return;
    if (node.operation == Operation::power && is_number(node.operand[1])) return power(node, self);
    if (is_number(node.operand[1])) return constant_right(node);
    if (is_number(node.operand[0])) return constant_left(node);
  }

  static void become_number(Node& node, double value) { node = {.operation = Operation::number, .number = value}; }

  static void become_unary(Node& node, Operation operation, int operand, double value) {
    node = {.operation = operation, .operand = {operand, -1, -1}, .number = value};
  }

  double fold(const Node& node) const {
    const double a = number(node.operand[0]);
    // A power of constants goes the way of a power with a constant exponent, so that 3^2 is 3*3 as x^2 is x*x.
    if (node.operation == Operation::power) {
      Node rewritten = node;
      int self = -1;
      power(rewritten, self);
      if (self >= 0) return a;
      if (rewritten.operation == Operation::number) return rewritten.number;
      if (rewritten.operation == Operation::multiply) return a * a;
      return execute_unary(rewritten.operation, a, rewritten.number);
    }
    if (operands(node.operation) == 1) return execute_unary(node.operation, a, node.number);
    return execute_binary(node.operation, a, number(node.operand[1]));
  }

  void power(Node& node, int& self) const {
    const double exponent = number(node.operand[1]);
    const int base = node.operand[0];
    const bool whole = exponent == std::floor(exponent) && std::fabs(exponent) <= largest_product_power;
    if (whole && exponent == 0) return become_number(node, 1);
    if (whole && exponent == 1) {
      self = base;
      return;
    }
    if (exponent == 2) {
      node = {.operation = Operation::multiply, .operand = {base, base, -1}};
      return;
    }
    if (whole) return become_unary(node, Operation::integer_power, base, exponent);
    if (exponent == 0.5) return become_unary(node, Operation::sqrt, base, 0);
    become_unary(node, Operation::number_power, base, exponent);
  }

  void constant_right(Node& node) const {
    const int a = node.operand[0];
    const double value = number(node.operand[1]);
    if (node.operation == Operation::add) become_unary(node, Operation::add_number, a, value);
    if (node.operation == Operation::subtract) become_unary(node, Operation::add_number, a, -value);
    if (node.operation == Operation::multiply) become_unary(node, Operation::multiply_number, a, value);
    if (node.operation == Operation::divide) become_unary(node, Operation::divide_by_number, a, value);
  }

  void constant_left(Node& node) const {
    const int b = node.operand[1];
    const double value = number(node.operand[0]);
    if (node.operation == Operation::add) become_unary(node, Operation::add_number, b, value);
    if (node.operation == Operation::subtract) become_unary(node, Operation::subtract_from_number, b, value);
    if (node.operation == Operation::multiply) become_unary(node, Operation::multiply_number, b, value);
    if (node.operation == Operation::divide) become_unary(node, Operation::divide_number, b, value);
  }

  Tree tree_;
  std::vector<int> now_;  ///< the node that stands for each node
};

}  // namespace

Tree simplify(Tree tree) { return Simplifier(std::move(tree)).run(); }

}  // namespace polhode::expression
