#pragma once
// How a spinning disk ends: the power of the time that is left.

#include <span>
#include <string>
#include <vector>

#include <polhode/base/result.hpp>
#include <polhode/dynamics/rolling/rolling_body.hpp>
#include <polhode/sim/recording.hpp>

namespace polhode {

/// α ≈ A (t₀ − t)ⁿ and |φ̇| ≈ B (t₀ − t)⁻ᵐ.
struct CollapseFit {
  double t0 = 0;                                          ///< when it would lie flat [s]
  double tilt_exponent = 0, tilt_factor = 0;              ///< n, A
  double precession_exponent = 0, precession_factor = 0;  ///< m, B
  double scatter = 0;  ///< root of the mean square of what is left of log α and log |φ̇|
  int samples = 0;
  double decades = 0;       ///< log₁₀ of the time left at the first sample over that at the last
  double largest_tilt = 0;  ///< of the samples [rad]

  /// Why the powers are not those of an end, as a sentence; empty where nothing speaks against it. Laws of an end are
  /// of small tilts and of t near t₀: a power fitted far from it is a slope of something else, however small its
  /// scatter.
  std::string doubt() const;
};
/// What doubt() asks for: at least so many decades of the time that is left, no tilt above this [rad], and no more
/// scatter than a few times that of starts without wobble, 0.01 (tests/truth/collapse_test.cpp).
inline constexpr double collapse_decades = 1, collapse_tilt = 0.1, collapse_scatter = 0.03;

/// Least squares in the logarithms of tilts and precessions at the times t, all of one length and t rising; t₀ by Gauss
/// and Newton from the best of a row of guesses. Samples at even steps weigh the beginning: cut them by range.
/// Findings where fewer than five samples are positive, or no end of it is in sight.
///
/// Theory for thin disks, laws rolling-torque, rolling-drag, air-film, boundary-layer: n = 2/3, 1/2, 1/3, 4/9, m = n/2.
/// Proof    tests/truth/collapse_test.cpp
Result<CollapseFit> fit_collapse(std::span<const double> t, std::span<const double> tilt,
                                 std::span<const double> precession);

/// The same of what was recorded of a body on a plane, from the time `from` to the time `to`. The tilt is that of its
/// nearer face.
Result<CollapseFit> fit_collapse(const Recording& run, const RollingBody& body, double from, double to);

/// When the tilt of a recorded body was last too large for the laws of an end, half of collapse_tilt; the beginning of
/// the run if it never was.
double collapse_begin(const Recording& run, const RollingBody& body);

/// Times at which to record a run from `from` that ends at `end`: evenly in the logarithm of the time that is left,
/// over three decades.
std::vector<double> collapse_times(double from, double end);

}  // namespace polhode
