#pragma once
// How a small disturbance grows along a motion.

#include <vector>

#include <polhode/sim/simulate.hpp>

namespace polhode {

/// The size of each block of the state along a motion, with which errors of different units are compared: the largest
/// |coordinate| of a vector, 1 rad for a rotation; `floor` is added, the absolute over the relative tolerance.
std::vector<double> block_sizes(const Recording& motion, double floor);

/// The largest |y ⊟ x| of any block, in its size; `u` is left holding y ⊟ x.
double separation(const StateSpace& space, const std::vector<double>& sizes, VecIn x, VecIn y, std::vector<double>& u);

struct Growth {
  double most = 1;  ///< between any two times, the earlier first
  double rate = 0;  ///< of ln(distance), least squares over the second half of the motion [1/s]
};

/// Follows a neighbour of the motion from one sample to a later one, measures how far it went away and puts it back to
/// its first distance in the same direction, over and over: distances stay small however long the motion is.
///
///   λ = slope of Σ ln(d_k / d₀) over t
///
/// Source   [Benettin, Galgani, Giorgilli & Strelcyn 1980]
/// Proof    tests/truth/certify_test.cpp
Growth measure_growth(const Recording& motion, const std::vector<double>& sizes, const SimulateOptions& by);

}  // namespace polhode
