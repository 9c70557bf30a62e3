#pragma once
// A body that a fixed centre attracts.

#include <cmath>

#include <polhode/math/vector.hpp>

namespace polhode {

/// Rates of a place and a velocity in a plane, x'' = −x/|x|³.
inline void kepler(double, VecIn x, VecOut v) {
  const double square = x[0] * x[0] + x[1] * x[1], cube = square * std::sqrt(square);
  v[0] = x[2], v[1] = x[3], v[2] = -x[0] / cube, v[3] = -x[1] / cube;
}

}  // namespace polhode
