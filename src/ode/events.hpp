#pragma once
// Zeros of event functions along one step.

#include <span>
#include <vector>

#include <polhode/ode/problem.hpp>

#include "ode/engine.hpp"

namespace polhode::ode {

/// A sign change of an event function.
struct Found {
  int event = 0;
  double t = 0;
  int direction = 0;
  double g = 0;  ///< what is left of the event function there
};

/// Watches the sign of every event function along the continuation.
///
/// A root is a change of sign. Each step is sampled at 16 equal parts. A cell between two samples is left alone if the
/// second differences around it, four times over, are too small for g to turn round in it. Of any other the cubic
/// through values and slopes at both ends is taken, its error from what g is half way, and the cell is halved until
/// within that error no pair of roots can hide. So pairs are found however close and however skew; what can be missed
/// is a dip narrower than a sample that shows in none of the samples and slopes. A bracketed root is narrowed to the
/// last ulps of t, on the side where g has its new sign. A function that starts at zero (at the start of the run, or
/// because its own root caused a jump) takes its sign from where it goes next, sampled geometrically close to the
/// start, and that first departure is no root.
///
/// Steps in which a slow event (Event::slow) is far from zero are not sampled: if from the ends of this step and the
/// one before, or from both ends and a glance half way, g is farther from zero than it moves, and than eight times what
/// it bends.
///
/// Proof    tests/unit/ode/events_test.cpp, tests/unit/ode/event_pairs_test.cpp
class EventWatch {
 public:
  EventWatch(std::span<const Event> events, std::size_t nx);

  bool any() const { return !events_.empty(); }
  /// Takes the signs afresh at (t, x); `fired` are the events whose root this is.
  void restart(double t, VecIn x, std::span<const Found> fired);
  /// Whether the inside of the step must be looked into: it need not where all events are slow and far from zero.
  bool must_look(Engine& step);
  /// Every root in the step that the crossing asked for allows, in order of the run; equal times by index.
  std::span<const Found> scan(Engine& step);
  /// The step was taken whole: its end is the start of the next.
  void accept();
  /// No longer looks for this event.
  void forget(int event) { watches_[static_cast<std::size_t>(event)].forgotten = true; }

 private:
  struct Sample {
    double t = 0, g = 0;
  };
  /// One event function: what is known at the start of the step and, after a scan, at its end.
  struct Watch {
    int sign = 0;      ///< 0: at a root that has been dealt with
    double floor = 0;  ///< while sign is 0, values up to this size are still the root
    double g = 0, g_end = 0;
    int sign_end = 0;
    double largest = 0;  ///< |g| among the samples of the last step
    bool forgotten = false;
    // Of a slow one: where the step before began, and whether this step may be left alone.
    double t_before = 0, g_before = 0;
    bool has_before = false, far = false;
  };
  bool is_far(const Watch& watch, double t1) const;
  bool is_far_half_way(Engine& step, std::size_t event);
  double value(Engine& step, std::size_t event, double t);
  void sample_grid(Engine& step);
  void sample_event(Engine& step, std::size_t event);
  void avoid_zero(Engine& step, std::size_t event, Sample& sample);
  void scan_signs(Engine& step, std::size_t event);
  // Between two samples (event_cells.cpp).
  double bend_around(std::size_t i) const;
  void scan_cells(Engine& step, std::size_t event);
  void touch_sample(Engine& step, std::size_t event, std::size_t i);
  void cross(Engine& step, std::size_t event, std::size_t i);
  void look_near(Engine& step, std::size_t event, Sample m, double distance);
  void look_into(Engine& step, std::size_t event, Sample a, Sample b);
  void examine(Engine& step, std::size_t event, Sample a, Sample b, int depth);
  bool is_settled(std::size_t event, const Sample& a, const Sample& b, double c1, double c2, double error) const;
  void follow_dip(Engine& step, std::size_t event, Sample a, Sample m, Sample b);
  /// Up to this size a value counts as zero if g turns round there.
  double near_zero(std::size_t event) const;
  int sign_after(Engine& step, std::size_t event, std::size_t i);
  int sign_beside(Engine& step, std::size_t event, double t, double distance);
  void report_touch(std::size_t event, Sample sample);
  void report(Engine& step, std::size_t event, Sample a, Sample b);

  std::span<const Event> events_;
  std::vector<Watch> watches_;
  std::vector<Sample> samples_;
  std::vector<double> grid_states_, x_;
  std::vector<Found> found_;
  double start_ = 0;       ///< of the step that must_look() was asked about
  bool glanced_ = false;   ///< x_ is the state half way through it
  int halvings_left_ = 0;  ///< of the cell being looked into
};

}  // namespace polhode::ode
