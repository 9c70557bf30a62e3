#include "math/expression/elaborator.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace polhode::expression {
namespace {

constexpr double largest_index = 1e9;
constexpr int most_parts = 1000;

}  // namespace

Value Elaborator::run() {
  values_.assign(syntax_.nodes.size(), {});
  for (int i = 0; i < static_cast<int>(values_.size());) {
    const SyntaxNode& node = syntax_.nodes[static_cast<std::size_t>(i)];
    if (!reader_.spend(1, node.offset, findings_) || findings_.full()) return Value::mistake();
    int next = i + 1;
    Value made = visit(node, next);
    values_[static_cast<std::size_t>(i)] = std::move(made);
    i = next;
  }
  return findings_.empty() ? at(syntax_.root) : Value::mistake();
}

Value Elaborator::visit(const SyntaxNode& node, int& next) {
  switch (node.form) {
    case Form::number: return Value::of(graph_.number(node.number));
    case Form::input: return reader_.input(node.which);
    case Form::definition:
      return reader_.definition(node.which, static_cast<long>(node.number), node.offset, findings_);
    case Form::list: return list(node.which, node);
    case Form::entry: {
      const std::vector<double>& list = reader_.lists()[static_cast<std::size_t>(node.which)].values;
      long which = 0;
      if (!place(at(node.operand[0]), node, static_cast<long>(list.size()), which)) return Value::mistake();
      return Value::of(graph_.number(list[static_cast<std::size_t>(which - 1)]));
    }
    case Form::inputs: {
      Value result;
      for (int i = 0; i < node.count; ++i)
        result.parts.push_back(reader_.input(syntax_.lists[static_cast<std::size_t>(node.first + i)]).node);
      return result;
    }
    case Form::index:
      return Value::of(graph_.number(static_cast<double>(indices_[static_cast<std::size_t>(node.which)])));
    case Form::operation: return operation(node);
    case Form::vector: return vector(node);
    case Form::part: return part(node);
    case Form::indexed: return indexed(node);
    case Form::rate: return rates(at(node.operand[0]), node.which, node);
    case Form::dot: return dot(node);
    case Form::cross: return cross(node);
    case Form::norm: return norm(node);
    case Form::sum_begin: return begin_sum(node, next);
    case Form::sum_end: return end_sum(node, next);
  }
  return Value::mistake();
}

/// A place in a sum is reached often; what is wrong with it is said once.
Value Elaborator::mistake(const SyntaxNode& node, std::string message, std::string hint) {
  const int column = static_cast<int>(node.offset) + 1;
  const auto& list = findings_.all().all();
  if (std::none_of(list.begin(), list.end(), [&](const Diagnostic& d) { return d.where.column == column; }))
    findings_.add(node.offset, std::move(message), std::move(hint));
  return Value::mistake();
}

bool Elaborator::whole(const Value& value, const SyntaxNode& node, const char* what, long& result) {
  if (value.broken) return false;
  const bool constant = !value.is_vector() && graph_.is_number(value.node);
  const double number = constant ? graph_[value.node].number : 0.5;
  if (number == std::floor(number) && std::fabs(number) <= largest_index) {
    result = static_cast<long>(number);
    return true;
  }
  mistake(node, std::string(what) + " must be a whole number that is known before the motion",
          constant ? "this one is " + std::to_string(number) : "numbers, parameters and indices are known");
  return false;
}

// ── names ──

Value Elaborator::list(int which, const SyntaxNode& node) {
  const std::vector<double>& list = reader_.lists()[static_cast<std::size_t>(which)].values;
  if (!reader_.spend(static_cast<long>(list.size()), node.offset, findings_)) return Value::mistake();
  Value result;
  for (double value : list) result.parts.push_back(graph_.number(value));
  return result;
}

Value Elaborator::rates(Value value, int times, const SyntaxNode& node) {
  for (int i = 0; i < times && !value.broken; ++i) {
    if (!reader_.spend(std::max<long>(1, static_cast<long>(value.parts.size())), node.offset, findings_))
      return Value::mistake();
    value = reader_.rate(value, node.offset, findings_);
  }
  return value;
}

Value Elaborator::meaning(const Meaning& meaning, const SyntaxNode& node) {
  Value value;
  switch (meaning.kind) {
    case Meaning::Kind::input: return reader_.input(meaning.which);
    case Meaning::Kind::definition:
      value = reader_.definition(meaning.which, meaning.index, node.offset, findings_);
      break;
    case Meaning::Kind::list: value = list(meaning.which, node); break;
    default:
      for (int input : meaning.inputs) value.parts.push_back(reader_.input(input).node);
  }
  return rates(value, meaning.primes, node);
}

/// x[3]: what is called x3, or else the definition of x[i] for i = 3.
Value Elaborator::indexed(const SyntaxNode& node) {
  long number = 0;
  if (!whole(at(node.operand[0]), node, "the number in square brackets", number)) return Value::mistake();
  const std::string base(text(node)), name = base + std::to_string(number),
                                      primes(static_cast<std::size_t>(node.which), '\'');
  if (const Meaning& found = reader_.meaning(name + primes); found.known()) return meaning(found, node);
  if (const Meaning& found = reader_.meaning(name); found.known()) return rates(meaning(found, node), node.which, node);
  const Dictionary names = reader_.dictionary();
  if (const int definition = names.indexed(base); definition >= 0)
    return rates(reader_.definition(definition, number, node.offset, findings_), node.which, node);
  return mistake(
      node, "nothing is called " + quoted(name) + " here, which '" + base + "[" + std::to_string(number) + "]' means",
      names.value_hint(name));
}

// ── vectors ──

Value Elaborator::vector(const SyntaxNode& node) {
  Value result;
  if (node.count > most_parts) return mistake(node, "a vector has at most " + std::to_string(most_parts) + " parts");
  if (!reader_.spend(node.count, node.offset, findings_)) return Value::mistake();
  for (int i = 0; i < node.count; ++i) {
    const Value& part = at(syntax_.lists[static_cast<std::size_t>(node.first + i)]);
    if (part.broken) return part;
    if (part.is_vector()) return mistake(node, "a part of a vector is a number, not " + described(part));
    result.parts.push_back(part.node);
  }
  return result;
}

Value Elaborator::part(const SyntaxNode& node) {
  const Value &whole_vector = at(node.operand[0]), &number = at(node.operand[1]);
  if (whole_vector.broken || number.broken) return Value::mistake();
  if (!whole_vector.is_vector()) return mistake(node, "this is one number and has no parts");
  long which = 0;
  if (!place(number, node, static_cast<long>(whole_vector.parts.size()), which)) return Value::mistake();
  return Value::of(whole_vector.parts[static_cast<std::size_t>(which - 1)]);
}

/// The number of a part, from 1 to `count`.
bool Elaborator::place(const Value& value, const SyntaxNode& node, long count, long& which) {
  if (!whole(value, node, "the number of a part", which)) return false;
  if (which >= 1 && which <= count) return true;
  mistake(node, "a vector of " + std::to_string(count) + " parts has no part " + std::to_string(which),
          "parts are counted from 1 to " + std::to_string(count));
  return false;
}

int Elaborator::dot_product(const std::vector<int>& a, const std::vector<int>& b) {
  int sum = -1;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const int product = graph_.make(Operation::multiply, a[i], b[i]);
    sum = sum < 0 ? product : graph_.make(Operation::add, sum, product);
  }
  return sum;
}

Value Elaborator::dot(const SyntaxNode& node) {
  const Value &a = at(node.operand[0]), &b = at(node.operand[1]);
  if (a.broken || b.broken) return Value::mistake();
  if (!a.is_vector() || a.parts.size() != b.parts.size())
    return mistake(node, "dot takes two vectors of as many parts, not " + described(a) + " and " + described(b));
  if (!reader_.spend(static_cast<long>(a.parts.size()), node.offset, findings_)) return Value::mistake();
  return Value::of(dot_product(a.parts, b.parts));
}

Value Elaborator::norm(const SyntaxNode& node) {
  const Value& a = at(node.operand[0]);
  if (a.broken) return a;
  if (!a.is_vector())
    return mistake(node, "norm takes a vector, not " + described(a), "the size of a number is abs(…)");
  if (!reader_.spend(static_cast<long>(a.parts.size()), node.offset, findings_)) return Value::mistake();
  return Value::of(graph_.make(Operation::sqrt, dot_product(a.parts, a.parts)));
}

/// a × b; of two vectors in the plane the number a₁b₂ − a₂b₁.
Value Elaborator::cross(const SyntaxNode& node) {
  const Value &a = at(node.operand[0]), &b = at(node.operand[1]);
  if (a.broken || b.broken) return Value::mistake();
  const std::size_t size = a.parts.size();
  if (size != b.parts.size() || (size != 2 && size != 3))
    return mistake(node,
                   "cross takes two vectors of 3 parts, or two of 2, not " + described(a) + " and " + described(b));
  const auto minor = [&](std::size_t i, std::size_t j) {
    return graph_.make(Operation::subtract, graph_.make(Operation::multiply, a.parts[i], b.parts[j]),
                       graph_.make(Operation::multiply, a.parts[j], b.parts[i]));
  };
  if (size == 2) return Value::of(minor(0, 1));
  const int x = minor(1, 2), y = minor(2, 0), z = minor(0, 1);
  return {.parts = {x, y, z}};
}

// ── sums ──

Value Elaborator::begin_sum(const SyntaxNode& node, int& next) {
  Loop loop{.begin = next - 1, .at = 0, .last = 0, .sum = {.nothing = true}};
  const bool known = whole(at(node.operand[0]), node, "the first index of a sum", loop.at) &&
                     whole(at(node.operand[1]), node, "the last index of a sum", loop.last);
  if (static_cast<std::size_t>(node.which) >= indices_.size())
    indices_.resize(static_cast<std::size_t>(node.which) + 1);
  indices_[static_cast<std::size_t>(node.which)] = loop.at;
  if (known && loop.at <= loop.last) {
    loops_.push_back(std::move(loop));
    return {};
  }
  // No terms: go on behind the sum.
  const int end = node.first;
  values_[static_cast<std::size_t>(end)] = known ? std::move(loop.sum) : Value::mistake();
  next = end + 1;
  return {};
}

Value Elaborator::end_sum(const SyntaxNode& node, int& next) {
  Loop& loop = loops_.back();
  loop.sum =
      add_up({.form = Form::operation, .operation = Operation::add, .offset = node.offset, .length = node.length},
             loop.sum, at(node.operand[0]));
  if (loop.at == loop.last || loop.sum.broken) {
    Value sum = std::move(loop.sum);
    loops_.pop_back();
    return sum;
  }
  indices_[static_cast<std::size_t>(syntax_.nodes[static_cast<std::size_t>(loop.begin)].which)] = ++loop.at;
  next = loop.begin + 1;
  return {};
}

}  // namespace polhode::expression
