#pragma once
// How a small disturbance grows along a motion.

#include <optional>
#include <vector>

#include <polhode/sim/simulate.hpp>

namespace polhode {

/// What is added to the size of each block: its absolute over the relative tolerance; 1 for fixed steps.
std::vector<double> size_floors(const StateSpace& space, const SimulateOptions& asked);

/// The size of each block in some states, with which errors of different units are compared: the largest |coordinate|
/// of a vector, 1 rad for a rotation, and its floor.
std::vector<double> block_sizes(const StateSpace& space, const std::vector<double>& floors,
                                const std::vector<VecIn>& states);

/// The largest |y ⊟ x| of any block, in its size; `u` is left holding y ⊟ x.
double separation(const StateSpace& space, const std::vector<double>& sizes, VecIn x, VecIn y, std::vector<double>& u);

/// A direction drawn once and for all, of size 1.
std::vector<double> first_direction(const StateSpace& space, const std::vector<double>& sizes);

struct Growth {
  double most = 1;  ///< between any two times, the earlier first
  double rate = 0;  ///< of ln(distance), least squares over the second half of the motion [1/s]
  /// After this time a neighbour went its own way however near it began: it met something that the motion stepped
  /// over.
  std::optional<double> contradicted;
};

/// Follows a neighbour of the motion, and puts it back to its first distance in the same direction where it has gone
/// too far or come too near to tell: distances stay small however long the motion is.
///
///   λ = slope of Σ ln(d_k / d₀) over t
///
/// It is put back no oftener than it must: a step of finite length along the motion leaves the surface of equal energy
/// by its square, and beside a separatrix that is much. The neighbour jumps when it meets an event itself, and is
/// compared where both have jumped equally often: what the difference of times makes of the difference of states (the
/// saltation) is part of the growth. Where a neighbour goes away fast, one ten thousand times nearer or farther is
/// followed, too: it must go away as fast.
///
/// Source   [Benettin, Galgani, Giorgilli & Strelcyn 1980]; for jumps [Leine & Nijmeijer 2004]
/// Proof    tests/truth/certify_test.cpp
Growth measure_growth(const Recording& motion, const std::vector<double>& sizes, const SimulateOptions& by);

}  // namespace polhode
