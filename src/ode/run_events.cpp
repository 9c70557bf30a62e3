#include <algorithm>
#include <cmath>

#include <polhode/base/text.hpp>

#include "ode/rounding.hpp"
#include "ode/run.hpp"

namespace polhode::ode {

namespace {

constexpr double together = 4 * eps;   // of |t|: roots this close are at one time
constexpr double too_close = 1e-10;    // of |t|: jumps of one event this close together …
constexpr int flood = 5;               // … so many times in a row are a flood
constexpr int crowd = 1000;            // so are as many jumps of one event …
constexpr double crowded_part = 1e-5;  // … in this part of the run: at that rate it would have 10⁸
constexpr double glance = 0x1p-20;     // of the run: how far ahead a start on a root is looked at

}  // namespace

void Run::meet_events() {
  const std::span<const Found> found = watch_.scan(*engine_);
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (exhausted(found[i])) continue;
    if (acts(found[i])) {
      const double t = found[i].t;
      roots_.clear();
      for (; i < found.size() && std::fabs(found[i].t - t) <= together * std::fabs(t); ++i)
        if (!exhausted(found[i])) roots_.push_back(found[i]);
      return cut_at(roots_.back().t);
    }
    if (found[i].t == engine_->t1()) {
      note_hit(found[i], found[i].t, engine_->x1());
    } else {
      engine_->state_at(found[i].t, x_scratch_);
      note_hit(found[i], found[i].t, x_scratch_);
    }
  }
}

bool Run::exhausted(const Found& root) const {
  const auto event = static_cast<std::size_t>(root.event);
  return problem_.events[event].most > 0 && hits_of_[event] >= problem_.events[event].most;
}

/// Whether the next hit of this event does something to the run, rather than be noted.
bool Run::acts(const Found& root) const {
  const auto event = static_cast<std::size_t>(root.event);
  const auto& action = problem_.events[event].action;
  if (const Stop* stop = std::get_if<Stop>(&action)) return hits_of_[event] + 1 >= stop->at;
  return std::holds_alternative<Jump>(action);
}

void Run::note_hit(const Found& root, double t, VecIn x) {
  const auto event = static_cast<std::size_t>(root.event);
  ++hits_of_[event];
  if (exhausted(root)) watch_.forget(root.event);
  solution_.hits.push_back({root.event, t, root.direction, {x.begin(), x.end()}});
}

/// Ends the step at t and lets the events of roots_ act there, in the order of their index. What happened together is
/// recorded together: after one that ends the run the others are still noted, but change nothing any more.
void Run::cut_at(double t) {
  cut_ = true;
  t_end_ = t;
  if (t == engine_->t1())
    std::copy(engine_->x1().begin(), engine_->x1().end(), x_cut_.begin());
  else
    engine_->state_at(t, x_cut_);
  std::copy(x_cut_.begin(), x_cut_.end(), x_after_.begin());
  std::sort(roots_.begin(), roots_.end(), [](const Found& a, const Found& b) { return a.event < b.event; });
  for (const Found& root : roots_) {
    const bool now = acts(root);
    note_hit(root, t, x_after_);
    if (now && stopped_by_ == nullptr && !ended_) act(root, t);
  }
}

/// What one event does to the state after the cut, or to the run.
void Run::act(const Found& root, double t) {
  const Event& event = problem_.events[static_cast<std::size_t>(root.event)];
  if (std::holds_alternative<Stop>(event.action)) stopped_by_ = &event;
  const Jump* jump = std::get_if<Jump>(&event.action);
  if (jump == nullptr) return;
  std::copy(x_after_.begin(), x_after_.end(), x_scratch_.begin());
  jump->map(t, x_scratch_, x_after_);
  if (!all_finite(x_after_)) {
    x_after_ = x_scratch_;
    return end(Ending::not_finite, t,
               "the jump of event '" + event.name + "' gave a state that is not finite at t = " + rounded(t, 10));
  }
  if (problem_.projection && !problem_.projection(t, x_after_)) {
    x_after_ = x_scratch_;
    return end(Ending::not_solved, t,
               "the jump of event '" + event.name +
                   "' leads to where conditions of the motion, such as closed loops, "
                   "cannot be met, at t = " +
                   rounded(t, 10));
  }
  const std::string at = "event '" + event.name + "' jumps";
  if (flooded(root))
    end(Ending::event_flood, t,
        at + " ever faster at t = " + rounded(t, 10) +
            ", as a bouncing ball does before it rests: stop at a smallest speed, or go over to a model of rest");
  else if (crowded(root))
    end(Ending::event_flood, t,
        at + " " + std::to_string(crowd) + " times within " +
            rounded(std::fabs(t - crowds_[static_cast<std::size_t>(root.event)].t), 3) +
            " s up to t = " + rounded(t, 10) +
            ": let the jump lead farther from where it happens next, or say with count how often it may");
}

bool Run::flooded(const Found& root) {
  Recurrence& recurrence = recurrences_[static_cast<std::size_t>(root.event)];
  const bool close = std::fabs(t_end_ - recurrence.t) <= too_close * std::fabs(t_end_);
  recurrence.count = close ? recurrence.count + 1 : 0;
  recurrence.t = t_end_;
  return recurrence.count >= flood;
}

bool Run::crowded(const Found& root) {
  Recurrence& since = crowds_[static_cast<std::size_t>(root.event)];
  if (problem_.events[static_cast<std::size_t>(root.event)].most > 0) return false;
  if (since.count == 0) since.t = t_end_;
  if (++since.count < crowd) return false;
  if (std::fabs(t_end_ - since.t) <= crowded_part * std::fabs(problem_.t1 - problem_.t0)) return true;
  since.count = 0;
  return false;
}

/// The event function a moment after the start: by a midpoint step, so that a start at rest shows where it will go.
/// These rates are not counted: no step is made of them.
double Run::departure(const Event& event, VecIn x, double span) {
  std::vector<double> rate(static_cast<std::size_t>(problem_.space.nv())), near(x.begin(), x.end());
  problem_.rate.real(problem_.t0, x, rate);
  for (const double part : {0.5 * span, span}) {
    for (double& component : rate) component *= part;
    problem_.space.retract<double>(x, rate, near);
    if (part != span) problem_.rate.real(problem_.t0 + part, near, rate);
  }
  return event.g(problem_.t0 + span, near);
}

/// A crossing is a change of sign, so a function that is zero at the start has none there. But what a jump in one
/// direction keeps the motion from passing, a start there must not pass either: it is made at once if the motion would
/// leave in that direction. Zero is then also what the motion passes in a few ulps of the run, on whichever side
/// rounding put it. All others, and jumps after which the motion leaves in that direction all the same, are put on
/// record.
void Run::start_on_roots() {
  const double span = glance * (problem_.t1 - problem_.t0);
  roots_.clear();
  for (std::size_t i = 0; i < problem_.events.size() && span != 0; ++i) {
    const Event& event = problem_.events[i];
    const bool one_way = event.crossing == Crossing::rising || event.crossing == Crossing::falling;
    const bool jumps = std::holds_alternative<Jump>(event.action);
    const double g = event.g(problem_.t0, x_after_);
    if (!(g == 0 || (jumps && one_way)) || event.crossing == Crossing::touching) continue;
    const double later = departure(event, x_after_, span);
    const bool leaves = one_way ? (event.crossing == Crossing::rising ? later > 0 : later < 0) : later != 0;
    if (!leaves || !(std::fabs(g) <= 4 * eps / glance * std::fabs(later - g))) continue;
    if (jumps && one_way) {
      roots_.push_back({static_cast<int>(i), problem_.t0, later > 0 ? 1 : -1, g});
      note_hit(roots_.back(), problem_.t0, x_after_);
      act(roots_.back(), problem_.t0);
      if (ended_) return;
      if (!(departure(event, x_after_, span) * later > 0)) continue;
    }
    solution_.started_on.push_back(static_cast<int>(i));
  }
}

}  // namespace polhode::ode
