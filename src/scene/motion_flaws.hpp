#pragma once
// Motions that formulas of time give, and where they would take infinite forces.

#include <optional>

#include <Eigen/Core>

#include <polhode/base/function_ref.hpp>

namespace polhode {

/// What of a motion must not jump, and how fast it changes.
struct MotionSample {
  Eigen::VectorXd value, slope;
};

/// Nothing where it is not finite.
using MotionAt = FunctionRef<std::optional<MotionSample>(double t)>;

/// Where a motion has no value, or a jump.
struct MotionFlaw {
  double t;
  bool finite;  ///< it jumps there
};

/// The first flaw from 0 to `end`, as far as samples show one; nothing if there is none.
std::optional<MotionFlaw> first_flaw(MotionAt at, double end);

}  // namespace polhode
