#pragma once
// The systems of a scene that are given by a Lagrangian or a Hamiltonian, with where they start.

#include <polhode/scene/scene.hpp>
#include <polhode/sim/system.hpp>

namespace polhode {

/// A state in which all constraints hold to rounding: rates that were not given are the smallest with which they do.
/// Findings where places, or given rates, break them, and where the equations have no solution.
std::vector<double> start_of(const SystemEntry& entry, const Lagrangian& lagrangian, const std::string& path,
                             const SourceMap& source, Diagnostics& findings);

/// The system of an entry that has a Lagrangian or a Hamiltonian, and its start.
System energy_system_of(const SystemEntry& entry, const std::string& path, const SourceMap& source,
                        std::vector<double>& start, Diagnostics& findings);

}  // namespace polhode
