#pragma once
// What came out: a function of time, the events met, what it cost, and how it ended.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polhode/math/state_space.hpp>

namespace polhode::ode {

/// How a run ended. Everything but `finished` and `stopped` ended early; what was computed is kept.
enum class Ending {
  finished,
  stopped,
  step_underflow,
  not_finite,
  too_many_steps,
  event_flood,
  not_solved,
  interrupted
};

struct Outcome {
  Ending ending = Ending::finished;
  double t = 0;        ///< where it ended
  std::string detail;  ///< a sentence for people: what, where, what to try

  bool ended_early() const { return ending != Ending::finished && ending != Ending::stopped; }
};

/// "finished", "stopped", "step underflow" …
std::string_view to_string(Ending ending);

/// A root of an event function.
struct Hit {
  int event = 0;  ///< index into Problem::events
  double t = 0;
  int direction = 0;      ///< +1 rising, −1 falling, in the sense of the run; 0: it only touched
  std::vector<double> x;  ///< before the event's own jump
};

/// What the method itself did. Rates that a Jacobian by differences needs are counted with it, not here.
struct Work {
  std::int64_t rate_evaluations = 0;
  std::int64_t jacobians = 0;
  std::int64_t factorisations = 0;
  std::int64_t iterations = 0;  ///< of the equations of implicit methods
};

struct Statistics : Work {
  std::int64_t steps = 0;
  std::int64_t rejected = 0;
  double smallest_step = 0, largest_step = 0;
};

/// One accepted step as a function of θ ∈ [0, 1]: x(θ) = x0 ⊞ u(θ),
///   u(θ) = θ (c₁ + (1−θ) (c₂ + θ (c₃ + (1−θ) (c₄ + …))))              docs/theory/runge-kutta.md (6)
/// in the chart at the start of the step. A segment cut by an event ends at `t1` before t0 + h.
struct Segment {
  double t0 = 0, h = 0, t1 = 0;
  std::vector<double> x0;
  std::vector<double> coefficients;  ///< nv numbers for c₁, then for c₂, …
};

class Solution {
 public:
  StateSpace space;
  Outcome outcome;
  Statistics statistics;
  std::vector<Hit> hits;
  /// Indices of events whose function is zero at the start and leaves in a direction they look for: no crossing, since
  /// there is no change of sign, and perhaps not what was meant (Event).
  std::vector<int> started_on;
  std::vector<Segment> segments;              ///< if Keep::dense
  std::vector<double> sample_times, samples;  ///< at Output::times: nx numbers each
  double t_start = 0, t_end = 0;
  /// Where stability, not accuracy, began to hold the steps of an explicit method down: it works many times harder than
  /// an implicit one would. Empty if that was not seen.
  std::optional<double> stiff_from;
  std::vector<double> x_end;
  /// FNV-1a over (t, x) of the start and of every accepted step; of a step that ends in a jump, the state after it.
  std::uint64_t hash = 0;

  /// x(t) anywhere between t_start and t_end; needs Keep::dense (else UsageError). At a jump: the state after it.
  void at(double t, VecOut x) const;
};

}  // namespace polhode::ode
