#pragma once
// Motions drawn by a seed, each written twice: as a System, and as a rate over long doubles for the truth.

#include <random>
#include <string>

#include <polhode/polhode.hpp>
#include <polhode/sim/certify.hpp>

#include "support/long_double_motion.hpp"

namespace polhode {

/// A motion, how it is run, and its rate once more.
struct CalibrationCase {
  std::string kind;
  System system;
  std::vector<double> x0;
  LongRate rate;
  SimulateOptions options;
  std::vector<LongJump> jumps = {};  ///< the jumps of options.watches once more
};

/// The `index`-th of all cases.
CalibrationCase calibration_case(int index);
/// A double pendulum let go far from rest, with its second rate.
CalibrationCase chaotic_pendulum();

}  // namespace polhode
