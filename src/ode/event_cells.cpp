// What an event function does between two samples.

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "ode/events.hpp"
#include "ode/rounding.hpp"

namespace polhode::ode {

namespace {

constexpr double golden = 0.3819660112501051;
constexpr double clearly = 4;           // second differences by which a cell may be left alone: a parabola needs 1/8
constexpr double slope_part = 0x1p-10;  // of a cell: what its slopes are taken over
constexpr int most_halvings = 200;      // of one cell and its parts
constexpr int deepest_dip = 48, deepest_crossing = 20;

/// How often the sign changes from one to the next; zeros count as a change more, to be on the safe side.
int changes(const std::array<double, 5>& d) {
  int count = 0;
  for (std::size_t i = 1; i < d.size(); ++i) count += d[i] * d[i - 1] > 0 ? 0 : 1;
  return count;
}

}  // namespace

/// The largest second difference of the samples around the cell that ends in sample i, as one of steps of the cell.
double EventWatch::bend_around(std::size_t i) const {
  const double width = samples_[i].t - samples_[i - 1].t;
  double largest = 0;
  for (std::size_t j = i < 3 ? 1 : i - 2; j <= i + 1 && j + 1 < samples_.size(); ++j) {
    const Sample &a = samples_[j - 1], &m = samples_[j], &b = samples_[j + 1];
    const double bend = ((b.g - m.g) / (b.t - m.t) - (m.g - a.g) / (m.t - a.t)) / (b.t - a.t);
    const double size = std::fabs(2 * bend * width * width);
    if (!(size <= largest)) largest = size;  // keeps what is not a number
  }
  return largest;
}

/// Roots beside those that samples of two signs show: pairs inside a cell, and functions that turn round at zero.
void EventWatch::scan_cells(Engine& step, std::size_t event) {
  const double near = near_zero(event);
  std::size_t count_before = 0;  // roots found before the cell before
  bool looked = false;           // into it
  for (std::size_t i = 1; i < samples_.size(); ++i) {
    const Sample &a = samples_[i - 1], &b = samples_[i];
    const std::size_t count = found_.size();
    const bool looked_before = std::exchange(looked, false);
    if (!(a.g * b.g > 0) || (i == 1 && watches_[event].sign == 0)) continue;
    if (std::fabs(b.g) <= near) touch_sample(step, event, i);
    if (!(std::min(std::fabs(a.g), std::fabs(b.g)) - near > clearly * bend_around(i))) {
      look_into(step, event, a, b);
      looked = true;
    }
    const bool at_bottom = looked && looked_before && count_before == found_.size();
    if (at_bottom) look_near(step, event, a, slope_part * (b.t - a.t));
    count_before = count;
  }
}

/// A bottom so near a sample that slopes, which are differences, run across it.
void EventWatch::look_near(Engine& step, std::size_t event, Sample m, double distance) {
  Sample a{m.t - distance, 0}, b{m.t + distance, 0};
  a.g = value(step, event, a.t);
  b.g = value(step, event, b.t);
  const auto is_above = [&m](const Sample& side) { return side.g * m.g > 0 && std::fabs(side.g) > std::fabs(m.g); };
  if (is_above(a) && is_above(b)) follow_dip(step, event, a, m, b);
}

/// A sample near enough to zero is a touch if g turns round there.
void EventWatch::touch_sample(Engine& step, std::size_t event, std::size_t i) {
  const Sample &before = samples_[i - 1], &here = samples_[i];
  const auto is_above = [&](double t) {
    step.state_at(t, x_);
    const double g = events_[event].g(t, x_);
    return g * here.g > 0 && std::fabs(g) > std::fabs(here.g);
  };
  const double width = here.t - before.t;
  for (double distance : {-width, width})
    if (!is_above(here.t + distance / 64) || sign_beside(step, event, here.t, distance) != sign_of(here.g)) return;
  report_touch(event, here);
}

/// A cell whose ends have different signs: one root, or three and more.
void EventWatch::cross(Engine& step, std::size_t event, std::size_t i) {
  const Sample &a = samples_[i - 1], &b = samples_[i];
  const bool straight = std::fabs(b.g - a.g) > clearly * bend_around(i);
  if (straight || a.g == 0 || b.g == 0)
    report(step, event, a, b);
  else
    look_into(step, event, a, b);
}

void EventWatch::look_into(Engine& step, std::size_t event, Sample a, Sample b) {
  halvings_left_ = most_halvings;
  examine(step, event, a, b, 0);
}

/// The cubic through both values and slopes, as Bernstein coefficients of degree 4: g is inside their hull, but for an
/// error that vanishes with its slope at both ends and so is of the form 16 E θ²(1−θ)², which moves the middle one
/// alone, by 8/3 E. What g does half way tells E. So a cell is done with when, within that error, it has no root, or a
/// single one; else its halves are looked into.
void EventWatch::examine(Engine& step, std::size_t event, Sample a, Sample b, int depth) {
  const int sign = a.g * b.g > 0 ? sign_of(a.g) : 0;
  const auto settle = [&] {
    if (sign == 0) report(step, event, a, b);
  };
  if (depth == (sign != 0 ? deepest_dip : deepest_crossing) || --halvings_left_ < 0) return settle();
  const double width = b.t - a.t, part = slope_part * width;
  const auto slope = [&](const Sample& end, double t) { return (value(step, event, t) - end.g) / (t - end.t); };
  const double c1 = a.g + width * slope(a, a.t + part) / 3, c2 = b.g - width * slope(b, b.t - part) / 3;
  Sample m{};
  for (double theta : {0.5, 0.4375, 0.53125}) {  // a zero met by chance has no sign to go by
    m.t = a.t + theta * width;
    m.g = value(step, event, m.t);
    if (m.g != 0) break;
  }
  if (m.t == a.t || m.t == b.t || m.g == 0 || !std::isfinite(c1 + c2 + m.g)) return settle();
  const double theta = (m.t - a.t) / width, rest = 1 - theta;
  const double cubic = rest * rest * (rest * a.g + 3 * theta * c1) + theta * theta * (3 * rest * c2 + theta * b.g);
  const double error = std::fabs(m.g - cubic);
  if (is_settled(event, a, b, c1, c2, error)) return settle();
  // Where the cubic holds, a dip has one bottom.
  const double fall = std::min(std::fabs(a.g), std::fabs(b.g)) - std::fabs(m.g);
  if (sign * m.g > 0 && error < 0.1 * fall) return follow_dip(step, event, a, m, b);
  const std::size_t count = found_.size();
  examine(step, event, a, m, depth + 1);
  examine(step, event, m, b, depth + 1);
  if (sign * m.g > 0 && fall > 0 && count == found_.size()) look_near(step, event, m, 0.5 * part);
}

/// Whether the cell has no root, or a single one if its ends differ in sign.
bool EventWatch::is_settled(std::size_t event, const Sample& a, const Sample& b, double c1, double c2,
                            double error) const {
  const double size = std::max(std::fabs(a.g), std::fabs(b.g));
  // A slope is a difference over a small part of the cell: it errs by half that part of how much slopes change, and by
  // rounding. Four times that, to be sure; the error in the middle is as sure where it is twice its true size.
  const double turn = 3 * std::fabs((b.g - c2) - (c1 - a.g));
  const double moved = 16.0 / 3 * error, noise = 4 * (eps / slope_part * size + 0.5 * slope_part * turn / 3);
  const std::array<double, 5> d{a.g, (a.g + 3 * c1) / 4, (c1 + c2) / 2, (3 * c2 + b.g) / 4, b.g};
  if (a.g * b.g > 0) {
    // What stays above the lower end has no bottom inside, however small the end is.
    const int sign = sign_of(a.g);
    const double end = 0.999 * std::min(std::fabs(a.g), std::fabs(b.g));
    double lowest = std::min({sign * d[1], sign * d[2] - moved, sign * d[3]});
    // A bottom between both ends may be a corner as deep as where the tangents meet.
    const double rise_a = 3 * (c1 - a.g), rise_b = 3 * (b.g - c2);
    if (sign * rise_a < 0 && sign * rise_b > 0)
      lowest = std::min(lowest, sign * (a.g + rise_a * ((b.g - rise_b - a.g) / (rise_a - rise_b))));
    return lowest > std::min(end, near_zero(event)) + noise;
  }
  for (double change : {-1.0, 1.0})
    if (changes({d[0], d[1] + change * noise, d[2] + change * (moved + noise), d[3] + change * noise, d[4]}) != 1)
      return false;
  return true;
}

/// Golden section towards the point of [a, b] where |g| is least; two roots if it lies beyond zero, a touch if it ends
/// so near that the difference is rounding's.
void EventWatch::follow_dip(Engine& step, std::size_t event, Sample a, Sample m, Sample b) {
  const int sign = sign_of(m.g);
  const Sample left = a, right = b;
  const double near = near_zero(event);
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
    // The bottom is at most as far below m as m is below the ends, and mostly far less.
    const double rise = std::max(std::fabs(a.g), std::fabs(b.g)) - std::fabs(m.g);
    if (rise < 0.5 * (std::fabs(m.g) - near)) return;
  }
  if (std::fabs(m.g) <= near) report_touch(event, m);
}

}  // namespace polhode::ode
