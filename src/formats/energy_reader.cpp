// [[system]] by a Lagrangian or a Hamiltonian.
#include <algorithm>

#include <polhode/base/text.hpp>

#include "formats/action_reader.hpp"

namespace polhode {
namespace {

/// The number of a point; −1 is the origin. Nothing, with a finding, for what is neither.
std::optional<int> point_of(const Node& node, const std::string& path, EnergyReader& reader) {
  std::vector<std::string> names;
  for (const SystemText::Formulas& one : reader.text.points) names.push_back(one.name);
  const auto found = std::find(names.begin(), names.end(), node.text);
  if (node.kind == Node::Kind::string && found != names.end()) return static_cast<int>(found - names.begin());
  if (node.kind == Node::Kind::string && node.text == "origin") return -1;
  names.emplace_back("origin");
  const std::string near = nearest(node.text, names);
  reader.context().findings.error(
      node.where, path,
      node.kind == Node::Kind::string ? "no point is called '" + node.text.substr(0, 60) + "'"
                                      : "expected the name of a point in quotes, not " + describe(node),
      near.empty() ? "name points of this system, or \"origin\"" : "did you mean '" + near + "'?");
  return std::nullopt;
}

/// What is drawn between points.
void read_links(EnergyReader& reader, SystemEntry& system) {
  TableReader& table = reader.table;
  const Node* node = table.find("links");
  if (node == nullptr) return;
  if (node->kind != Node::Kind::array)
    table.error(*node, "links", "expected a list of pairs, not " + describe(*node), "write [[\"origin\", \"bob\"]]");
  for (std::size_t i = 0; i < node->items.size(); ++i) {
    const Node& item = node->items[i];
    const std::string key = numbered("links", i);
    const bool has_kind = item.items.size() == 3;
    if (item.kind != Node::Kind::array || (item.items.size() != 2 && !has_kind)) {
      table.error(item, key, "expected two points, not " + describe(item),
                  "write [\"origin\", \"bob\"], or [\"origin\", \"bob\", \"spring\"]");
      continue;
    }
    const auto from = point_of(item.items[0], table.path(numbered(key, 0)), reader);
    const auto to = point_of(item.items[1], table.path(numbered(key, 1)), reader);
    if (from && to && *from == *to)
      table.error(item, key, "this joins '" + item.items[0].text.substr(0, 60) + "' to itself", "name two points");
    const std::string kind = has_kind ? item.items[2].text : "rod";
    if (kind != "rod" && kind != "spring")
      table.error(item.items[2], numbered(key, 2), "a link is a \"rod\" or a \"spring\"", "leave it out for a rod");
    if (from && to) system.links.push_back({*from, *to, kind == "spring"});
  }
}

}  // namespace

void EnergyReader::error(const Node& at, const std::string& path, std::string message, std::string hint) {
  context().findings.error(at.where, path, std::move(message), std::move(hint));
  broken = true;
}

std::string EnergyReader::formula(const Node& node, const std::string& key) {
  places[key] = &node;
  context().source.set(table.path(key), node.where);
  if (node.kind == Node::Kind::string) return node.text;
  if (node.kind == Node::Kind::number) return shortest(node.number);
  error(node, table.path(key), "expected a number or a formula in quotes, not " + describe(node));
  return "0";
}

bool EnergyReader::accept_channel(const std::string& name, const Position& where, const std::string& path) {
  for (const auto& [own, tells] : own_channels) {
    if (own != name) continue;
    context().findings.error(where, path, "'" + name + "' is a channel of this system already: " + tells,
                             "choose another name");
    return false;
  }
  return true;
}

void EnergyReader::read_coordinates(bool momenta, const char* key) {
  const bool has_channels = !own_channels.empty();
  const Node* node = table.find(key);
  if (node == nullptr) {
    table.missing(key, std::string("for example ") + key + " = [\"theta\"]");
    broken = true;
    return;
  }
  if (node->kind != Node::Kind::array || node->items.empty()) {
    error(*node, table.path(key), "expected a list of names, not " + describe(*node), "write [\"theta\"]");
    return;
  }
  for (std::size_t i = 0; i < node->items.size(); ++i) {
    const Node& item = node->items[i];
    const std::string path = table.path(numbered(key, i));
    if (item.kind != Node::Kind::string) {
      error(item, path, "expected a name in quotes, not " + describe(item));
      continue;
    }
    const Member member{item.text, item.where, item};
    if (!accept_name(member, path, false, taken, context())) continue;
    accept_channel(item.text, item.where, path);  // formulas that speak of it are judged all the same
    warn_of_hidden(member, path, context());
    text.coordinates.push_back(item.text);
    taken.names.push_back(item.text);
  }
  vocabulary.names.insert(vocabulary.names.end(), text.coordinates.begin(), text.coordinates.end());
  for (const std::string& q : text.coordinates) {
    const std::string other = momenta ? "p_" + q : q + "'";
    if (taken.has(other) || (has_channels && taken.has("p_" + q)))
      error(*node, table.path(key), "'p_" + q + "' is the momentum of '" + q + "'", "choose another name");
    vocabulary.names.push_back(other);
    taken.names.push_back(other);
    if (has_channels) own_channels.emplace_back("p_" + q, "the momentum of '" + q + "'");
  }
}

void EnergyReader::read_parameters() {
  const Node* node = table.find("parameters");
  if (node == nullptr) return;
  const TableReader parameters(*node, table.path("parameters"), context());
  for (const Member& member : parameters.node().members) {
    const std::string path = parameters.path(member.key.substr(0, 60));
    if (!accept_name(member, path, false, taken, context())) continue;
    warn_of_hidden(member, path, context());
    SystemText::Parameter parameter{.name = member.key, .values = {}};
    parameter.list = member.value.kind == Node::Kind::array;
    const auto number = [&](const Node& value, const std::string& where) {
      parameter.values.push_back(
          read_number(value, where, std::nullopt, context(), vocabulary.parameters()).value_or(1));
    };
    if (!parameter.list) number(member.value, path);
    for (std::size_t i = 0; i < member.value.items.size(); ++i) number(member.value.items[i], numbered(path, i));
    taken.names.push_back(member.key);
    if (!parameter.list) {
      vocabulary.names.push_back(member.key);
      vocabulary.values.push_back(parameter.values[0]);
    }
    text.parameters.push_back(std::move(parameter));
  }
}

std::vector<SystemText::Formula> EnergyReader::formulas(const char* key, Names names) {
  std::vector<SystemText::Formula> list;
  const Node* node = table.find(key);
  if (node == nullptr) return list;
  const TableReader inner(*node, table.path(key), context());
  for (const Member& member : inner.node().members) {
    if (names == Names::channels && !accept_channel(member.key, member.where, inner.path(member.key.substr(0, 60))))
      continue;
    if (names != Names::known) {
      Member stem = member;  // r[i] is one r for each i
      if (const std::size_t square = stem.key.find('['); square != std::string::npos) stem.key.resize(square);
      if (!accept_name(stem, inner.path(member.key.substr(0, 60)), false, taken, context())) continue;
      taken.names.push_back(stem.key);
    }
    const std::string name = member.key.substr(0, member.key.find('['));
    list.push_back({member.key, formula(member.value, std::string(key) + "." + name)});
  }
  return list;
}

std::vector<SystemText::Formulas> EnergyReader::lists(const char* key, std::size_t least, std::size_t most,
                                                      const char* hint) {
  std::vector<SystemText::Formulas> all;
  const Node* node = table.find(key);
  if (node == nullptr) return all;
  const TableReader inner(*node, table.path(key), context());
  for (const Member& member : inner.node().members) {
    const std::string path = inner.path(member.key.substr(0, 60));
    if (!accept_name(member, path, false, taken, context()) || !accept_channel(member.key, member.where, path))
      continue;
    if (member.value.kind != Node::Kind::array || member.value.items.size() < least ||
        member.value.items.size() > most) {
      // Without it the other texts can be judged all the same.
      context().findings.error(member.value.where, path, "expected a list of formulas, not " + describe(member.value),
                               hint);
      continue;
    }
    SystemText::Formulas one{member.key, {}};
    for (std::size_t i = 0; i < member.value.items.size(); ++i)
      one.texts.push_back(formula(member.value.items[i], numbered(std::string(key) + "." + member.key, i)));
    all.push_back(std::move(one));
  }
  return all;
}

void EnergyReader::read_texts(const char* energy) {
  if (const Node* node = table.find(energy)) text.energy = formula(*node, energy);
  text.definitions = formulas("definitions", Names::names);
  text.forces = formulas("forces", Names::known);
  if (const Node* node = table.find("dissipation")) text.dissipation = formula(*node, "dissipation");
  text.constraints = formulas("constraints", Names::names);
  text.rolling = formulas("rolling", Names::names);
  text.readings = formulas("readings", Names::channels);
  text.conserved = formulas("conserved", Names::channels);
  text.points = lists("points", 2, 3, "write [\"x\", \"y\"] or [\"x\", \"y\", \"z\"]");
  text.brackets = lists("brackets", 2, 2, "write two formulas: [\"f\", \"g\"]");
}

void EnergyReader::tell(const Diagnostics& found) {
  for (const Diagnostic& finding : found) {
    const auto place = places.find(finding.path);
    const std::string path = table.path(finding.path);
    if (place != places.end()) {
      context().findings.add(inside(*place->second, path, finding));
      continue;
    }
    Diagnostic here = finding;
    const Node* node = table.node().find(finding.path);
    here.where = node != nullptr ? node->where : table.node().where;
    here.path = finding.path.empty() ? table.path() : path;
    context().findings.add(here);
  }
}

void EnergyReader::read_initial(SystemEntry& system, bool momenta) {
  system.initial.assign(system.variables.size(), 0.0);
  system.given.assign(system.variables.size(), 0);
  const Node* node = table.find("initial");
  if (node == nullptr) {
    if (!system.variables.empty())
      table.missing("initial", "for example initial = { " + as_key(system.variables[0]) +
                                   " = 1, … }; or between = { from = { … }, to = { … } }");
    return;
  }
  const TableReader initial(*node, table.path("initial"), context());
  for (const Member& member : initial.node().members) {
    const std::string path = initial.path(member.key.substr(0, 60));
    const auto found = std::find(system.variables.begin(), system.variables.end(), member.key);
    if (system.variables.empty()) continue;  // that there are no coordinates was said already
    if (found == system.variables.end()) {
      const std::string near = nearest(member.key, system.variables);
      context().findings.error(
          member.where, path,
          "'" + member.key.substr(0, 60) + "' is neither a coordinate nor " +
              (momenta ? "a momentum" : "the rate of one"),
          near.empty() ? "add it to coordinates, or remove it here" : "did you mean '" + near + "'?");
      continue;
    }
    const auto which = static_cast<std::size_t>(found - system.variables.begin());
    system.initial[which] =
        read_number(member.value, path, std::nullopt, context(), vocabulary.parameters()).value_or(0);
    system.given[which] = 1;
  }
  for (std::size_t i = 0; i < text.coordinates.size(); ++i)
    if (node->kind == Node::Kind::table && !initial.has(text.coordinates[i]))
      context().findings.error(node->where, table.path("initial"),
                               "the initial value of '" + text.coordinates[i] + "' is missing",
                               "add " + text.coordinates[i] + " = …");
}

bool is_of_energy(const TableReader& table) {
  return table.has("lagrangian") || table.has("hamiltonian") || (table.has("coordinates") && !table.has("equations"));
}

void read_energy_system(TableReader& table, SystemEntry& system) {
  EnergyReader reader{table};
  const bool momenta = table.has("hamiltonian");
  if (!momenta && !table.has("lagrangian")) {
    table.missing("lagrangian", "write lagrangian = \"…\" or hamiltonian = \"…\" of the coordinates");
    reader.broken = true;
  }
  for (const char* other : {"equations", "momenta", "hamiltonian", "lagrangian"}) {
    const bool own = other == std::string_view(momenta ? "hamiltonian" : "lagrangian");
    if (const Node* node = own ? nullptr : table.find(other))
      table.error(*node, other,
                  std::string("a system is given by its ") + (momenta ? "hamiltonian" : "lagrangian") + " already",
                  "keep one of the two");
  }
  reader.own_channels = {{"energy", momenta ? "H" : "Jacobi's energy q'*p - L"},
                         {"action", "the action since the start"}};
  if (!momenta)
    reader.own_channels.insert(reader.own_channels.end(), {{"lagrangian", "L"},
                                                           {"virtual_work", "the work of constraint forces"},
                                                           {"constraint_error", "how far it is off its constraints"}});
  reader.read_coordinates(momenta);
  reader.read_parameters();
  reader.read_texts(momenta ? "hamiltonian" : "lagrangian");
  system.variables.assign(
      reader.vocabulary.names.begin() + 1,
      reader.vocabulary.names.begin() + 1 + 2 * static_cast<std::ptrdiff_t>(reader.text.coordinates.size()));
  if (table.has("between")) {
    system.initial.assign(system.variables.size(), 0.0);
    system.given.assign(system.variables.size(), 0);
    system.between = read_between(table, reader);
    if (const Node* initial = table.find("initial"))
      table.error(*initial, "initial", "where it starts is said by between already", "keep one of the two");
  } else {
    reader.read_initial(system, momenta);
  }
  system.paths = read_paths(table, reader);
  read_links(reader, system);
  if (!reader.broken && momenta) {
    auto made = Hamiltonian::compile(reader.text);
    reader.tell(made.diagnostics());
    if (made.ok()) system.hamiltonian = *std::move(made);
  } else if (!reader.broken) {
    auto made = Lagrangian::compile(reader.text);
    reader.tell(made.diagnostics());
    if (made.ok()) system.lagrangian = *std::move(made);
  }
  // What could not be read stands still, so that the rest of the scene is judged all the same.
  if (!system.lagrangian && !system.hamiltonian)
    system.formulas.assign(system.variables.size(), Expression::constant(0));
}

}  // namespace polhode
