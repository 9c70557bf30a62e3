#pragma once
// What a system of two variables does, as one picture; and the shadow of a motion on a plane.

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <polhode/sim/equilibria.hpp>
#include <polhode/sim/poincare.hpp>

namespace polhode {

struct PlanePoint {
  double u = 0, v = 0;
};
using PlaneCurve = std::vector<PlanePoint>;

struct PlaneWindow {
  double left = -1, right = 1, bottom = -1, top = 1;
};

struct PortraitOptions {
  double t = 0;
  std::size_t across = 0, up = 1;  ///< which of the two coordinates goes which way
  PlaneWindow window;
  int columns = 12, rows = 9;  ///< of the grid from which curves are followed
  double tolerance = 1e-8;
  std::function<bool(double)> progress;
};

struct Portrait {
  PlaneWindow window;
  std::vector<PlaneCurve> flow;              ///< in the direction of time
  std::vector<PlaneCurve> stable, unstable;  ///< separatrices: into saddles, and out of them
  std::vector<Equilibrium> equilibria;       ///< in the window
  std::string kept;                          ///< the conserved quantity whose level lines are drawn, or empty
  struct Level {
    double value = 0;
    std::vector<PlaneCurve> curves;
  };
  std::vector<Level> levels;
  bool complete = true;
};

/// Follows the flow of a system of two variables both ways from a grid of starts, as far as it stays about the window,
/// and leaves out starts near to which a curve has passed already; finds equilibria, separatrices and level lines.
/// Misuse is a UsageError, as of equilibria().
///
/// Proof    tests/truth/portrait_test.cpp
Portrait portrait(const System& system, const PortraitOptions& options);

/// The level lines of a function over a window, by marching squares on a grid.
///
/// Proof    tests/truth/portrait_test.cpp
std::vector<PlaneCurve> level_lines(const std::function<double(double u, double v)>& f, const PlaneWindow& window,
                                    int columns, int rows, double value);

/// So many values of a function in even steps of rank among those on a grid, so that flat parts of the window have as
/// many lines as steep ones; none if it is finite nowhere.
std::vector<double> even_levels(const std::function<double(double u, double v)>& f, const PlaneWindow& window,
                                int count);

}  // namespace polhode
