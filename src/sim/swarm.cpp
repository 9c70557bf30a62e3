#include <polhode/sim/swarm.hpp>

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include <polhode/base/error.hpp>
#include <polhode/base/hash.hpp>
#include <polhode/base/text.hpp>
#include <polhode/sim/free_body_system.hpp>

#include "base/clock.hpp"
#include "dynamics/free_body/lanes.hpp"
#include "ode/fixed_step.hpp"
#include "sim/solver_setup.hpp"

namespace polhode {
namespace {

constexpr int samples = 20;  // each costs as much as several steps

/// The tableau of a method whose stages each start from the one before alone, and which lanes know; else null.
const ode::ExplicitTableau* chain_of(const ode::Method& method) {
  const auto* tableau = std::get_if<ode::ExplicitTableau>(&method.rule);
  if (tableau == nullptr || tableau->stages() != 4 || tableau->first_same_as_last) return nullptr;
  const std::span<const double> a = tableau->a;
  const auto& b = tableau->b;
  const bool chain = a[1] == 0 && a[3] == 0 && a[4] == 0 && a[0] != 0 && a[2] != 0 && a[5] != 0;
  return chain && std::none_of(b.begin(), b.end(), [](double weight) { return weight == 0; }) ? tableau : nullptr;
}

ChainStep scaled(const ode::ExplicitTableau& tableau, double h) {
  return {{h * tableau.a[0], h * tableau.a[2], h * tableau.a[5]},
          {h * tableau.b[0], h * tableau.b[1], h * tableau.b[2], h * tableau.b[3]}};
}

double step_end(const SimulateOptions& options, std::int64_t count) {
  return ode::fixed_step_end(options.t_begin, count, options.step, options.t_end);
}

/// The start, about every twentieth of the run, and its end; with fixed steps at ends of steps.
std::vector<double> coarse_times(const SimulateOptions& options) {
  std::vector<double> times{options.t_begin};
  const double interval = (options.t_end - options.t_begin) / samples;
  const double steps = options.step > 0 ? std::min(interval / options.step, 1e15) : 0;
  const std::int64_t stride = options.step > 0 ? std::max<std::int64_t>(1, std::llround(steps)) : 0;
  for (std::int64_t i = 1; times.back() < options.t_end; ++i) {
    if (stride > 0)
      times.push_back(step_end(options, i * stride));
    else
      times.push_back(i < samples ? options.t_begin + static_cast<double>(i) * interval : options.t_end);
  }
  return times;
}

/// One copy as a system of its own.
FreeBody copy_of(const Swarm& swarm, const FreeBodyState& start) {
  FreeBody body = swarm.body;
  if (!body.pivot) return body;
  const Vec3 p_BoBcm_B = body.mass.com(), p_BcmP_B = body.pivot->p_BoP_B - p_BoBcm_B;
  body.pivot->p_WP = start.p_WBcm + start.R_WB * p_BcmP_B;
  return body;
}

/// Solves the copies of one swarm and adds them up.
class SwarmRun {
 public:
  SwarmRun(const Swarm& swarm, const SimulateOptions& options)
      : swarm_(swarm), options_(options), model_({copy_of(swarm, swarm.start(0))}) {
    record_.name = swarm.body.name;
    record_.copies = swarm.copies;
    record_.one_by_one = why_one_by_one(swarm, options);
    record_.times = coarse_times(options);
    record_.totals.resize(record_.times.size());
    record_.outcome = {ode::Ending::finished, options.t_end, {}};
    record_.conserved = std::all_of(swarm.body.loads.begin(), swarm.body.loads.end(),
                                    [](const Load& load) { return conservative(load); });
    nx_ = static_cast<std::size_t>(model_.state_space().nx());
    record_.x_end.resize(nx_ * static_cast<std::size_t>(swarm.copies));
    uniform_ = BodyLanes::refusal(model_).empty();
    for (const Load& load : swarm.body.loads)
      if (const auto* gravity = std::get_if<load::Gravity>(&load)) g_W_ += gravity->g_W;
  }

  SwarmRecord go() {
    const double begin = processor_seconds();
    if (record_.one_by_one.empty())
      side_by_side();
    else
      one_by_one();
    record_.seconds = processor_seconds() - begin;
    finish();
    return std::move(record_);
  }

 private:
  /// Without asking each load, where no potential but that of uniform fields can be: a third of the time.
  FreeBodyMomenta momenta_of(const FreeBodies& model, const FreeBodyState& now, double t, VecIn x) const {
    if (!uniform_) return model.momenta(0, t, x);
    const double m = swarm_.body.mass.mass();
    const Vec3 spin_B = swarm_.body.mass.inertia() * now.w_WB_B;
    FreeBodyMomenta momenta;
    momenta.kinetic_energy = 0.5 * (m * now.v_WBcm.squaredNorm() + now.w_WB_B.dot(spin_B));
    momenta.potential_energy = -m * g_W_.dot(now.p_WBcm);
    momenta.momentum = m * now.v_WBcm;
    momenta.spin = now.R_WB * spin_B;
    return momenta;
  }

  void add(const FreeBodies& model, std::size_t sample, VecIn x) {
    const FreeBodyState now = model.state(0, x);
    const FreeBodyMomenta momenta = momenta_of(model, now, record_.times[sample], x);
    SwarmTotals& sum = record_.totals[sample];
    sum.kinetic_energy += momenta.kinetic_energy;
    sum.potential_energy += momenta.potential_energy;
    sum.momentum += momenta.momentum;
    sum.angular_momentum += now.p_WBcm.cross(momenta.momentum) + momenta.spin;
    sum.centre += now.p_WBcm;
  }

  VecOut state(std::size_t first, std::size_t count) { return VecOut(record_.x_end).subspan(first * nx_, count * nx_); }

  bool go_on(std::size_t copies_done) {
    if (!options_.progress) return true;
    if (options_.progress(static_cast<double>(copies_done) / swarm_.copies)) return true;
    record_.outcome = {ode::Ending::interrupted, options_.t_begin,
                       "the run was ended from outside after " + std::to_string(copies_done) + " copies"};
    return false;
  }

  /// The solution of one copy alone.
  ode::Solution alone(int copy, VecIn x0, const System& system) {
    SimulateOptions options = options_;
    options.watches.clear();
    options.progress = nullptr;
    const ode::Problem problem = problem_of(system, x0, options);
    ode::Options solver = solver_options(options);
    solver.output.times = record_.times;
    ode::Solution solution = ode::solve(problem, solver);
    if (solution.outcome.ending != ode::Ending::finished) {
      record_.outcome = solution.outcome;
      record_.outcome.detail = numbered(swarm_.body.name, copy) + ": " + solution.outcome.detail;
    }
    return solution;
  }

  void one_by_one() {
    std::optional<System> system;
    for (int copy = 0; copy < swarm_.copies; ++copy) {
      const FreeBodyState start = swarm_.start(copy);
      // Without a pivot, copies differ in nothing but their start.
      if (swarm_.body.pivot) model_ = FreeBodies({copy_of(swarm_, start)});
      if (swarm_.body.pivot || !system) system.emplace(FreeBodySystem(model_));
      const ode::Solution solution = alone(copy, model_.coordinates({&start, 1}), *system);
      record_.steps += solution.statistics.steps;
      if (record_.outcome.ending != ode::Ending::finished) return;
      for (std::size_t i = 0; i < solution.sample_times.size(); ++i)
        add(model_, i, VecIn(solution.samples).subspan(i * nx_, nx_));
      std::copy(solution.x_end.begin(), solution.x_end.end(), state(static_cast<std::size_t>(copy), 1).begin());
      if (!go_on(static_cast<std::size_t>(copy) + 1)) return;
    }
  }

  void side_by_side() {
    const auto copies = static_cast<std::size_t>(swarm_.copies);
    const ode::ExplicitTableau& tableau = *chain_of(options_.method);
    BodyLanes lanes(model_);
    for (std::size_t first = 0; first < copies; first += BodyLanes::most) {
      const std::size_t count = std::min(BodyLanes::most, copies - first);
      for (std::size_t i = first; i < first + count; ++i) {
        const FreeBodyState start = swarm_.start(static_cast<int>(i));
        const std::vector<double> x = model_.coordinates({&start, 1});
        std::copy(x.begin(), x.end(), state(i, 1).begin());
      }
      if (!run_block(tableau, lanes, first, count)) return;
      if (!go_on(first + count)) return;
    }
  }

  /// The whole run of a few copies, before the next few are looked at.
  bool run_block(const ode::ExplicitTableau& tableau, BodyLanes& lanes, std::size_t first, std::size_t count) {
    lanes.load(state(first, count));
    double t = options_.t_begin;
    add_block(0, first, count);
    std::int64_t steps = 0;
    for (std::size_t sample = 1; sample < record_.times.size(); ++sample) {
      for (; t != record_.times[sample]; ++steps) {
        const double next = step_end(options_, steps + 1);
        lanes.step(scaled(tableau, next - t));
        t = next;
      }
      lanes.store(state(first, count));
      if (!all_finite(state(first, count))) return explain(first, count);
      add_block(sample, first, count);
    }
    record_.steps += steps * static_cast<std::int64_t>(count);
    return true;
  }

  void add_block(std::size_t sample, std::size_t first, std::size_t count) {
    for (std::size_t i = first; i < first + count; ++i) add(model_, sample, state(i, 1));
  }

  /// Why a copy has no numbers: it is solved again, alone, which ends with the reason.
  bool explain(std::size_t first, std::size_t count) {
    std::size_t copy = first;
    while (copy + 1 < first + count && all_finite(state(copy, 1))) ++copy;
    const FreeBodyState start = swarm_.start(static_cast<int>(copy));
    alone(static_cast<int>(copy), model_.coordinates({&start, 1}), System(FreeBodySystem(model_)));
    return false;
  }

  void finish() {
    if (record_.outcome.ending != ode::Ending::finished) {
      // Sums over some of the copies would mean nothing.
      record_.times.clear();
      record_.totals.clear();
      return;
    }
    double largest = 0, worst = 0;
    const auto energy = [](const SwarmTotals& sum) { return sum.kinetic_energy + sum.potential_energy; };
    for (SwarmTotals& sum : record_.totals) {
      sum.centre /= swarm_.copies;
      largest = std::max(largest, sum.kinetic_energy + std::fabs(sum.potential_energy));
      worst = std::max(worst, std::fabs(energy(sum) - energy(record_.totals.front())));
    }
    if (largest > 0) record_.energy_drift = worst / largest;
    Fnv1a hash;
    hash.add(std::span<const double>(record_.x_end));
    record_.hash = hash.value();
  }

  const Swarm& swarm_;
  const SimulateOptions& options_;
  FreeBodies model_;
  std::size_t nx_ = 0;
  bool uniform_ = false;  ///< the body is one that lanes know
  Vec3 g_W_ = Vec3::Zero();
  SwarmRecord record_;
};

}  // namespace

std::string why_one_by_one(const Swarm& swarm, const SimulateOptions& options) {
  const std::string solver(options.method.name);
  if (!(options.step > 0)) return solver + " chooses its steps for each copy";
  if (chain_of(options.method) == nullptr) return "the stages of " + solver + " form no chain, as those of rk4 do";
  if (!options.breaks.empty()) return "the run has breaks";
  if (step_end(options, 1) == options.t_begin) return "the step is lost in rounding";
  return BodyLanes::refusal(FreeBodies({swarm.body}));
}

SwarmRecord simulate(const Swarm& swarm, const SimulateOptions& options) {
  if (swarm.copies < 1) usage_error("a swarm of one copy or more", std::to_string(swarm.copies));
  if (!swarm.start) usage_error("a start for every copy of '" + swarm.body.name + "'", "none");
  if (!std::isfinite(options.t_begin) || !std::isfinite(options.t_end) || options.t_end < options.t_begin)
    usage_error("finite times with t_end ≥ t_begin",
                "t_begin " + shortest(options.t_begin) + ", t_end " + shortest(options.t_end));
  return SwarmRun(swarm, options).go();
}

}  // namespace polhode
