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
constexpr const char* interruption = "interrupted; what was measured until then is kept";
constexpr int chosen_sizes = 7;
constexpr int more_sizes = 3;
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

/// What step sizes are chosen by.
struct Scales {
  double fastest = 0;     ///< the largest |λ| [1/s]
  std::size_t parts = 1;  ///< smooth ones, between breaks and jumps
  int nv = 0;

  /// Of one run: of all together some 10⁷ coordinates.
  double most_steps() const { return static_cast<double>(1 << 20) / nv; }
};

/// High orders fall to rounding in three halvings, so theirs are closer together.
double size_ratio(int order) { return order > 5 ? std::sqrt(2.0) : 2.0; }

/// Seven steps; the first about as long as the motion's fastest time scale 1/|λ|, shorter for low orders, which are not
/// asymptotic there. A part between breaks gets at least four, and a whole number of them if the parts are equal:
/// slivers at their ends would hide the order.
std::vector<double> chosen_steps(const Convergence& convergence, const Scales& scales, int order) {
  const double span = convergence.t_end - convergence.t_begin;
  const double rough = std::clamp(std::floor(span * scales.fastest) + 1, 8.0, 4000.0);
  const auto parts = static_cast<double>(scales.parts);
  const double first = scales.parts > 1 ? parts * std::max(4.0, std::floor(rough / parts) + 1) : rough;
  std::vector<double> steps;
  double count = first * (order == 1 ? 32 : order == 2 ? 8 : order == 3 ? 2 : 1);
  for (int k = 0; k < chosen_sizes; ++k, count *= size_ratio(order))
    if (count <= scales.most_steps() || k < 3) steps.push_back(span / std::floor(count + 0.5));
  return steps;
}

std::vector<double> sizes_of(const ConvergeRequest& request, const Convergence& convergence, const Scales& scales) {
  std::vector<double> sizes = request.sizes;
  if (sizes.empty())
    sizes = request.by == Steered::by_step
                ? chosen_steps(convergence, scales, request.method.order)
                : std::vector<double>{1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12};
  std::sort(sizes.begin(), sizes.end(), std::greater<>());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  return sizes;
}

/// Times inside the run at which the rate or the state jumps, in order.
std::vector<double> corners_of(const Recording& reference, const ConvergeOptions& options) {
  std::vector<double> corners;
  const auto add = [&](double t) {
    if (t > options.t_begin && t < options.t_end) corners.push_back(t);
  };
  for (double t : options.breaks) add(t);
  for (const EventHit& hit : reference.events) add(hit.t);
  std::sort(corners.begin(), corners.end());
  corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
  return corners;
}

/// Observed orders, and which runs they rest on.
void fit(SolverConvergence& solver, const ConvergeReference& reference, LocalErrors& local) {
  std::vector<OrderPoint> global_points, local_points;
  for (ConvergeRun& run : solver.runs) {
    const double rounding = eps * std::sqrt(static_cast<double>(run.statistics.steps));
    run.judged = run.outcome.ending == ode::Ending::finished && std::isfinite(run.error) &&
                 run.error > above_doubt * std::max(reference.doubt, rounding);
    global_points.push_back({run.mean_step, run.error, run.judged});
    if (solver.by == Steered::by_tolerance) continue;
    const bool usable = run.local_error && std::isfinite(*run.local_error) &&
                        *run.local_error > above_doubt * std::max(local.doubt(run.size), 4 * eps);
    local_points.push_back({run.size, run.local_error.value_or(0), usable});
  }
  const ode::Method& method = solver.method;
  const bool by_step = solver.by == Steered::by_step;
  const ClaimedOrder claimed{method.order, std::max(method.order, method.apparent_order)};
  const OrderFit global =
      fit_order(global_points, method.symmetric && by_step, by_step ? std::optional(claimed) : std::nullopt);
  solver.global = global.order;
  for (std::size_t i = 0; i < solver.runs.size(); ++i) solver.runs[i].fitted = global.used[i];
  if (local_points.empty()) return;
  const OrderFit single = fit_order(local_points, false, ClaimedOrder{claimed.least + 1, claimed.most + 1});
  solver.local = single.order;
  for (std::size_t i = 0; i < solver.runs.size(); ++i) solver.runs[i].local_fitted = single.used[i];
}

std::string refusal(const ode::Problem& problem, const ConvergeRequest& request) {
  const std::string lacks = ode::what_lacks(problem, request.method);
  if (!lacks.empty()) return lacks;
  if (request.by == Steered::by_step && request.method.variable_order)
    return "it chooses its steps itself: give it tolerances";
  if (request.by == Steered::by_tolerance && (!request.method.adaptive() || request.method.exact()))
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
  std::string unsettled;
  for (const SolverConvergence& solver : convergence.solvers)
    if ((solver.global && !solver.global->asymptotic) || (solver.local && !solver.local->asymptotic))
      unsettled += (unsettled.empty() ? "" : ", ") + std::string(solver.method.name);
  if (!unsettled.empty())
    convergence.findings.push_back("* not yet asymptotic (" + unsettled +
                                   "): the slopes still change, or are not those of the order that is claimed; smaller "
                                   "steps, or a shorter run, are needed to see it");
}

/// Makes the runs of one solver after the other.
class Measuring {
 public:
  Measuring(const System& system, VecIn x0, const ConvergeOptions& options, const ConvergeReferences& references,
            Convergence& convergence)
      : system_(system),
        x0_(x0),
        options_(options),
        references_(references),
        convergence_(convergence),
        problem_(system.problem()),
        norm_(references.best()),
        corners_(corners_of(references.best(), options)),
        scales_{fastest_rate(system, references.best()), corners_.size() + 1, problem_.space.nv()},
        local_(problem_, norm_, references, options, corners_) {}

  void all() {
    std::vector<SolverConvergence> planned;
    std::vector<bool> chosen;
    for (const ConvergeRequest& request : options_.requests) {
      const std::string reason = refusal(problem_, request);
      if (!reason.empty()) {
        convergence_.left_out.push_back({std::string(request.method.name), reason});
        continue;
      }
      SolverConvergence solver{.method = request.method, .by = request.by};
      for (double size : sizes_of(request, convergence_, scales_)) solver.runs.push_back({.size = size});
      total_ += solver.runs.size();
      planned.push_back(std::move(solver));
      chosen.push_back(request.sizes.empty() && request.by == Steered::by_step);
    }
    for (std::size_t i = 0; i < planned.size(); ++i) {
      if (!of_solver(planned[i], chosen[i])) {
        convergence_.complete = false, convergence_.reason = interruption;
        return;
      }
      convergence_.solvers.push_back(std::move(planned[i]));
    }
  }

 private:
  /// False if it was interrupted. Steps that were chosen go on where the order has not settled.
  bool of_solver(SolverConvergence& solver, bool chosen) {
    for (ConvergeRun& run : solver.runs)
      if (!of_run(solver, run)) return false;
    fit(solver, references_.summary, local_);
    for (int k = 0; chosen && k < more_sizes && wants_more(solver); ++k) {
      const double span = convergence_.t_end - convergence_.t_begin;
      const double count = std::floor(span / solver.runs.back().size * size_ratio(solver.method.order) + 0.5);
      if (count > scales_.most_steps()) break;
      ++total_;
      solver.runs.push_back({.size = span / count});
      if (!of_run(solver, solver.runs.back())) return false;
      fit(solver, references_.summary, local_);
    }
    return true;
  }

  static bool wants_more(const SolverConvergence& solver) {
    return solver.runs.back().judged && !(solver.global && solver.global->asymptotic);
  }

  bool of_run(const SolverConvergence& solver, ConvergeRun& run) {
    const auto progress = [&](double part) {
      const double whole = (static_cast<double>(done_) + part) / static_cast<double>(total_);
      return !options_.progress || options_.progress(whole);
    };
    if (!measure(run, solver, system_, x0_, options_, references_, norm_, progress)) return false;
    if (solver.by == Steered::by_step) run.local_error = local_.of(solver.method, run.size);
    ++done_;
    return true;
  }

  const System& system_;
  const VecIn x0_;
  const ConvergeOptions& options_;
  const ConvergeReferences& references_;
  Convergence& convergence_;
  const ode::Problem problem_;
  StateNorm norm_;
  const std::vector<double> corners_;
  const Scales scales_;
  LocalErrors local_;
  std::size_t total_ = 0, done_ = 0;
};

}  // namespace

Convergence converge(const System& system, VecIn x0, const ConvergeOptions& options) {
  check_usage(system, x0, options);
  Convergence convergence;
  convergence.t_begin = options.t_begin;
  convergence.t_end = options.t_end;
  convergence.findings = options.findings;
  const ConvergeReferences references = run_references(system, x0, options);
  convergence.reference = references.summary;
  if (!references.usable()) {
    convergence.complete = false;
    convergence.reason = references.interrupted ? std::string(interruption)
                                                : "no reference could be made: " + convergence.reference.outcome.detail;
    return convergence;
  }
  convergence.times = references.best().times;
  convergence.energy = references.energy();
  convergence.eigenvalues = eigenvalues_along(system, references.best(), eigenvalue_times);
  Measuring(system, x0, options, references, convergence).all();
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
