#include "math/expression/compiler.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>

namespace polhode {

using expression::Node;
using expression::operands;
using expression::Operation;
using expression::Tree;

bool ExpressionCompiler::Value::same(const Value& other) const {
  return operation == other.operation && std::equal(operand, operand + 3, other.operand) && input == other.input &&
         std::bit_cast<std::uint64_t>(number) == std::bit_cast<std::uint64_t>(other.number);
}

Expression ExpressionCompiler::compile(const Tree& tree, std::string text) {
  Expression result;
  result.text_ = std::move(text);
  ExpressionCompiler compiler(tree);
  compiler.emit(true);
  if (!compiler.assign_registers(result)) {
    compiler.emit(false);
    if (!compiler.assign_registers(result)) usage_error("a formula of at most 40 million operations", "a longer one");
  }
  for (const Value& value : compiler.values_)
    result.inputs_ = std::max(result.inputs_, static_cast<std::size_t>(value.input + 1));
  return result;
}

Expression ExpressionCompiler::constant(double value, std::string text) {
  return compile({{.operation = Operation::number, .number = value}}, std::move(text));
}

/// Registers that each node's value takes when the operand with the larger need comes first.
std::vector<int> ExpressionCompiler::register_needs() const {
  std::vector<int> needs(tree_.size(), 1);
  for (std::size_t i = 0; i < tree_.size(); ++i) {
    std::array<int, 3> need{};
    const int count = operands(tree_[i].operation);
    for (int k = 0; k < count; ++k) need[static_cast<std::size_t>(k)] = needs[tree_[i].operand[k]];
    std::sort(need.begin(), need.end(), std::greater<>());
    needs[i] = std::max({1, need[0], need[1] + (count > 1), need[2] + (count > 2 ? 2 : 0)});
  }
  return needs;
}

void ExpressionCompiler::emit(bool share) {
  const std::vector<int> needs = register_needs();
  values_.clear();
  table_.assign(std::bit_ceil(2 * tree_.size() + 2), -1);
  std::vector<int> value(tree_.size(), -1);
  std::vector<int> open{static_cast<int>(tree_.size()) - 1};
  while (!open.empty()) {
    const Node& node = tree_[open.back()];
    const int count = operands(node.operation);
    int next = -1;
    for (int k = 0; k < count; ++k) {
      const int child = node.operand[k];
      if (value[child] < 0 && (next < 0 || needs[child] > needs[next])) next = child;
    }
    if (next >= 0) {
      open.push_back(next);
      continue;
    }
    Value made{node.operation, {-1, -1, -1}, node.input, node.number};
    for (int k = 0; k < count; ++k) made.operand[k] = value[node.operand[k]];
    value[open.back()] = value_of(made, share);
    open.pop_back();
  }
}

int ExpressionCompiler::value_of(const Value& made, bool share) {
  const int fresh = static_cast<int>(values_.size());
  if (share) {
    std::uint64_t hash = static_cast<std::uint64_t>(made.operation);
    const auto mix = [&](std::uint64_t part) { hash = (std::rotl(hash, 23) ^ part) * 0x9e3779b97f4a7c15ull; };
    for (int operand : made.operand) mix(static_cast<std::uint32_t>(operand));
    mix(static_cast<std::uint32_t>(made.input));
    mix(std::bit_cast<std::uint64_t>(made.number));
    const std::size_t last = table_.size() - 1;
    std::size_t slot = (hash >> 32) & last;
    for (; table_[slot] >= 0; slot = (slot + 1) & last)
      if (values_[table_[slot]].same(made)) return table_[slot];
    table_[slot] = fresh;
  }
  values_.push_back(made);
  return fresh;
}

/// Gives each value the lowest register that is free; a register is free again after the last use of its value.
bool ExpressionCompiler::assign_registers(Expression& result) const {
  std::vector<int> last_use(values_.size(), -1);
  for (std::size_t i = 0; i < values_.size(); ++i)
    for (int operand : values_[i].operand)
      if (operand >= 0) last_use[operand] = static_cast<int>(i);
  std::vector<std::uint8_t> place(values_.size());
  static_assert(Expression::register_limit == 32);
  std::uint32_t free = ~std::uint32_t{0};
  result.program_.clear();
  result.program_.reserve(values_.size());
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const Value& value = values_[i];
    for (int operand : value.operand)
      if (operand >= 0 && last_use[operand] == static_cast<int>(i)) free |= std::uint32_t{1} << place[operand];
    if (free == 0) return false;
    place[i] = static_cast<std::uint8_t>(std::countr_zero(free));
    free &= free - 1;
    const auto at = [&](int k) { return value.operand[k] >= 0 ? place[value.operand[k]] : std::uint8_t{0}; };
    result.program_.push_back({.operation = static_cast<std::uint8_t>(value.operation),
                               .target = place[i],
                               .b = at(1),
                               .c = at(2),
                               .a = value.input >= 0 ? static_cast<std::uint32_t>(value.input) : at(0),
                               .number = value.number});
  }
  return true;
}

}  // namespace polhode
