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
/// A root is a change of sign. Each step is sampled at 16 equal parts; where |g| has a minimum between samples of one
/// sign it is followed down, so that two roots closer than a sample are found; a bracketed root is narrowed to
/// the last ulps of t, on the side where g has its new sign. A function that starts at zero (at the start of the run,
/// or because its own root caused a jump) takes its sign from where it goes next, sampled geometrically close to the
/// start, and that first departure is no root.
class EventWatch {
 public:
  EventWatch(std::span<const Event> events, std::size_t nx);

  bool any() const { return !events_.empty(); }
  /// Takes the signs afresh at (t, x); `fired` are the events whose root this is.
  void restart(double t, VecIn x, std::span<const Found> fired);
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
  };
  double value(Engine& step, std::size_t event, double t);
  void sample_grid(Engine& step);
  void sample_event(Engine& step, std::size_t event);
  void scan_signs(Engine& step, std::size_t event);
  void scan_dips(Engine& step, std::size_t event);
  void follow_dip(Engine& step, std::size_t event, Sample a, Sample m, Sample b);
  /// Whether so small a value cannot be told from zero.
  bool touches(std::size_t event, double g) const;
  int sign_after(Engine& step, std::size_t event, std::size_t i);
  void report_touch(std::size_t event, Sample sample);
  void report(Engine& step, std::size_t event, Sample a, Sample b);

  std::span<const Event> events_;
  std::vector<Watch> watches_;
  std::vector<Sample> samples_;
  std::vector<double> grid_states_, x_;
  std::vector<Found> found_;
};

}  // namespace polhode::ode
