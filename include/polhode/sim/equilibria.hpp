#pragma once
// States in which a system stays, and what becomes of those beside them.

#include <complex>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <polhode/sim/system.hpp>

namespace polhode {

/// What small disturbances do: all of them die; none grows; some grow; eigenvalues do not tell.
enum class Fate { asymptotically_stable, stable, unstable, undecided };
std::string_view to_string(Fate fate);

struct Equilibrium {
  std::vector<double> x;
  std::vector<std::complex<double>> eigenvalues;  ///< ascending in real, then imaginary part [1/s]
  Fate fate = Fate::undecided;
  std::string type;  ///< of two variables: "saddle", "stable node", "unstable focus", "centre", "degenerate" …
  int ways_out = 0;  ///< eigenvalues whose real part is positive
  int family = 0;    ///< dimensions of the set of equilibria that it belongs to: a cyclic coordinate has one
  std::string kept;  ///< the conserved quantity that has a strict minimum or maximum there, which is what keeps it
};

struct EquilibriaOptions {
  double t = 0;                         ///< the rate must not depend on it
  std::vector<double> start;            ///< looked from first
  std::vector<double> lowest, highest;  ///< of each coordinate: where other starts are drawn, and what is kept
  int starts = 300;                     ///< so many of these
  std::function<bool(double)> progress;
};

struct Equilibria {
  std::vector<Equilibrium> found;  ///< each once, ordered by coordinates
  int starts = 0, arrived = 0;     ///< from how many starts, and from how many of them one was reached
  bool complete = true;            ///< false: ended from outside
};

/// Looks for f(x) = 0 by Newton's method, damped, from a start and from points drawn in a box, the same every time.
///
///   x ← x − J⁺ f                                                     docs/theory/analysis.md (1)
///
/// J⁺ is the pseudo-inverse, so that of a family of equilibria (a cyclic coordinate) the nearest is found, and told as
/// one of a family. Where no real part is positive and some are zero, a conserved quantity with a strict minimum or
/// maximum at the point makes it stable; without one it is undecided. Misuse is a UsageError: a state that is not flat,
/// a rate that depends on time, sizes.
///
/// Source   [Arnold 1989] §§ 22, 23 for Lagrange's and Dirichlet's theorem.
/// Proof    tests/truth/equilibria_test.cpp
Equilibria equilibria(const System& system, const EquilibriaOptions& options);

}  // namespace polhode
