#pragma once
// A system, a start, a span of time: a recording.

#include <functional>
#include <optional>

#include <polhode/dynamics/free_body/free_body.hpp>
#include <polhode/ode/solve.hpp>
#include <polhode/sim/recording.hpp>

namespace polhode {

namespace method = ode::method;

/// Something to watch for: a zero of g along the motion.
struct Watch {
  std::string name;
  std::function<double(double t, VecIn x)> g;
  ode::Crossing crossing = ode::Crossing::any;
  bool stop = false;
  bool uses_time = false;  ///< g is a formula of t itself, so that the motion's own time scale says nothing about it
};

struct SimulateOptions {
  double t_end = 1;
  double t_begin = 0;
  ode::Method method = ode::method::dop853;
  double tolerance = 1e-9;                   ///< relative; for adaptive methods
  std::optional<double> absolute_tolerance;  ///< in SI units; the same number as `tolerance` unless given
  double step = 0;                           ///< > 0: fixed steps of this size
  double largest_step = std::numeric_limits<double>::infinity();
  double sample = 0;            ///< interval of the samples; 0: a thousand over the run
  std::vector<double> also_at;  ///< further sample times
  std::vector<Watch> watches;
  /// Told how far the run is, in [0, 1], after each step; returning false ends it, results kept.
  std::function<bool(double)> progress;
};

/// Integrates `system` from x0 and records samples, events and the balance of every monitor. A start of the wrong size
/// is a UsageError; everything numerical is in Recording::outcome.
Recording simulate(const System& system, VecIn x0, const SimulateOptions& options);

/// One free body.
Recording simulate(const FreeBody& body, const FreeBodyState& start, const SimulateOptions& options);

}  // namespace polhode
