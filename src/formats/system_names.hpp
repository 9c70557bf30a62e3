#pragma once
// Names in a [[system]], and systems that are typed as energies.

#include <algorithm>

#include "formats/scene_reader.hpp"

namespace polhode {

inline constexpr std::string_view time_symbol = "t";

/// What the formulas of one system may speak of: t, its variables, and parameters, which stand for numbers.
struct Vocabulary {
  std::vector<std::string> names{std::string(time_symbol)};
  std::vector<double> values;  ///< of the parameters, the last names

  bool has(std::string_view name) const { return std::find(names.begin(), names.end(), name) != names.end(); }
  /// The parameters alone: what a number of the system may speak of.
  FormulaNames parameters() const { return {.names = std::span(names).last(values.size()), .values = values}; }
};

/// Whether `name` may be a new name of the system; a finding if not. A rate may end in '.
bool accept_name(const Member& member, const std::string& path, bool prime, const Vocabulary& known,
                 ReadContext& context);
/// A name that formulas know already is accepted, but people should know what becomes of the old meaning.
void warn_of_hidden(const Member& member, const std::string& path, ReadContext& context);

/// How a variable is written as a key: a rate needs quotes.
inline std::string as_key(const std::string& variable) {
  return variable.ends_with('\'') ? '"' + variable + '"' : variable;
}

/// Whether a system is given by a Lagrangian or a Hamiltonian.
bool is_of_energy(const TableReader& table);
void read_energy_system(TableReader& table, SystemEntry& system);
/// The key `same_as`; nothing, with findings, if it cannot be read.
std::optional<SameAsEntry> read_same_as(TableReader& table);

}  // namespace polhode
