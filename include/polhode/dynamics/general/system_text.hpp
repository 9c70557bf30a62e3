#pragma once
// A system as a person types it: coordinates, an energy function, and what else acts.

#include <string>
#include <vector>

namespace polhode {

/// The texts that make a Lagrangian or a Hamiltonian. Formulas speak of t, of the coordinates q and their rates q' (of
/// a Hamiltonian: of the momenta p_q), of parameters and of definitions.
struct SystemText {
  struct Formula {
    std::string name, text;
  };
  struct Formulas {
    std::string name;
    std::vector<std::string> texts;
  };
  struct Parameter {
    std::string name;
    std::vector<double> values;  ///< one; or those of name[1], name[2], …
    bool list = false;
  };

  std::string name = "system";
  std::vector<std::string> coordinates;
  std::string variable = "t";  ///< by which rates are taken: of a functional, what is integrated over
  std::string energy;          ///< L or H, or the integrand of a functional
  std::vector<Parameter> parameters;
  std::vector<Formula> definitions;  ///< in any order
  std::vector<Formula> forces;       ///< called as the coordinate along which it acts
  std::string dissipation;           ///< Rayleigh's function D of a Lagrangian: forces −∂D/∂q'
  std::vector<Formula> constraints;  ///< of a Lagrangian: φ(t, q), which is 0
  std::vector<Formula> rolling;      ///< of a Lagrangian: a(t, q)·q' + b(t, q), which is 0
  std::vector<Formulas> points;      ///< places in the world, of two or three parts
  std::vector<Formula> readings;     ///< further channels
  std::vector<Formula> conserved;
  std::vector<Formulas> brackets;  ///< of a Hamiltonian: Poisson's of two formulas
};

}  // namespace polhode
