#pragma once
// The rolling bodies of a scene, with where they start.

#include <polhode/scene/scene.hpp>
#include <polhode/sim/rolling_system.hpp>

namespace polhode {

struct BuiltRolling {
  std::vector<Rolling> bodies;
  std::vector<double> x0;  ///< of one after the other
};

/// Those that can be built; findings about the others.
BuiltRolling rolling_of(const Scene& scene, Diagnostics& findings);

/// Findings about what of the rest of the scene does not go with bodies that roll.
void judge_rolling(const Scene& scene, Diagnostics& findings);

/// Slipping, lifting and the like, of bodies whose numbers begin at `first` in the state.
void add_contact_watches(const std::vector<Rolling>& bodies, std::size_t first, SimulateOptions& options);

/// The coordinates of a body, which follow from its form and from whether it can slip.
StateSpace state_space_of(const RollingEntry& entry);

}  // namespace polhode
