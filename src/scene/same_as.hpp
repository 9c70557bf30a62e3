#pragma once
// Which systems of a scene are said to be the same motion, derived otherwise.

#include <polhode/scene/scene.hpp>
#include <polhode/sim/same_motion.hpp>

namespace polhode {

/// What a scene was built into, as far as it can be compared with; null, or empty, where there is none.
struct ComparableParts {
  std::shared_ptr<const FreeBodies> bodies = {};
  std::vector<double> bodies_x0 = {};
  std::shared_ptr<const Mechanism> mechanism = {};
  std::vector<double> mechanism_x0 = {};
  std::vector<Rolling> rolling = {};
  std::vector<double> rolling_x0 = {};
  std::vector<std::vector<double>> systems_x0 = {};  ///< one for each system of the scene
};

/// Every pair that the scene names; findings for what cannot be compared.
std::vector<SameAs> same_as_of(const Scene& scene, const ComparableParts& parts, Diagnostics& findings);

}  // namespace polhode
