#include <polhode/sim/converge.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>

#include <polhode/base/error.hpp>
#include <polhode/base/text.hpp>
#include <polhode/math/elementary.hpp>
#include <polhode/ode/stability.hpp>

#include "sim/converge_run.hpp"
#include "sim/local_error.hpp"
#include "sim/order_fit.hpp"

namespace polhode {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr double above_doubt = 20;  // so that doubt shifts a slope between halvings by less than 0.1
constexpr int chosen_sizes = 7;
constexpr std::size_t eigenvalue_times = 9;
constexpr int largest_watched = 40;  // rates whose time scale is looked for at every sample, as encounters are short

std::vector<Eigenvalues> eigenvalues_along(const System& system, const Recording& reference, std::size_t times) {
  std::vector<Eigenvalues> list;
  const ode::Problem problem = system.problem();
  const std::size_t last = reference.times.size() - 1;
  for (std::size_t i = 0; i < std::min(times, last + 1); ++i) {
    const std::size_t sample = i * last / (times - 1);
    list.push_back(
        {reference.times[sample], ode::eigenvalues_of(problem, reference.times[sample], reference.state(sample))});
  }
  return list;
}

/// The largest |λ| along the reference.
double fastest_rate(const System& system, const Recording& reference) {
  const bool closely = system.state_space().nv() <= largest_watched;
  double largest = 0;
  for (const Eigenvalues& at :
       eigenvalues_along(system, reference, closely ? reference.times.size() : eigenvalue_times))
    for (const std::complex<double>& value : at.values) largest = std::max(largest, std::norm(value));
  return std::sqrt(largest);
}

/// Seven steps; the first about as long as the motion's fastest time scale 1/|λ|, shorter for low orders, which are not
/// asymptotic there. High orders fall from there to rounding in three halvings, so theirs are closer together.
std::vector<double> chosen_steps(const Convergence& convergence, double fastest, int order, int nv) {
  const double span = convergence.t_end - convergence.t_begin;
  const double first = std::clamp(std::floor(span * fastest) + 1, 8.0, 4000.0);
  std::vector<double> steps;
  const int shift = order <= 1 ? 5 : order == 2 ? 3 : order == 3 ? 1 : 0;
  const double most = static_cast<double>(1 << 20) / nv;  // of all runs together some 10⁷ coordinates
  for (int k = 0; k < chosen_sizes; ++k) {
    const int halvings = order > 5 ? k / 2 : k + shift;
    const double count = first * (1 << halvings) * (order > 5 && k % 2 == 1 ? std::sqrt(2.0) : 1);
    if (count <= most || k < 3) steps.push_back(span / std::floor(count + 0.5));
  }
  return steps;
}

std::vector<double> sizes_of(const ConvergeRequest& request, const Convergence& convergence, double fastest, int nv) {
  std::vector<double> sizes = request.sizes;
  if (sizes.empty())
    sizes = request.by == Steered::by_step
                ? chosen_steps(convergence, fastest, request.method.order, nv)
                : std::vector<double>{1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12};
  std::sort(sizes.begin(), sizes.end(), std::greater<>());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  return sizes;
}

/// Observed orders, and which runs they rest on.
void fit(SolverConvergence& solver, const ConvergeReference& reference, LocalErrors& local) {
  std::vector<OrderPoint> global_points, local_points;
  for (ConvergeRun& run : solver.runs) {
    const double rounding = eps * std::sqrt(static_cast<double>(run.statistics.steps));
    run.judged = run.outcome.ending == ode::Ending::finished && std::isfinite(run.error) &&
                 run.error > above_doubt * std::max(reference.doubt, rounding);
    global_points.push_back({run.mean_step, run.error, run.judged});
    if (!run.local_error) continue;
    const bool usable =
        std::isfinite(*run.local_error) && *run.local_error > above_doubt * std::max(local.doubt(run.size), 4 * eps);
    local_points.push_back({run.size, *run.local_error, usable});
  }
  const OrderFit global = fit_order(global_points, solver.method.symmetric && solver.by == Steered::by_step);
  solver.global = global.order;
  for (std::size_t i = 0; i < solver.runs.size(); ++i) solver.runs[i].fitted = global.used[i];
  if (local_points.size() != solver.runs.size()) return;
  const OrderFit single = fit_order(local_points, false);
  solver.local = single.order;
  for (std::size_t i = 0; i < solver.runs.size(); ++i) solver.runs[i].local_fitted = single.used[i];
}

std::string refusal(const ode::Problem& problem, const ConvergeRequest& request) {
  const std::string lacks = ode::what_lacks(problem, request.method);
  if (!lacks.empty()) return lacks;
  if (request.by == Steered::by_step && request.method.variable_order)
    return "it chooses its steps itself: give it tolerances";
  if (request.by == Steered::by_tolerance && !request.method.adaptive())
    return "it has no estimate of its error: give it steps";
  return {};
}

void check_usage(const System& system, VecIn x0, const ConvergeOptions& options) {
  require_size("x0", system.state_space().nx(), static_cast<long>(x0.size()), "one number for each coordinate");
  if (!std::isfinite(options.t_begin) || !std::isfinite(options.t_end) || !(options.t_end > options.t_begin))
    usage_error("finite times with t_end > t_begin",
                "t_begin " + shortest(options.t_begin) + ", t_end " + shortest(options.t_end));
  if (options.reference.size() == 1) usage_error("two references or more, or none", "one");
  if (options.samples < 2 || options.local_starts < 1)
    usage_error("at least two samples and one local start",
                std::to_string(options.samples) + " and " + std::to_string(options.local_starts));
  for (const ConvergeRequest& request : options.requests)
    for (double size : request.sizes)
      if (!(size > 0) || !std::isfinite(size))
        usage_error("steps and tolerances > 0 for " + std::string(request.method.name), shortest(size));
}

/// What people must know before they believe the figures.
void add_findings(Convergence& convergence) {
  int judged = 0, blurred = 0;
  for (const SolverConvergence& solver : convergence.solvers)
    for (const ConvergeRun& run : solver.runs) {
      judged += run.judged ? 1 : 0;
      blurred += !run.judged && run.outcome.ending == ode::Ending::finished &&
                         run.error <= above_doubt * convergence.reference.doubt
                     ? 1
                     : 0;
    }
  const ConvergeReference& reference = convergence.reference;
  constexpr double poor = 1e-9;
  if (reference.doubt > poor && blurred > 0)
    convergence.findings.push_back("the reference itself is known only to " + rounded(reference.doubt, 2) + " (" +
                                   reference.runs[0].method + " against others): " + std::to_string(blurred) + " of " +
                                   std::to_string(judged + blurred) + " runs cannot be told from it");
}

}  // namespace

Convergence converge(const System& system, VecIn x0, const ConvergeOptions& options) {
  check_usage(system, x0, options);
  Convergence convergence;
  convergence.t_begin = options.t_begin;
  convergence.t_end = options.t_end;
  const ConvergeReferences references = run_references(system, x0, options);
  convergence.reference = references.summary;
  convergence.complete = !references.interrupted;
  if (!references.usable()) return convergence;
  convergence.times = references.best().times;
  convergence.energy = references.energy();
  convergence.eigenvalues = eigenvalues_along(system, references.best(), eigenvalue_times);
  const double fastest = fastest_rate(system, references.best());

  StateNorm norm(references.best());
  const ode::Problem problem = system.problem();
  std::vector<LocalErrors::Start> starts;
  for (int i = 0; i < options.local_starts; ++i) {
    const std::size_t sample = (2 * static_cast<std::size_t>(i) + 1) * references.best().times.size() /
                               (2 * static_cast<std::size_t>(options.local_starts) + 1);
    const VecIn x = references.best().state(sample);
    starts.push_back({references.best().times[sample], {x.begin(), x.end()}});
  }
  LocalErrors local(problem, norm, references.choices, options.absolute_part, std::move(starts));

  std::vector<SolverConvergence> planned;
  std::size_t total = 0, done = 0;
  for (const ConvergeRequest& request : options.requests) {
    const std::string reason = refusal(problem, request);
    if (!reason.empty()) {
      convergence.left_out.push_back({std::string(request.method.name), reason});
      continue;
    }
    SolverConvergence solver{.method = request.method, .by = request.by};
    for (double size : sizes_of(request, convergence, fastest, problem.space.nv()))
      solver.runs.push_back({.size = size});
    total += solver.runs.size();
    planned.push_back(std::move(solver));
  }
  for (SolverConvergence& solver : planned) {
    for (ConvergeRun& run : solver.runs) {
      const auto progress = [&](double part) {
        const double whole = (static_cast<double>(done) + part) / static_cast<double>(total);
        return !options.progress || options.progress(whole);
      };
      if (!measure(run, solver, system, x0, options, references, norm, progress)) convergence.complete = false;
      if (!convergence.complete) break;
      if (solver.by == Steered::by_step) run.local_error = local.of(solver.method, run.size);
      ++done;
    }
    if (!convergence.complete) break;
    fit(solver, convergence.reference, local);
    convergence.solvers.push_back(std::move(solver));
  }
  add_findings(convergence);
  return convergence;
}

std::optional<CostToReach> cost_to_reach(const SolverConvergence& solver, double error, double doubt) {
  constexpr double part_of_error = 0.1;
  if (doubt > part_of_error * error) return std::nullopt;
  const ConvergeRun* before = nullptr;
  for (const ConvergeRun& run : solver.runs) {
    if (run.outcome.ending != ode::Ending::finished || !std::isfinite(run.error)) continue;
    const auto evaluations = static_cast<double>(run.statistics.rate_evaluations);
    if (run.error > error) {
      before = &run;
      continue;
    }
    if (before == nullptr) return CostToReach{evaluations, run.seconds, true};
    if (!(run.error > 0)) return CostToReach{evaluations, run.seconds, true};
    const double part = fn::log(before->error / error) / fn::log(before->error / run.error);
    const auto between = [part](double a, double b) { return a > 0 && b > 0 ? a * fn::pow(b / a, part) : b; };
    return CostToReach{between(static_cast<double>(before->statistics.rate_evaluations), evaluations),
                       between(before->seconds, run.seconds)};
  }
  return std::nullopt;
}

ConvergeRequest default_request(const ode::Method& method) {
  return {method, method.variable_order ? Steered::by_tolerance : Steered::by_step, {}};
}

std::vector<ode::Method> suggested_solvers(const System& system, bool stiff) {
  static constexpr std::array smooth{"euler", "heun", "rk4", "dopri5", "dop853", "abm4", "gauss4"};
  static constexpr std::array for_stiff{"tr-bdf2", "sdirk4", "rodas4", "rodas5p", "radau5", "bdf"};
  const ode::Problem problem = system.problem();
  std::vector<ode::Method> list;
  const auto add = [&](const char* name) {
    const ode::Method* method = ode::find_method(name);
    if (method != nullptr && ode::what_lacks(problem, *method).empty()) list.push_back(*method);
  };
  if (stiff) {
    for (const char* name : for_stiff) add(name);
    return list;
  }
  for (const char* name : smooth) add(name);
  add(problem.rigid ? "splitting2" : "stoermer-verlet");  // one rule, by the name it has for bodies
  add("adams");
  return list;
}

}  // namespace polhode
