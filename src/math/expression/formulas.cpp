#include <polhode/math/formulas.hpp>

#include <algorithm>
#include <map>

#include "math/expression/compiler.hpp"
#include "math/expression/derivative.hpp"
#include "math/expression/probe.hpp"
#include "math/expression/reader.hpp"

namespace polhode {

using expression::Findings;
using expression::Graph;
using expression::Operation;
using expression::Reader;
using expression::Slopes;
using expression::Value;

struct Formulas::Book {
  std::vector<std::string> names;  ///< inputs, then parameters
  std::vector<double> values;      ///< of the parameters
  std::vector<std::string> inputs;
  ExpressionLimits limits;
  std::string clock = "t";
  Graph graph;
  std::optional<Reader> reader;
  std::vector<expression::NumberList> lists;
  std::vector<expression::Definition> definitions;
  std::map<int, Slopes> slopes;  ///< by input

  Book(std::vector<std::string> names_of_inputs, const ExpressionLimits& limits_given)
      : names(std::move(names_of_inputs)),
        inputs(names),
        limits(limits_given),
        graph(static_cast<std::size_t>(std::max(limits_given.expanded, 1))) {}

  /// From the first formula on names are fixed.
  Reader& reading() {
    if (reader) return *reader;
    reader.emplace(graph, names, values, limits);
    reader->set_clock(clock);
    for (auto& list : lists) reader->add_list(list);
    for (auto& definition : definitions) reader->add_definition(definition);
    return *reader;
  }
  void require_open() const {
    if (reader) usage_error("names before the first formula", "one after it");
  }
  bool is(Term term, double number) const { return graph.is_number(term.node) && graph[term.node].number == number; }
  Diagnostics too_long() const {
    Findings findings;
    findings.add(
        0, "with their derivatives the formulas have more than " + std::to_string(limits.expanded) + " operations",
        "let sums have fewer terms");
    return findings.all();
  }
  Diagnostics too_wide() const {
    Findings findings;
    findings.add(0, "the formulas need more than " + std::to_string(Program::register_limit) + " values at a time",
                 "let sums have fewer terms");
    return findings.all();
  }
};

Formulas::Formulas(std::vector<std::string> inputs, const ExpressionLimits& limits)
    : book_(std::make_unique<Book>(std::move(inputs), limits)) {}
Formulas::~Formulas() = default;
Formulas::Formulas(Formulas&&) noexcept = default;
Formulas& Formulas::operator=(Formulas&&) noexcept = default;

void Formulas::clock(std::string name) {
  book_->require_open();
  book_->clock = std::move(name);
}

void Formulas::parameter(std::string name, double value) {
  book_->require_open();
  book_->names.push_back(std::move(name));
  book_->values.push_back(value);
}

void Formulas::parameter(std::string name, std::vector<double> values) {
  book_->require_open();
  book_->lists.push_back({std::move(name), std::move(values)});
}

void Formulas::define(std::string name, std::string text) {
  book_->require_open();
  std::string index;
  if (const std::size_t square = name.find('['); square != std::string::npos) {
    index = name.substr(square + 1, name.find(']', square) - square - 1);
    name.resize(square);
  }
  book_->definitions.push_back({std::move(name), std::move(index), std::move(text)});
}

bool Formulas::knows(std::string_view name) const {
  const expression::Dictionary dictionary(book_->names, &book_->definitions, &book_->lists);
  return dictionary.is_value(name) || dictionary.indexed(name) >= 0;
}

Diagnostics Formulas::check() {
  Reader& reader = book_->reading();
  reader.read_definitions();
  return reader.take_definition_findings();
}

Result<Terms> Formulas::read(std::string_view text) {
  Reader& reader = book_->reading();
  Findings findings;
  const Value value = reader.read(text, findings);
  Diagnostics elsewhere = reader.take_definition_findings();
  if (value.broken && findings.empty() && elsewhere.empty())
    findings.add(0, "this formula uses a definition in which something is wrong");
  if (!findings.empty() || !elsewhere.empty()) {
    findings.all().append(elsewhere);
    return findings.all();
  }
  Terms terms{.vector = value.is_vector()};
  for (int part : value.parts) terms.parts.push_back({part});
  if (!terms.vector) terms.parts.push_back({value.node});
  return terms;
}

Result<Term> Formulas::number(std::string_view text) {
  auto terms = read(text);
  if (!terms.ok()) return terms.diagnostics();
  if (!terms->vector) return terms->parts[0];
  Findings findings;
  findings.add(0, "this is a vector of " + std::to_string(terms->parts.size()) + " parts, and one number is needed",
               "take norm(…), or a part such as .x");
  return findings.all();
}

Term Formulas::constant(double value) { return {book_->graph.number(value)}; }
Term Formulas::input(int which) { return {book_->graph.input(which)}; }
// What stands still has slopes that are 0 by their structure; they leave sums and products without a trace.

Term Formulas::sum(Term a, Term b) {
  if (book_->is(a, 0) || book_->is(b, 0)) return book_->is(a, 0) ? b : a;
  return {book_->graph.make(Operation::add, a.node, b.node)};
}

Term Formulas::difference(Term a, Term b) {
  if (book_->is(b, 0)) return a;
  return book_->is(a, 0) ? negative(b) : Term{book_->graph.make(Operation::subtract, a.node, b.node)};
}

Term Formulas::product(Term a, Term b) {
  if (book_->is(a, 0) || book_->is(b, 0)) return constant(0);
  return {book_->graph.make(Operation::multiply, a.node, b.node)};
}

Term Formulas::quotient(Term a, Term b) {
  return book_->is(a, 0) ? a : Term{book_->graph.make(Operation::divide, a.node, b.node)};
}

Term Formulas::negative(Term a) { return {book_->graph.make(Operation::negate, a.node)}; }

Term Formulas::derivative(Term a, int input) {
  auto found = book_->slopes.find(input);
  if (found == book_->slopes.end()) {
    std::vector<int> seeds(static_cast<std::size_t>(input) + 1, Slopes::no_slope);
    seeds.back() = book_->graph.number(1);
    found = book_->slopes.try_emplace(input, book_->graph, std::move(seeds)).first;
  }
  return {found->second.node_of(a.node)};
}

Term Formulas::derivative_along(Term a, std::span<const Term> rates) {
  std::vector<int> seeds;
  for (Term rate : rates) seeds.push_back(book_->is(rate, 0) ? Slopes::no_slope : rate.node);
  return {Slopes(book_->graph, std::move(seeds)).node_of(a.node)};
}

const std::vector<std::string>& Formulas::inputs() const { return book_->inputs; }

int Formulas::find_input(std::string_view name) const { return expression::Dictionary(book_->inputs).input(name); }

std::optional<int> Formulas::first_needed(Term a, int from, int to) const {
  const std::vector<bool> reached = book_->graph.reached_from(&a.node, 1);
  int first = to;
  for (int i = 0; i <= a.node; ++i) {
    if (!reached[static_cast<std::size_t>(i)] || book_->graph[i].operation != Operation::input) continue;
    const int input = book_->graph[i].input;
    if (input >= from) first = std::min(first, input);
  }
  return first < to ? std::optional(first) : std::nullopt;
}

std::optional<double> Formulas::value(Term a) const {
  if (!book_->graph.is_number(a.node)) return std::nullopt;
  return book_->graph[a.node].number;
}

bool Formulas::vanishes(Term a) const {
  if (const auto number = value(a)) return *number == 0;
  return !book_->graph.full() && expression::Probe(book_->graph, {a.node}).vanishes();
}

bool Formulas::indifferent(std::span<const Term> terms, int input) const {
  std::vector<int> nodes;
  for (const Term term : terms)
    if (depends(term, input)) nodes.push_back(term.node);
  if (nodes.empty()) return true;
  return !book_->graph.full() && expression::Probe(book_->graph, std::move(nodes)).indifferent(input);
}

Result<Program> Formulas::compile(std::span<const Term> outputs) const {
  if (book_->graph.full()) return book_->too_long();
  std::vector<int> nodes;
  for (Term output : outputs) nodes.push_back(output.node);
  Program program;
  if (!ProgramCompiler::compile(book_->graph, nodes, Program::register_limit, program)) return book_->too_wide();
  return program;
}

Result<Expression> Formulas::expression(Term a, std::string text) const {
  if (book_->graph.full()) return book_->too_long();
  auto made = Expression::from(book_->graph, a.node, Program::register_limit, std::move(text));
  if (!made) return book_->too_wide();
  return *std::move(made);
}

}  // namespace polhode
