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

  ReadContext& context() { return table.context(); }
  void error(const Node& at, const std::string& path, std::string message, std::string hint = {});
  /// A formula as it stands; a number is one, too.
  std::string formula(const Node& node, const std::string& key);
  void read_coordinates(bool momenta, const char* key = "coordinates");
  void read_parameters();
  /// A table of formulas with names that are new, if they become names at all.
  std::vector<SystemText::Formula> formulas(const char* key, bool new_names);
  /// A table of lists of formulas.
  std::vector<SystemText::Formulas> lists(const char* key, std::size_t least, std::size_t most, const char* hint);
  void read_texts(const char* energy);
  /// Findings of a compilation, at their places.
  void tell(const Diagnostics& found);
  void read_initial(SystemEntry& system, bool momenta);
};

}  // namespace polhode
