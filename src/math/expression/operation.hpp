#pragma once
// What one instruction of a compiled formula does, and the nodes a formula is made of.

#include <cstdint>

namespace polhode::expression {

enum class Operation : std::uint8_t {
  // leaves
  number,
  input,
  // one operand
  negate,
  logical_not,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  sinh,
  cosh,
  tanh,
  exp,
  log,
  log10,
  sqrt,
  cbrt,
  abs,
  sign,
  floor,
  ceil,
  // one operand and a number: what a constant beside an operator becomes
  add_number,
  multiply_number,
  divide_by_number,
  subtract_from_number,
  divide_number,
  integer_power,
  number_power,
  // two operands
  add,
  subtract,
  multiply,
  divide,
  power,
  atan2,
  hypot,
  mod,
  min,
  max,
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
  logical_and,
  logical_or,
  // three operands
  choose,
};

constexpr int operands(Operation operation) {
  if (operation <= Operation::input) return 0;
  if (operation <= Operation::number_power) return 1;
  return operation == Operation::choose ? 3 : 2;
}

constexpr bool is_truth(Operation operation) {
  return operation == Operation::logical_not || (operation >= Operation::less && operation <= Operation::logical_or);
}

/// A node of the graph of formulas. Operands are the numbers of other nodes.
struct Node {
  Operation operation = Operation::number;
  int operand[3] = {-1, -1, -1};
  int input = -1;
  double number = 0;
};

}  // namespace polhode::expression
