#pragma once
// solve(problem, options): the one door.

#include <limits>
#include <optional>

#include <polhode/ode/method.hpp>
#include <polhode/ode/problem.hpp>
#include <polhode/ode/solution.hpp>

namespace polhode::ode {

/// A step is accepted when its estimated local error is at most absolute + relative · |block| in every block, with
/// |block| the largest coordinate of a vector block, and 1 rad for a rotation. Used by adaptive methods without a fixed
/// step.
struct Tolerance {
  double relative = 1e-9;
  double absolute = 1e-9;                 ///< in the block's SI unit
  std::vector<double> absolute_by_block;  ///< empty, or one for each block of the space
};

struct StepLimits {
  double fixed = 0;    ///< > 0: steps of this size (the last one is shortened to end at t1), no error control
  double initial = 0;  ///< size of the first adaptive step; 0: chosen
  double largest = std::numeric_limits<double>::infinity();
  std::int64_t most = 100'000'000;  ///< tried steps before the run ends with `too_many_steps`
};

enum class Keep { dense, samples };

/// A step as an observer sees it: `at(θ)` evaluates the continuation inside it without allocating.
class StepView;

struct Output {
  Keep keep = Keep::dense;    ///< `samples` keeps memory constant however long the run
  std::vector<double> times;  ///< from t0 towards t1, in order; states there go to Solution::samples
  /// Called after every accepted step (and once at the start); false ends the run with `interrupted`, results kept.
  FunctionRef<bool(const StepView&)> observer;
  /// The observer integrates along the steps, so that one whose length nothing else limits must be smooth.
  bool integrated = false;
};

struct Options {
  const Method* method = nullptr;  ///< null: dop853
  Tolerance tolerance;
  StepLimits step;
  Output output;
};

/// What an observer is shown of an accepted step [t0, t1].
class StepView {
 public:
  double t0() const { return t0_; }
  double t1() const { return t1_; }
  VecIn x0() const { return x0_; }
  VecIn x1() const { return x1_; }
  bool is_start() const { return t0_ == t1_; }
  /// Solution::stiff_from, as far as it is known by now.
  std::optional<double> stiff_from() const { return stiff_from_; }
  /// State between t0 and t1 from the continuation, which is made when first asked for.
  void at(double t, VecOut x) const { evaluate_(t, x); }

  StepView(double t0, double t1, VecIn x0, VecIn x1, FunctionRef<void(double, VecOut)> evaluate,
           std::optional<double> stiff_from = {})
      : t0_(t0), t1_(t1), x0_(x0), x1_(x1), evaluate_(evaluate), stiff_from_(stiff_from) {}

 private:
  double t0_, t1_;
  VecIn x0_, x1_;
  FunctionRef<void(double, VecOut)> evaluate_;
  std::optional<double> stiff_from_;
};

/// What the problem lacks for the method, as a sentence; empty if it can be solved with it.
std::string what_lacks(const Problem& problem, const Method& method);

/// Integrates the problem from t0 to t1 (t1 < t0 runs backwards). Misuse (sizes, no tolerance for an adaptive method, a
/// fixed step missing …) is a UsageError; everything numerical is an Outcome. Allocates before the first step and, with
/// Keep::dense, for what is kept; never inside a step.
Solution solve(const Problem& problem, const Options& options = {});

}  // namespace polhode::ode
