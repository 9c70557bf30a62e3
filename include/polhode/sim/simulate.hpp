#pragma once
// A system, a start, a span of time: a recording.

#include <functional>
#include <memory>
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
  bool stop = false;  ///< end the run there: at hit number `count`, if that is given
  /// Of one that stops: there is no motion behind it, as where a disk has lain down, so that no check looks farther.
  bool last = false;
  /// x⁺ = jump(t, x⁻), then the run goes on. Not for one that stops.
  std::function<void(double t, VecIn before, VecOut after)> jump = {};
  int count = 0;         ///< hits after which it is no longer watched for; 0: without end
  double closeness = 0;  ///< in the units of g: turning round this near zero counts as touching it
  /// The names under which a hit is told, by what its jump does to x⁻; empty: its own.
  std::function<std::vector<std::string>(double t, VecIn before)> told = {};
  bool slow = false;       ///< g changes no faster than the motion itself: ode::Event::slow
  bool uses_time = false;  ///< g is a formula of t itself, so that the motion's own time scale says nothing about it
};

/// More numbers than this, in the states of all samples, are refused: they are 800 MB.
inline constexpr double most_recorded = 1e8;

struct SimulateOptions {
  double t_end = 1;  ///< not before t_begin; both finite
  double t_begin = 0;
  ode::Method method = ode::method::dop853;
  std::shared_ptr<const void> method_owner;  ///< keeps the figures that a method of one's own refers to
  double tolerance = 1e-9;                   ///< relative; for adaptive methods
  std::optional<double> absolute_tolerance;  ///< in SI units; the same number as `tolerance` unless given
  std::vector<double> absolute_by_block;     ///< the same, one for each block of the state; empty: all alike
  double step = 0;                           ///< > 0: fixed steps of this size
  double largest_step = std::numeric_limits<double>::infinity();
  double sample = 0;            ///< interval of the samples; 0: a thousand over the run
  std::vector<double> also_at;  ///< further sample times, within the run and in any order
  std::vector<Watch> watches;
  std::vector<double> breaks;  ///< times at which the rate may jump: steps end there (ode::Problem::breaks)
  /// Told how far the run is, in [0, 1], after each step; returning false ends it, results kept.
  std::function<bool(double)> progress;
  /// Shown every accepted step, and the start; of a step that ends in a jump, the state before it.
  std::function<void(const ode::StepView&)> on_step;
};

/// Integrates `system` from x0 and records samples, events and the balance of every monitor. Each of these is a
/// UsageError that says what is expected and what was given: a start of the wrong size; times that are not finite or in
/// the wrong order; a sample interval that is negative, not finite, or gives more than `most_recorded` numbers; a time
/// in also_at outside the run; a watch without g; a tolerance, step or largest step that is no positive number.
/// Everything numerical is in Recording::outcome.
Recording simulate(const System& system, VecIn x0, const SimulateOptions& options);

/// One free body.
Recording simulate(const FreeBody& body, const FreeBodyState& start, const SimulateOptions& options);

}  // namespace polhode
