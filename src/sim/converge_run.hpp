#pragma once
// The single runs behind converge(): the references, and one measured run.

#include <polhode/base/function_ref.hpp>
#include <polhode/sim/converge.hpp>
#include <polhode/sim/simulate.hpp>

#include "sim/state_norm.hpp"

namespace polhode {

/// The runs that errors are measured by: the first is the truth, the others tell how true.
struct ConvergeReferences {
  std::vector<ReferenceChoice> choices;
  std::vector<Recording> runs;
  ConvergeReference summary;
  bool interrupted = false;

  const Recording& best() const { return runs[0]; }
  /// The monitor whose drift is measured: the energy, or the first scalar that is conserved; empty if there is none.
  std::string energy() const;
  bool usable() const { return !interrupted && !summary.outcome.ended_early(); }
};

/// The references that were asked for; else explicit methods of high order, and if these come to no end within 100 000
/// steps, methods for stiff motion, which come first if the motion is said to be stiff. Methods that are measured
/// themselves come last.
ConvergeReferences run_references(const System& system, VecIn x0, const ConvergeOptions& options);

/// Makes the run of that size: recorded for errors and energy along it, then again for its cost alone. False if it was
/// interrupted.
bool measure(ConvergeRun& run, const SolverConvergence& solver, const System& system, VecIn x0,
             const ConvergeOptions& options, const ConvergeReferences& references, StateNorm& norm,
             FunctionRef<bool(double)> progress);

}  // namespace polhode
