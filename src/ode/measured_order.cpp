#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <polhode/math/elementary.hpp>
#include <polhode/ode/own_method.hpp>
#include <polhode/ode/solve.hpp>

namespace polhode::ode {

namespace {

constexpr double t_end = 3, eccentricity = 0.3;
constexpr int coarsest = 8, finest = 1024;
constexpr double rounding_of_one = 3e-13;  // in a solution of size 1: a thousand roundings
constexpr double fine = 1e-8;              // coarser errors may fall unevenly for other reasons
constexpr std::size_t points = 4;          // of the slope: the finest that are above rounding

/// Place and velocity on the ellipse, from its near point, by Kepler's equation E − e sin E = t; then exp(sin t).
std::array<double, 5> truth(double t) {
  double E = t;
  for (int i = 0; i < 8; ++i) E -= (E - eccentricity * fn::sin(E) - t) / (1 - eccentricity * fn::cos(E));
  const double minor = std::sqrt(1 - eccentricity * eccentricity), speed = 1 / (1 - eccentricity * fn::cos(E));
  return {fn::cos(E) - eccentricity, minor * fn::sin(E), -fn::sin(E) * speed, minor * fn::cos(E) * speed,
          fn::exp(fn::sin(t))};
}

void rate(double t, VecIn x, VecOut v) {
  const double r2 = x[0] * x[0] + x[1] * x[1], r3 = r2 * std::sqrt(r2);
  v[0] = x[2], v[1] = x[3];
  v[2] = -x[0] / r3, v[3] = -x[1] / r3;
  v[4] = x[4] * fn::cos(t);
}

/// The largest error at the ends of n steps; nan if they do not get there. Not at the last alone: errors change sign.
double error_with(const Method& method, int n) {
  Problem problem;
  problem.space.vector("x", 5, dimension::none);
  problem.rate.real = rate;
  problem.t1 = t_end;
  const std::array<double, 5> start = truth(0);
  problem.x0.assign(start.begin(), start.end());
  double largest = 0;
  auto compare = [&largest](const StepView& step) {
    const std::array<double, 5> exact = truth(step.t1());
    for (std::size_t i = 0; i < exact.size(); ++i) largest = std::max(largest, std::fabs(step.x1()[i] - exact[i]));
    return true;
  };
  Options options;
  options.method = &method;
  options.step.fixed = t_end / n;
  options.output.keep = Keep::samples;
  options.output.observer = compare;
  const Solution solution = solve(problem, options);
  return solution.outcome.ending == Ending::finished ? largest : std::numeric_limits<double>::quiet_NaN();
}

struct Point {
  double x, y;
};

double slope(const std::vector<Point>& list) {
  double x = 0, y = 0, xx = 0, xy = 0;
  for (const Point& point : list) x += point.x, y += point.y;
  x /= static_cast<double>(list.size()), y /= static_cast<double>(list.size());
  for (const Point& point : list) xx += (point.x - x) * (point.x - x), xy += (point.x - x) * (point.y - y);
  return xy / xx;
}

}  // namespace

double measured_order(const Method& method) {
  std::vector<Point> list;
  double steepness = 0;
  for (int n = coarsest; n <= finest; n += n / 2) {
    const double error = error_with(method, n);
    if (error != error) continue;
    const Point next{-fn::log(n), fn::log(error)};
    if (!list.empty()) {
      // Large weights round more: where errors suddenly fall half as fast, rounding has begun.
      const double now = slope({list.back(), next});
      if (error < rounding_of_one || (error < fine && now < 0.5 * steepness)) break;
      steepness = now;
    }
    list.push_back(next);
  }
  if (list.size() < 2) return std::numeric_limits<double>::quiet_NaN();
  if (list.size() > points) list.erase(list.begin(), list.end() - points);
  return slope(list);
}

}  // namespace polhode::ode
