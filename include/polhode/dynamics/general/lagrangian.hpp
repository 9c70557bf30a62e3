#pragma once
// Equations of motion from the text of a Lagrangian.

#include <optional>
#include <string>
#include <vector>

#include <polhode/base/result.hpp>
#include <polhode/dynamics/general/system_text.hpp>
#include <polhode/math/expression.hpp>
#include <polhode/math/program.hpp>
#include <polhode/math/state_space.hpp>

namespace polhode {

/// A formula of time and state: input 0 is t, the others are the numbers of the state.
struct NamedExpression {
  std::string name;
  Expression formula;
};
struct NamedExpressions {
  std::string name;
  std::vector<Expression> parts;
};

/// Why there is no motion from a state.
struct EquationFlaw {
  int constraint = -1;  ///< the one at fault, among constraints and rolling together; −1: none
  int coordinate = -1;  ///< the one at fault; −1: none
  std::string message, hint;
};

/// The motion that a Lagrangian L(t, q, q') describes, with forces Q, Rayleigh's dissipation D, and constraints: φ(t,
/// q) = 0 and a(t, q)·q' + b(t, q) = 0, whose rates are A q' + b with A = φ_q or a. The state is q, then q'.
///
///   L_q'q' q'' = Q + L_q − D_q' − L_q'q q' − L_q't + Aᵀ λ,   A q'' = −A' q' − b'       theory/lagrange.md (3), (5)
///
/// All derivatives are exact and come from one program. The model is immutable; a rate allocates nothing once a thread
/// has asked for it a first time.
///
/// Source   [Goldstein 2002] sections 1.5, 2.4, 8.1.
/// Units    none: a formula's value is a number.
/// Proof    tests/truth/lagrangian_test.cpp, tests/truth/constraint_test.cpp
class Lagrangian {
 public:
  /// Findings have the key of a text as path ("forces.theta") and a column within it.
  static Result<Lagrangian> compile(SystemText text);

  const SystemText& text() const { return text_; }
  void rename(std::string name) { text_.name = std::move(name); }
  std::size_t size() const { return n_; }
  /// Constraints of places, then those of rates.
  std::size_t constraints() const { return m_; }
  const std::string& constraint_name(std::size_t i) const;
  /// Whether the motion is another at another time. Formulas may read the time all the same, as those of points on a
  /// hoop that turns evenly: rates then differ by rounding.
  bool uses_time() const { return uses_time_; }
  bool reads_time() const { return reads_time_; }
  /// A block for each number: NAME.q, …, NAME.q', …
  StateSpace state_space() const;

  /// S is double or Dual4.
  template <class S>
  void rate(double t, In<S> x, Out<S> v) const;
  /// q'' and λ; false, with nan, where they have no value.
  bool accelerations(double t, VecIn x, VecOut a, VecOut multipliers) const;
  /// What the constraints exert on each coordinate, as the motion needs it: M q'' less all other forces. Not from λ.
  void needed_forces(double t, VecIn x, VecOut forces) const;
  /// A, row by row.
  void constraint_rows(double t, VecIn x, VecOut rows) const;
  /// M, row by row.
  void mass_matrix(double t, VecIn x, VecOut rows) const;
  /// The diagonal of M.
  void inertias(double t, VecIn x, VecOut values) const;
  /// φ of the constraints of places, then A q' + b of all.
  void violations(double t, VecIn x, VecOut values) const;
  /// Their derivatives by the state, row by row.
  void violation_slopes(double t, VecIn x, VecOut rows) const;

  /// Of each constraint of places, the length of its row of A that those of the others leave, beginning with the first
  /// or, for `alone`, with all of the others: zero where its slopes depend on theirs.
  std::vector<double> constraint_reaches(double t, VecIn x, bool alone) const;

  /// The nearest q at which φ = 0, and the nearest q' for which A q' + b = 0, both by the measure of kinetic energy;
  /// false if there is none to be found.
  bool project(double t, VecOut x) const;
  /// What is wrong with the equations there, if anything.
  std::optional<EquationFlaw> flaw(double t, VecIn x) const;

  // ── Legendre's transformation ──

  /// p = L_q'.
  void momenta(double t, VecIn x, VecOut p) const;
  /// q' from q and p by Newton's method; S is double or Dual4. False, with nan, if none was found.
  template <class S>
  bool rates_of(double t, In<S> qp, Out<S> rates) const;
  /// Hamilton's equations of the state q, p for H = p·q' − L:  q' = H_p,  p' = L_q + Q − D_q' + Aᵀ λ.
  template <class S>
  void canonical_rate(double t, In<S> qp, Out<S> v) const;

  // ── what is read along a motion ──

  const Expression& lagrangian() const { return lagrangian_; }
  /// q'·L_q', and h = q'·L_q' − L, Jacobi's energy.
  const Expression& lift() const { return lift_; }
  const Expression& energy() const { return energy_; }
  /// Whether h is the sum of kinetic and potential energy, as far as formulas tell: of a system that defines T and V
  /// whether h = T + V, of others whether L does without the time.
  bool energy_is_sum() const { return energy_is_sum_; }
  const std::vector<Expression>& momentum_formulas() const { return momenta_; }
  /// Whether p_i stays what it is because neither L nor anything else depends on q_i, by their derivatives.
  bool cyclic(std::size_t i) const { return cyclic_[i] != 0; }
  /// What adds to h: Q·q' of each force, −D_q'·q' ("dissipation"), −L_t ("time"), −λ·b ("constraints", which has no
  /// formula).
  const std::vector<NamedExpression>& powers() const { return powers_; }
  bool constraints_do_work() const { return moving_constraints_; }
  /// b of all constraints.
  void constraint_speeds(double t, VecIn x, VecOut b) const;
  const std::vector<NamedExpressions>& points() const { return points_; }
  const std::vector<NamedExpression>& readings() const { return readings_; }
  const std::vector<NamedExpression>& conserved() const { return conserved_; }
  /// Whether accelerations are made of t and q alone, and of masses that are constant.
  bool separable() const { return separable_; }

 private:
  friend class LagrangianCompiler;
  Lagrangian() = default;

  SystemText text_;
  std::size_t n_ = 0, m_ = 0, holonomic_ = 0;
  bool uses_time_ = false, reads_time_ = false, separable_ = false, moving_constraints_ = false, energy_is_sum_ = true;
  /// M by rows of its upper triangle, the right side; A by rows, its right side.
  Program motion_;
  /// L_q', M likewise, L_q + Q − D_q'.
  Program transform_;
  /// φ of the constraints of places, A q' + b of all, b of all.
  Program residuals_;
  Expression lagrangian_ = Expression::constant(0), lift_ = lagrangian_, energy_ = lagrangian_;
  std::vector<Expression> momenta_;
  std::vector<char> cyclic_, massless_;  ///< massless: L_q' does not depend on q' at all
  std::vector<NamedExpression> powers_, readings_, conserved_;
  std::vector<NamedExpressions> points_;
};

}  // namespace polhode
