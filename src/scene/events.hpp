#pragma once
// "handle.angular_velocity_body.y crosses 0" → a function whose zeros are the events, and what they do to the state.

#include <polhode/scene/scene.hpp>
#include <polhode/sim/simulate.hpp>

namespace polhode {

/// Parts of a state whose coordinates are no numbers that a person could put in as they are.
struct PartsOfState {
  const Mechanism* mechanism = nullptr;  ///< if the scene has one
  int first = 0;                         ///< where its numbers begin
  std::span<const RollingEntry> rolling = {};
};

/// `path` is that of the event ("event[0]"). Findings carry the column inside the text they are about.
Result<Watch> make_watch(const EventEntry& event, const System& system, const PartsOfState& parts,
                         const std::string& path, const SourceMap& source);

}  // namespace polhode
