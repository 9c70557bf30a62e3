#pragma once
// Words of the command line about a system that is there: what to read off it, and what to look for.

#include <polhode/sim/poincare.hpp>

namespace polhode {

/// A formula over t and the channels of a system, whose own name may be left out where that is clear: "theta",
/// "pendulum.theta'", "x^2 + y^2". `flag` is what findings are about. Copies do not disturb each other.
Result<Reading> reading_of(const std::string& formula, const System& system, const std::string& flag);

/// The same for what events look for: "x rises through 0".
Result<Watch> section_of(const std::string& when, const System& system, const std::string& flag);

}  // namespace polhode
