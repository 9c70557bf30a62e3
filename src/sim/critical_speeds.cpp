// Where steady rolling changes its stability.
#include <algorithm>
#include <cmath>
#include <functional>

#include <polhode/sim/steady_rolling.hpp>

#include "sim/spin_grid.hpp"

namespace polhode {
namespace {

/// Signs of the margin from a thousandth to a thousand times the rate, and where they change.
void find_changes(double rate, const std::function<SteadyRolling(double)>& at, std::vector<CriticalSpeed>& list) {
  const auto value = [&](int k) { return spin_at(rate, k); };
  double before = value(0), margin_before = at(before).margin;
  for (int k = 1; k <= spin_cells; ++k) {
    const double now = value(k), margin = at(now).margin;
    if ((margin > 0) != (margin_before > 0)) {
      double low = before, high = now;
      while (true) {
        const double middle = 0.5 * (low + high);
        if (middle <= std::min(low, high) || middle >= std::max(low, high)) break;
        ((at(middle).margin > 0) == (margin_before > 0) ? low : high) = middle;
      }
      const SteadyRolling there = at(high);
      list.push_back({.kind = there.kind,
                      .tilt = there.tilt,
                      .normal = there.normal,
                      .value = high,
                      .speed = there.speed,
                      .stable_above = margin > 0});
    }
    before = now;
    margin_before = margin;
  }
}

void add_of_revolution(const RollingBody& body, std::vector<CriticalSpeed>& list) {
  for (const double tilt : balanced_tilts(body)) {
    const auto straight = [&](double spin) { return steady_rolling(body, {tilt, 0, spin}, SteadyKind::straight); };
    find_changes(natural_rate_of(body), straight, list);
    if (std::fabs(tilt - pi / 2) > 1e-12) continue;
    const auto edge = [&](double w) { return steady_rolling(body, {tilt, w, 0}, SteadyKind::on_edge); };
    find_changes(natural_rate_of(body), edge, list);
  }
}

}  // namespace

std::vector<CriticalSpeed> critical_speeds(const RollingBody& body) {
  std::vector<CriticalSpeed> list;
  if (!not_of_revolution(body).empty()) {
    spin_bands(body, list);
    return list;
  }
  add_of_revolution(body, list);
  for (const Vec3& N : ends_of(body))
    find_changes(
        natural_rate_of(body), [&](double w) { return on_end(body, N, w); }, list);
  return list;
}

std::vector<CriticalSpeed> critical_precessions(const RollingBody& body, double tilt) {
  std::vector<CriticalSpeed> list;
  const auto at = [&](double precession) {
    return steady_rolling(body, {tilt, precession, *steady_spin(body, tilt, precession)}, SteadyKind::precession);
  };
  if (steady_spin(body, tilt, natural_rate_of(body))) find_changes(natural_rate_of(body), at, list);
  return list;
}

namespace {

void add_precessions(const RollingBody& body, double tilt, std::optional<double> spin, SteadyReport& report) {
  if (has_straight_side(body.surface) && std::fabs(fn::cos(tilt)) < 1e-12) return;
  const auto add = [&](const SteadyMotion& motion) {
    report.motions.push_back(steady_rolling(body, motion, SteadyKind::precession));
  };
  if (spin) {
    for (const double precession : steady_precessions(body, tilt, *spin)) add({tilt, precession, *spin});
    return;
  }
  if (const auto rests = steady_at_rest(body, tilt)) add(*rests);
  for (const double times : {0.5, 1.0, 2.0, 4.0}) {
    const double precession = times * natural_rate_of(body);
    if (const auto with = steady_spin(body, tilt, precession)) add({tilt, precession, *with});
  }
  for (CriticalSpeed& critical : critical_precessions(body, tilt)) report.critical.push_back(critical);
}

/// What rolls straight or turns on its edge with a spin.
void add_upright(const RollingBody& body, double spin, SteadyReport& report) {
  for (const double tilt : balanced_tilts(body)) {
    report.motions.push_back(steady_rolling(body, {tilt, 0, spin}, SteadyKind::straight));
    if (std::fabs(tilt - pi / 2) <= 1e-12)
      report.motions.push_back(steady_rolling(body, {tilt, spin, 0}, SteadyKind::on_edge));
  }
}

}  // namespace

SteadyReport steady_report(const RollingBody& body, std::span<const double> tilts, std::optional<double> spin) {
  SteadyReport report;
  report.none = not_on_level_plane(body);
  if (report.none.empty() && !(body.gravity.norm() > 0)) report.none = "nothing presses it to its ground";
  if (!report.none.empty()) return report;
  const bool of_revolution = not_of_revolution(body).empty();
  if (of_revolution) {
    for (const double tilt : tilts) add_precessions(body, tilt, spin, report);
    if (spin) add_upright(body, *spin, report);
  }
  // A ball rests in every attitude, and turns about few.
  const bool ball = !of_revolution && is_ball(body);
  const double w = spin.value_or(ball ? natural_rate_of(body) : 0);
  const std::vector<Vec3> attitudes = attitudes_of(body, w);
  for (const Vec3& N : attitudes) report.motions.push_back(on_end(body, N, w));
  // Either end of an axis of inertia is the same axis to roll about.
  for (std::size_t i = 0; ball && i < attitudes.size(); i += 2)
    report.motions.push_back(rolling_straight(body, attitudes[i], w));
  if (of_revolution && spin) return report;
  std::vector<CriticalSpeed> critical;
  if (of_revolution)
    critical = critical_speeds(body);
  else
    report.bands = spin_bands(body, critical);
  report.critical.insert(report.critical.end(), critical.begin(), critical.end());
  return report;
}

}  // namespace polhode
