#include "sim/promise.hpp"

#include <algorithm>
#include <cmath>

#include "sim/growth.hpp"
#include "sim/solver_setup.hpp"

namespace polhode {
namespace {

constexpr std::size_t most_stretches = 1024;
// Tolerances by which a step may err: its estimate is that of a lower order, or of the order below, and starts in
// states whose neighbours before it are not quite on one motion.
constexpr double slack = 10;
constexpr double unsure = 100;                // tolerances of the exact method, by which itself may be wrong
constexpr double stretch_disturbance = 1e-6;  // of each block's size, to see growth inside a stretch

bool follows(const Stretch& before, double t, VecIn x) {
  return before.t1 == t && std::equal(before.x1.begin(), before.x1.end(), x.begin());
}

void append(Stretch& before, const Stretch& next) {
  before.t1 = next.t1;
  before.x1 = next.x1;
  before.after = next.after;
  before.steps += next.steps;
}

/// What the jump at the end of a stretch makes of another end of it; empty if no watch of the run made that jump.
std::vector<double> jumped(const Stretch& stretch, const std::vector<Watch>& watches, const std::vector<double>& end) {
  std::vector<double> after(end.size());
  if (stretch.after.empty()) return {};
  for (const Watch& watch : watches) {
    if (!watch.jump) continue;
    watch.jump(stretch.t1, stretch.x1, after);
    if (after != stretch.after) continue;
    watch.jump(stretch.t1, end, after);
    return after;
  }
  return {};
}

/// Solves stretches again, with so many steps in all; no stretch may take more than an eighth of them.
class Again {
 public:
  Again(const System& system, const SimulateOptions& by, std::int64_t budget)
      : problem_(system.problem()), options_(solver_options(by)), left_(budget), most_(budget / 8) {
    problem_.breaks = by.breaks;
  }

  /// The motion from x at the start of the stretch to its end; empty if it did not get there.
  std::vector<double> end(const Stretch& stretch, VecIn x) {
    if (left_ < 1) return {};
    options_.step.most = std::min(left_, most_);
    problem_.t0 = stretch.t0;
    problem_.t1 = stretch.t1;
    problem_.x0.assign(x.begin(), x.end());
    ode::Solution solution = ode::solve(problem_, options_);
    left_ -= solution.statistics.steps + solution.statistics.rejected;
    return solution.outcome.ended_early() ? std::vector<double>() : std::move(solution.x_end);
  }

 private:
  ode::Problem problem_;
  ode::Options options_;
  std::int64_t left_;
  const std::int64_t most_;
};

}  // namespace

void Stretches::add(const ode::StepView& step) {
  if (step.is_start()) return;
  if (!all_.empty() && all_.back().t1 == step.t0() && !follows(all_.back(), step.t0(), step.x0()))
    all_.back().after.assign(step.x0().begin(), step.x0().end());
  if (all_.empty() || all_.back().steps >= together_ || !follows(all_.back(), step.t0(), step.x0())) {
    if (all_.size() == most_stretches) join();
    all_.push_back({.t0 = step.t0(), .x0 = {step.x0().begin(), step.x0().end()}});
  }
  Stretch& last = all_.back();
  last.t1 = step.t1();
  last.x1.assign(step.x1().begin(), step.x1().end());
  ++last.steps;
}

void Stretches::join() {
  together_ *= 2;
  std::vector<Stretch> joined;
  for (Stretch& one : all_)
    if (!joined.empty() && joined.back().steps + one.steps <= together_ && follows(joined.back(), one.t0, one.x0))
      append(joined.back(), one);
    else
      joined.push_back(std::move(one));
  if (joined.size() > most_stretches * 3 / 4)
    for (std::size_t i = 1; i < joined.size(); ++i) joined.erase(joined.begin() + static_cast<std::ptrdiff_t>(i));
  all_ = std::move(joined);
}

Promise judge_steps(const System& system, const Stretches& steps, const SimulateOptions& asked,
                    const SimulateOptions& by, std::int64_t budget) {
  const StateSpace& space = system.state_space();
  const std::vector<double> floors = size_floors(space, asked);
  Again again(system, by, budget);
  Promise promise{.allowed = slack + unsure * by.tolerance / asked.tolerance};
  std::vector<double> u, disturbed(static_cast<std::size_t>(space.nx()));
  for (const Stretch& one : steps.all()) {
    if (by.progress && !by.progress((one.t0 - asked.t_begin) / (steps.all().back().t1 - asked.t_begin))) break;
    const std::vector<double> sizes = block_sizes(space, floors, {one.x0, one.x1});
    const std::vector<double> end = again.end(one, one.x0);
    if (end.empty()) {
      promise.unseen += one.steps;
      continue;
    }
    const auto count = static_cast<double>(one.steps);
    double error = separation(space, sizes, end, one.x1, u);
    if (const std::vector<double> after = jumped(one, asked.watches, end); !after.empty())
      error = std::min(error, separation(space, sizes, after, one.after, u));
    if (one.steps > 1 && error > promise.allowed * count * asked.tolerance) {
      u = first_direction(space, sizes);
      for (double& part : u) part *= stretch_disturbance;
      space.retract<double>(one.x0, u, disturbed);
      const std::vector<double> neighbour = again.end(one, disturbed);
      if (!neighbour.empty()) error /= std::max(1.0, separation(space, sizes, end, neighbour, u) / stretch_disturbance);
    }
    const double each = error / (count * asked.tolerance);
    if (each > promise.worst) promise.worst = each, promise.at = one.t1;
  }
  promise.kept = promise.worst <= promise.allowed;
  return promise;
}

}  // namespace polhode
