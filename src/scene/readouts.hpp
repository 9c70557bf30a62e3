#pragma once
// The read-outs of a scene: bodies by their numbers.

#include <polhode/scene/scene.hpp>
#include <polhode/sim/system.hpp>

namespace polhode {

/// Those that can be built, with findings about the others.
std::vector<Readout> readouts_of(const Scene& scene, Diagnostics& findings);

/// Findings about names that a channel of the system has already.
void judge_readout_names(const Scene& scene, const System& system, Diagnostics& findings);

}  // namespace polhode
