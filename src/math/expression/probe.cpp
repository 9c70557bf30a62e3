#include "math/expression/probe.hpp"

#include <algorithm>
#include <cmath>

#include "math/expression/execute.hpp"

namespace polhode::expression {
namespace {

constexpr int points = 40, most_trials = 400;
constexpr double unit = 0x1p-52;     // an operation; functions are within four of them
constexpr double lost = 1e12;        // and its inverse: beyond them an exponential is lost beside others
constexpr double smallest = 1e-150;  // below it products fall out of the numbers

bool has_sides(Operation operation) {
  return operation == Operation::logical_not || operation == Operation::abs || operation == Operation::sign ||
         operation == Operation::floor || operation == Operation::ceil || operation >= Operation::mod;
}

bool is_exponential(Operation operation) {
  return operation == Operation::exp || operation == Operation::power || operation == Operation::sinh ||
         operation == Operation::cosh;
}

/// What does not fall out of the numbers where its operands have not.
bool is_sum(Operation operation) {
  return operation == Operation::negate || operation == Operation::add || operation == Operation::subtract ||
         operation == Operation::add_number || operation == Operation::subtract_from_number;
}

}  // namespace

Probe::Probe(const Graph& graph, std::vector<int> roots) : graph_(graph), roots_(std::move(roots)) {
  const std::vector<bool> reached = graph.reached_from(roots_.data(), roots_.size());
  int most = -1;
  for (int i = 0; i < graph.size(); ++i) {
    if (!reached[static_cast<std::size_t>(i)]) continue;
    order_.push_back(i);
    smooth_ = smooth_ && !has_sides(graph[i].operation);
    most = std::max(most, graph[i].input);
  }
  numbers_.resize(order_.empty() ? 0 : static_cast<std::size_t>(order_.back()) + 1);
  inputs_.resize(static_cast<std::size_t>(most + 1));
}

/// Of either sign and of all sizes between 0.03 and 6, so that small and large ones meet.
double Probe::drawn() {
  const auto part = [this] { return static_cast<double>(random_() >> 11) * 0x1p-53; };
  const double size = fn::exp(-3.5 + 5.3 * part());
  return part() < 0.5 ? -size : size;
}

bool Probe::evaluate(int node) {
  const Node& at = graph_[node];
  Number& number = numbers_[static_cast<std::size_t>(node)];
  const int count = operands(at.operation);
  if (count == 0) {
    number = {at.operation == Operation::input ? inputs_[static_cast<std::size_t>(at.input)] : at.number, 0};
    return true;
  }
  const Number a = numbers_[static_cast<std::size_t>(at.operand[0])];
  const Number b = count == 2 ? numbers_[static_cast<std::size_t>(at.operand[1])] : Number();
  const Dual4 first = Dual4::variable(a.value, 0), second = Dual4::variable(b.value, 1);
  const Dual4 result =
      count == 1 ? execute_unary(at.operation, first, at.number) : execute_binary(at.operation, first, second);
  number.value = result.value;
  number.error = std::fabs(result.tangent[0]) * a.error + 4 * unit * std::fabs(result.value);
  if (count == 2) number.error += std::fabs(result.tangent[1]) * b.error;
  const double size = std::fabs(number.value);
  if (is_exponential(at.operation) && !(size < lost && size > 1 / lost)) return false;
  if (at.operation == Operation::tanh && size > 1 - 1 / lost) return false;
  if (number.value - number.value != 0 || number.error - number.error != 0) return false;
  const auto is_nothing = [](const Number& one) { return one.value == 0 && one.error == 0; };
  const bool of_nothing = is_nothing(a) || (count == 2 ? is_nothing(b) : at.number == 0);
  return is_sum(at.operation) || of_nothing || std::max(size, number.error) > smallest;
}

bool Probe::evaluate() {
  return std::all_of(order_.begin(), order_.end(), [this](int node) { return evaluate(node); });
}

std::vector<Probe::Number> Probe::at_roots() const {
  std::vector<Number> list;
  for (const int root : roots_) list.push_back(numbers_[static_cast<std::size_t>(root)]);
  return list;
}

bool Probe::vanishes() {
  int told = 0;
  for (int trial = 0; smooth_ && trial < most_trials && told < points; ++trial) {
    for (double& input : inputs_) input = drawn();
    if (!evaluate()) continue;
    for (const Number& one : at_roots())
      if (std::fabs(one.value) > one.error) return false;
    ++told;
  }
  return told == points;
}

bool Probe::indifferent(int input) {
  const auto which = static_cast<std::size_t>(input);
  if (which >= inputs_.size()) return true;
  int told = 0;
  for (int trial = 0; smooth_ && trial < most_trials && told < points; ++trial) {
    for (double& one : inputs_) one = drawn();
    if (!evaluate()) continue;
    const std::vector<Number> before = at_roots();
    inputs_[which] = drawn();
    if (!evaluate()) continue;
    const std::vector<Number> after = at_roots();
    for (std::size_t i = 0; i < roots_.size(); ++i)
      if (std::fabs(after[i].value - before[i].value) > after[i].error + before[i].error) return false;
    ++told;
  }
  return told == points;
}

}  // namespace polhode::expression
