#pragma once
// A syntax tree to a register program.

#include <string>
#include <vector>

#include <polhode/math/expression.hpp>

#include "math/expression/operation.hpp"

namespace polhode {

/// Emits the instructions of a simplified tree. Equal subexpressions are computed once; if keeping them would take
/// more registers than there are, every one is computed where it is used. Then the operand that needs more registers
/// comes first, so a tree of n nodes needs at most about 2 log₃ n of them, fewer than `register_limit` for any text
/// that fits into memory.
///
/// Source   [Sethi and Ullman 1970], The generation of optimal code for arithmetic expressions, J. ACM 17.
/// Proof    tests/unit/math/expression_random_test.cpp
class ExpressionCompiler {
 public:
  static Expression compile(const expression::Tree& tree, std::string text);
  static Expression constant(double value, std::string text);

 private:
  using Instruction = Expression::Instruction;

  /// An instruction whose operands are earlier values instead of registers.
  struct Value {
    expression::Operation operation;
    int operand[3];
    int input;
    double number;
    bool same(const Value& other) const;  ///< numbers compared by their bits
  };

  explicit ExpressionCompiler(const expression::Tree& tree) : tree_(tree) {}
  std::vector<int> register_needs() const;
  void emit(bool share);
  int value_of(const Value& value, bool share);
  bool assign_registers(Expression& result) const;

  const expression::Tree& tree_;
  std::vector<Value> values_;
  std::vector<int> table_;  ///< hash table of the values, by open addressing
};

}  // namespace polhode
