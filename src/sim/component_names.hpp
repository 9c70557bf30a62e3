#pragma once
// Names of a channel's components.

#include <string>
#include <vector>

namespace polhode {

inline const std::vector<std::string> xyz{"x", "y", "z"};
inline const std::vector<std::string> wxyz{"w", "x", "y", "z"};

}  // namespace polhode
