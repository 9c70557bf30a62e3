#pragma once
// Scene → System. Opens no file, so that a scene can be built in a browser.

#include <polhode/dynamics/general/equations.hpp>
#include <polhode/dynamics/rolling/rolling.hpp>
#include <polhode/dynamics/tree/mechanism.hpp>
#include <polhode/scene/scene.hpp>
#include <polhode/sim/action.hpp>
#include <polhode/sim/same_motion.hpp>
#include <polhode/sim/simulate.hpp>
#include <polhode/sim/swarm.hpp>

namespace polhode {

/// A scene ready to run.
struct BuiltScene {
  System system;
  std::vector<FreeBody> bodies;  ///< particles behind them
  std::vector<Equations> systems;
  std::vector<double> x0;
  SimulateOptions options;
  std::optional<double> measured_order;  ///< of a solver typed into the scene
  std::vector<Swarm> swarms = {};        ///< copies of bodies, of which `system` holds those that are recorded
  std::vector<Readout> readouts = {};
  std::vector<std::string> frames = {};             ///< beside the world, from which bodies are seen
  std::shared_ptr<const Mechanism> mechanism = {};  ///< all mechanisms, null if there are none
  std::vector<Rolling> rolling = {};
  std::vector<SameAs> same = {};             ///< what systems say of themselves, for certify()
  std::vector<ActionQuestion> actions = {};  ///< of systems that say ends or paths, and of functionals

  bool moves() const { return system.state_space().nx() > 0 || !swarms.empty(); }
};

/// What matter amounts to; findings carry `path` and its place.
Result<MassProperties> matter_of(const MassDescription& matter, const std::string& path, const SourceMap& source);
/// The same of one body of a scene, which must be able to turn about any axis.
Result<MassProperties> mass_of(const BodyEntry& body, const std::string& path, const SourceMap& source);
/// The same of a body that rolls, about the origin of its surface. Its surface must be there.
Result<MassProperties> mass_of(const RollingEntry& entry, const std::string& path, const SourceMap& source);

/// Everything that is wrong with a scene, at once, or the system it describes.
Result<BuiltScene> build(const Scene& scene);

/// The findings of build(), also for a scene of which some bodies could not be read: so that a file's other mistakes
/// are reported together with those.
Diagnostics validate(const Scene& scene);

/// Integrates a built scene; the options may be changed before.
Recording simulate(const BuiltScene& built);

}  // namespace polhode
