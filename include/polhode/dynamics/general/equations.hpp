#pragma once
// Systems of first-order equations whose right-hand sides are formulas.

#include <string>
#include <vector>

#include <polhode/math/expression.hpp>
#include <polhode/math/state_space.hpp>

namespace polhode {

/// Something that a motion is said to keep.
struct ConservedFormula {
  std::string name;
  Expression formula;  ///< inputs as those of the equations
};

/// A system as a person types it, its parameters folded into the formulas.
struct Equations {
  std::string name = "system";
  std::vector<std::string> variables;
  std::vector<Expression> formulas;  ///< one for each variable; input 0 is t, input i is variable i − 1
  std::vector<int> momenta;          ///< which variables are momenta or velocities, the others being positions; or none
  std::vector<ConservedFormula> conserved;
};

/// x' = f(t, x) for as many variables as there are formulas, on ℝⁿ. Each variable is a block of its own, so that an
/// error is measured against the variable it is an error of: in chemistry one may be a millionth of the next.
///
/// Units    none: a formula's value is a number.
/// Proof    tests/law/equations_law_test.cpp, tests/truth/equations_test.cpp
class FirstOrderSystem {
 public:
  /// UsageError if the numbers of variables and formulas differ.
  explicit FirstOrderSystem(Equations equations);

  const Equations& equations() const { return equations_; }
  StateSpace state_space() const;
  /// S is double, Pack4 or Dual4. Allocates nothing.
  template <class S>
  void rate(double t, In<S> x, Out<S> v) const;
  /// Whether a formula reads the time itself.
  bool uses_time() const;
  /// Why positions and momenta cannot be moved by turns, as a sentence: the rate of a position must read nothing but
  /// momenta, that of a momentum nothing but positions and t. Empty if they can.
  std::string inseparable() const;
  /// Why, besides, momenta are no velocities: the formula of the i-th position must be the name of the i-th of them.
  /// Empty if they are.
  std::string without_velocities() const;

 private:
  bool is_momentum(std::size_t variable) const;
  /// The first rate that depends on what it must not, to be separable; empty if there is none.
  std::string mixed_rate() const;

  Equations equations_;
};

}  // namespace polhode
