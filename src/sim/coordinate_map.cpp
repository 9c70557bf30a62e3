// Coordinates of one derivation by formulas of another's.
#include <algorithm>

#include <polhode/base/text.hpp>
#include <polhode/sim/same_motion.hpp>

namespace polhode {
namespace {

/// t, then coordinates, rates and second rates.
std::vector<std::string> input_names(const Derivation& theirs) {
  std::vector<std::string> names{"t"};
  for (const char* mark : {"", "'", "''"})
    for (const DerivedCoordinate& one : theirs.coordinates) names.push_back(one.name + mark);
  return names;
}

/// "q1 (shoulder), q2 (elbow)".
std::string list_of(const Derivation& derivation) {
  std::string text;
  for (const DerivedCoordinate& one : derivation.coordinates) {
    text += (text.empty() ? "" : ", ") + one.name;
    if (!one.also.empty() && !one.also[0].empty()) text += " (" + one.also[0] + ")";
  }
  return text;
}

/// Whether a formula could speak of it.
bool is_word(const std::string& name) {
  return !name.empty() && !is_digit(name[0]) && std::all_of(name.begin(), name.end(), [](char c) {
    return c == '_' || is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  });
}

/// Formulas of the other's coordinates and of one's own parameters, as far as they do not hide those.
Formulas book_of(const Derivation& theirs, const std::vector<SystemText::Parameter>& parameters) {
  Formulas book(input_names(theirs));
  std::vector<std::string> taken = book.inputs();
  const auto is_new = [&taken](const std::string& name) {
    if (std::find(taken.begin(), taken.end(), name) != taken.end()) return false;
    taken.push_back(name);
    return true;
  };
  std::vector<SystemText::Formula> others;
  for (const DerivedCoordinate& one : theirs.coordinates)
    for (const std::string& name : one.also)
      if (is_word(name) && !Expression::is_name_of_constant(name) && is_new(name)) others.push_back({name, one.name});
  for (const SystemText::Parameter& parameter : parameters) {
    if (!is_new(parameter.name)) continue;
    if (parameter.list)
      book.parameter(parameter.name, parameter.values);
    else
      book.parameter(parameter.name, parameter.values.at(0));
  }
  for (const SystemText::Formula& one : others) book.define(one.name, one.text);
  return book;
}

Diagnostic not_there(const std::string& coordinate, const Derivation& theirs) {
  return {
      .path = coordinate,
      .message = "'" + theirs.name.substr(0, 60) + "' has no coordinate of this name, and no formula says which it is",
      .hint = "it has " + list_of(theirs) + ": write same_as = { of = \"" + theirs.name + "\", coordinates = { " +
              coordinate + " = \"" + (theirs.coordinates.empty() ? "" : theirs.coordinates[0].name) + "\", … } }"};
}

}  // namespace

Result<CoordinateMap> CoordinateMap::compile(const Derivation& mine, const Derivation& theirs,
                                             const std::vector<SystemText::Formula>& given,
                                             const std::vector<SystemText::Parameter>& parameters) {
  Diagnostics findings;
  CoordinateMap map;
  map.mine_ = mine.size();
  map.theirs_ = theirs.size();
  for (const DerivedCoordinate& one : theirs.coordinates)
    map.names_.push_back(!one.also.empty() && is_word(one.also[0]) ? one.also[0] : one.name);
  Formulas book = book_of(theirs, parameters);
  findings.append(book.check());
  const auto n = static_cast<int>(theirs.size());
  std::vector<Term> along{book.constant(1)};
  for (int i = 1 + n; i < 1 + 3 * n; ++i) along.push_back(book.input(i));
  along.resize(book.inputs().size(), book.constant(0));
  std::vector<Term> values, first, second, slopes;
  for (const DerivedCoordinate& own : mine.coordinates) {
    const auto typed = std::find_if(given.begin(), given.end(), [&](const auto& one) { return one.name == own.name; });
    const int plain = theirs.find(typed == given.end() ? own.name : typed->text);
    if (typed == given.end() && plain < 0) {
      findings.add(not_there(own.name, theirs));
      continue;
    }
    if (plain >= 0) map.names_[static_cast<std::size_t>(plain)] = own.name;
    const auto term = plain >= 0 ? Result<Term>(book.input(1 + plain)) : book.number(typed->text);
    if (!term.ok()) {
      for (Diagnostic finding : term.diagnostics()) {
        finding.path = own.name;
        if (finding.hint.empty()) finding.hint = "coordinates of '" + theirs.name + "' are " + list_of(theirs);
        findings.add(std::move(finding));
      }
      continue;
    }
    for (int i = 1 + n; i < 1 + 3 * n; ++i)
      if (book.depends(*term, i))
        findings.error({}, own.name, "a coordinate cannot depend on rates",
                       "write it as a formula of t and " + list_of(theirs));
    values.push_back(*term);
    first.push_back(book.derivative_along(*term, along));
    second.push_back(book.derivative_along(first.back(), along));
    for (int i = 1; i <= n; ++i) slopes.push_back(book.derivative(*term, i));
  }
  if (findings.has_errors()) return findings;
  for (const std::vector<Term>* list : {&first, &second, &slopes})
    values.insert(values.end(), list->begin(), list->end());
  auto program = book.compile(values);
  if (!program.ok()) return program.diagnostics();
  map.program_ = *std::move(program);
  return map;
}

void CoordinateMap::evaluate(double t, VecIn s, VecIn rates, VecIn accelerations, Values& values) const {
  std::vector<double> inputs{t}, outputs(program_.outputs());
  for (const VecIn part : {s, rates, accelerations}) inputs.insert(inputs.end(), part.begin(), part.end());
  program_.evaluate<double>(inputs, outputs);
  auto from = outputs.begin();
  const auto take = [&from](std::vector<double>& to, std::size_t count) {
    to.assign(from, from + static_cast<std::ptrdiff_t>(count));
    from += static_cast<std::ptrdiff_t>(count);
  };
  take(values.q, mine_);
  take(values.rates, mine_);
  take(values.accelerations, mine_);
  take(values.slopes, mine_ * theirs_);
}

}  // namespace polhode
