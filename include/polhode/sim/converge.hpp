#pragma once
// Solvers measured on a system: what their errors are, how they fall with the step, and what that costs.

#include <complex>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <polhode/ode/solve.hpp>
#include <polhode/sim/simulate.hpp>

namespace polhode {

/// What is changed from run to run of a solver.
enum class Steered { by_step, by_tolerance };

/// A solver and the steps [s] or tolerances to run it with.
struct ConvergeRequest {
  ode::Method method = ode::method::rk4;
  Steered by = Steered::by_step;
  /// Empty: chosen, seven steps each half of the one before (from order 6 on √½), and up to three more as long as the
  /// order has not settled; or tolerances 1e-3 … 1e-12.
  std::vector<double> sizes;
};

/// A run that the others are measured by.
struct ReferenceChoice {
  ode::Method method = ode::method::verner9;
  double tolerance = 1e-14;
};

struct ConvergeOptions {
  std::vector<ConvergeRequest> requests;
  double t_begin = 0, t_end = 1;
  double absolute_part = 1;            ///< absolute tolerances are this many times the relative ones
  std::vector<double> absolute_parts;  ///< the same, one for each block of the state; empty: all alike
  double largest_step = std::numeric_limits<double>::infinity();  ///< where a tolerance steers the steps
  std::vector<double> breaks;                                     ///< as SimulateOptions::breaks
  std::vector<Watch> jumps;                                       ///< events that change the state, in every run
  std::vector<ReferenceChoice> reference;  ///< two or more of unrelated methods, the best first; empty: chosen
  bool stiff = false;                      ///< the motion is known to be: references for it are tried first
  int samples = 200;                       ///< of errors and energy along the run
  int local_starts = 5;                    ///< points of the reference from which single steps are taken
  std::int64_t most_steps = 5'000'000;     ///< of one run; one that needs more ends there
  std::vector<std::string> findings;       ///< what is known before; Convergence::findings begin with it
  /// Told how far the whole is, in [0, 1]; returning false ends it, what was measured is kept.
  std::function<bool(double)> progress;
};

/// One run of one solver. Errors are in the norm of Convergence.
struct ConvergeRun {
  double size = 0;       ///< the step [s] or the tolerance
  double mean_step = 0;  ///< [s]
  ode::Outcome outcome;
  ode::Statistics statistics;
  double seconds = 0;                 ///< processor time of the integration alone, the least of a few repetitions
  double error = 0;                   ///< at the end of the run
  double largest_error = 0;           ///< along the run, between steps, too
  std::optional<double> local_error;  ///< of one step from the reference's state, root mean square over several
  bool judged = false;                ///< it finished, and its error is well above doubt and rounding
  bool fitted = false, local_fitted = false;  ///< the observed orders rest on this run
  std::optional<double> energy_drift;         ///< the largest, relative; if the system has an energy
  std::vector<double> energy_errors;          ///< at Convergence::times, as far as it came
};

/// The exponent with which an error falls with the step, and how well the runs determine it.
struct ObservedOrder {
  double order = 0;
  double confidence = 0;  ///< half the width of its 95 % interval
  int points = 0;         ///< runs it rests on
  /// The slopes have settled, and on what the method claims; false: smaller steps may show another order. Of runs
  /// steered by tolerance nothing is claimed.
  bool asymptotic = true;
};

struct SolverConvergence {
  ode::Method method;
  Steered by = Steered::by_step;
  std::vector<ConvergeRun> runs;        ///< from coarse to fine
  std::optional<ObservedOrder> global;  ///< of the error at the end: p for a method of order p
  std::optional<ObservedOrder> local;   ///< of the error of one step: p + 1; only for steps of one size
};

/// A solver that could not be run, and why.
struct LeftOut {
  std::string name, reason;
};

struct Eigenvalues {
  double t = 0;
  std::vector<std::complex<double>> values;  ///< [1/s]
};

struct ConvergeReference {
  struct Run {
    std::string method;
    double tolerance = 0;
  };
  std::vector<Run> runs;  ///< the one that errors are measured by, and those that check it
  ode::Outcome outcome;
  double doubt = 0;          ///< how far they are apart at the end
  double largest_doubt = 0;  ///< and at most
};

/// Errors are the largest over the blocks of the state of |difference| / size, where size is the largest |coordinate|
/// that the block has along the reference (1 if it is always 0), and 1 rad for a rotation.
struct Convergence {
  ConvergeReference reference;
  double t_begin = 0, t_end = 0;
  std::vector<double> times;  ///< of the samples
  std::string energy;         ///< the monitor whose drift the runs give: energy, or the first scalar that is conserved
  std::vector<Eigenvalues> eigenvalues;  ///< of the problem, along the reference
  std::vector<SolverConvergence> solvers;
  std::vector<LeftOut> left_out;
  std::vector<std::string> findings;  ///< sentences: what keeps something from being measured
  bool complete = true;               ///< false: there is a reason why something, or all of it, is missing
  std::string reason;
};

/// Runs every solver with every size and measures it against a reference.
///
/// The reference is a run of a method at the tightest tolerance; how far unrelated methods differ from it, and from
/// each other, is its doubt. Errors below 20 times that, or 20 times the rounding eps √steps, are not judged. The
/// observed order p is a least-squares fit of
///
///   log e = log C + p log h + c h      (c h² for symmetric methods)      docs/theory/convergence.md (1)
///
/// to the five finest runs of a sequence whose slopes change by little from pair to pair, the one that ends with the
/// finest run if it has four or more, else the longest. Its 95 % interval is the standard error times Student's
/// quantile, widened by how much p changes when the coarsest run is left out. With four runs or fewer the term with c
/// is left off, and the interval is widened by the largest difference between the slope of two neighbours and the
/// fitted one. Slopes that change by more than 2 % (5 % if there are two) and hardly less than before have not settled:
/// the interval is widened by what the finer half of them differs from the coarser one. Then, or if the finest runs are
/// not among the fitted, or if the interval, widened by 2 %, excludes the order that the method claims, it is not
/// asymptotic. Adaptive runs have their mean step for h.
///
/// Source   [Hairer, Nørsett & Wanner 1993] II.3, II.8 for the expansion of the error.
/// Proof    tests/truth/converge_test.cpp
Convergence converge(const System& system, VecIn x0, const ConvergeOptions& options);

/// What of a run stays as it is while solver and steps are varied: its span, breaks and jumps, the largest step, and
/// how absolute tolerances compare with the relative one. `run` is what became of it: an event that stopped it gives
/// the time at which all are compared, and no comparison is made where the state jumps. What cannot be kept is a
/// finding.
///
/// Proof    tests/truth/converge_scene_test.cpp
ConvergeOptions converge_options(const SimulateOptions& asked, const Recording& run);

/// What it takes to reach an error: interpolated between runs in logarithms. None if no run is as exact, or if the
/// reference's doubt does not allow to say so.
struct CostToReach {
  double evaluations = 0, seconds = 0;
  bool at_most = false;  ///< even the coarsest run is more exact
};
std::optional<CostToReach> cost_to_reach(const SolverConvergence& solver, double error, double doubt = 0);

/// A method's request with the sizes chosen: by step if it takes steps of one size, else by tolerance.
ConvergeRequest default_request(const ode::Method& method);

/// Solvers that people compare on such a system, all of which it can be solved with; others if it is stiff.
std::vector<ode::Method> suggested_solvers(const System& system, bool stiff);

}  // namespace polhode
