#pragma once
// Canonical equations from the text of a Hamiltonian.

#include <polhode/dynamics/general/lagrangian.hpp>

namespace polhode {

/// The motion that a Hamiltonian H(t, q, p) describes, with forces Q(t, q, p). The state is q, then p, whose names are
/// those of the coordinates behind p_.
///
///   q' = H_p,   p' = −H_q + Q                                                            theory/lagrange.md (7)
///
/// Source   [Goldstein 2002] sections 8.1, 9.5.
/// Units    none: a formula's value is a number.
/// Proof    tests/truth/lagrangian_test.cpp
class Hamiltonian {
 public:
  /// Findings have the key of a text as path ("forces.theta") and a column within it.
  static Result<Hamiltonian> compile(SystemText text);

  const SystemText& text() const { return text_; }
  void rename(std::string name) { text_.name = std::move(name); }
  std::size_t size() const { return n_; }
  /// Whether the motion is another at another time; formulas may read the time all the same.
  bool uses_time() const { return uses_time_; }
  bool reads_time() const { return rate_.reads(0); }
  StateSpace state_space() const;
  /// S is double, Pack4 or Dual4. Allocates nothing.
  template <class S>
  void rate(double t, In<S> x, Out<S> v) const {
    rate_.evaluate_at<S>(t, x, v);
  }

  /// What a time h does to one half of the state while the other stands still, for one that can be moved by turns: u is
  /// h q' and 0, or 0 and h p', with the bits of rate(). They evaluate no more than they need.
  void drift(double t, double h, VecIn x, VecOut u) const;
  void kick(double t, double h, VecIn x, VecOut u) const;

  /// Why q and p cannot be moved by turns, as a sentence; empty if they can: H = T(p) + V(t, q).
  std::string inseparable() const;
  /// Why, besides, momenta are no velocities: q_i' must be p_i.
  std::string without_velocities() const;

  // ── Legendre's transformation ──

  /// p from q and q' = H_p by Newton's method; S is double or Dual4. False, with nan, if none was found.
  template <class S>
  bool momenta_of(double t, In<S> x, Out<S> p) const;
  /// Lagrange's equations of the state q, q' for L = p·q' − H, with M = H_pp⁻¹:  q'' = H_pp p' + H_pq q' + H_pt.
  template <class S>
  void lagrange_rate(double t, In<S> x, Out<S> v) const;

  /// M = H_pp⁻¹ of the state q, q', row by row; false where it is singular.
  bool mass_matrix(double t, VecIn x, VecOut rows) const;

  // ── what is read along a motion; formulas of t, q and p ──

  const Expression& energy() const { return energy_; }
  /// q_i'.
  const std::vector<Expression>& rates() const { return rates_; }
  bool cyclic(std::size_t i) const { return cyclic_[i] != 0; }
  /// What adds to H: Q·q' of each force, H_t ("time").
  const std::vector<NamedExpression>& powers() const { return powers_; }
  const std::vector<NamedExpressions>& points() const { return points_; }
  const std::vector<NamedExpression>& brackets() const { return brackets_; }
  const std::vector<NamedExpression>& readings() const { return readings_; }
  const std::vector<NamedExpression>& conserved() const { return conserved_; }
  /// Of each that is said to be conserved its rate {f, H} + f_t + f_p·Q, exactly.
  const std::vector<Expression>& conserved_rates() const { return conserved_rates_; }

 private:
  friend class HamiltonianCompiler;
  Hamiltonian() = default;

  SystemText text_;
  std::size_t n_ = 0;
  bool uses_time_ = false;
  std::string mixed_;    ///< what a rate depends on and must not: "q' depends on 'q'", behind its name
  std::string unequal_;  ///< likewise a rate that is not its momentum
  Program rate_;
  Program rate_of_places_, rate_of_momenta_;  ///< its halves
  Program transform_;                         ///< H_p, H_pp by rows of its upper triangle
  Program accelerations_;                     ///< q''
  Expression energy_ = Expression::constant(0);
  std::vector<Expression> rates_, conserved_rates_;
  std::vector<char> cyclic_;
  std::vector<NamedExpression> powers_, brackets_, readings_, conserved_;
  std::vector<NamedExpressions> points_;
};

}  // namespace polhode
