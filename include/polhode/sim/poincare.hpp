#pragma once
// Where motions pass through a section: points of a plane instead of curves in space.

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <polhode/sim/simulate.hpp>

namespace polhode {

/// A number read off a state. Each thread has a copy of its own, and calls that one alone.
using Reading = std::function<double(double t, VecIn x)>;

struct SectionPoint {
  double t = 0;
  double u = 0, v = 0;  ///< in the plane
};

/// What one start gave.
struct SectionOrbit {
  std::vector<SectionPoint> points;
  double drift = 0;      ///< of PoincareOptions::kept: the largest |difference| from the start's value at any point
  ode::Outcome outcome;  ///< `stopped` if it made all its points
};

struct PoincareOptions {
  /// Solver, tolerance or step, breaks, and watches that make the state jump; t_end is the end for those that meet the
  /// section too rarely.
  SimulateOptions run;
  Watch section;  ///< what to cross, and in which direction
  Reading u, v;   ///< the plane
  Reading kept;   ///< what should stay as it is along each motion; may be empty
  std::vector<std::vector<double>> starts;
  int points = 1000;                     ///< of each start
  int threads = 0;                       ///< 0: as many as there are processors. Results do not depend on it
  std::function<bool(double)> progress;  ///< called by one thread at a time
  /// Told of each start's points in the order of starts, as soon as they are there. Called by one thread at a time.
  std::function<void(std::size_t start, const SectionOrbit&)> on_orbit;
};

struct PoincareSection {
  std::vector<SectionOrbit> orbits;  ///< one for each start
  std::int64_t points = 0;
  bool complete = true;  ///< false: ended from outside
};

/// Follows every start until it has crossed the section so many times; crossings are located on the solver's own
/// continuation to the last ulps of t. A start that lies on the section is no crossing.
///
/// Source   [Hénon & Heiles 1964] for the picture.
/// Proof    tests/truth/poincare_test.cpp
PoincareSection poincare(const System& system, const PoincareOptions& options);

/// Values of one coordinate for which a quantity of the state has a value, the others being as in x: the nearest above
/// zero, and the nearest below it, as far as there are any; a root at zero itself is the only one.
std::vector<double> solve_coordinate(const Reading& quantity, double value, double t, VecIn x, std::size_t coordinate);

}  // namespace polhode
