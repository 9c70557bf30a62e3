#pragma once
// The hills and valleys of a function of two numbers: its level lines, and the passes between them.

#include <optional>
#include <vector>

#include <polhode/math/expression.hpp>
#include <polhode/sim/portrait.hpp>

namespace polhode {

struct LevelMap {
  struct Line {
    double value = 0;
    bool separatrix = false;  ///< through a saddle
    std::vector<PlaneCurve> curves;
  };
  PlaneWindow window;
  std::vector<Line> lines;          ///< ascending
  std::vector<PlanePoint> saddles;  ///< where both slopes vanish and the function falls one way and rises another
};

/// Level lines of f over a window: of values in even steps of rank, and of those at saddles. Points of lines are put on
/// their level by Newton's method along the slope, saddles are zeros of it; both slopes are exact derivatives. `f` has
/// the inputs t, u and v. Nothing if f changes between `t` and `later`: then its lines would be those of an instant.
///
/// Proof    tests/truth/level_map_test.cpp
std::optional<LevelMap> level_map(const Expression& f, double t, double later, const PlaneWindow& window);

}  // namespace polhode
