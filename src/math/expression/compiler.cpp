#include "math/expression/compiler.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>

#include "math/expression/machine.hpp"

namespace polhode {

using expression::Graph;
using expression::Operation;

ProgramCompiler::ProgramCompiler(const Graph& graph, std::span<const int> outputs)
    : graph_(graph), outputs_(outputs), reached_(graph.reached_from(outputs.data(), outputs.size())) {}

bool ProgramCompiler::compile(const Graph& graph, std::span<const int> outputs, int most, Program& program) {
  ProgramCompiler compiler(graph, outputs);
  compiler.select();
  compiler.order();
  return compiler.assign(most, program);
}

void ProgramCompiler::compile(double value, Program& program) {
  program = {};
  program.steps_ = {{.operation = code(Operation::number), .rest = expression::with_number(value)},
                    {.operation = code(expression::Fused::end)}};
  program.sources_ = {0};
  program.registers_ = 1;
}

/// Registers that each value takes when the operand with the larger need comes first.
void ProgramCompiler::register_needs() {
  needs_.assign(reached_.size(), 1);
  for (int i = 0; i < graph_.size(); ++i) {
    if (!reached_[i] || absorbed_[i]) continue;
    const Item& item = items_[maker(i)];
    std::array<int, 4> need{};
    for (int k = 0; k < item.operands; ++k) need[static_cast<std::size_t>(k)] = needs_[item.operand[k]];
    std::sort(need.begin(), need.end(), std::greater<>());
    for (int k = 0; k < item.operands; ++k) needs_[i] = std::max(needs_[i], need[static_cast<std::size_t>(k)] + k);
  }
}

void ProgramCompiler::order() {
  register_needs();
  std::vector<bool> done(reached_.size(), false);
  std::vector<int> open;
  for (int output : outputs_) {
    open.push_back(maker(output));
    while (!open.empty()) {
      const Item& item = items_[open.back()];
      int next = -1;
      for (int k = 0; k < item.operands; ++k) {
        const int operand = maker(item.operand[k]);
        if (!done[operand] && (next < 0 || needs_[operand] > needs_[next])) next = operand;
      }
      if (next >= 0) {
        open.push_back(next);
        continue;
      }
      if (!done[open.back()] && node(open.back()).operation != Operation::input) order_.push_back(open.back());
      done[open.back()] = true;
      open.pop_back();
    }
  }
}

std::uint16_t ProgramCompiler::take_register() {
  if (free_.empty()) return static_cast<std::uint16_t>(registers_++);
  std::pop_heap(free_.begin(), free_.end(), std::greater<>());
  const std::uint16_t lowest = free_.back();
  free_.pop_back();
  return lowest;
}

void ProgramCompiler::release(int i) {
  free_.push_back(static_cast<std::uint16_t>(place_[i]));
  std::push_heap(free_.begin(), free_.end(), std::greater<>());
}

bool ProgramCompiler::assign(int most, Program& program) {
  constexpr int never = std::numeric_limits<int>::max();
  last_use_.assign(reached_.size(), -1);
  place_.assign(reached_.size(), -1);
  for (std::size_t at = 0; at < order_.size(); ++at) {
    const Item& item = items_[order_[at]];
    for (int k = 0; k < item.operands; ++k) last_use_[item.operand[k]] = static_cast<int>(at);
  }
  for (int output : outputs_) last_use_[output] = never;
  program = {};
  for (int i = 0; i < graph_.size(); ++i) {
    if (!reached_[i] || node(i).operation != Operation::input) continue;
    place_[i] = take_register();
    program.loads_.push_back(static_cast<std::uint32_t>(node(i).input));
    program.inputs_ = std::max(program.inputs_, static_cast<std::size_t>(node(i).input) + 1);
  }
  program.steps_.reserve(order_.size() + 1);
  for (std::size_t at = 0; at < order_.size(); ++at) {
    const Item& item = items_[order_[at]];
    for (int k = 0; k < item.operands; ++k) {
      int& last = last_use_[item.operand[k]];
      if (last != static_cast<int>(at)) continue;
      release(item.operand[k]);
      last = -1;  // an operand that stands twice is released once
    }
    place_[order_[at]] = take_register();
    if (item.second >= 0) place_[item.second] = take_register();
    if (registers_ > most) return false;
    const auto register_of = [&](int i) { return i >= 0 ? static_cast<std::uint16_t>(place_[i]) : std::uint16_t{0}; };
    program.steps_.push_back(step(item, register_of(order_[at]), register_of(item.second)));
  }
  program.steps_.push_back({.operation = code(expression::Fused::end)});
  for (int output : outputs_) program.sources_.push_back(static_cast<std::uint16_t>(place_[output]));
  program.registers_ = registers_;
  return registers_ <= most;
}

Program::Step ProgramCompiler::step(const Item& item, std::uint16_t target, std::uint16_t second) const {
  const auto at = [&](int k) {
    return item.operands > k ? static_cast<std::uint16_t>(place_[item.operand[k]]) : std::uint16_t{0};
  };
  Program::Step made{.operation = item.code, .target = target, .a = at(0), .b = at(1)};
  if (item.second >= 0) made.b = second;
  made.rest = item.operands > 2 ? expression::with_registers(at(2), at(3)) : expression::with_number(item.number);
  return made;
}

}  // namespace polhode
