// [[system]]: first-order equations as formulas.
#include <algorithm>

#include <polhode/base/text.hpp>

#include "formats/system_names.hpp"

namespace polhode {

bool accept_name(const Member& member, const std::string& path, bool prime, const Vocabulary& known,
                 ReadContext& context) {
  std::string_view stem = member.key;
  while (prime && stem.ends_with('\'')) stem.remove_suffix(1);
  if (const std::string good = usable_name(stem, "x"); good != stem) {
    context.findings.error(member.where, path, "a name is made of letters, digits and _, so that formulas can use it",
                           "for example " + good);
    return false;
  }
  if (!known.has(member.key)) return true;
  context.findings.error(member.where, path,
                         member.key == time_symbol
                             ? "'t' is the time, and is known to every formula"
                             : "'" + member.key.substr(0, 60) + "' is a variable of this system already",
                         "choose another name");
  return false;
}

void warn_of_hidden(const Member& member, const std::string& path, ReadContext& context) {
  if (Expression::is_name_of_constant(member.key))
    context.findings.warning(member.where, path, "in this system '" + member.key + "' is no longer the constant",
                             "another name would keep both");
  if (Expression::is_name_of_function(member.key))
    context.findings.warning(member.where, path,
                             "'" + member.key + "' is a function, too: before a bracket it is that, elsewhere this",
                             "another name would be easier to read");
}

namespace {

/// The formula of a rate, or 0 with a finding.
Expression read_rate(const Member& member, const std::string& path, const Vocabulary& vocabulary,
                     ReadContext& context) {
  auto formula =
      read_formula(member.value, path, std::nullopt, {.names = vocabulary.names, .values = vocabulary.values}, context);
  if (formula && formula->is_truth())
    context.findings.error(member.value.where, path, "this is true or false, and no rate",
                           "for a rate of 1 where it is true write if(" + formula->text().substr(0, 60) + ", 1, 0)");
  return formula ? *std::move(formula) : Expression::constant(0);
}

void read_parameters(TableReader& table, Vocabulary& vocabulary) {
  ReadContext& context = table.context();
  const Node* node = table.find("parameters");
  if (node == nullptr) return;
  const TableReader parameters(*node, table.path("parameters"), context);
  for (const Member& member : parameters.node().members) {
    const std::string path = parameters.path(member.key.substr(0, 60));
    if (!accept_name(member, path, false, vocabulary, context)) continue;
    warn_of_hidden(member, path, context);
    // A name that is known, whatever its value, keeps formulas from being called wrong because of it.
    const double value = read_number(member.value, path, std::nullopt, context, vocabulary.parameters()).value_or(1);
    vocabulary.names.push_back(member.key);
    vocabulary.values.push_back(value);
  }
}

/// One value for each variable, in the order of the equations.
std::vector<double> read_initial(TableReader& table, const SystemEntry& system, const Vocabulary& vocabulary) {
  ReadContext& context = table.context();
  std::vector<double> values(system.variables.size(), 0);
  const Node* node = table.find("initial");
  if (node == nullptr) {
    if (!system.variables.empty())
      table.missing("initial", "for example initial = { " + as_key(system.variables[0]) + " = 1, … }");
    return values;
  }
  const TableReader initial(*node, table.path("initial"), context);
  for (const Member& member : initial.node().members) {
    const std::string path = initial.path(member.key.substr(0, 60));
    const auto found = std::find(system.variables.begin(), system.variables.end(), member.key);
    if (system.variables.empty()) continue;  // that there are no equations was said already
    if (found == system.variables.end()) {
      const std::string near = nearest(member.key, system.variables);
      context.findings.error(member.where, path, "no equation says how '" + member.key.substr(0, 60) + "' changes",
                             near.empty() ? "add it to equations, or remove it here" : "did you mean '" + near + "'?");
      continue;
    }
    values[static_cast<std::size_t>(found - system.variables.begin())] =
        read_number(member.value, path, std::nullopt, context, vocabulary.parameters()).value_or(0);
  }
  for (const std::string& variable : system.variables)
    if (node->kind == Node::Kind::table && !initial.has(variable))
      context.findings.error(node->where, table.path("initial"), "the initial value of '" + variable + "' is missing",
                             "add " + as_key(variable) + " = …");
  return values;
}

/// The variables that are momenta, by their index.
std::vector<int> read_momenta(TableReader& table, const std::vector<std::string>& variables) {
  std::vector<int> momenta;
  const Node* node = table.find("momenta");
  if (node == nullptr) return momenta;
  if (node->kind != Node::Kind::array) {
    table.error(*node, "momenta", "expected a list of variables, not " + describe(*node), "write [\"p1\", \"p2\"]");
    return momenta;
  }
  for (std::size_t i = 0; i < node->items.size(); ++i) {
    const Node& item = node->items[i];
    const std::string key = "momenta[" + std::to_string(i) + "]";
    const auto found = std::find(variables.begin(), variables.end(), item.text);
    if (item.kind != Node::Kind::string) {
      table.error(item, key, "expected the name of a variable in quotes, not " + describe(item));
    } else if (found == variables.end()) {
      const std::string near = nearest(item.text, variables);
      table.error(item, key, "no variable is called '" + item.text.substr(0, 60) + "'",
                  near.empty() ? "name variables of equations" : "did you mean '" + near + "'?");
    } else if (const int index = static_cast<int>(found - variables.begin());
               std::find(momenta.begin(), momenta.end(), index) != momenta.end()) {
      table.error(item, key, "'" + item.text + "' is in this list already");
    } else {
      momenta.push_back(index);
    }
  }
  if (!momenta.empty() && momenta.size() == variables.size())
    table.error(*node, "momenta", "every variable is a momentum, and none is left for them to move",
                "name momenta or velocities only");
  return momenta;
}

/// Formulas that the motion is said to keep; each is a channel beside the variables.
std::vector<ConservedFormula> read_conserved(TableReader& table, const std::vector<std::string>& variables,
                                             const Vocabulary& vocabulary) {
  ReadContext& context = table.context();
  std::vector<ConservedFormula> list;
  const Node* node = table.find("conserved");
  if (node == nullptr) return list;
  Vocabulary taken;
  taken.names.insert(taken.names.end(), variables.begin(), variables.end());
  const TableReader formulas(*node, table.path("conserved"), context);
  for (const Member& member : formulas.node().members) {
    const std::string path = formulas.path(member.key.substr(0, 60));
    if (!accept_name(member, path, false, taken, context)) continue;
    auto formula = read_formula(member.value, path, std::nullopt,
                                {.names = vocabulary.names, .values = vocabulary.values}, context);
    if (formula) list.push_back({member.key, *std::move(formula)});
  }
  return list;
}

}  // namespace

SystemEntry read_system(const Node& node, const std::string& path, ReadContext& context) {
  TableReader table(node, path, context);
  SystemEntry system;
  system.name = read_name(table, "system");
  if (is_of_energy(table)) {
    read_energy_system(table, system);
    system.same_as = read_same_as(table);
    table.finish();
    return system;
  }
  Vocabulary vocabulary;
  const Node* equations = table.find("equations");
  std::vector<const Member*> accepted;
  if (equations == nullptr) {
    table.missing("equations",
                  "for example equations = { x = \"y\", y = \"-x\" }; or write coordinates and a lagrangian or a "
                  "hamiltonian");
  } else {
    const TableReader list(*equations, table.path("equations"), context);
    if (equations->kind == Node::Kind::table && list.node().members.empty())
      table.error(*equations, "equations", "a system needs at least one equation",
                  "for example equations = { x = \"y\", y = \"-x\" }");
    for (const Member& member : list.node().members) {
      if (!accept_name(member, list.path(member.key.substr(0, 60)), true, vocabulary, context)) continue;
      warn_of_hidden(member, list.path(member.key), context);
      accepted.push_back(&member);
      system.variables.push_back(member.key);
      vocabulary.names.push_back(member.key);
    }
  }
  read_parameters(table, vocabulary);
  for (const Member* member : accepted)
    system.formulas.push_back(read_rate(*member, table.path("equations") + "." + member->key, vocabulary, context));
  system.initial = read_initial(table, system, vocabulary);
  system.momenta = read_momenta(table, system.variables);
  system.conserved = read_conserved(table, system.variables, vocabulary);
  if (const Node* same = table.find("same_as"))
    table.error(*same, "same_as", "first-order equations do not say what their coordinates are",
                "give the system by its lagrangian or its hamiltonian");
  table.finish();
  return system;
}

}  // namespace polhode
