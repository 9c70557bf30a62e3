#pragma once
// What a run leaves behind: sampled states, every channel, the balance of every monitor, events, cost, hash.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polhode/ode/method.hpp>
#include <polhode/ode/solution.hpp>
#include <polhode/sim/system.hpp>

namespace polhode {

/// How far a monitored quantity strayed from its balance, |X − X(0) − ∫supply dt|.
struct Drift {
  std::string name;
  Dimension unit;
  bool conserved = true;           ///< nothing supplied it: no load, no jump
  double largest = 0;              ///< relative: the worst of the run over the largest |X| of the run
  double absolute = 0;             ///< the same in SI units
  std::vector<double> at_samples;  ///< relative, at every sample time
  /// Of what is only said to be conserved (Monitor::claim): whether its rate is zero along the run, to rounding and to
  /// what the run's tolerance lets its states be off.
  std::optional<bool> kept = {};
  double largest_rate = 0;       ///< |dX/dt| by the equations, of what is only said to be conserved
  std::vector<double> supplied;  ///< ∫supply dt at every sample time (for energy: the work done by the loads); SI units
};

/// What a load, or whatever else does work, did up to each sample; or what else a motion added up.
struct WorkDone {
  std::string name;
  std::vector<double> at_samples;  ///< of work [J]
};

struct EventHit {
  std::string name;
  double t = 0;
  int direction = 0;
  std::vector<double> x = {};  ///< the state there; of one that makes it jump, before the jump
};

/// Sums over all copies of a swarm, world axes.
struct SwarmTotals {
  double kinetic_energy = 0, potential_energy = 0;  ///< [J]
  Vec3 momentum = Vec3::Zero();                     ///< [kg m/s]
  Vec3 angular_momentum = Vec3::Zero();             ///< about the world's origin [kg m²/s]
  Vec3 centre = Vec3::Zero();                       ///< mean of the centres of mass [m]
};

/// What became of a swarm.
struct SwarmRecord {
  std::string name;
  int copies = 0;
  std::string one_by_one;   ///< why its copies were solved one by one; empty: side by side
  ode::Outcome outcome;     ///< of the first copy that ended early; else that of all
  std::int64_t steps = 0;   ///< of all copies together
  double seconds = 0;       ///< processor time
  std::uint64_t hash = 0;   ///< of `x_end`
  bool conserved = true;    ///< nothing but loads with a potential acts, so that energy stays
  double energy_drift = 0;  ///< relative: the worst of the samples over the largest sum of its parts
  std::vector<double> times;
  std::vector<SwarmTotals> totals;  ///< at each of them
  std::vector<double> x_end;        ///< of every copy in turn: position, quaternion, velocity, angular velocity (body)
};

class Recording;

/// From when stability, not accuracy, held the steps of the method down, and which methods would do better: a sentence
/// without a final stop; empty if that was not seen.
std::string stiffness_sentence(const Recording& recording, const ode::Method& method);
/// The same while the run goes on, of stiffness that was seen.
std::string stiffness_sentence(double stiff_from, const System& system, const ode::Method& method);
/// The methods it names: at most two, the best first, which can solve this system.
std::vector<std::string_view> stiff_solvers(const System& system);
/// What loads, losses and jumps did to the energy of all parts of a scene until the end [J].
double supplied_energy(const Recording& recording);

class Recording {
 public:
  System system;
  ode::Outcome outcome;
  ode::Statistics statistics;
  double seconds = 0;  ///< processor time of the integration
  std::uint64_t hash = 0;
  double t_begin = 0, t_end = 0;
  std::vector<double> x_end;
  std::optional<double> stiff_from;  ///< ode::Solution::stiff_from
  std::vector<EventHit> events;
  std::vector<std::string> started_on;  ///< events: ode::Solution::started_on
  std::vector<double> times;            ///< of the samples that were reached
  std::vector<double> states;           ///< nx numbers for each of them
  std::vector<Drift> drifts;            ///< one for each monitor of the system
  std::vector<WorkDone> works;          ///< one for each work of the system
  std::vector<WorkDone> integrals;      ///< one for each integral of the system
  std::vector<SwarmRecord> swarms;      ///< beside the system

  VecIn state(std::size_t sample) const {
    const auto nx = static_cast<std::size_t>(system.state_space().nx());
    return {states.data() + sample * nx, nx};
  }
  /// All values of a channel, of an integral, or of one component of it ("handle.angular_velocity_body.y"), sample
  /// after sample. UsageError, with the nearest name, if there is none of that name.
  std::vector<double> series(std::string_view path) const;
  /// UsageError, with the nearest name, if no monitor is called so.
  const Drift& drift(std::string_view monitor) const;
  /// The same, or null.
  const Drift* find_drift(std::string_view monitor) const;
};

}  // namespace polhode
