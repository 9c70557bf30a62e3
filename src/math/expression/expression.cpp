#include <polhode/math/expression.hpp>

#include <algorithm>
#include <array>
#include <cstddef>

#include <polhode/base/text.hpp>

#include "math/expression/compiler.hpp"
#include "math/expression/derivative.hpp"
#include "math/expression/execute.hpp"
#include "math/expression/parser.hpp"
#include "math/expression/simplify.hpp"

namespace polhode {

using expression::Operation;

namespace {

/// Input 0 is the time, the others are coordinates of a state.
template <class S>
struct TimeAndState {
  S t;
  const S* x;
  const S& operator[](std::uint32_t i) const { return i == 0 ? t : x[i - 1]; }
};

}  // namespace

Result<Expression> Expression::compile(std::string_view text, std::span<const std::string> names,
                                       const ExpressionLimits& limits) {
  return compile(text, names, {}, limits);
}

Result<Expression> Expression::compile(std::string_view text, std::span<const std::string> names,
                                       std::span<const double> values, const ExpressionLimits& limits) {
  expression::Findings findings;
  if (text.size() > static_cast<std::size_t>(std::max(limits.characters, 0))) {
    findings.add(0, "the formula has " + std::to_string(text.size()) + " characters, more than the " +
                        std::to_string(limits.characters) + " allowed");
    return findings.all();
  }
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    findings.add(0, "the formula is empty", "write a number or a formula such as 2*sin(3*t)");
    return findings.all();
  }
  const expression::Dictionary dictionary(names);
  expression::Tree tree = expression::Parser(text, dictionary, limits, findings).parse();
  if (!findings.empty()) {
    findings.sort();
    return findings.all();
  }
  const int inputs = static_cast<int>(names.size()) - static_cast<int>(values.size());
  for (expression::Node& node : tree)
    if (node.operation == Operation::input && node.input >= inputs)
      node = {.operation = Operation::number, .number = values[static_cast<std::size_t>(node.input - inputs)]};
  const bool truth = expression::is_truth(tree.back().operation);
  Expression compiled = ExpressionCompiler::compile(expression::simplify(std::move(tree)), std::string(text));
  compiled.truth_ = truth;
  return compiled;
}

bool Expression::is_name_of_constant(std::string_view name) { return expression::find_constant(name).has_value(); }

bool Expression::is_name_of_function(std::string_view name) {
  const auto names = expression::function_names();
  return std::find(names.begin(), names.end(), name) != names.end();
}

Expression Expression::constant(double value) { return ExpressionCompiler::constant(value, shortest(value)); }

Expression Expression::derivative(int input) const {
  expression::Tree tree;
  std::array<int, register_limit> holds{};  // the node whose value a register holds
  for (const Instruction& step : program_) {
    const auto operation = static_cast<Operation>(step.operation);
    expression::Node node{.operation = operation, .number = step.number};
    const int count = expression::operands(operation);
    if (operation == Operation::input) node.input = static_cast<int>(step.a);
    const std::array<std::uint32_t, 3> registers{step.a, step.b, step.c};
    for (int i = 0; i < count; ++i) node.operand[i] = holds[registers[static_cast<std::size_t>(i)]];
    tree.push_back(node);
    holds[step.target] = static_cast<int>(tree.size()) - 1;
  }
  if (tree.empty()) return constant(0);
  return ExpressionCompiler::compile(expression::simplify(expression::derivative(tree, input)),
                                     "the derivative of " + text_);
}

bool Expression::uses(int input) const {
  return std::any_of(program_.begin(), program_.end(), [&](const Instruction& step) {
    return static_cast<Operation>(step.operation) == Operation::input && step.a == static_cast<std::uint32_t>(input);
  });
}

bool Expression::is_constant() const { return inputs_ == 0; }

template <class S, class Inputs>
S Expression::run(const Inputs& inputs, std::size_t count) const {
  if (count < inputs_) {
    usage_error("at least " + std::to_string(inputs_) + " inputs", std::to_string(count),
                "give one value for each name that '" + text_ + "' was compiled with");
  }
  if (program_.empty()) return S(0.0);
  // Raw storage: a formula of three registers should not pay for clearing thirty-two.
  alignas(S) std::byte storage[register_limit * sizeof(S)];
  S* registers = reinterpret_cast<S*>(storage);
  for (const Instruction& step : program_) expression::execute(step, registers, inputs);
  return registers[program_.back().target];
}

template <class S>
S Expression::evaluate(In<S> inputs) const {
  return run<S>(inputs.data(), inputs.size());
}

template <class S>
S Expression::evaluate_at(double t, In<S> x) const {
  return run<S>(TimeAndState<S>{S(t), x.data()}, x.size() + 1);
}

template double Expression::evaluate<double>(In<double>) const;
template Pack4 Expression::evaluate<Pack4>(In<Pack4>) const;
template Dual4 Expression::evaluate<Dual4>(In<Dual4>) const;
template double Expression::evaluate_at<double>(double, In<double>) const;
template Pack4 Expression::evaluate_at<Pack4>(double, In<Pack4>) const;
template Dual4 Expression::evaluate_at<Dual4>(double, In<Dual4>) const;

}  // namespace polhode
