// [[functional]], and what a [[system]] says of its paths.
#include "formats/action_reader.hpp"

#include <polhode/base/text.hpp>

namespace polhode {
namespace {

constexpr std::size_t most_unknowns = 100;  // the matrix of a piece then has a few million numbers
constexpr std::string_view free_word = "free";

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name + " = …";
  return text;
}

/// Values of all unknowns at one end, and of the variable where it is said there.
void read_end(TableReader& table, std::string_view key, EnergyReader& reader, bool with_variable, ode::PathEnd& end) {
  const std::vector<std::string>& unknowns = reader.text.coordinates;
  ReadContext& context = table.context();
  end.q.assign(unknowns.size(), 0);
  end.free.assign(unknowns.size(), 0);
  std::vector<std::string> names = unknowns;
  if (with_variable) names.insert(names.begin(), reader.text.variable);
  const Node* node = table.find(key);
  if (node == nullptr) {
    reader.broken = true;
    return table.missing(key, "write " + std::string(key) + " = { " + listed(names) + " }");
  }
  const TableReader values(*node, table.path(key), context);
  for (const Member& member : values.node().members) {
    const std::string path = values.path(member.key.substr(0, 60));
    const auto found = std::find(names.begin(), names.end(), member.key);
    if (found == names.end()) {
      const std::string near = nearest(member.key, names);
      context.findings.error(member.where, path, "'" + member.key.substr(0, 60) + "' is none of what an end has",
                             near.empty() ? "it has " + listed(names) : "did you mean '" + near + "'?");
      reader.broken = true;
      continue;
    }
    const auto which = static_cast<std::size_t>(found - names.begin());
    if (member.value.kind == Node::Kind::string && member.value.text == free_word && (which > 0 || !with_variable)) {
      end.free[which - (with_variable ? 1 : 0)] = 1;
      continue;
    }
    const auto number = read_number(member.value, path, std::nullopt, context, reader.vocabulary.parameters());
    if (!number) reader.broken = true;
    if (with_variable && which == 0)
      end.t = number.value_or(0);
    else
      end.q[which - (with_variable ? 1 : 0)] = number.value_or(0);
  }
  for (const std::string& name : names)
    if (node->kind == Node::Kind::table && !values.has(name)) {
      context.findings.error(node->where, table.path(key), "the value of '" + name + "' at this end is missing",
                             "add " + name + " = …" +
                                 (name == reader.text.variable ? "" : ", or " + name + " = \"free\" if it may be any"));
      reader.broken = true;
    }
}

/// A table of formulas of the variable, one for each unknown.
std::optional<TypedPath> read_path(const Node& node, const std::string& name, const std::string& path,
                                   EnergyReader& reader, bool all) {
  ReadContext& context = reader.context();
  const TableReader table(node, path, context);
  if (node.kind != Node::Kind::table) return std::nullopt;
  std::vector<SystemText::Formula> formulas;
  for (const Member& member : table.node().members) {
    if (member.value.kind != Node::Kind::string && member.value.kind != Node::Kind::number) {
      context.findings.error(member.value.where, table.path(member.key.substr(0, 60)),
                             "expected a number or a formula in quotes, not " + describe(member.value));
      return std::nullopt;
    }
    formulas.push_back(
        {member.key, member.value.kind == Node::Kind::string ? member.value.text : shortest(member.value.number)});
  }
  auto made = TypedPath::compile(reader.text, name, formulas, all);
  if (made.ok()) return *std::move(made);
  for (const Diagnostic& finding : made.diagnostics()) {
    const Node* at = node.find(finding.path);
    if (at == nullptr) {
      Diagnostic whole = finding;
      whole.where = node.where;
      whole.path = finding.path.empty() ? path : path + "." + finding.path.substr(0, 60);
      for (const Member& member : node.members)
        if (member.key == finding.path) whole.where = member.where;
      context.findings.add(whole);
    } else {
      context.findings.add(inside(*at, path + "." + finding.path.substr(0, 60), finding));
    }
  }
  return std::nullopt;
}

/// The other end's value where one is free, so that a straight line lies between them.
void settle_free(Between& between) {
  for (std::size_t a = 0; a < between.from.q.size(); ++a) {
    if (between.from.free[a] != 0) between.from.q[a] = between.to.q[a];
    if (between.to.free[a] != 0) between.to.q[a] = between.from.q[a];
  }
}

void read_guess(TableReader& table, EnergyReader& reader, Between& between) {
  if (const Node* node = table.find("guess"))
    between.guess = read_path(*node, "guess", table.path("guess"), reader, false);
}

}  // namespace

std::optional<Between> read_between(TableReader& system, EnergyReader& reader) {
  const Node* node = system.find("between");
  if (node == nullptr) return std::nullopt;
  const bool was_broken = reader.broken;
  reader.broken = false;
  TableReader table(*node, system.path("between"), system.context());
  system.context().source.set(system.path("between"), node->where);
  Between between;
  read_end(table, "from", reader, false, between.from);
  read_end(table, "to", reader, false, between.to);
  between.end = table.positive("end", dimension::time);
  read_guess(table, reader, between);
  table.finish();
  settle_free(between);
  const bool read = !reader.broken;
  reader.broken = was_broken;
  return read ? std::optional(std::move(between)) : std::nullopt;
}

std::vector<TypedPath> read_paths(TableReader& table, EnergyReader& reader) {
  std::vector<TypedPath> all;
  const Node* node = table.find("paths");
  if (node == nullptr) return all;
  const TableReader paths(*node, table.path("paths"), table.context());
  for (const Member& member : paths.node().members)
    if (auto path = read_path(member.value, member.key, paths.path(member.key.substr(0, 60)), reader, true))
      all.push_back(*std::move(path));
  return all;
}

FunctionalEntry read_functional(const Node& node, const std::string& path, ReadContext& context) {
  TableReader table(node, path, context);
  FunctionalEntry entry;
  entry.name = read_name(table, "functional");
  EnergyReader reader{table};
  reader.text.variable = table.text("variable").value_or("x");
  if (const Node* named = table.find("variable"); named != nullptr && named->kind == Node::Kind::string) {
    const Member member{reader.text.variable, named->where, *named};
    Vocabulary none;
    none.names.clear();
    if (!accept_name(member, table.path("variable"), false, none, context)) reader.text.variable = "x";
  }
  reader.vocabulary.names = {reader.text.variable};
  reader.taken.names = {reader.text.variable};
  reader.read_coordinates(false, "unknowns");
  reader.read_parameters();
  if (const Node* integrand = table.find("integrand")) {
    reader.text.energy = reader.formula(*integrand, "integrand");
  } else {
    table.missing("integrand", "for example integrand = \"sqrt(1 + y'^2)\"");
    reader.broken = true;
  }
  reader.text.definitions = reader.formulas("definitions", EnergyReader::Names::names);
  const bool readable = !reader.broken;
  read_end(table, "from", reader, true, entry.between.from);
  read_end(table, "to", reader, true, entry.between.to);
  settle_free(entry.between);
  read_guess(table, reader, entry.between);
  entry.paths = read_paths(table, reader);
  if (!reader.broken && !(entry.between.to.t > entry.between.from.t)) {
    table.error(*table.find("to"), "to", "this end is not behind the first one",
                "let " + reader.text.variable + " grow from the one to the other");
    reader.broken = true;
  }
  if (reader.text.coordinates.size() > most_unknowns) {
    table.error(*table.find("unknowns"), "unknowns",
                "a functional has at most " + std::to_string(most_unknowns) + " unknowns", "take fewer");
    reader.broken = true;
  }
  if (readable) {
    auto made = Functional::compile(reader.text);
    reader.tell(made.diagnostics());
    if (made.ok() && !reader.broken) entry.functional = *std::move(made);
  }
  table.finish();
  return entry;
}

}  // namespace polhode
