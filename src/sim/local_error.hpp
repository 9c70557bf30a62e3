#pragma once
// The error that one step adds, from states that are known.

#include <map>
#include <optional>
#include <vector>

#include "sim/converge_run.hpp"

namespace polhode {

/// Takes single steps from states of the reference and compares them with what the reference's methods make of the
/// same starts. A multistep rule is given the true states of its past: its local error is what is left of
///
///   u₁ − (−Σ α_j u_{1−j} + h Σ β_j F_{1−j}) / α₀,   j = 1 …, and j = 0 for F
///
/// when all points are on the true solution, F₁ at the predicted point if it has a predictor.
///
/// Source   [Hairer, Nørsett & Wanner 1993] II.3, III.2.
/// Proof    tests/truth/converge_test.cpp
class LocalErrors {
 public:
  struct Start {
    double t = 0;
    std::vector<double> x;
  };
  /// `corners` are the times, in order, where the motion is not smooth.
  LocalErrors(const ode::Problem& problem, StateNorm& norm, const ConvergeReferences& references,
              const ConvergeOptions& options, const std::vector<double>& corners);

  /// Root mean square over the starts; nan if a step failed, nothing if a step would pass over a corner.
  std::optional<double> of(const ode::Method& method, double h);
  /// How well the true ends of single steps are known.
  double doubt(double h);

 private:
  bool reaches_corner(std::size_t start, double until) const;
  /// The true state `steps` · h after a start.
  const std::vector<double>& truth(std::size_t start, double h, int steps);
  std::vector<double> solve(const ReferenceChoice& choice, const Start& start, double t1) const;
  double of_step(const ode::Method& method, std::size_t start, double h);
  double of_rule(const ode::MultistepRule& rule, std::size_t start, double h);

  const ode::Problem& problem_;
  StateNorm& norm_;
  const std::vector<ReferenceChoice> reference_;
  const double absolute_part_;
  const std::vector<double> absolute_parts_;
  const std::vector<double> corners_;
  std::vector<Start> starts_;
  std::map<std::tuple<std::size_t, double, int>, std::vector<double>> truths_;
  std::map<double, double> doubts_;
};

}  // namespace polhode
