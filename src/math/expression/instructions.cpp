// Which instruction a node becomes, and which other nodes it does at the same time.

#include "math/expression/compiler.hpp"
#include "math/expression/machine.hpp"

namespace polhode {

using expression::code;
using expression::Fused;
using expression::Node;
using expression::Operation;

void ProgramCompiler::select() {
  const std::size_t count = static_cast<std::size_t>(graph_.size());
  uses_.assign(count, 0);
  absorbed_.assign(count, false);
  items_.assign(count, {});
  made_by_.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    made_by_[i] = static_cast<int>(i);
    if (reached_[i])
      for (int operand : node(static_cast<int>(i)).operand)
        if (operand >= 0) ++uses_[operand];
  }
  for (int output : outputs_) uses_[output] += 2;  // an output is never taken into another instruction
  pair_sines();
  for (int i = graph_.size() - 1; i >= 0; --i)
    if (reached_[i] && !absorbed_[i] && maker(i) == i) items_[i] = item(i);
}

/// Sine and cosine of the same angle come from one instruction.
void ProgramCompiler::pair_sines() {
  std::vector<int> sine(reached_.size(), -1);
  for (int i = 0; i < graph_.size(); ++i)
    if (reached_[i] && node(i).operation == Operation::sin) sine[node(i).operand[0]] = i;
  for (int i = 0; i < graph_.size(); ++i)
    if (reached_[i] && node(i).operation == Operation::cos && sine[node(i).operand[0]] >= 0) {
      made_by_[i] = sine[node(i).operand[0]];
      items_[maker(i)].second = i;
    }
}

/// Whether `node` is that operation, and nothing but the instruction that would do it too needs its value.
bool ProgramCompiler::may_absorb(int i, Operation operation) const {
  return node(i).operation == operation && uses_[i] == 1;
}

bool ProgramCompiler::absorbs(int i, Operation operation) {
  if (!may_absorb(i, operation)) return false;
  absorbed_[i] = true;
  return true;
}

ProgramCompiler::Item ProgramCompiler::plain(int i) const {
  const Node& made = node(i);
  return {code(made.operation),
          expression::operands(made.operation),
          {made.operand[0], made.operand[1], made.operand[2], -1},
          made.number,
          -1};
}

ProgramCompiler::Item ProgramCompiler::item(int i) {
  const Node& made = node(i);
  const int a = made.operand[0], b = made.operand[1];
  switch (made.operation) {
    case Operation::sin:
      if (const int second = items_[i].second; second >= 0) return {code(Fused::sincos), 1, {a, -1, -1, -1}, 0, second};
      return plain(i);
    case Operation::add: {
      const Item fused = of_sum(a, b);
      return fused.operands > 0 ? fused : plain(i);
    }
    case Operation::subtract: {
      const Item fused = of_difference(a, b);
      return fused.operands > 0 ? fused : plain(i);
    }
    case Operation::multiply: {
      const Item fused = of_product(a, b);
      return fused.operands > 0 ? fused : plain(i);
    }
    case Operation::negate:
      if (!absorbs(a, Operation::multiply)) return plain(i);
      return {code(Fused::negate_multiply), 2, {node(a).operand[0], node(a).operand[1], -1, -1}, 0, -1};
    case Operation::multiply_number:
      if (!absorbs(a, Operation::multiply)) return plain(i);
      return {code(Fused::multiply_scale), 2, {node(a).operand[0], node(a).operand[1], -1, -1}, made.number, -1};
    default: return plain(i);
  }
}

ProgramCompiler::Item ProgramCompiler::of_sum(int a, int b) {
  if (may_absorb(a, Operation::multiply) && absorbs(b, Operation::multiply)) {
    absorbed_[a] = true;
    const Node &x = node(a), &y = node(b);
    return {code(Fused::add_products), 4, {x.operand[0], x.operand[1], y.operand[0], y.operand[1]}, 0, -1};
  }
  if (may_absorb(b, Operation::multiply)) std::swap(a, b);
  if (absorbs(a, Operation::multiply))
    return {code(Fused::multiply_add), 3, {node(a).operand[0], node(a).operand[1], b, -1}, 0, -1};
  if (may_absorb(b, Operation::multiply_number)) std::swap(a, b);
  if (!absorbs(a, Operation::multiply_number)) return {};
  return {code(Fused::scale_add), 2, {node(a).operand[0], b, -1, -1}, node(a).number, -1};
}

ProgramCompiler::Item ProgramCompiler::of_difference(int a, int b) {
  const Node &x = node(a), &y = node(b);
  const bool second = absorbs(b, Operation::multiply);
  if (absorbs(a, Operation::multiply)) {
    if (second)
      return {code(Fused::subtract_products), 4, {x.operand[0], x.operand[1], y.operand[0], y.operand[1]}, 0, -1};
    return {code(Fused::multiply_subtract), 3, {x.operand[0], x.operand[1], b, -1}, 0, -1};
  }
  if (second) return {code(Fused::subtract_multiply), 3, {y.operand[0], y.operand[1], a, -1}, 0, -1};
  if (absorbs(a, Operation::multiply_number))
    return {code(Fused::scale_subtract), 2, {x.operand[0], b, -1, -1}, x.number, -1};
  if (absorbs(b, Operation::multiply_number))
    return {code(Fused::scale_add), 2, {y.operand[0], a, -1, -1}, -y.number, -1};
  return {};
}

ProgramCompiler::Item ProgramCompiler::of_product(int a, int b) {
  if (may_absorb(b, Operation::multiply)) std::swap(a, b);
  const Node& x = node(a);
  if (absorbs(a, Operation::multiply))
    return {code(Fused::multiply_multiply), 3, {x.operand[0], x.operand[1], b, -1}, 0, -1};
  if (may_absorb(b, Operation::multiply_number)) std::swap(a, b);
  if (!absorbs(a, Operation::multiply_number)) return {};
  return {code(Fused::scale_multiply), 2, {node(a).operand[0], b, -1, -1}, node(a).number, -1};
}

}  // namespace polhode
