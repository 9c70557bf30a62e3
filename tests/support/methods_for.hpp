#pragma once
// The methods that a problem has enough for.

#include <vector>

#include <polhode/ode/solve.hpp>

namespace polhode::ode {

inline std::vector<Method> methods_for(const Problem& problem) {
  std::vector<Method> all;
  for (const Method& method : methods())
    if (what_lacks(problem, method).empty()) all.push_back(method);
  return all;
}

}  // namespace polhode::ode
