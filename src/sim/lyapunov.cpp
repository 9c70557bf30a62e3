#include <polhode/sim/lyapunov.hpp>

#include <algorithm>
#include <cmath>

#include <polhode/base/error.hpp>
#include <polhode/base/text.hpp>
#include <polhode/math/elementary.hpp>
#include <polhode/sim/coordinates.hpp>

#include "sim/linearised.hpp"
#include "sim/tangent_flow.hpp"

namespace polhode {
namespace {

constexpr int most_samples = 400;
constexpr double turn = 3;            // of ‖J‖ · interval: so much at most lies between two orthonormalisations
constexpr double most_parts = 2e6;    // of the time
constexpr double preserving = 1e-10;  // of ‖J‖: a smaller mean divergence is none

/// Orthonormalises columns by Gram's and Schmidt's method, twice for those that lost digits; adds the logarithm of what
/// was divided by. False if one is not finite, or none.
bool orthonormalise(const TangentFlow& flow, std::vector<double>& z, std::size_t n, std::vector<double>& logarithms) {
  const auto column = [&](std::size_t k) { return std::span(z).subspan(flow.column(k), n); };
  const auto dot = [n](std::span<const double> a, std::span<const double> b) {
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += a[i] * b[i];
    return sum;
  };
  for (std::size_t k = 0; k < logarithms.size(); ++k) {
    const std::span<double> v = column(k);
    for (int pass = 0; pass < 2; ++pass)
      for (std::size_t j = 0; j < k; ++j) {
        const double part = dot(column(j), v);
        for (std::size_t i = 0; i < n; ++i) v[i] -= part * column(j)[i];
      }
    const double length = std::sqrt(dot(v, v));
    if (!(length > 0) || !std::isfinite(length)) return false;
    logarithms[k] += fn::log(length);
    for (std::size_t i = 0; i < n; ++i) v[i] /= length;
  }
  return true;
}

void check_usage(const System& system, VecIn x0, const LyapunovOptions& options) {
  if (const std::string why = why_not_flat(system); !why.empty()) usage_error("a system of plain numbers", why);
  if (!system.rates().dual) usage_error("a rate over dual numbers", "none", "its derivatives are not known exactly");
  require_size("x0", system.state_space().nx(), static_cast<long>(x0.size()), "one for each coordinate");
  if (!(options.t_end > options.t_begin) || !std::isfinite(options.t_end - options.t_begin))
    usage_error("finite times with t_end > t_begin", shortest(options.t_begin) + ", " + shortest(options.t_end));
  if (!(options.settle < options.t_end - options.t_begin))
    usage_error("a time to settle that is shorter than the run", shortest(options.settle));
  if (options.count < 0 || options.count > system.state_space().nx())
    usage_error("as many exponents as coordinates, or fewer", std::to_string(options.count));
}

class Follower {
 public:
  Follower(const System& system, VecIn x0, const LyapunovOptions& options)
      : options_(options),
        n_(x0.size()),
        count_(options.count > 0 ? static_cast<std::size_t>(options.count) : n_),
        flow_(system, count_, count_ == n_),
        problem_(flow_.problem()),
        z_(flow_.size()),
        sums_(count_) {
    std::copy(x0.begin(), x0.end(), z_.begin());
    for (std::size_t k = 0; k < count_; ++k) z_[flow_.column(k) + k] = 1;
    Linearised near(system);
    near.compute(options.t_begin, x0);
    rate_ = near.matrix().norm();
    const double span = options.t_end - options.t_begin;
    settle_ = options.settle < 0 ? 0.1 * span : options.settle;
    const double wanted = options.interval > 0 ? options.interval
                          : rate_ > 0          ? std::min(turn / rate_, span / 500)
                                               : span / 500;
    parts_ = static_cast<std::int64_t>(std::ceil(std::clamp(span / wanted, 1.0, most_parts)));
    result_.interval = span / static_cast<double>(parts_);
    problem_.breaks = options.breaks;
    solver_.tolerance = {.relative = options.tolerance, .absolute = options.tolerance};
    solver_.step.largest = options.largest_step;
    solver_.output.keep = ode::Keep::samples;
  }

  Lyapunov go() {
    result_.t_begin = result_.t_end = options_.t_begin;
    result_.outcome = {ode::Ending::finished, options_.t_end, {}};
    for (std::int64_t k = 1; k <= parts_; ++k) {
      const double t = k == parts_ ? options_.t_end : options_.t_begin + static_cast<double>(k) * result_.interval;
      if (!advance(t)) break;
      note(k, t);
      if (options_.progress && k < parts_ && !options_.progress(static_cast<double>(k) / static_cast<double>(parts_))) {
        result_.outcome = {ode::Ending::interrupted, t, "ended from outside"};
        break;
      }
    }
    finish();
    return std::move(result_);
  }

 private:
  bool advance(double t) {
    problem_.t0 = result_.t_end;
    problem_.t1 = t;
    problem_.x0 = z_;
    const ode::Solution solution = ode::solve(problem_, solver_);
    if (solution.outcome.ending != ode::Ending::finished) {
      result_.outcome = solution.outcome;
      return false;
    }
    z_ = solution.x_end;
    if (!orthonormalise(flow_, z_, n_, sums_)) {
      result_.outcome = {ode::Ending::not_finite, t, "a small disturbance grew beyond all numbers, or to nothing"};
      return false;
    }
    result_.t_end = t;
    // Its steps are as long as the last ones were; from rest the solver would look for their length again.
    solver_.step.initial = std::min(solution.statistics.largest_step, result_.interval);
    return true;
  }
  /// Averages begin anew when the motion has settled.
  void note(std::int64_t part, double t) {
    if (!settled_ && t - options_.t_begin >= settle_ * (1 - 1e-12)) {
      settled_ = true;
      std::fill(sums_.begin(), sums_.end(), 0);
      if (count_ == n_) z_.back() = 0;
      result_.t_begin = t;
      return;
    }
    const std::int64_t stride = std::max<std::int64_t>(1, parts_ / most_samples);
    if (!settled_ || (part % stride != 0 && part != parts_)) return;
    sample(t);
  }
  void sample(double t) {
    if (!result_.times.empty() && result_.times.back() >= t) return;
    result_.times.push_back(t);
    result_.running.resize(count_);
    for (std::size_t i = 0; i < count_; ++i) result_.running[i].push_back(sums_[i] / (t - result_.t_begin));
  }
  void finish() {
    if (settled_ && result_.t_end > result_.t_begin) sample(result_.t_end);
    if (result_.times.empty()) return;
    for (std::vector<double>& running : result_.running) {
      result_.exponents.push_back(running.back());
      double most = 0;
      for (std::size_t k = 0; k < running.size(); ++k)
        if (result_.times[k] - result_.t_begin >= 0.5 * (result_.times.back() - result_.t_begin))
          most = std::max(most, std::fabs(running[k] - running.back()));
      result_.spread.push_back(most);
    }
    sort();
    if (count_ == n_) judge();
  }
  /// Directions come out in descending order but for what the time was too short for.
  void sort() {
    std::vector<std::size_t> order(count_);
    for (std::size_t i = 0; i < count_; ++i) order[i] = i;
    const auto& value = result_.exponents;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return value[a] > value[b]; });
    Lyapunov sorted = result_;
    for (std::size_t i = 0; i < count_; ++i) {
      sorted.exponents[i] = result_.exponents[order[i]];
      sorted.spread[i] = result_.spread[order[i]];
      sorted.running[i] = result_.running[order[i]];
    }
    result_ = std::move(sorted);
  }
  void judge() {
    const std::vector<double>& values = result_.exponents;
    const double span = result_.t_end - result_.t_begin;
    result_.divergence = z_.back() / span;
    double sum = 0;
    for (double value : values) sum += value;
    // In coordinates that are not canonical a flow keeps volumes on the whole only.
    const double doubt = std::max(preserving * rate_, *std::max_element(result_.spread.begin(), result_.spread.end()));
    if (n_ % 2 == 0 && std::fabs(*result_.divergence) <= doubt) {
      double worst = 0;
      for (std::size_t i = 0; i < n_ / 2; ++i) worst = std::max(worst, std::fabs(values[i] + values[n_ - 1 - i]));
      result_.pairing = worst;
    }
    if (!(sum < 0) || *result_.divergence >= -doubt) return;
    double partial = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      if (partial + values[i] < 0) {
        result_.dimension = static_cast<double>(i) + partial / std::fabs(values[i]);
        return;
      }
      partial += values[i];
    }
  }

  const LyapunovOptions& options_;
  std::size_t n_, count_;
  TangentFlow flow_;
  ode::Problem problem_;
  ode::Options solver_;
  std::vector<double> z_, sums_;
  double rate_ = 0, settle_ = 0;
  std::int64_t parts_ = 1;
  bool settled_ = false;
  Lyapunov result_;
};

}  // namespace

Lyapunov lyapunov(const System& system, VecIn x0, const LyapunovOptions& options) {
  check_usage(system, x0, options);
  return Follower(system, x0, options).go();
}

}  // namespace polhode
