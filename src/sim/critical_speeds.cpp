// Where steady rolling changes its stability.
#include <algorithm>
#include <cmath>
#include <functional>

#include <polhode/sim/steady_rolling.hpp>

#include "math/so3_kernels.hpp"

namespace polhode {
namespace {

constexpr int cells = 600;
constexpr double widest = 1000;

/// Signs of the margin from a thousandth to a thousand times the rate, and where they change.
void find_changes(double rate, const std::function<SteadyRolling(double)>& at, std::vector<CriticalSpeed>& list) {
  const auto value = [&](int k) { return rate / widest * fn::exp(2 * fn::log(widest) * k / cells); };
  double before = value(0), margin_before = at(before).margin;
  for (int k = 1; k <= cells; ++k) {
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

double rate_of(const RollingBody& body) { return std::sqrt(body.gravity.norm() / girth(body.surface)); }

void add_of_revolution(const RollingBody& body, std::vector<CriticalSpeed>& list) {
  for (const double tilt : balanced_tilts(body)) {
    const auto straight = [&](double spin) { return steady_rolling(body, {tilt, 0, spin}, SteadyKind::straight); };
    find_changes(rate_of(body), straight, list);
    if (std::fabs(tilt - pi / 2) > 1e-12) continue;
    const auto edge = [&](double w) { return steady_rolling(body, {tilt, w, 0}, SteadyKind::on_edge); };
    find_changes(rate_of(body), edge, list);
  }
}

bool is_axis_of_inertia(const RollingBody& body, const Vec3& N) {
  return so3::cross(N, Vec3(body.inertia * N)).norm() <= 1e-9 * body.inertia.trace();
}

}  // namespace

std::vector<CriticalSpeed> critical_speeds(const RollingBody& body) {
  std::vector<CriticalSpeed> list;
  const bool of_revolution = not_of_revolution(body).empty();
  if (of_revolution) add_of_revolution(body, list);
  for (const Vec3& N : ends_of(body)) {
    if (!is_axis_of_inertia(body, N)) continue;
    for (const double way : {1.0, -1.0}) {
      if (of_revolution && way < 0) continue;
      const std::size_t first = list.size();
      find_changes(
          rate_of(body), [&](double w) { return on_end(body, N, way * w); }, list);
      for (std::size_t i = first; i < list.size(); ++i) list[i].value *= way;
    }
  }
  return list;
}

std::vector<CriticalSpeed> critical_precessions(const RollingBody& body, double tilt) {
  std::vector<CriticalSpeed> list;
  const auto at = [&](double precession) {
    return steady_rolling(body, {tilt, precession, *steady_spin(body, tilt, precession)}, SteadyKind::precession);
  };
  if (steady_spin(body, tilt, rate_of(body))) find_changes(rate_of(body), at, list);
  return list;
}

SteadyReport steady_report(const RollingBody& body, std::span<const double> tilts) {
  SteadyReport report;
  report.none = not_on_level_plane(body);
  if (report.none.empty() && !(body.gravity.norm() > 0)) report.none = "nothing presses it to its ground";
  if (!report.none.empty()) return report;
  const bool of_revolution = not_of_revolution(body).empty();
  if (of_revolution)
    for (const double tilt : tilts) {
      if (has_straight_side(body.surface) && std::fabs(fn::cos(tilt)) < 1e-12) continue;
      if (const auto rests = steady_at_rest(body, tilt))
        report.motions.push_back(steady_rolling(body, *rests, SteadyKind::precession));
      for (const double times : {0.5, 1.0, 2.0, 4.0}) {
        const double precession = times * rate_of(body);
        if (const auto spin = steady_spin(body, tilt, precession))
          report.motions.push_back(steady_rolling(body, {tilt, precession, *spin}, SteadyKind::precession));
      }
      for (CriticalSpeed& critical : critical_precessions(body, tilt)) report.critical.push_back(critical);
    }
  for (const Vec3& N : ends_of(body)) report.motions.push_back(on_end(body, N, 0));
  for (CriticalSpeed& critical : critical_speeds(body)) report.critical.push_back(critical);
  return report;
}

}  // namespace polhode
