#pragma once
// Paths of a scene: plain structs a person could type.

#include <optional>
#include <string>
#include <vector>

#include <polhode/sim/action.hpp>

namespace polhode {

/// A motion by its two ends, in place of its start.
struct Between {
  ode::PathEnd from, to;      ///< the second at the time `end`
  std::optional<double> end;  ///< [s]; none: that of the run
  std::optional<TypedPath> guess;
};

/// An integral over a curve y(x) between two ends, to be made stationary.
struct FunctionalEntry {
  std::string name;
  std::optional<Functional> functional;  ///< none: could not be read
  Between between;
  std::vector<TypedPath> paths;
};

}  // namespace polhode
