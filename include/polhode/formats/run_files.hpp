#pragma once
// What a run writes: the JSON object of the command line, the table of all channels, the data of the page.

#include <span>
#include <string>

#include <polhode/mass/doctor.hpp>
#include <polhode/scene/build.hpp>
#include <polhode/sim/certify.hpp>

namespace polhode {

/// The object that `polhode run --json` prints: scene, solver, outcome, hash, statistics, drift, events and the states
/// at `times` (samples of the recording that lie at these times).
std::string run_json(const Scene& scene, const BuiltScene& built, const Recording& recording,
                     std::span<const double> times);

/// Whether anything in a scene changes its state at once.
bool has_jumps(const BuiltScene& built);

/// Every channel at every sample: a header `t [s],handle.position.x [m],…`, then one row for each sample. The work done
/// by the loads and the drift of each monitor stand behind the channels.
std::string run_csv(const Recording& recording);
/// Sums over all copies of a swarm, a row for each sample.
std::string swarm_csv(const SwarmRecord& swarm);

/// The object that `polhode certify --json` prints: what stands in that of a run but for its states, and what is known
/// of its errors.
std::string certificate_json(const Scene& scene, const BuiltScene& built, const Certificate& certificate);

/// The data that the report page shows (src/apps/web/README.md describes it), at most `frames` samples of the run; with
/// a certificate, if there is one.
std::string page_json(const Scene& scene, const BuiltScene& built, const Recording& recording,
                      const Certificate* certificate = nullptr, std::size_t frames = 6000);

/// Mass properties of bodies as `polhode mass --json` prints them.
std::string mass_json(std::span<const MassReport> bodies);

}  // namespace polhode
