#include "ode/path_singular.hpp"

#include <algorithm>
#include <cmath>

#include <polhode/math/elementary.hpp>

namespace polhode::ode {

double growth(double near, double far, double ratio) {
  const double beta = fn::log(std::fabs(near / far)) / fn::log(ratio);
  const double simple = std::floor(beta * 12 + 0.5) / 12;
  return std::fabs(beta - simple) < 2e-3 ? simple : beta;
}

namespace {

/// Values of the integrand around an end.
class Neighbourhood {
 public:
  Neighbourhood(const PathProblem& problem, bool at_start)
      : problem_(problem), n_(problem.from.q.size()), x_(2 * n_), values_(density_size(n_)) {
    span_ = problem.to.t - problem.from.t;
    t_ = at_start ? problem.from.t : problem.to.t;
    inwards_ = at_start ? 1 : -1;
    for (std::size_t a = 0; a < n_; ++a) {
      towards_.push_back(inwards_ * (problem.to.q[a] - problem.from.q[a]));
      x_[a] = (at_start ? problem.from : problem.to).q[a];
      x_[n_ + a] = (problem.to.q[a] - problem.from.q[a]) / span_;
    }
    // Where the ends agree, the guess says on which side the path lies.
    std::vector<double> middle(n_);
    if (problem.guess) problem.guess(0.5 * (problem.from.t + problem.to.t), middle);
    for (std::size_t a = 0; a < n_; ++a)
      if (towards_[a] == 0 && problem.guess) towards_[a] = middle[a] - x_[a];
  }

  double towards(std::size_t a) const { return towards_[a]; }
  /// L with all but one number as at the end: coordinate a, or, with n, the time, is a share of the way inside.
  double beside(std::size_t a, double share) {
    std::vector<double> x = x_;
    double t = t_;
    if (a == n_)
      t += inwards_ * share * span_;
    else
      x[a] += share * towards_[a];
    problem_.density(t, x, values_);
    return all_finite(values_) ? values_[0] : std::nan("");
  }
  bool is_infinite() { return !std::isfinite(beside(n_, 0)); }

 private:
  const PathProblem& problem_;
  std::size_t n_;
  std::vector<double> x_, values_, towards_;
  double t_ = 0, span_ = 0, inwards_ = 1;
};

constexpr double near = 1e-9, far = 1e-7;

}  // namespace

PathCoordinates::PathCoordinates(const PathProblem& problem)
    : clock{problem.from.t, problem.to.t}, maps(problem.from.q.size()) {
  look_at(problem, true);
  look_at(problem, false);
}

void PathCoordinates::look_at(const PathProblem& problem, bool at_start) {
  Neighbourhood around(problem, at_start);
  if (!around.is_infinite()) return;
  const PathEnd& end = at_start ? problem.from : problem.to;
  const std::size_t n = end.q.size();
  double& power = at_start ? clock.start_power : clock.end_power;
  std::size_t which = n;
  for (std::size_t a = 0; a < n; ++a) {
    const bool held = a >= end.free.size() || end.free[a] == 0;
    const bool better = which == n || std::fabs(around.towards(a)) > std::fabs(around.towards(which));
    if (held && better && std::isfinite(around.beside(a, near)) && around.towards(a) != 0) which = a;
  }
  if (!std::isfinite(around.beside(which, near))) return;
  const double beta = growth(around.beside(which, near), around.beside(which, far), far / near);
  if (beta >= 1) {
    unreachable = true;
    return;
  }
  if (beta <= 0) return;  // a slope is infinite, but not the integrand
  power = which == n ? 1 / (1 - beta) : (1 + beta) / (1 - beta);
  if (which == n || maps[which].power != 1) return;
  maps[which] = {end.q[which], around.towards(which) > 0 ? 1.0 : -1.0, 1 / (1 - beta)};
}

bool PathCoordinates::are_given() const {
  return std::all_of(maps.begin(), maps.end(), [](const PathMap& map) { return map.power == 1; });
}

void PathCoordinates::to_z(VecOut q) const {
  for (std::size_t a = 0; a < q.size(); ++a)
    if (maps[a].power != 1) q[a] = fn::pow(maps[a].sign * (q[a] - maps[a].from), 1 / maps[a].power);
}

PathDensity PathCoordinates::density(PathDensity of_q, std::size_t n) const {
  if (are_given()) return of_q;
  return [of_q = std::move(of_q), maps = maps, n](double t, VecIn zw, VecOut values) {
    std::vector<double> x(2 * n), slope(n, 1.0), bend(n, 0.0), twist(n, 0.0);
    for (std::size_t a = 0; a < n; ++a) {
      const double z = zw[a], m = maps[a].power;
      x[a] = z;
      if (m != 1) {
        x[a] = maps[a].from + maps[a].sign * fn::pow(z, m);
        slope[a] = maps[a].sign * m * fn::pow(z, m - 1);
        bend[a] = maps[a].sign * m * (m - 1) * fn::pow(z, m - 2);
        twist[a] = m == 2 ? 0 : maps[a].sign * m * (m - 1) * (m - 2) * fn::pow(z, m - 3);
      }
      x[n + a] = slope[a] * zw[n + a];
    }
    of_q(t, x, values);
    // Slopes of (q, v) by (z, w): q_z, v_z = q_zz w, v_w = q_z; what bends adds the first slopes.
    std::vector<double> second(4 * n * n), first(values.begin() + 1, values.begin() + 1 + 2 * n);
    std::size_t next = 1 + 2 * n;
    for (std::size_t i = 0; i < 2 * n; ++i)
      for (std::size_t j = i; j < 2 * n; ++j) second[i * 2 * n + j] = second[j * 2 * n + i] = values[next++];
    const auto of = [&](std::size_t i, std::size_t j) { return second[i * 2 * n + j]; };
    next = 1 + 2 * n;
    for (std::size_t a = 0; a < n; ++a) {
      const double w = zw[n + a];
      values[1 + a] = first[a] * slope[a] + first[n + a] * bend[a] * w;
      values[1 + n + a] = first[n + a] * slope[a];
    }
    for (std::size_t i = 0; i < 2 * n; ++i)
      for (std::size_t j = i; j < 2 * n; ++j) {
        const std::size_t a = i % n, b = j % n;
        const double own_a = bend[a] * zw[n + a], own_b = bend[b] * zw[n + b];
        double sum = 0;
        if (i < n && j < n)
          sum = of(a, b) * slope[a] * slope[b] + of(a, n + b) * slope[a] * own_b + of(n + a, b) * own_a * slope[b] +
                of(n + a, n + b) * own_a * own_b;
        else if (i < n)
          sum = (of(a, n + b) * slope[a] + of(n + a, n + b) * own_a) * slope[b];
        else
          sum = of(n + a, n + b) * slope[a] * slope[b];
        if (a == b && i < n && j < n) sum += first[a] * bend[a] + first[n + a] * twist[a] * zw[n + a];
        if (a == b && i < n && j >= n) sum += first[n + a] * bend[a];
        values[next++] = sum;
      }
  };
}

}  // namespace polhode::ode
