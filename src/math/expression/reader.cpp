#include "math/expression/reader.hpp"

#include <algorithm>

#include "math/expression/elaborator.hpp"
#include "math/expression/parser.hpp"

namespace polhode::expression {
namespace {

constexpr std::size_t deepest_definition = 200;

}  // namespace

Reader::Reader(Graph& graph, std::span<const std::string> names, std::span<const double> values,
               const ExpressionLimits& limits)
    : graph_(graph), names_(names), values_(values), limits_(limits) {}

void Reader::add_list(NumberList list) { lists_.push_back(std::move(list)); }

void Reader::add_definition(Definition definition) {
  definitions_.push_back(std::move(definition));
  parsed_.emplace_back();
}

std::optional<Syntax> Reader::parse(std::string_view text, Findings& findings, std::string_view index) const {
  if (text.size() > static_cast<std::size_t>(std::max(limits_.characters, 0))) {
    findings.add(0, "the formula has " + std::to_string(text.size()) + " characters, more than the " +
                        std::to_string(limits_.characters) + " allowed");
    return std::nullopt;
  }
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    findings.add(0, "the formula is empty", "write a number or a formula such as 2*sin(3*t)");
    return std::nullopt;
  }
  const Dictionary names = dictionary();
  Syntax syntax = Parser(text, names, limits_, findings, index).parse();
  if (findings.empty()) return syntax;
  findings.sort();
  return std::nullopt;
}

Value Reader::read(std::string_view text, Findings& findings, bool* truth) {
  const auto syntax = parse(text, findings);
  if (!syntax) return Value::mistake();
  const SyntaxNode& root = syntax->nodes[static_cast<std::size_t>(syntax->root)];
  if (truth != nullptr) *truth = root.form == Form::operation && is_truth(root.operation);
  return Elaborator(*this, *syntax, text, findings).run();
}

const Syntax* Reader::parsed(int which) {
  Parsed& parsed = parsed_[static_cast<std::size_t>(which)];
  if (!parsed.syntax && parsed.findings.empty()) {
    const Definition& definition = definitions_[static_cast<std::size_t>(which)];
    if (!definition.index.empty() && dictionary().is_value(definition.index))
      parsed.findings.add(0, quoted(definition.index) + " has a meaning here, and cannot count",
                          "choose another letter");
    else
      parsed.syntax = parse(definition.text, parsed.findings, definition.index);
    if (!parsed.syntax) parsed.syntax.emplace();
  }
  return parsed.syntax->root >= 0 ? &*parsed.syntax : nullptr;
}

Value Reader::definition(int which, long index, std::size_t where, Findings& findings) {
  const std::pair key{which, index};
  Instance& instance = instances_[key];
  if (instance.state == Instance::State::done) return instance.value;
  if (instance.state == Instance::State::active) return cycle(which, index, where, findings);
  if (active_.size() >= deepest_definition) {
    findings.add(where, "definitions use each other more than " + std::to_string(deepest_definition) + " deep here");
    return Value::mistake();
  }
  instance.state = Instance::State::active;
  active_.push_back(key);
  instance.value = Value::mistake();
  if (const Syntax* syntax = parsed(which)) {
    const std::string& text = definitions_[static_cast<std::size_t>(which)].text;
    instance.value = Elaborator(*this, *syntax, text, parsed_[static_cast<std::size_t>(which)].findings, index).run();
  }
  active_.pop_back();
  instance.state = Instance::State::done;
  return instance.value;
}

std::string Reader::name_of(int which, long index) const {
  const Definition& definition = definitions_[static_cast<std::size_t>(which)];
  return definition.index.empty() ? definition.name : definition.name + "[" + std::to_string(index) + "]";
}

Value Reader::cycle(int which, long index, std::size_t where, Findings& findings) {
  const auto start = std::find(active_.begin(), active_.end(), std::pair{which, index});
  const std::string name = name_of(which, index);
  std::string path;
  constexpr long shown = 8;
  for (auto it = start; it != active_.end() && it - start < shown; ++it) path += name_of(it->first, it->second) + " → ";
  if (active_.end() - start > shown) path += "… → ";
  findings.add(where, "'" + name + "' is defined by itself: " + path + name, "define one of them without the others");
  return Value::mistake();
}

void Reader::read_definitions() {
  for (int i = 0; i < static_cast<int>(definitions_.size()); ++i) {
    const Definition& definition = definitions_[static_cast<std::size_t>(i)];
    Findings none;
    if (!definition.index.empty())
      parsed(i);
    else
      this->definition(i, 0, 0, none);
  }
}

Diagnostics Reader::take_definition_findings() {
  Diagnostics all;
  for (std::size_t i = 0; i < parsed_.size(); ++i) {
    for (Diagnostic finding : parsed_[i].findings.all()) {
      finding.path = definitions_[i].name;
      all.add(std::move(finding));
    }
    parsed_[i].findings.all().all().clear();
  }
  return all;
}

bool Reader::spend(long steps, std::size_t where, Findings& findings) {
  const long limit = limits_.expanded;
  const bool before = steps_ <= limit && !graph_.full();
  steps_ += steps;
  if (steps_ <= limit && !graph_.full()) return true;
  if (before || findings.empty())
    findings.add(where, "written out, the formulas have more than " + std::to_string(limit) + " operations",
                 "let sums have fewer terms");
  return false;
}

Value Reader::input(int which) {
  const int first_value = static_cast<int>(names_.size()) - static_cast<int>(values_.size());
  if (which >= first_value) return Value::of(graph_.number(values_[static_cast<std::size_t>(which - first_value)]));
  return Value::of(graph_.input(which));
}

const Meaning& Reader::meaning(const std::string& name) {
  const auto [place, fresh] = meanings_.try_emplace(name);
  if (fresh) {
    place->second = dictionary().find(name);
    steps_ += static_cast<long>(names_.size() + definitions_.size()) / 16;
  }
  return place->second;
}

int Reader::without_rate(int node) {
  for (int i = static_cast<int>(without_rate_.size()); i <= node; ++i) {
    const Node& now = graph_[i];
    int missing = -1;
    if (now.operation == Operation::input && rates_[static_cast<std::size_t>(now.input)] == Slopes::no_slope)
      missing = now.input;
    for (int operand : now.operand)
      if (operand >= 0 && missing < 0) missing = without_rate_[static_cast<std::size_t>(operand)];
    without_rate_.push_back(missing);
  }
  return without_rate_[static_cast<std::size_t>(node)];
}

void Reader::prepare_motion() {
  if (motion_) return;
  const Dictionary names = dictionary();
  const std::size_t inputs = names_.size() - values_.size();
  for (std::size_t i = 0; i < inputs; ++i) {
    const int moving = names.input(names_[i] + "'");
    const int rate = names_[i] == clock_ ? graph_.number(1) : Slopes::no_slope;
    rates_.push_back(moving >= 0 ? input(moving).node : rate);
  }
  motion_.emplace(graph_, rates_);
}

Value Reader::rate(const Value& value, std::size_t where, Findings& findings) {
  if (value.broken || value.nothing) return value;
  prepare_motion();
  Value result;
  const auto slope = [&](int node) {
    const int missing = without_rate(node);
    if (missing < 0) return motion_->node_of(node);
    const std::string& name = names_[static_cast<std::size_t>(missing)];
    if (!result.broken)
      findings.add(
          where,
          "how " + quoted(name) + " changes " + (clock_ == "t" ? "in time" : "with " + clock_) + " is not known here",
          "only what is made of " + clock_ + ", and of names x beside which x' is a name, too, has a rate");
    result.broken = true;
    return 0;
  };
  result.node = value.is_vector() ? 0 : slope(value.node);
  for (int part : value.parts) result.parts.push_back(slope(part));
  return result.broken ? Value::mistake() : result;
}

}  // namespace polhode::expression
