#pragma once
// What simulate() hands to the solver, for those who run it without recording.

#include <polhode/sim/simulate.hpp>

namespace polhode {

/// Refers to the watches of `options`, which must outlive it.
ode::Problem problem_of(const System& system, VecIn x0, const SimulateOptions& options);
/// Refers to the method of `options`, likewise.
ode::Options solver_options(const SimulateOptions& options);

}  // namespace polhode
