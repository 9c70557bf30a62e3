#include "ode/events.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace polhode::ode {

namespace {

constexpr int parts = 16;          // equal samples of a step
constexpr int close_samples = 12;  // further ones towards a start at zero, each four times closer
constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr double golden = 0.3819660112501051;

int sign_of(double value) { return (value > 0) - (value < 0); }

/// Whether the parabola through three values of one sign, the middle one nearest zero, comes half way to zero or
/// farther, or near what counts as touching: only then is what happens between them worth following.
bool may_dip(double ta, double ga, double tm, double gm, double tb, double gb, double closeness) {
  const double left = (gm - ga) / (tm - ta), right = (gb - gm) / (tb - tm);
  const double bend = (right - left) / (tb - ta);
  const double slope = left + bend * (tm - ta);
  const double lowest = gm - slope * slope / (4 * bend);
  return !(sign_of(gm) * lowest > std::max(0.5 * std::fabs(gm), 2 * closeness));
}

}  // namespace

EventWatch::EventWatch(std::span<const Event> events, std::size_t nx)
    : events_(events), watches_(events.size()), grid_states_(events.empty() ? 0 : nx * parts), x_(nx) {
  samples_.reserve(parts + close_samples + 1);
  found_.reserve(4 * parts);
}

void EventWatch::restart(double t, VecIn x, std::span<const Found> fired) {
  for (std::size_t e = 0; e < watches_.size(); ++e) {
    Watch& watch = watches_[e];
    watch.g = events_[e].g(t, x);
    watch.sign = sign_of(watch.g);
    watch.floor = 0;
    for (const Found& root : fired) {
      if (static_cast<std::size_t>(root.event) != e) continue;
      const double still_root = std::max(4 * std::fabs(root.g), 1e-12 * watch.largest);
      if (std::fabs(watch.g) > still_root) continue;  // the jump led away from the root
      watch.sign = 0;
      watch.floor = 2 * std::fabs(watch.g);
    }
  }
}

std::span<const Found> EventWatch::scan(Engine& step) {
  found_.clear();
  step.continuation();
  sample_grid(step);
  for (std::size_t e = 0; e < events_.size(); ++e) {
    if (watches_[e].forgotten) continue;
    sample_event(step, e);
    scan_signs(step, e);
    scan_dips(step, e);
  }
  const double sense = step.h() > 0 ? 1 : -1;
  std::sort(found_.begin(), found_.end(), [sense](const Found& a, const Found& b) {
    return a.t == b.t ? a.event < b.event : sense * a.t < sense * b.t;
  });
  return found_;
}

void EventWatch::accept() {
  for (Watch& watch : watches_) {
    watch.g = watch.g_end;
    watch.sign = watch.sign_end;
    watch.floor = watch.sign == 0 ? watch.floor : 0;
  }
}

double EventWatch::value(Engine& step, std::size_t event, double t) {
  if (t == step.t1()) return events_[event].g(t, step.x1());
  step.evaluate((t - step.t()) / step.h(), x_);
  return events_[event].g(t, x_);
}

/// The states at the grid, shared by all events.
void EventWatch::sample_grid(Engine& step) {
  const std::size_t nx = x_.size();
  for (std::size_t j = 1; j < parts; ++j)
    step.evaluate(static_cast<double>(j) / parts, VecOut(grid_states_.data() + j * nx, nx));
}

void EventWatch::sample_event(Engine& step, std::size_t event) {
  const std::size_t nx = x_.size();
  Watch& watch = watches_[event];
  samples_.clear();
  samples_.push_back({step.t(), watch.g});
  if (watch.sign == 0) {
    for (int k = close_samples; k > 0; --k) {
      const double t = step.t() + std::ldexp(step.h() / parts, -2 * k);
      if (t != samples_.back().t) samples_.push_back({t, value(step, event, t)});
    }
  }
  for (std::size_t j = 1; j < parts; ++j) {
    const double t = step.t() + step.h() * (static_cast<double>(j) / parts);
    samples_.push_back({t, events_[event].g(t, VecIn(grid_states_.data() + j * nx, nx))});
  }
  samples_.push_back({step.t1(), events_[event].g(step.t1(), step.x1())});
  watch.largest = 0;
  for (const Sample& sample : samples_) watch.largest = std::max(watch.largest, std::fabs(sample.g));
}

void EventWatch::scan_signs(Engine& step, std::size_t event) {
  Watch& watch = watches_[event];
  int sign = watch.sign;
  double floor = watch.floor;
  Sample last = samples_.front();
  for (std::size_t i = 1; i < samples_.size(); ++i) {
    const Sample& sample = samples_[i];
    if (sample.g != sample.g) continue;
    if (sign == 0 && std::fabs(sample.g) <= floor) continue;
    if (sign != 0 && sample.g == 0 && sign_after(step, event, i) == sign) {
      report_touch(event, sample);  // exactly on a sample, and back to where it came from
      continue;
    }
    if (sign != 0 && sign_of(sample.g) != sign) {
      report(step, event, last, sample);
      floor = 0;
    }
    sign = sign_of(sample.g);
    last = sample;
  }
  watch.g_end = samples_.back().g;
  watch.sign_end = sign;
  watch.floor = floor;
}

/// The sign of g behind sample i: of the next that has one, or, behind the last, of the continuation drawn a little on.
int EventWatch::sign_after(Engine& step, std::size_t event, std::size_t i) {
  for (std::size_t j = i + 1; j < samples_.size(); ++j)
    if (samples_[j].g != 0) return sign_of(samples_[j].g);
  const double theta = 1 + 1.0 / 1024;
  step.evaluate(theta, x_);
  return sign_of(events_[event].g(step.t() + theta * step.h(), x_));
}

bool EventWatch::touches(std::size_t event, double g) const {
  return std::fabs(g) <= std::max(events_[event].closeness, 8 * eps * watches_[event].largest);
}

void EventWatch::report_touch(std::size_t event, Sample sample) {
  const Crossing wanted = events_[event].crossing;
  if (wanted == Crossing::any || wanted == Crossing::touching)
    found_.push_back({static_cast<int>(event), sample.t, 0, sample.g});
}

/// Roots that come in pairs between two samples: |g| falls and rises again without a sample beyond zero.
void EventWatch::scan_dips(Engine& step, std::size_t event) {
  const auto one_sign = [](const Sample& a, const Sample& b) { return a.g * b.g > 0; };
  const auto nearer = [](const Sample& a, const Sample& b) { return std::fabs(a.g) <= std::fabs(b.g); };
  const std::size_t last = samples_.size() - 1;
  for (std::size_t i = 1; i < last; ++i) {
    const Sample &a = samples_[i - 1], &m = samples_[i], &b = samples_[i + 1];
    if (one_sign(a, m) && one_sign(m, b) && nearer(m, a) && nearer(m, b) &&
        may_dip(a.t, a.g, m.t, m.g, b.t, b.g, events_[event].closeness))
      follow_dip(step, event, a, m, b);
  }
  // A dip next to an end of the step shows only in the slope there.
  const auto at_end = [&](const Sample& end, const Sample& inner) {
    if (!one_sign(end, inner) || !nearer(end, inner)) return;
    Sample probe{end.t + (inner.t - end.t) / 1024, 0};
    probe.g = value(step, event, probe.t);
    if (!nearer(probe, end)) return;
    if (!one_sign(probe, end)) {
      report(step, event, end, probe);
      report(step, event, probe, inner);
    } else {
      follow_dip(step, event, end, probe, inner);
    }
  };
  if (watches_[event].sign != 0) at_end(samples_[0], samples_[1]);
  at_end(samples_[last], samples_[last - 1]);
}

/// Golden section towards the point of [a, b] where |g| is least; two roots if it lies beyond zero, a touch if it ends
/// so near that the difference is rounding's.
void EventWatch::follow_dip(Engine& step, std::size_t event, Sample a, Sample m, Sample b) {
  const int sign = sign_of(m.g);
  const Sample left = a, right = b;
  for (int i = 0; i < 60; ++i) {
    Sample& wider = std::fabs(b.t - m.t) > std::fabs(m.t - a.t) ? b : a;
    Sample trial{m.t + golden * (wider.t - m.t), 0};
    if (trial.t == m.t || trial.t == wider.t) break;
    trial.g = value(step, event, trial.t);
    if (sign * trial.g < 0) {
      report(step, event, left, trial);
      report(step, event, trial, right);
      return;
    }
    if (std::fabs(trial.g) < std::fabs(m.g)) {
      (&wider == &b ? a : b) = m;
      m = trial;
    } else {
      wider = trial;
    }
    // Once the parabola stays clear of zero there is no pair; near enough to touch, the turning point itself is sought.
    if (i > 4 && !touches(event, m.g) && !may_dip(a.t, a.g, m.t, m.g, b.t, b.g, events_[event].closeness)) return;
  }
  if (touches(event, m.g)) report_touch(event, m);
}

/// Narrows the bracket [a, b] to neighbouring times and notes the end where g has its new sign.
/// Source [Chandrupatla 1997]: inverse quadratic interpolation where it is safe, else bisection.
void EventWatch::report(Engine& step, std::size_t event, Sample a, Sample b) {
  // A bracket found from the end of the step runs against it.
  if ((b.t - a.t) * step.h() < 0) std::swap(a, b);
  const int direction = a.g != 0 ? -sign_of(a.g) : sign_of(b.g);
  const Crossing wanted = events_[event].crossing;
  if (wanted == Crossing::touching) return;
  if ((wanted == Crossing::rising && direction < 0) || (wanted == Crossing::falling && direction > 0)) return;
  const double widest = std::max(std::fabs(a.g), std::fabs(b.g));
  if (!std::isfinite(widest)) return;
  Sample c = a;
  double fraction = 0.5;
  for (int i = 0; i < 200 && b.g != 0 && a.g != 0; ++i) {
    const double width = std::fabs(b.t - a.t), ulp = eps * std::max(std::fabs(a.t), std::fabs(b.t));
    if (width <= ulp) break;
    const double least = std::min(0.5, 0.5 * ulp / width);
    Sample trial{a.t + std::clamp(fraction, least, 1 - least) * (b.t - a.t), 0};
    if (trial.t == a.t || trial.t == b.t) break;
    trial.g = value(step, event, trial.t);
    if (sign_of(trial.g) == sign_of(a.g)) {
      c = a;
    } else {
      c = b;
      b = a;
    }
    a = trial;
    const double xi = (a.t - b.t) / (c.t - b.t), phi = (a.g - b.g) / (c.g - b.g);
    const bool smooth = phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi;
    fraction = smooth ? a.g / (b.g - a.g) * (c.g / (b.g - c.g)) +
                            (c.t - a.t) / (b.t - a.t) * (a.g / (c.g - a.g)) * (b.g / (c.g - b.g))
                      : 0.5;
  }
  // Where the values on both sides grow as they close in, g passes through infinity, not through zero.
  if (std::min(std::fabs(a.g), std::fabs(b.g)) > widest) return;
  const Sample& root = a.g == 0 || sign_of(a.g) == direction ? a : b;
  found_.push_back({static_cast<int>(event), root.t, direction, root.g});
}

}  // namespace polhode::ode
