#pragma once
// What loads do, as people read it.

#include <array>

#include <polhode/math/vector.hpp>

namespace polhode {

/// What one load does to a body, world axes.
struct LoadEffect {
  Vec3 force = Vec3::Zero();    ///< [N]
  Vec3 torque = Vec3::Zero();   ///< about the centre of mass [N m]
  double power = 0;             ///< F·v + τ·ω [W]
  double potential_energy = 0;  ///< if it has a potential, and acts on this body alone [J]
  double supply = 0;            ///< the power that no potential accounts for [W]
};

/// What a load between two bodies does to each. Its energies belong to neither, so they are not among their momenta.
struct PairEffect {
  std::array<LoadEffect, 2> on;
  double potential_energy = 0;  ///< [J]
  double supply = 0;            ///< the power that no potential accounts for, of a damper −c (dl/dt)² [W]
};

}  // namespace polhode
