#pragma once
// A caller's mistakes, found before the first step.

#include <polhode/ode/solve.hpp>

namespace polhode::ode {

/// Ends in usage_error() at the first thing that cannot be solved as it stands.
void check_usage(const Problem& problem, const Options& options, const Method& method);

}  // namespace polhode::ode
