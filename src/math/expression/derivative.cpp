#include "math/expression/derivative.hpp"

namespace polhode::expression {
namespace {

constexpr int zero = -1;  ///< the slope that needs no node

class Differentiator {
 public:
  Differentiator(const Tree& tree, int input) : tree_(tree), input_(input) {}

  Tree run() {
    const std::size_t count = tree_.size();
    for (std::size_t i = 0; i < count; ++i) slopes_.push_back(slope(static_cast<int>(i)));
    const int last = slopes_.back();
    tree_.push_back(last == zero ? Node{} : tree_[static_cast<std::size_t>(last)]);
    return std::move(tree_);
  }

 private:
  // ── building; a slope of zero or one is left out ──

  int add_node(const Node& node) {
    tree_.push_back(node);
    return static_cast<int>(tree_.size()) - 1;
  }
  int number(double value) { return add_node({.operation = Operation::number, .number = value}); }
  int one_operand(Operation operation, int a, double value = 0) {
    return add_node({.operation = operation, .operand = {a, -1, -1}, .number = value});
  }
  int two_operands(Operation operation, int a, int b) {
    return add_node({.operation = operation, .operand = {a, b, -1}});
  }
  bool is_one(int a) const {
    const Node& node = tree_[static_cast<std::size_t>(a)];
    return node.operation == Operation::number && node.number == 1;
  }
  int sum(int a, int b) { return a == zero ? b : b == zero ? a : two_operands(Operation::add, a, b); }
  int minus(int a) { return a == zero ? zero : one_operand(Operation::negate, a); }
  int difference(int a, int b) {
    return b == zero ? a : a == zero ? minus(b) : two_operands(Operation::subtract, a, b);
  }
  int product(int a, int b) {
    if (a == zero || b == zero) return zero;
    return is_one(a) ? b : is_one(b) ? a : two_operands(Operation::multiply, a, b);
  }
  int scaled(double factor, int a) { return a == zero ? zero : one_operand(Operation::multiply_number, a, factor); }
  int quotient(int a, int b) { return a == zero ? zero : two_operands(Operation::divide, a, b); }
  int square(int a) { return two_operands(Operation::multiply, a, a); }
  int chosen(int condition, int a, int b) {
    if (a == zero && b == zero) return zero;
    const int yes = a == zero ? number(0) : a, no = b == zero ? number(0) : b;
    return add_node({.operation = Operation::choose, .operand = {condition, yes, no}});
  }
  /// 1 + a or 1 − a.
  int one_plus(int a) { return one_operand(Operation::add_number, a, 1); }
  int one_minus(int a) { return one_operand(Operation::subtract_from_number, a, 1); }

  // ── rules ──

  int slope(int self) {
    const Node node = tree_[static_cast<std::size_t>(self)];
    switch (operands(node.operation)) {
      case 0: return node.operation == Operation::input && node.input == input_ ? number(1) : zero;
      case 1: {
        const int da = of(node.operand[0]);
        return da == zero ? zero : unary(node, self, node.operand[0], da);
      }
      case 2: return binary(node, self, node.operand[0], node.operand[1]);
      default: return chosen(node.operand[0], of(node.operand[1]), of(node.operand[2]));
    }
  }
  int of(int node) const { return slopes_[static_cast<std::size_t>(node)]; }

  int unary(const Node& node, int self, int a, int da) {
    switch (node.operation) {
      case Operation::negate: return minus(da);
      case Operation::sin: return product(one_operand(Operation::cos, a), da);
      case Operation::cos: return minus(product(one_operand(Operation::sin, a), da));
      case Operation::tan: return product(one_plus(square(self)), da);
      case Operation::asin: return quotient(da, root_of_one_minus_square(a));
      case Operation::acos: return minus(quotient(da, root_of_one_minus_square(a)));
      case Operation::atan: return quotient(da, one_plus(square(a)));
      case Operation::sinh: return product(one_operand(Operation::cosh, a), da);
      case Operation::cosh: return product(one_operand(Operation::sinh, a), da);
      case Operation::tanh: return product(one_minus(square(self)), da);
      case Operation::exp: return product(self, da);
      case Operation::log: return quotient(da, a);
      case Operation::log10: return quotient(da, scaled(2.302585092994046, a));
      case Operation::sqrt: return quotient(da, scaled(2, self));
      case Operation::cbrt: return quotient(da, scaled(3, square(self)));
      case Operation::abs: return product(one_operand(Operation::sign, a), da);
      default: return with_number(node, self, a, da);
    }
  }

  int with_number(const Node& node, int self, int a, int da) {
    switch (node.operation) {
      case Operation::add_number: return da;
      case Operation::multiply_number: return scaled(node.number, da);
      case Operation::divide_by_number: return one_operand(Operation::divide_by_number, da, node.number);
      case Operation::subtract_from_number: return minus(da);
      case Operation::divide_number: return minus(product(quotient(self, a), da));
      case Operation::integer_power:
      case Operation::number_power:
        return product(scaled(node.number, one_operand(node.operation, a, node.number - 1)), da);
      default: return zero;
    }
  }

  /// As a product, which keeps its digits near ±1.
  int root_of_one_minus_square(int a) {
    return one_operand(Operation::sqrt, two_operands(Operation::multiply, one_minus(a), one_plus(a)));
  }

  int binary(const Node& node, int self, int a, int b) {
    const int da = of(a), db = of(b);
    if (da == zero && db == zero) return zero;
    switch (node.operation) {
      case Operation::add: return sum(da, db);
      case Operation::subtract: return difference(da, db);
      case Operation::multiply: return sum(product(da, b), product(a, db));
      case Operation::divide: return quotient(difference(da, product(self, db)), b);
      case Operation::power: return power(self, a, b, da, db);
      case Operation::atan2:
        return quotient(difference(product(b, da), product(a, db)), two_operands(Operation::add, square(a), square(b)));
      case Operation::hypot: return quotient(sum(product(a, da), product(b, db)), self);
      case Operation::mod:
        return difference(da, product(one_operand(Operation::floor, two_operands(Operation::divide, a, b)), db));
      case Operation::min: return chosen(two_operands(Operation::less, b, a), db, da);
      case Operation::max: return chosen(two_operands(Operation::greater, b, a), db, da);
      default: return zero;
    }
  }

  /// (aᵇ)' = b aᵇ⁻¹ a' + aᵇ ln a b'
  int power(int self, int a, int b, int da, int db) {
    const int lower = one_operand(Operation::add_number, b, -1);
    const int of_base = da == zero ? zero : product(product(b, two_operands(Operation::power, a, lower)), da);
    return sum(of_base, db == zero ? zero : product(product(self, one_operand(Operation::log, a)), db));
  }

  Tree tree_;
  int input_;
  std::vector<int> slopes_;  ///< of each node of the formula, the node that is its slope
};

}  // namespace

Tree derivative(const Tree& tree, int input) { return Differentiator(tree, input).run(); }

}  // namespace polhode::expression
