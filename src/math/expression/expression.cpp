#include <polhode/math/expression.hpp>

#include <algorithm>
#include <limits>

#include <polhode/base/text.hpp>

#include "math/expression/compiler.hpp"
#include "math/expression/derivative.hpp"
#include "math/expression/reader.hpp"

namespace polhode {

using expression::Graph;

Result<Expression> Expression::compile(std::string_view text, std::span<const std::string> names,
                                       const ExpressionLimits& limits) {
  return compile(text, names, {}, limits);
}

Result<Expression> Expression::compile(std::string_view text, std::span<const std::string> names,
                                       std::span<const double> values, const ExpressionLimits& limits) {
  expression::Findings findings;
  Graph graph(static_cast<std::size_t>(std::max(limits.expanded, 1)));
  bool truth = false;
  const expression::Value value = expression::Reader(graph, names, values, limits).read(text, findings, &truth);
  if (findings.empty() && value.is_vector())
    findings.add(0, "this is a vector of " + std::to_string(value.parts.size()) + " parts, and one number is needed",
                 "take norm(…), or a part such as .x");
  if (!findings.empty()) return findings.all();
  auto compiled = from(graph, value.node, Program::register_limit, std::string(text));
  if (!compiled) {
    findings.add(0, "this formula needs more than " + std::to_string(Program::register_limit) + " values at a time");
    return findings.all();
  }
  compiled->truth_ = truth;
  return *std::move(compiled);
}

std::optional<Expression> Expression::from(const Graph& graph, int node, int most, std::string text) {
  std::optional<Expression> made(std::in_place);
  auto own = std::make_shared<Graph>(graph.only(node));
  if (!ProgramCompiler::compile(*own, {&node, 1}, most, made->program_)) return std::nullopt;
  made->node_ = node;
  made->graph_ = std::move(own);
  made->text_ = std::move(text);
  return made;
}

bool Expression::is_name_of_constant(std::string_view name) { return expression::find_constant(name).has_value(); }

bool Expression::is_name_of_function(std::string_view name) {
  const auto names = expression::function_names();
  return std::find(names.begin(), names.end(), name) != names.end();
}

Expression Expression::constant(double value) {
  Expression made;
  ProgramCompiler::compile(value, made.program_);
  made.text_ = shortest(value);
  return made;
}

Expression Expression::derivative(int input) const {
  std::string text = "the derivative of " + text_;
  if (graph_ == nullptr || !uses(input)) {
    Expression flat = constant(0);
    flat.text_ = std::move(text);
    return flat;
  }
  Graph graph = *graph_;
  std::vector<int> seeds(static_cast<std::size_t>(input) + 1, expression::Slopes::no_slope);
  seeds.back() = graph.number(1);
  const int slope = expression::Slopes(graph, std::move(seeds)).node_of(node_);
  // A formula that could be read keeps within the limits; its derivatives may go on beyond them.
  auto made = from(graph, slope, std::numeric_limits<std::uint16_t>::max(), std::move(text));
  if (!made) usage_error("a derivative of at most 65535 values at a time", "one of more");
  return *std::move(made);
}

bool Expression::uses(int input) const { return program_.reads(input); }

bool Expression::is_constant() const { return program_.inputs() == 0; }

template <class S>
S Expression::evaluate(In<S> inputs) const {
  return program_.evaluate_first<S>(inputs);
}

template <class S>
S Expression::evaluate_at(double t, In<S> x) const {
  return program_.evaluate_first_at<S>(t, x);
}

template double Expression::evaluate<double>(In<double>) const;
template Pack4 Expression::evaluate<Pack4>(In<Pack4>) const;
template Dual4 Expression::evaluate<Dual4>(In<Dual4>) const;
template double Expression::evaluate_at<double>(double, In<double>) const;
template Pack4 Expression::evaluate_at<Pack4>(double, In<Pack4>) const;
template Dual4 Expression::evaluate_at<Dual4>(double, In<Dual4>) const;

}  // namespace polhode
