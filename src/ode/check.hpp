#pragma once
// A caller's mistakes, found before the first step.

#include <polhode/ode/solve.hpp>

namespace polhode::ode {

/// The method to solve with; ends in usage_error() at the first thing that cannot be solved as it stands.
const Method& checked_method(const Problem& problem, const Options& options);

}  // namespace polhode::ode
