#pragma once
// [run] of a scene → what simulate() is told.

#include <polhode/scene/scene.hpp>
#include <polhode/sim/simulate.hpp>

namespace polhode {

/// Where something depends on time itself, steps are kept below this part of the run: a solver that sees a smooth
/// motion would stride over a pulse between two looks. `largest_step` overrides it.
inline constexpr double part_of_a_timed_run = 0.01;

/// Everything but the watches.
SimulateOptions options_of(const Scene& scene, Diagnostics& findings);

}  // namespace polhode
