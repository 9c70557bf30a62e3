#pragma once
// How far a run can be trusted: the same motion by unrelated methods, and what is left between them.

#include <algorithm>

#include <polhode/sim/same_motion.hpp>
#include <polhode/sim/simulate.hpp>

namespace polhode {

/// A run made to judge another.
struct Check {
  std::string method, family;
  double tolerance = 0;
  ode::Outcome outcome;
  ode::Statistics statistics;
  double seconds = 0;  ///< processor time
  bool used = false;   ///< the run was judged by it; false: it did not come far enough
};

/// What is known of one channel along the run. Vectors are judged as a whole, by their length.
struct ChannelTrust {
  std::string name;
  std::string unit;
  double size = 0;            ///< the largest |value|, as it should be: of the best check, or at the start if conserved
  double range = 0;           ///< how far it should move: the largest distance from its value at the start
  std::vector<double> error;  ///< the difference from the best check, at Certificate::times
  std::vector<double> band;   ///< the error is inside this, growing with time
  /// Significant digits at the end of the run: −log₁₀(band / size), at least 0. None of what should be zero.
  std::optional<double> digits;
  bool moves = false;  ///< more than the tolerance and a thousandth of its size
  double measure = 0;  ///< what 1 % is taken of for the horizon: the range if it moves, else the size; 0: no say
};

/// The times of one event, in the run and in the best check.
struct EventTrust {
  std::string name;
  int in_run = 0, in_check = 0;  ///< how often it happened
  double error = 0;              ///< the largest difference between times of the same number [s]
};

/// The same motion told in other coordinates (System::counterparts), and what it is apart from the run.
struct Retold {
  std::string where;                 ///< "the inertial frame"
  std::vector<std::string> methods;  ///< it was solved by, the best first
  double until = 0;                  ///< as far as these came [s]
  std::string channel, unit;         ///< the channel that is farthest out of what it may be
  double apart = 0;                  ///< its difference from the run there …
  double allowed = 0;                ///< … and what is allowed: its band, and what the two methods are apart
  bool agrees = true;                ///< no channel is farther out anywhere
  bool compared = true;              ///< as far as `until`; false: it cannot be told there, which is no disagreement
  std::string why_not;               ///< why nothing, or nothing behind `until`, was compared; empty: all was
};

struct Certificate {
  Recording run;              ///< the motion that is judged, as it was asked for
  std::vector<Check> checks;  ///< in the order they were made; of those that were used, the best first
  bool stiff = false;         ///< the checks were made by methods for stiff motion
  std::vector<double> times;  ///< samples of the run, as far as both checks came; empty if there are no two
  std::vector<ChannelTrust> channels;
  std::vector<EventTrust> events;
  std::vector<Retold> retold;          ///< of a system that can be told in several ways: each of the others
  std::vector<SameMotion> same;        ///< of what systems say of themselves (SameAs), whether it is so
  std::vector<std::string> told_once;  ///< what was told in no other way, with the reason (System::told_once)
  double growth = 1;                   ///< how many times a small disturbance grew, from any time to any later one
  double lyapunov = 0;  ///< its exponential rate [1/s]: how fast a chaotic motion forgets its start; near 0 otherwise
  /// A disturbed motion met something soon after this time that the checks stepped over: from there on nothing is
  /// certain.
  std::optional<double> contradicted;
  double horizon =
      0;  ///< until when |y − y_A| + |y_A − y_B| is below 1 % of each channel's measure, and uncontradicted
  std::string lost_first;  ///< the channel that reached it then; empty if none did
  double worst = 0;        ///< the largest local error of a step, in tolerances (absolute + relative |block|)
  double worst_at = 0;     ///< where that step ends [s]
  double allowed = 0;      ///< what a step may err by; 0 if the run has no tolerance
  std::int64_t steps_not_judged = 0;  ///< that the best check could not solve again in reasonable time
  bool honoured = true;               ///< worst ≤ allowed, no contradiction, and told elsewhere it agrees

  bool judged() const { return !times.empty(); }
  bool agrees_as_retold() const {
    return std::all_of(retold.begin(), retold.end(), [](const Retold& one) { return one.agrees; });
  }
  bool is_what_it_says() const {
    return std::all_of(same.begin(), same.end(), [](const SameMotion& one) { return one.agrees; });
  }
  bool trusted_to_the_end() const {
    return judged() && lost_first.empty() && !contradicted && times.back() == run.t_end;
  }
};

struct CertifyOptions {
  SimulateOptions run;
  std::size_t samples = 1024;  ///< at most so many times of the run are judged
  std::vector<SameAs> same = {};
};

/// Runs the motion as asked, then by two methods of other families than its own and each other's, with tolerances far
/// below, once more by the better of them with the state disturbed, to see how errors grow (src/sim/growth.hpp), and
/// once more step by step from the run's own states, to see what each step errs by (src/sim/promise.hpp).
///
///   error(t) = |y − y_A|,   band(t) = 3/2 max_{s≤t} |y − y_A| + 3/2 max_{s≤t} |y_A − y_B| + rounding
///
/// with y_A, y_B the two checks: what unrelated methods agree on is true to about the difference between them. What
/// nothing supplies (no load, no jump: Drift::conserved) is compared with its value at the start. Between the two times
/// of one jump, in the run and in a check, nothing is compared; the difference is in `events`. If the checks are
/// farther apart than the run is from the better one, a third is asked, and y_B is that which is nearer to y_A. A check
/// that does not reach the end of the run is followed by another; how each ended is in `checks`. Bodies in a moving
/// frame are also simulated in inertial space, by both methods, and must agree when seen from the frame. Systems that
/// are said to be one motion, derived in several ways, are compared at states drawn for them (compare()).
///
/// Proof    tests/truth/certify_test.cpp, tests/truth/calibration_test.cpp
Certificate certify(const System& system, VecIn x0, const CertifyOptions& options);

}  // namespace polhode
