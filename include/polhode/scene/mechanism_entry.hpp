#pragma once
// Mechanisms of a scene: plain structs a person could type.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include <polhode/dynamics/tree/mechanism.hpp>

namespace polhode {

/// A tree of links, how it starts and what drives it.
struct MechanismEntry {
  std::string name;
  std::optional<Tree> tree;   ///< its base is the world; none: could not be read
  std::vector<Loop> loops;    ///< that belong to it, by the numbers of its links
  std::vector<double> q, v;   ///< at the start; empty: all joints at zero, at rest
  std::vector<Drive> drives;  ///< one for each velocity, or none
  std::optional<ComputedTorque> computed;
  std::vector<double> restitution;  ///< of each velocity, at the ends of its range; not a number: it passes them
  MechanismForm form = MechanismForm::velocities;
  double friction_speed = 1e-3;
};

/// A joint that closes a loop between two links, by their names: "arm.link3", or the world.
struct LoopEntry {
  std::string name;
  const LoopKind* kind = nullptr;  ///< null: could not be read
  std::array<std::string, 2> links;
  std::array<Pose, 2> X_LF;  ///< its frame on each
};

}  // namespace polhode
