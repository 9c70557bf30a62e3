#pragma once
// Equations given as text, as a scene would type them.

#include <string>
#include <utility>
#include <vector>

#include <polhode/sim/equation_system.hpp>

namespace polhode {

/// Variables whose rates are formulas of them and of t, and formulas that the motion keeps.
inline System typed(const std::vector<std::string>& variables, const std::vector<std::string>& formulas,
                    const std::vector<std::pair<std::string, std::string>>& conserved = {}) {
  Equations equations{.name = "s", .variables = variables, .formulas = {}};
  std::vector<std::string> names{"t"};
  names.insert(names.end(), variables.begin(), variables.end());
  for (const std::string& formula : formulas) equations.formulas.push_back(Expression::compile(formula, names).value());
  for (const auto& [name, formula] : conserved)
    equations.conserved.push_back({name, Expression::compile(formula, names).value()});
  return System(EquationSystem(std::move(equations)));
}

/// Stars about the centre of a galaxy: Hénon's and Heiles's equations.
inline System henon_heiles() {
  return typed({"x", "y", "px", "py"}, {"px", "py", "-x - 2*x*y", "-y - x^2 + y^2"},
               {{"energy", "(px^2 + py^2 + x^2 + y^2)/2 + x^2*y - y^3/3"}});
}

/// Lorenz's convection, σ = 10, ρ = 28, β = 8/3.
inline System lorenz() { return typed({"x", "y", "z"}, {"10*(y - x)", "x*(28 - z) - y", "x*y - 8/3*z"}); }

}  // namespace polhode
