#include "ode/events.hpp"

#include <algorithm>
#include <cmath>

#include "ode/rounding.hpp"

namespace polhode::ode {

namespace {

constexpr int parts = 16;             // equal samples of a step
constexpr int close_samples = 12;     // further ones towards a start at zero, each four times closer
constexpr double rounding = 8 * eps;  // of the largest value in a step
constexpr double far_bends = 8;       // second differences of steps: a parabola needs 1/8

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
    watch.has_before = false;
    for (const Found& root : fired) {
      if (static_cast<std::size_t>(root.event) != e) continue;
      const double still_root = std::max(4 * std::fabs(root.g), 1e-12 * watch.largest);
      if (std::fabs(watch.g) > still_root) continue;  // the jump led away from the root
      watch.sign = 0;
      watch.floor = 2 * std::fabs(watch.g);
    }
  }
}

bool EventWatch::must_look(Engine& step) {
  start_ = step.t();
  glanced_ = false;
  bool look = false;
  for (std::size_t e = 0; e < events_.size(); ++e) {
    Watch& watch = watches_[e];
    watch.far = false;
    if (watch.forgotten) continue;
    if (events_[e].slow && watch.has_before && watch.sign != 0) {
      watch.g_end = events_[e].g(step.t1(), step.x1());
      watch.far = is_far(watch, step.t1()) || is_far_half_way(step, e);
    }
    if (watch.far) watch.sign_end = watch.sign;
    look = look || !watch.far;
  }
  found_.clear();
  return look;
}

bool EventWatch::is_far(const Watch& watch, double t1) const {
  const double h = t1 - start_;
  const double slope = (watch.g_end - watch.g) / h,
               slope_before = (watch.g - watch.g_before) / (start_ - watch.t_before);
  const double bend = std::fabs(2 * (slope - slope_before) / (t1 - watch.t_before) * h * h);
  const double nearest = std::min(std::fabs(watch.g), std::fabs(watch.g_end));
  return watch.g * watch.g_end > 0 && nearest > far_bends * bend && nearest > std::fabs(watch.g_end - watch.g);
}

bool EventWatch::is_far_half_way(Engine& step, std::size_t event) {
  const Watch& watch = watches_[event];
  if (!(watch.g * watch.g_end > 0)) return false;
  if (!glanced_) step.glance_half_way(x_);
  glanced_ = true;
  const double middle = events_[event].g(0.5 * (start_ + step.t1()), x_);
  const double rise = std::fabs(middle - watch.g), fall = std::fabs(watch.g_end - middle);
  const double bend = std::fabs((watch.g_end - middle) - (middle - watch.g));
  const double nearest = std::min({std::fabs(watch.g), std::fabs(middle), std::fabs(watch.g_end)});
  return watch.g * middle > 0 && nearest > far_bends * bend && nearest > std::max(rise, fall);
}

std::span<const Found> EventWatch::scan(Engine& step) {
  found_.clear();
  sample_grid(step);
  for (std::size_t e = 0; e < events_.size(); ++e) {
    if (watches_[e].forgotten || watches_[e].far) continue;
    sample_event(step, e);
    scan_signs(step, e);
    scan_cells(step, e);
  }
  const double sense = step.h() > 0 ? 1 : -1;
  std::sort(found_.begin(), found_.end(), [sense](const Found& a, const Found& b) {
    return a.t == b.t ? a.event < b.event : sense * a.t < sense * b.t;
  });
  return found_;
}

void EventWatch::accept() {
  for (Watch& watch : watches_) {
    watch.t_before = start_;
    watch.g_before = watch.g;
    watch.has_before = true;
    watch.g = watch.g_end;
    watch.sign = watch.sign_end;
    watch.floor = watch.sign == 0 ? watch.floor : 0;
  }
}

double EventWatch::value(Engine& step, std::size_t event, double t) {
  if (t == step.t1()) return events_[event].g(t, step.x1());
  step.state_at(t, x_);
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
  // At a root, or so near one that the next may be anywhere.
  if (watch.sign == 0 || std::fabs(watch.g) <= rounding * watch.largest) {
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
  for (std::size_t i = samples_.size() - parts; i + 1 < samples_.size(); ++i) avoid_zero(step, event, samples_[i]);
}

/// A sample that cannot be told from zero tells nothing of what g does there. One beside it does, and leaves the root
/// to the cell.
void EventWatch::avoid_zero(Engine& step, std::size_t event, Sample& sample) {
  for (const double part : {1.0 / 64, 1.0 / 48}) {
    if (!(std::fabs(sample.g) <= rounding * watches_[event].largest)) return;
    sample.t += part * step.h() / parts;
    sample.g = value(step, event, sample.t);
  }
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
      if (last.t == samples_[i - 1].t)
        cross(step, event, i);
      else
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
  return sign_beside(step, event, samples_[i].t, step.h() / parts);
}

/// The sign of g as near t as it can be told from zero, up to a quarter of the distance given.
int EventWatch::sign_beside(Engine& step, std::size_t event, double t, double distance) {
  int sign = 0;
  for (int k = close_samples; k > 0; --k) {
    const double beside = t + std::ldexp(distance, -2 * k);
    step.state_at(beside, x_);
    const double g = events_[event].g(beside, x_);
    sign = sign_of(g);
    if (std::fabs(g) > rounding * watches_[event].largest) break;
  }
  return sign;
}

/// A touch that two neighbouring cells saw counts once, where it is nearest zero.
void EventWatch::report_touch(std::size_t event, Sample sample) {
  const Crossing wanted = events_[event].crossing;
  if (wanted != Crossing::any && wanted != Crossing::touching) return;
  const double cell = std::fabs(samples_.back().t - samples_.front().t) / parts;
  const Found touch{static_cast<int>(event), sample.t, 0, sample.g};
  for (Found& root : found_) {
    if (root.event != touch.event || root.direction != 0 || std::fabs(root.t - touch.t) >= cell) continue;
    if (std::fabs(touch.g) < std::fabs(root.g)) root = touch;
    return;
  }
  found_.push_back(touch);
}

double EventWatch::near_zero(std::size_t event) const {
  return std::max(events_[event].closeness, rounding * watches_[event].largest);
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
