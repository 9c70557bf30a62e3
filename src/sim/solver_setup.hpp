#pragma once
// What simulate() hands to the solver, for those who run it without recording.

#include <polhode/sim/simulate.hpp>

namespace polhode {

/// Refuses what only this layer knows of, for a state of nx numbers; sizes, tolerances and steps are checked by the
/// solver.
void check_usage(const SimulateOptions& options, int nx);
/// Refers to the watches of `options`, which must outlive it.
ode::Problem problem_of(const System& system, VecIn x0, const SimulateOptions& options);
/// Refers to the method of `options`, likewise.
ode::Options solver_options(const SimulateOptions& options);

}  // namespace polhode
