#pragma once
// Equations given as text, as a scene would type them.

#include <string>
#include <vector>

#include <polhode/sim/equation_system.hpp>

namespace polhode {

/// Variables whose rates are formulas of them and of t.
inline System typed(const std::vector<std::string>& variables, const std::vector<std::string>& formulas) {
  Equations equations{.name = "s", .variables = variables, .formulas = {}};
  std::vector<std::string> names{"t"};
  names.insert(names.end(), variables.begin(), variables.end());
  for (const std::string& formula : formulas) equations.formulas.push_back(Expression::compile(formula, names).value());
  return System(EquationSystem(std::move(equations)));
}

}  // namespace polhode
