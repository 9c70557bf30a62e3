#pragma once
// Ends, guesses and paths of what is made stationary.

#include "formats/energy_reader.hpp"

namespace polhode {

/// between = { from, to, end, guess } of a system, whose texts `reader` has read.
std::optional<Between> read_between(TableReader& system, EnergyReader& reader);
/// paths = { NAME = { q = "…" } }.
std::vector<TypedPath> read_paths(TableReader& table, EnergyReader& reader);

}  // namespace polhode
