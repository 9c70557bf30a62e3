// What certificates say of errors, held against errors that are known: over many runs of all kinds, bands must hold the
// truth and must not be much wider.

#include <gtest/gtest.h>

#include <cstdio>

#include "calibration.hpp"
#include "support/long_run.hpp"
#include "support/validation.hpp"

namespace polhode {
namespace {

// A run counts as held if the true error of every channel is inside its band at every sample. It counts as tight if the
// band of every channel at the end of the run is at most 30 times the largest true error of the run.
TEST(Calibration, BandsHoldTheTruthAndAreNotMuchWider) {
  const int count = long_run() ? 200 : 40;
  int held = 0, tight = 0;
  for (int i = 0; i < count; ++i) {
    const CalibrationCase one = calibration_case(i);
    const std::string what = std::to_string(i) + ", " + one.kind + " by " + std::string(one.options.method.name);
    const Certificate certificate = certify(one.system, one.x0, {.run = one.options});
    ASSERT_TRUE(certificate.judged()) << what << ": " << certificate.run.outcome.detail;
    const CaseFate fate = fate_of(one, certificate);
    held += fate.outside <= 1 ? 1 : 0;
    tight += fate.width <= widest_band ? 1 : 0;
    if (fate.outside > 1 || fate.width > widest_band)
      std::printf("case %s: error %.2g bands, band %.2g errors\n", what.c_str(), fate.outside, fate.width);
  }
  const std::string runs = std::to_string(count) + " certified runs of all kinds: part of them ";
  expect_error_within(0.05, 1 - static_cast<double>(held) / count, runs + "whose error leaves its band",
                      "long doubles, by a method of their own");
  expect_error_within(0.05, 1 - static_cast<double>(tight) / count,
                      runs + "whose band is over 30 times the largest error", "long doubles, by a method of their own");
}

/// When the true error of any channel first exceeds a hundredth of what the channel moves.
double true_horizon(const CalibrationCase& one, const Certificate& certificate) {
  const Recording truth = true_motion(one, certificate.times);
  double first = certificate.times.back();
  for (const Channel& channel : one.system.channels()) {
    const std::vector<double> errors = true_errors(certificate.run, truth, channel),
                              values = truth.series(channel.name);
    double range = 0;
    for (double value : values) range = std::max(range, std::fabs(value - values[0]));
    for (std::size_t i = 0; i < errors.size(); ++i)
      if (errors[i] > 0.01 * range) {
        first = std::min(first, certificate.times[i]);
        break;
      }
  }
  return first;
}

TEST(Calibration, TheHorizonOfAChaoticPendulumIsWhereItsErrorReachesAHundredthOfItsRange) {
  double worst = 0;
  for (double tolerance : {1e-5, 1e-7, 1e-9, 1e-12}) {
    CalibrationCase one = chaotic_pendulum();
    one.options.method = method::dopri5;
    one.options.tolerance = tolerance;
    const Certificate certificate = certify(one.system, one.x0, {.run = one.options});
    const double truth = true_horizon(one, certificate);
    EXPECT_LT(truth, one.options.t_end) << "the run is too short to show it";
    worst = std::max(worst, std::fabs(certificate.horizon / truth - 1));
    EXPECT_GT(certificate.lyapunov, 0.5) << "chaotic";
  }
  expect_error_within(0.2, worst, "double pendulum, 40 s, four tolerances: the horizon of trust, relative",
                      "long doubles, by a method of their own");
}

}  // namespace
}  // namespace polhode
