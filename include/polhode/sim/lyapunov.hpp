#pragma once
// How fast neighbours of a motion go away from it: all Lyapunov exponents.

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <polhode/ode/solve.hpp>
#include <polhode/sim/system.hpp>

namespace polhode {

struct LyapunovOptions {
  double t_begin = 0, t_end = 1000;
  double settle =
      -1;  ///< this long nothing is averaged: the motion finds its attractor, the directions theirs; < 0: a tenth
  double interval = 0;  ///< after which directions are made orthonormal again; 0: chosen
  int count = 0;        ///< the largest so many; 0: all
  double tolerance = 1e-9;
  double largest_step = std::numeric_limits<double>::infinity();
  std::vector<double> breaks;  ///< as SimulateOptions::breaks
  std::function<bool(double)> progress;
};

struct Lyapunov {
  std::vector<double> exponents;  ///< descending [1/s]
  std::vector<double> spread;     ///< how far each running average was from its end in the last half of the time
  std::vector<double> times;      ///< of the running averages, a few hundred
  std::vector<std::vector<double>> running;  ///< one list for each exponent
  double t_begin = 0, t_end = 0;             ///< what was averaged over
  double interval = 0;
  std::optional<double> divergence;  ///< the mean of ∇·f along the motion, which the sum of all exponents must be
  std::optional<double> pairing;  ///< where ∇·f has no mean that could be told from zero: the largest |λᵢ + λₙ₊₁₋ᵢ|
  std::optional<double> dimension;  ///< Kaplan's and Yorke's, if all exponents are there and volumes shrink
  ode::Outcome outcome;             ///< of the integration
  bool complete() const { return !outcome.ended_early(); }
};

/// Solves the equations of variation together with the motion,
///
///   x' = f(x),  V' = ∂f/∂x V,  V = Q R every now and then,  λᵢ = ⟨ln Rᵢᵢ⟩/Δt      docs/theory/analysis.md (6)
///
/// four columns of ∂f/∂x V a pass of dual numbers, by DOP853. Misuse is a UsageError: a state that is not flat, a rate
/// without dual numbers, sizes, times.
///
/// Source   [Benettin, Galgani, Giorgilli & Strelcyn 1980]; [Kaplan & Yorke 1979] for the dimension.
/// Proof    tests/truth/lyapunov_test.cpp
Lyapunov lyapunov(const System& system, VecIn x0, const LyapunovOptions& options);

}  // namespace polhode
