#pragma once
// Two derivations of one motion: whether their accelerations agree, and which term differs if they do not.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polhode/math/formulas.hpp>
#include <polhode/sim/derivation.hpp>

namespace polhode {

/// The coordinates q of one derivation as formulas of t and the coordinates s of another:
///
///   q = f(t, s),   q' = f_s s' + f_t,   q'' = f_s s'' + (f_s)' s' + (f_t)'
class CoordinateMap {
 public:
  /// A coordinate for which nothing is given is the one of the same name. Findings have the coordinate as path and the
  /// column within its formula.
  static Result<CoordinateMap> compile(const Derivation& mine, const Derivation& theirs,
                                       const std::vector<SystemText::Formula>& given,
                                       const std::vector<SystemText::Parameter>& parameters);

  struct Values {
    std::vector<double> q, rates, accelerations;
    std::vector<double> slopes;  ///< f_s, row by row
  };
  void evaluate(double t, VecIn s, VecIn rates, VecIn accelerations, Values& values) const;
  /// Of each of the other's coordinates: what mine calls it, where one of mine is just that; else its own name.
  const std::vector<std::string>& names() const { return names_; }

 private:
  Program program_;
  std::size_t mine_ = 0, theirs_ = 0;
  std::vector<std::string> names_;
};

/// What one system says of itself: that it is another one, derived otherwise.
struct SameAs {
  Derivation mine, theirs;
  CoordinateMap map;
  double t_end = 0;  ///< times are drawn from 0 to here
};

/// Parts of the generalised forces M q'' = h(t, q, q'), and what else may differ.
enum class TermKind {
  constraint,  ///< that the other motion does not keep
  inertia,     ///< an entry of the mass matrix
  rest,        ///< of a force at rest
  time,        ///< the same, with a difference that changes with the time
  damping,     ///< linear in the rates, with power
  gyroscopic,  ///< linear in the rates, without power
  quadratic,   ///< in the rates: Coriolis' and centrifugal
  other        ///< in the rates
};
std::string_view to_string(TermKind kind);

struct DifferingTerm {
  TermKind kind;
  std::string coordinate;          ///< whose force it is, or row; or a constraint
  std::vector<std::string> rates;  ///< by which ones; of an entry of the mass matrix, its column
  double mine = 0, theirs = 0;     ///< where it is farthest out
  std::optional<double> factor;    ///< mine = factor · theirs at all states
};
/// "the mass M(q1, q2)", "the force on q1 by q1' q2'".
std::string name_of(const DifferingTerm& term);

struct SameMotion {
  std::string name, of;
  std::string kind, kind_of;  ///< of derivation
  int states = 0;             ///< compared
  int without_value = 0;      ///< drawn besides, where one of the two has no accelerations
  bool agrees = false;
  double relative = 0;  ///< the largest difference, of the largest acceleration at its state
  // Where the difference is most of what is allowed:
  std::string coordinate;
  double mine = 0, theirs = 0, apart = 0, allowed = 0;
  double t = 0;
  std::vector<double> q, rates;  ///< the other's
  /// Terms that differ; of all others, and of the mass matrix, mine = scale · theirs, and `theirs` is told scaled so.
  double scale = 1;
  std::vector<DifferingTerm> terms;
};

/// Compares accelerations at states drawn from those of the other derivation, which its coordinates give this one: what
/// is allowed is what either changes by when its state changes in the last bits, and what solving with the other's mass
/// matrix rounds.
///
///   |q'' − f_s s'' − …| ≤ 64 · (changes) + 16 n ε |f_s| |M⁻¹| (diag M)^½ (diag M)^½ᵀ (|s''| + |s''_mine|)
///
/// If they differ, both are written as M s'' = h, and h is taken apart: at rest, by single rates and by pairs of them
/// of either sign and twice as fast. Terms in which h or M differ are named. A common factor of M and h does not count,
/// nor do terms in the rates that follow from a different M.
///
/// Source   docs/theory/lagrange.md (11), (12)
/// Proof    tests/truth/same_motion_test.cpp
SameMotion compare(const SameAs& same, int count = 1000);

}  // namespace polhode
