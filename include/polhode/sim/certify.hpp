#pragma once
// How far a run can be trusted: the same motion by unrelated methods, and what is left between them.

#include <polhode/sim/simulate.hpp>

namespace polhode {

/// A run made to judge another.
struct Check {
  std::string method;
  double tolerance = 0;
  ode::Outcome outcome;
  ode::Statistics statistics;
};

/// What is known of one channel along the run. Vectors are judged as a whole.
struct ChannelTrust {
  std::string name;
  std::string unit;
  double size = 0;            ///< the largest |value|
  double range = 0;           ///< how far it moves: the largest distance from its value at the start
  std::vector<double> error;  ///< the difference from the best check, at Certificate::times
  std::vector<double> band;   ///< the error is inside this, growing with time
  double digits = 0;          ///< significant digits at the end of the run: −log₁₀(band / size), at least 0
};

struct Certificate {
  Recording run;              ///< the motion that is judged, as it was asked for
  std::vector<Check> checks;  ///< the best first
  std::vector<double> times;
  std::vector<ChannelTrust> channels;
  double growth = 1;    ///< how many times a small disturbance of the start grew, at most
  double lyapunov = 0;  ///< its exponential rate [1/s]: how fast a chaotic motion forgets its start; near 0 otherwise
  double horizon = 0;   ///< until when every band is below 1 % of what its channel moves; the end if it always is
  double worst = 0;     ///< the largest band relative to the size of its channel, at the end
  double allowed = 0;   ///< what the tolerance lets one expect there: tolerance × steps × growth; 0: no tolerance
  bool honoured = true;
};

struct CertifyOptions {
  SimulateOptions run;
  int samples = 200;
};

/// Runs the motion as asked, then by two methods of other families with tolerances far below, and once more by the best
/// of them from a start disturbed by 1e-8.
///
///   error(t) = |y − y_A|,   band(t) = 2 max_{s≤t} |y − y_A| + 2 max_{s≤t} |y_A − y_B|
///
/// with y_A, y_B the two checks: what unrelated methods agree on is true to about the difference between them.
///
/// Proof    tests/truth/certify_test.cpp
Certificate certify(const System& system, VecIn x0, const CertifyOptions& options);

}  // namespace polhode
