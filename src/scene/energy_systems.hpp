#pragma once
// The systems of a scene that are given by a Lagrangian or a Hamiltonian, with where they start.

#include <polhode/scene/scene.hpp>
#include <polhode/sim/action.hpp>
#include <polhode/sim/system.hpp>

namespace polhode {

/// A state in which all constraints hold to rounding: rates that were not given are the smallest with which they do.
/// Findings where places, or given rates, break them, and where the equations have no solution.
std::vector<double> start_of(const SystemEntry& entry, const Lagrangian& lagrangian, const std::string& path,
                             const SourceMap& source, Diagnostics& findings);

/// What is asked of the paths of a system: of one whose motion is given by its ends, or that says paths. Findings where
/// its action is not that of a Lagrangian alone.
std::optional<ActionQuestion> action_question_of(const SystemEntry& entry, const RunSettings& run,
                                                 const std::string& path, const SourceMap& source,
                                                 Diagnostics& findings);
std::optional<ActionQuestion> action_question_of(const FunctionalEntry& entry, const RunSettings& run);

/// Where the motion between the ends of a question starts; findings if there is none.
std::vector<double> start_of(const SystemEntry& entry, const ActionQuestion& question, const std::string& path,
                             const SourceMap& source, Diagnostics& findings);

/// The system of an entry that has a Lagrangian or a Hamiltonian, and its start.
/// With ends, the question is what they are part of.
System energy_system_of(const SystemEntry& entry, const std::optional<ActionQuestion>& question,
                        const std::string& path, const SourceMap& source, std::vector<double>& start,
                        Diagnostics& findings);

}  // namespace polhode
