#include "dynamics/general/system_book.hpp"

#include <algorithm>

#include <polhode/base/text.hpp>

namespace polhode::general {
namespace {

std::vector<std::string> input_names(const SystemText& text, std::string (*second)(const std::string&)) {
  std::vector<std::string> names{text.variable};
  names.insert(names.end(), text.coordinates.begin(), text.coordinates.end());
  for (const std::string& coordinate : text.coordinates) names.push_back(second(coordinate));
  return names;
}

}  // namespace

SystemBook::SystemBook(const SystemText& given, std::string (*second)(const std::string& coordinate))
    : text(given), n(given.coordinates.size()), book(input_names(given, second)) {
  book.clock(text.variable);
  for (const SystemText::Parameter& parameter : text.parameters) {
    if (parameter.list)
      book.parameter(parameter.name, parameter.values);
    else
      book.parameter(parameter.name, parameter.values.at(0));
  }
  for (const SystemText::Formula& definition : text.definitions) book.define(definition.name, definition.text);
  for (Diagnostic finding : book.check()) {
    finding.path = "definitions." + finding.path;
    findings.add(std::move(finding));
  }
}

void SystemBook::add(const std::string& path, const Diagnostics& found) {
  for (Diagnostic finding : found) {
    finding.path = finding.path.empty() ? path : "definitions." + finding.path;
    findings.add(std::move(finding));
  }
}

Term SystemBook::number(const std::string& path, const std::string& formula) {
  auto term = book.number(formula);
  if (term.ok()) return *term;
  add(path, term.diagnostics());
  return book.constant(0);
}

std::vector<Term> SystemBook::forces() {
  std::vector<Term> list(n, book.constant(0));
  for (const SystemText::Formula& force : text.forces) {
    const Term term = number("forces." + force.name, force.text);
    const auto found = std::find(text.coordinates.begin(), text.coordinates.end(), force.name);
    if (found != text.coordinates.end()) {
      Term& sum = list[static_cast<std::size_t>(found - text.coordinates.begin())];
      sum = book.sum(sum, term);
      continue;
    }
    const std::string near = nearest(force.name, text.coordinates);
    findings.error(
        {.line = 1, .column = 0}, "forces." + force.name, "no coordinate is called '" + force.name.substr(0, 60) + "'",
        near.empty() ? "a force is called as the coordinate that it acts on" : "did you mean '" + near + "'?");
  }
  return list;
}

std::vector<NamedExpression> SystemBook::named(const char* key, const std::vector<SystemText::Formula>& list) {
  std::vector<NamedExpression> all;
  for (const SystemText::Formula& one : list)
    all.push_back({one.name, expression(number(std::string(key) + "." + one.name, one.text), one.text)});
  return all;
}

std::vector<NamedExpressions> SystemBook::points() {
  std::vector<NamedExpressions> all;
  for (const SystemText::Formulas& point : text.points) {
    NamedExpressions parts{point.name, {}};
    for (std::size_t i = 0; i < point.texts.size(); ++i)
      parts.parts.push_back(expression(number(numbered("points." + point.name, i), point.texts[i]), point.texts[i]));
    all.push_back(std::move(parts));
  }
  return all;
}

std::optional<Program> SystemBook::program(const std::vector<Term>& outputs) {
  if (findings.has_errors()) return std::nullopt;
  auto made = book.compile(outputs);
  if (made.ok()) return *std::move(made);
  add("", made.diagnostics());
  return std::nullopt;
}

Expression SystemBook::expression(Term term, const std::string& formula) {
  if (findings.has_errors()) return Expression::constant(0);
  auto made = book.expression(term, formula);
  if (made.ok()) return *std::move(made);
  add("", made.diagnostics());
  return Expression::constant(0);
}

}  // namespace polhode::general
