#pragma once
// The mechanisms of a scene as one tree, with the bodies that hang on springs between them.

#include <polhode/scene/scene.hpp>
#include <polhode/sim/mechanism_system.hpp>

namespace polhode {

/// Every link with mass as a body that loads can be hung on, called MECHANISM.LINK; in the order of mechanisms and
/// links.
std::vector<FreeBody> link_bodies(const Scene& scene);

/// What acts on the mechanisms of a scene: of the bodies of link_bodies() their loads, and the loads between two of
/// which at least one is a link. Numbers below `bodies` are those of free bodies and particles, links come behind.
struct MechanismLoads {
  int bodies = 0;
  std::vector<FreeBody> links;
  std::vector<PairLoad> pairs;
};

/// Takes from `pairs` those that a mechanism has to do with.
std::vector<PairLoad> take_link_pairs(int bodies, std::vector<PairLoad>& pairs);

struct BuiltMechanisms {
  std::shared_ptr<const Mechanism> mechanism;
  std::vector<double> x0;
  std::vector<Watch> limits;  ///< ends of the ranges of joints
};

/// All mechanisms of the scene; with `absorbed`, free bodies that springs tie to them, as parts of their own. Null,
/// with findings, if they cannot be built. Joints rest where they would bounce no farther than `rest_size`.
BuiltMechanisms mechanisms_of(const Scene& scene, const MechanismLoads& loads, const std::vector<FreeBody>& absorbed,
                              const std::vector<FreeBodyState>& starts, double rest_size, Diagnostics& findings);

}  // namespace polhode
