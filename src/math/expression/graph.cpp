#include "math/expression/graph.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "math/expression/execute.hpp"

namespace polhode::expression {
namespace {

constexpr double largest_product_power = 64;

std::uint64_t hash_of(const Node& node) {
  std::uint64_t hash = static_cast<std::uint64_t>(node.operation);
  const auto mix = [&](std::uint64_t part) { hash = (std::rotl(hash, 23) ^ part) * 0x9e3779b97f4a7c15ull; };
  for (int operand : node.operand) mix(static_cast<std::uint32_t>(operand));
  mix(static_cast<std::uint32_t>(node.input));
  mix(std::bit_cast<std::uint64_t>(node.number));
  return hash >> 32;
}

bool same_node(const Node& a, const Node& b) {
  return a.operation == b.operation && std::equal(a.operand, a.operand + 3, b.operand) && a.input == b.input &&
         std::bit_cast<std::uint64_t>(a.number) == std::bit_cast<std::uint64_t>(b.number);
}

/// Whether dividing by `value` is multiplying by its inverse, bit for bit.
bool has_exact_inverse(double value) {
  int exponent = 0;
  return std::fabs(std::frexp(value, &exponent)) == 0.5 && std::abs(exponent) < 1000;
}

}  // namespace

Graph::Graph(std::size_t limit) : limit_(std::max<std::size_t>(limit, 1)) {
  table_.assign(64, -1);
  number(0);
}

int Graph::number(double value) { return intern({.operation = Operation::number, .number = value}); }

int Graph::input(int which) { return intern({.operation = Operation::input, .input = which}); }

int Graph::intern(const Node& node) {
  const std::size_t last = table_.size() - 1;
  std::size_t slot = hash_of(node) & last;
  for (; table_[slot] >= 0; slot = (slot + 1) & last)
    if (same_node((*this)[table_[slot]], node)) return table_[slot];
  if (nodes_.size() >= limit_) {
    full_ = true;
    return 0;
  }
  nodes_.push_back(node);
  table_[slot] = size() - 1;
  if (2 * nodes_.size() > table_.size()) grow();
  return size() - 1;
}

void Graph::grow() {
  table_.assign(4 * table_.size(), -1);
  const std::size_t last = table_.size() - 1;
  for (int i = 0; i < size(); ++i) {
    std::size_t slot = hash_of((*this)[i]) & last;
    while (table_[slot] >= 0) slot = (slot + 1) & last;
    table_[slot] = i;
  }
}

int Graph::make(Operation operation, int a, int b, int c) {
  switch (operands(operation)) {
    case 1: return unary(operation, a);
    case 2: return binary(operation, a, b);
    default:
      if (is_number(a)) return (*this)[a].number != 0 ? b : c;
      return b == c ? b : intern({.operation = operation, .operand = {a, b, c}});
  }
}

int Graph::unary(Operation operation, int a) {
  if (is_number(a)) return number(execute_unary(operation, (*this)[a].number, 0));
  if (operation == Operation::negate) return negate(a);
  return intern({.operation = operation, .operand = {a, -1, -1}});
}

int Graph::negate(int a) {
  const Node node = (*this)[a];
  switch (node.operation) {
    case Operation::negate: return node.operand[0];
    case Operation::multiply_number:
    case Operation::divide_by_number:
    case Operation::divide_number: return make_with(node.operation, node.operand[0], -node.number);
    default: return intern({.operation = Operation::negate, .operand = {a, -1, -1}});
  }
}

int Graph::make_with(Operation operation, int a, double value) {
  if (operation == Operation::integer_power || operation == Operation::number_power) return power(a, value);
  if (is_number(a)) return number(execute_unary(operation, (*this)[a].number, value));
  const int inner = is_negated(a) ? (*this)[a].operand[0] : -1;
  switch (operation) {
    case Operation::multiply_number:
      if (value == 1) return a;
      if (value == -1) return negate(a);
      if (inner >= 0) return make_with(operation, inner, -value);
      break;
    case Operation::divide_by_number:
      if (has_exact_inverse(value)) return make_with(Operation::multiply_number, a, 1 / value);
      if (inner >= 0) return make_with(operation, inner, -value);
      break;
    case Operation::divide_number:
      if (inner >= 0) return make_with(operation, inner, -value);
      break;
    case Operation::add_number:
      if (value == 0 && std::signbit(value)) return a;
      if (inner >= 0) return make_with(Operation::subtract_from_number, inner, value);
      break;
    case Operation::subtract_from_number:
      if (inner >= 0) return make_with(Operation::add_number, inner, value);
      break;
    default: break;
  }
  return intern({.operation = operation, .operand = {a, -1, -1}, .number = value});
}

/// A power with a constant exponent. That of a constant goes the same way, so that 3^2 is 3*3 as x^2 is x*x.
int Graph::power(int base, double exponent) {
  const bool whole = exponent == std::floor(exponent) && std::fabs(exponent) <= largest_product_power;
  if (whole && exponent == 0) return number(1);
  if (whole && exponent == 1) return base;
  if (exponent == 2) return make(Operation::multiply, base, base);
  if (exponent == 0.5) return make(Operation::sqrt, base);
  const Operation operation = whole ? Operation::integer_power : Operation::number_power;
  if (is_number(base)) return number(execute_unary(operation, (*this)[base].number, exponent));
  return intern({.operation = operation, .operand = {base, -1, -1}, .number = exponent});
}

int Graph::binary(Operation operation, int a, int b) {
  if (operation == Operation::power && is_number(b)) return power(a, (*this)[b].number);
  if (is_number(a) && is_number(b)) return number(execute_binary(operation, (*this)[a].number, (*this)[b].number));
  if (is_number(a) || is_number(b))
    if (const int made = with_constant(operation, a, b); made >= 0) return made;
  if (is_negated(a) || is_negated(b))
    if (const int made = without_signs(operation, a, b); made >= 0) return made;
  const bool swaps = operation == Operation::add || operation == Operation::multiply || operation == Operation::equal ||
                     operation == Operation::not_equal;
  if (swaps && a > b) std::swap(a, b);
  return intern({.operation = operation, .operand = {a, b, -1}});
}

/// An operation with one constant operand as one of one operand and a number; -1 if there is none.
int Graph::with_constant(Operation operation, int a, int b) {
  const bool right = is_number(b);
  const double value = (*this)[right ? b : a].number;
  const int other = right ? a : b;
  switch (operation) {
    case Operation::add: return make_with(Operation::add_number, other, value);
    case Operation::multiply: return make_with(Operation::multiply_number, other, value);
    case Operation::subtract:
      return right ? make_with(Operation::add_number, other, -value)
                   : make_with(Operation::subtract_from_number, other, value);
    case Operation::divide:
      return make_with(right ? Operation::divide_by_number : Operation::divide_number, other, value);
    default: return -1;
  }
}

/// −a·b is −(a·b), a − −b is a + b, and so on, exactly; -1 where signs must stay.
int Graph::without_signs(Operation operation, int a, int b) {
  const int bare_a = is_negated(a) ? (*this)[a].operand[0] : -1, bare_b = is_negated(b) ? (*this)[b].operand[0] : -1;
  switch (operation) {
    case Operation::multiply:
    case Operation::divide:
      if (bare_a >= 0 && bare_b >= 0) return binary(operation, bare_a, bare_b);
      return negate(binary(operation, bare_a >= 0 ? bare_a : a, bare_b >= 0 ? bare_b : b));
    case Operation::add:
      return bare_b >= 0 ? binary(Operation::subtract, a, bare_b) : binary(Operation::subtract, b, bare_a);
    case Operation::subtract: return bare_b >= 0 ? binary(Operation::add, a, bare_b) : -1;
    default: return -1;
  }
}

std::vector<bool> Graph::reached_from(const int* roots, std::size_t count) const {
  std::vector<bool> reached(nodes_.size(), false);
  int top = -1;
  for (std::size_t i = 0; i < count; ++i) {
    reached[static_cast<std::size_t>(roots[i])] = true;
    top = std::max(top, roots[i]);
  }
  for (int i = top; i >= 0; --i)
    if (reached[static_cast<std::size_t>(i)])
      for (int operand : (*this)[i].operand)
        if (operand >= 0) reached[static_cast<std::size_t>(operand)] = true;
  return reached;
}

Graph Graph::only(int& root) const {
  const std::vector<bool> reached = reached_from(&root, 1);
  Graph graph;
  std::vector<int> moved(nodes_.size(), -1);
  // The order of nodes stays, and with it which operand of a sum comes first.
  for (int i = 0; i <= root; ++i) {
    if (!reached[static_cast<std::size_t>(i)]) continue;
    Node node = (*this)[i];
    for (int& operand : node.operand)
      if (operand >= 0) operand = moved[static_cast<std::size_t>(operand)];
    moved[static_cast<std::size_t>(i)] = graph.intern(node);
  }
  root = moved[static_cast<std::size_t>(root)];
  return graph;
}

}  // namespace polhode::expression
