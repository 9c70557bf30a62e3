#pragma once
// Equations, a Lagrangian or a Hamiltonian in a scene: plain structs a person could type.

#include <optional>
#include <string>
#include <vector>

#include <polhode/dynamics/general/equations.hpp>
#include <polhode/dynamics/general/hamiltonian.hpp>
#include <polhode/dynamics/general/lagrangian.hpp>
#include <polhode/dynamics/general/system_text.hpp>
#include <polhode/math/euler.hpp>
#include <polhode/math/expression.hpp>
#include <polhode/scene/path_entry.hpp>

namespace polhode {

/// What a page draws between two points of a system.
struct SystemLink {
  int from = -1, to = -1;  ///< numbers of points; −1: the world's origin
  bool spring = false;     ///< a coil; else a rod
};

/// What a system says to be, derived otherwise.
struct SameAsEntry {
  std::string of;                                ///< a system, mechanism, body or rolling body
  std::vector<SystemText::Formula> coordinates;  ///< one's own as formulas of the other's; none: of the same name
  EulerSequence euler = EulerSequence::zxz;      ///< of a body's phi, theta, psi
};

/// First-order equations x' = formula, parameters folded into the formulas; or what a Lagrangian or a Hamiltonian,
/// which takes its name from here, makes of its state.
struct SystemEntry {
  std::string name;
  std::vector<std::string> variables;  ///< of a Lagrangian q and q', of a Hamiltonian q and p_q
  std::vector<Expression> formulas;    ///< of t and the variables
  std::optional<Lagrangian> lagrangian;
  std::optional<Hamiltonian> hamiltonian;
  std::vector<double> initial;
  std::optional<Between> between;  ///< instead
  std::vector<TypedPath> paths;    ///< whose action is asked for
  std::vector<char> given;         ///< of a Lagrangian: which of them were given, the others being 0
  std::vector<int> momenta;        ///< indices of the variables that are momenta or velocities; empty: not said
  std::vector<ConservedFormula> conserved;
  std::optional<SameAsEntry> same_as;  ///< of a Lagrangian or a Hamiltonian
  std::vector<SystemLink> links;
};

}  // namespace polhode
