#pragma once
// What systems that are typed as energies, and functionals, have in common.

#include <map>

#include "formats/system_names.hpp"

namespace polhode {

/// The texts of a system, and where each of them stands.
struct EnergyReader {
  TableReader& table;
  SystemText text = {};
  Vocabulary vocabulary = {};  ///< t, the variables, single parameters
  Vocabulary taken = {};       ///< all names that have a meaning
  std::map<std::string, const Node*> places = {};
  bool broken = false;  ///< some text is none
  /// Channels that the system has by itself, and what they tell.
  std::vector<std::pair<std::string, std::string>> own_channels = {};

  ReadContext& context() { return table.context(); }
  void error(const Node& at, const std::string& path, std::string message, std::string hint = {});
  /// A formula as it stands; a number is one, too.
  std::string formula(const Node& node, const std::string& key);
  void read_coordinates(bool momenta, const char* key = "coordinates");
  void read_parameters();
  /// What names of a table become: nothing, as they are names already; names in formulas; channels as well.
  enum class Names { known, names, channels };
  std::vector<SystemText::Formula> formulas(const char* key, Names names);
  /// Whether a channel of the system may be called so; if not, with a finding.
  bool accept_channel(const std::string& name, const Position& where, const std::string& path);
  /// A table of lists of formulas.
  std::vector<SystemText::Formulas> lists(const char* key, std::size_t least, std::size_t most, const char* hint);
  void read_texts(const char* energy);
  /// Findings of a compilation, at their places.
  void tell(const Diagnostics& found);
  void read_initial(SystemEntry& system, bool momenta);
};

}  // namespace polhode
