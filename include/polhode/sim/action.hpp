#pragma once
// Stationary paths of a scene: motions between two places, curves that make an integral stationary, and paths as typed.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <polhode/dynamics/general/functional.hpp>
#include <polhode/ode/stationary.hpp>

namespace polhode {

/// An integral, and what it is made of.
struct ActionSubject {
  std::string name, variable;         ///< what is integrated over: t, x
  std::vector<std::string> unknowns;  ///< of it
  ode::PathDensity density;
  bool keeps_energy = false;  ///< v·L_v − L, where L does not depend on the variable
  bool of_motion = false;     ///< an action, and no other functional
};
ActionSubject action_of(const Functional& functional);
Result<ActionSubject> action_of(const Lagrangian& lagrangian);
Result<ActionSubject> action_of(const Hamiltonian& hamiltonian);

/// What is asked of it.
struct ActionQuestion {
  ActionSubject subject;
  bool between = false;  ///< the ends below are given, and not only the interval
  ode::PathEnd from, to;
  std::optional<TypedPath> guess = {};
  std::vector<TypedPath> paths = {};
  double tolerance = 1e-10;
};

/// A path as it was typed.
struct TypedPathAction {
  std::string name;
  ode::PathIntegral integral;
  bool same_ends = false;  ///< as those that were given
  /// From the nearest stationary path that is known: the largest, beside the coordinate's size; −1: unknown.
  double distance = -1;
};

struct ActionAnswer {
  std::optional<ode::StationaryPath> path;  ///< between the ends that were given, if any were
  double energy_drift = -1;                 ///< of v·L_v − L along it, beside its parts; −1: it need not stay
  std::vector<TypedPathAction> paths;
};

/// The stationary path near the guess of the question.
ode::StationaryPath stationary_path(const ActionQuestion& question, const std::function<bool()>& go_on = {});
ActionAnswer answer(const ActionQuestion& question, const std::function<bool()>& go_on = {});

/// Why a path was not found, as a sentence, and what to do.
struct PathFlaw {
  std::string message, hint;
};
PathFlaw flaw_of(const ActionSubject& subject, const ode::StationaryPath& path);
/// Why the integral along a typed path is no number, as a sentence.
std::string flaw_of(const ActionSubject& subject, const ode::PathIntegral& integral);

}  // namespace polhode
