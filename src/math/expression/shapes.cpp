// Which operations vectors have.

#include <polhode/base/text.hpp>

#include "math/expression/elaborator.hpp"

namespace polhode::expression {

Value Elaborator::operation(const SyntaxNode& node) {
  const int count = operands(node.operation);
  bool vectors = false;
  for (int i = 0; i < count; ++i) {
    if (at(node.operand[i]).broken) return Value::mistake();
    vectors = vectors || at(node.operand[i]).is_vector();
  }
  const Value& a = at(node.operand[0]);
  const Value &b = count > 1 ? at(node.operand[1]) : a, &c = count > 2 ? at(node.operand[2]) : a;
  if (node.operation == Operation::add) return add_up(node, a, b);
  if (!vectors) return Value::of(graph_.make(node.operation, a.node, count > 1 ? b.node : -1, count > 2 ? c.node : -1));
  switch (node.operation) {
    case Operation::negate: return by_part(node, a, a, a);
    case Operation::subtract: return add_up(node, a, b);
    case Operation::multiply:
    case Operation::divide: return scale(node, a, b);
    case Operation::choose:
      if (a.is_vector()) return refuse_vector(node, a);
      if (b.parts.size() != c.parts.size())
        return mistake(node, "both values must be of one kind, not " + described(b) + " and " + described(c));
      return by_part(node, a, b, c);
    default: return refuse_vector(node, a.is_vector() ? a : b);
  }
}

/// a + b or a − b of two numbers or two vectors of as many parts.
Value Elaborator::add_up(const SyntaxNode& node, const Value& a, const Value& b) {
  if (a.broken || b.broken) return Value::mistake();
  const bool add = node.operation == Operation::add;
  if (b.nothing) return a;
  if (a.nothing && add) return b;
  if (a.parts.size() != b.parts.size() && !a.nothing)
    return mistake(node, described(a) + " and " + described(b) + (add ? " cannot be added" : " have no difference"),
                   a.is_vector() && b.is_vector() ? "" : "take a part of the vector, such as .x, or its norm");
  if (!b.is_vector()) return Value::of(graph_.make(node.operation, a.node, b.node));
  if (a.nothing) return by_part({.operation = Operation::negate, .offset = node.offset}, b, b, b);
  return by_part(node, a, b, b);
}

/// A vector times or by a number.
Value Elaborator::scale(const SyntaxNode& node, const Value& a, const Value& b) {
  const bool product = node.operation == Operation::multiply;
  if (a.is_vector() && b.is_vector() && product)
    return mistake(node, "a product of two vectors can mean two things", "write dot(a, b) or cross(a, b)");
  if (b.is_vector() && !product)
    return mistake(node, "nothing can be divided by a vector", "divide by its norm(…), or by a part such as .x");
  return by_part(node, a, b, b);
}

/// The operation for each part; a number among the arguments goes with every part.
Value Elaborator::by_part(const SyntaxNode& node, const Value& a, const Value& b, const Value& c) {
  const std::size_t size = std::max({a.parts.size(), b.parts.size(), c.parts.size()});
  if (!reader_.spend(static_cast<long>(size), node.offset, findings_)) return Value::mistake();
  const int count = operands(node.operation);
  const auto part = [&](const Value& value, std::size_t i) { return value.is_vector() ? value.parts[i] : value.node; };
  Value result;
  for (std::size_t i = 0; i < size; ++i)
    result.parts.push_back(
        graph_.make(node.operation, part(a, i), count > 1 ? part(b, i) : -1, count > 2 ? part(c, i) : -1));
  return result;
}

Value Elaborator::refuse_vector(const SyntaxNode& node, const Value& vector) {
  if (node.operation == Operation::power)
    return mistake(node, "a vector has no powers", "write dot(a, a) for the square of its size");
  if (is_truth(node.operation))
    return mistake(node, "vectors are neither compared nor true or false", "take norm(…), or a part such as .x");
  return mistake(node, std::string(text(node)) + " takes numbers, not " + described(vector),
                 "take norm(…), or a part such as .x");
}

}  // namespace polhode::expression
