#pragma once
// Integrals over paths from the text of their integrand, and paths from text.

#include <polhode/dynamics/general/hamiltonian.hpp>

namespace polhode {

/// ∫ F(x, y, y') dx of unknowns y(x): the action of a path, a time of fall, a length, an area. The names are those of a
/// system's text: coordinates y, energy F, and its variable x.
///
/// Source   [Goldstein 2002] section 2.2; [Gelfand & Fomin 1963] chapter 1.
/// Units    none: a formula's value is a number.
/// Proof    tests/truth/action_test.cpp
class Functional {
 public:
  /// Findings have the key of a text as path and a column within it; `key` is what the integrand is called.
  static Result<Functional> compile(SystemText text, const std::string& key = "integrand");
  /// The action: of a Lagrangian as it was typed.
  static Result<Functional> of(const Lagrangian& lagrangian);

  const SystemText& text() const { return text_; }
  void rename(std::string name) { text_.name = std::move(name); }
  std::size_t size() const { return text_.coordinates.size(); }
  /// F, its slopes by (y, y'), and its second slopes by rows of their upper triangle.
  void evaluate(double x, VecIn yv, VecOut values) const { density_.evaluate_at<double>(x, yv, values); }
  /// Whether F does not depend on x itself, so that y'·F_y' − F stays what it is along a stationary path.
  bool keeps_energy() const { return !density_.reads(0); }

 private:
  Functional() = default;

  SystemText text_;
  Program density_;
};

/// The action of a Hamiltonian by the Lagrangian L = p·q' − H, p from q' = H_p by Newton's method.
class LegendreAction {
 public:
  static Result<LegendreAction> compile(const Hamiltonian& hamiltonian);
  const SystemText& text() const { return hamiltonian_.text(); }
  std::size_t size() const { return n_; }
  bool keeps_energy() const { return !program_.reads(0); }
  /// As Functional::evaluate; nan where there is no p.
  void evaluate(double t, VecIn qv, VecOut values) const;

 private:
  explicit LegendreAction(const Hamiltonian& hamiltonian) : n_(hamiltonian.size()), hamiltonian_(hamiltonian) {}

  std::size_t n_;
  Hamiltonian hamiltonian_;
  Program program_;  ///< H, its slopes by (q, p), and its second slopes by rows of their upper triangle
};

/// y(x) as formulas of x and of the parameters of a functional.
class TypedPath {
 public:
  /// Findings have the name of an unknown as path. An unknown without a formula is a finding if all must have one.
  static Result<TypedPath> compile(const SystemText& text, std::string name,
                                   const std::vector<SystemText::Formula>& formulas, bool all);

  const std::string& name() const { return name_; }
  bool has(std::size_t unknown) const { return has_[unknown] != 0; }
  /// y, then y'; 0 for those without a formula.
  void evaluate(double x, VecOut both) const;

 private:
  TypedPath() = default;

  std::string name_;
  std::vector<char> has_;
  Program program_;
};

}  // namespace polhode
