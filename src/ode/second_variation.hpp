#pragma once
// What sort of stationary value a path has: its index, and the points conjugate to its start.

#include "ode/path_newton.hpp"

namespace polhode::ode {

/// Fills in kind, sign, index and conjugate points of a path that is stationary; halves its pieces until none of them
/// spans two conjugate points.
///
/// Source   [Gelfand & Fomin 1963] chapter 5; [Milnor 1963] section 15: the index is the number of conjugate points.
/// Proof    tests/truth/action_test.cpp
void judge_second_variation(PathNewton& newton, StationaryPath& path);

}  // namespace polhode::ode
