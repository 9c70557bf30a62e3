#pragma once
// Small problems with closed forms that the solver's own tests share.

#include <vector>

#include <polhode/ode/solve.hpp>

#include "support/methods_for.hpp"

namespace polhode::ode {

/// Block 0 moves with block 1, which 0 alone accelerates.
inline Split position_and_velocity() {
  Split split;
  split.momenta = {1};
  split.separable = split.velocities = true;
  return split;
}

/// q'' = −q: q = cos t, q' = −sin t from q(0) = 1.
inline void oscillator_rate(double, VecIn x, VecOut v) {
  v[0] = x[1];
  v[1] = -x[0];
}

inline Problem oscillator(double t1) {
  Problem problem;
  problem.space.vector("q", 1, dimension::length).vector("qd", 1, dimension::velocity);
  problem.rate.real = oscillator_rate;
  problem.t1 = t1;
  problem.x0 = {1, 0};
  problem.split = position_and_velocity();
  return problem;
}

/// z'' = −10.
inline void fall_rate(double, VecIn x, VecOut v) {
  v[0] = x[1];
  v[1] = -10;
}

inline Problem fall(double height, double speed, double t1) {
  Problem problem;
  problem.space.vector("z", 1, dimension::length).vector("vz", 1, dimension::velocity);
  problem.rate.real = fall_rate;
  problem.t1 = t1;
  problem.x0 = {height, speed};
  problem.split = position_and_velocity();
  return problem;
}

inline double first_coordinate(double, VecIn x) { return x[0]; }
inline double second_coordinate(double, VecIn x) { return x[1]; }

inline Options with(const Method& method, double fixed) {
  Options options;
  options.method = &method;
  options.step.fixed = fixed;
  return options;
}

inline Options to(double tolerance) {
  Options options;
  options.tolerance = {.relative = tolerance, .absolute = tolerance};
  return options;
}

}  // namespace polhode::ode
