#include <polhode/sim/poincare.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>

#include <polhode/base/error.hpp>
#include <polhode/ode/stepper.hpp>
#include <polhode/sim/coordinates.hpp>

#include "base/workers.hpp"
#include "sim/solver_setup.hpp"

namespace polhode {
namespace {

/// What the threads share: which start is next, how far all is, and what was handed on.
class Workshop {
 public:
  Workshop(const System& system, const PoincareOptions& options) : system_(system), options_(options) {
    result_.orbits.resize(options.starts.size());
    there_.resize(options.starts.size());
  }

  void work() {
    // Copies: what reads a state may keep notes while it does.
    SimulateOptions run = options_.run;
    Watch section = options_.section;
    section.stop = true;
    section.count = options_.points;
    section.jump = {};
    run.watches.push_back(std::move(section));
    const Reading u = options_.u, v = options_.v, kept = options_.kept;
    for (std::size_t k; (k = next_.fetch_add(1)) < options_.starts.size();) {
      SectionOrbit orbit = follow(k, run, u, v, kept);
      hand_on(k, std::move(orbit));
      if (stopped_) return;
    }
  }

  PoincareSection finish() {
    for (const SectionOrbit& orbit : result_.orbits) result_.points += static_cast<std::int64_t>(orbit.points.size());
    result_.complete = !stopped_;
    return std::move(result_);
  }

 private:
  SectionOrbit follow(std::size_t k, const SimulateOptions& run, const Reading& u, const Reading& v,
                      const Reading& kept) {
    const std::vector<double>& x0 = options_.starts[k];
    const ode::Problem problem = problem_of(system_, x0, run);
    ode::Options solver = solver_options(run);
    ode::Stepper stepper(problem, solver);
    std::size_t told = 0;
    bool ended = false;
    for (int steps = 1; !ended && stepper.step(); ++steps) {
      if ((steps & 127) != 0) continue;
      const std::size_t now = stepper.solution().hits.size();
      ended = !go_on(now - told);
      told = now;
    }
    const ode::Solution& solution = stepper.solution();
    SectionOrbit orbit{.points = {}, .drift = 0, .outcome = solution.outcome};
    const int section = static_cast<int>(run.watches.size()) - 1;
    const double start = kept ? kept(run.t_begin, x0) : 0;
    for (const ode::Hit& hit : solution.hits) {
      if (hit.event != section) continue;
      orbit.points.push_back({hit.t, u(hit.t, hit.x), v(hit.t, hit.x)});
      if (kept) orbit.drift = std::max(orbit.drift, std::fabs(kept(hit.t, hit.x) - start));
    }
    if (ended) orbit.outcome = {ode::Ending::interrupted, stepper.t(), "ended from outside"};
    // A motion that made fewer points than it was asked for is done all the same.
    const auto all = static_cast<std::size_t>(options_.points);
    go_on(all > told ? all - told : 0);
    return orbit;
  }

  /// Whether there is no reason to stop; adds points that were made.
  bool go_on(std::size_t done) {
    const std::size_t sum = done_.fetch_add(done) + done;
    if (stopped_) return false;
    if (options_.progress && watch_.try_lock()) {
      const double all = static_cast<double>(options_.starts.size()) * options_.points;
      if (!options_.progress(std::min(1.0, static_cast<double>(sum) / all))) stopped_ = true;
      watch_.unlock();
    }
    return !stopped_;
  }

  void hand_on(std::size_t k, SectionOrbit orbit) {
    const std::lock_guard lock(order_);
    result_.orbits[k] = std::move(orbit);
    there_[k] = 1;
    for (; told_ < there_.size() && there_[told_] != 0; ++told_)
      if (options_.on_orbit) options_.on_orbit(told_, result_.orbits[told_]);
  }

  const System& system_;
  const PoincareOptions& options_;
  PoincareSection result_;
  std::vector<char> there_;
  std::size_t told_ = 0;
  Mutex order_, watch_;
  std::atomic<std::size_t> next_ = 0, done_ = 0;
  std::atomic<bool> stopped_ = false;
};

/// Whether a function of the state is a constant and a weighted sum of its numbers, so that it changes no faster than
/// they do: tried in three places.
bool is_affine(const Watch& watch, double t, VecIn x) {
  const Watch own = watch;
  std::vector<double> a(x.begin(), x.end()), b = a, middle = a;
  for (int k = 1; k <= 3; ++k) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      const double way = 0.3 * k + 0.17 * static_cast<double>(i % 5);
      a[i] = x[i] - way, b[i] = x[i] + 2 * way, middle[i] = 0.5 * (a[i] + b[i]);
    }
    const double at_a = own.g(t, a), at_b = own.g(t, b);
    if (!(std::fabs(own.g(t, middle) - 0.5 * (at_a + at_b)) <= 1e-12 * (std::fabs(at_a) + std::fabs(at_b))))
      return false;
  }
  return true;
}

/// A change of sign of f between a and b, to neighbouring numbers.
double bisect(const std::function<double(double)>& f, double a, double b) {
  const bool rises = f(a) < 0;
  for (int k = 0; k < 2000; ++k) {
    const double middle = 0.5 * (a + b);
    if (middle == a || middle == b) break;
    ((f(middle) < 0) == rises ? a : b) = middle;
  }
  return std::fabs(f(a)) < std::fabs(f(b)) ? a : b;
}

}  // namespace

PoincareSection poincare(const System& system, const PoincareOptions& options) {
  if (!options.section.g || !options.u || !options.v) usage_error("a section and two readings for its plane", "none");
  if (options.points < 1) usage_error("one point or more", std::to_string(options.points));
  for (const std::vector<double>& start : options.starts)
    require_size("start", system.state_space().nx(), static_cast<long>(start.size()), "one for each coordinate");
  PoincareOptions own = options;
  if (!own.section.uses_time && !own.starts.empty())
    own.section.slow = own.section.slow || is_affine(own.section, own.run.t_begin, own.starts[0]);
  Workshop workshop(system, own);
  const auto work = [&workshop](std::size_t) { workshop.work(); };
  at_once(std::min(workers(options.threads), options.starts.size()), work);
  return workshop.finish();
}

std::vector<double> solve_coordinate(const Reading& quantity, double value, double t, VecIn x, std::size_t coordinate) {
  std::vector<double> state(x.begin(), x.end());
  const std::function<double(double)> f = [&](double number) {
    state[coordinate] = number;
    return quantity(t, state) - value;
  };
  const double at_zero = f(0);
  if (at_zero == 0) return {0.0};
  std::vector<double> roots;
  const double scale = std::max(1.0, std::fabs(x[coordinate]));
  for (const double side : {1.0, -1.0}) {
    double before = 0, f_before = at_zero;
    for (int k = 1; k <= 400; ++k) {
      // Evenly up to twice the scale, where roots are looked for closely, then doubling.
      const double here = side * scale * (k <= 320 ? k / 160.0 : 2 * std::ldexp(1.0, k - 320));
      const double f_here = f(here);
      if (!std::isfinite(f_here)) break;
      if ((f_here < 0) != (f_before < 0) || f_here == 0) {
        roots.push_back(bisect(f, before, here));
        break;
      }
      before = here, f_before = f_here;
    }
  }
  return roots;
}

}  // namespace polhode
