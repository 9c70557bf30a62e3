#pragma once
// "handle.angular_velocity_body.y crosses 0" → a function whose zeros are the events, and what they do to the state.

#include <polhode/scene/scene.hpp>
#include <polhode/sim/simulate.hpp>

namespace polhode {

/// The mechanism of a scene, if it has one, and where its numbers begin in the state.
struct StateOfMechanism {
  const Mechanism* mechanism = nullptr;
  int first = 0;
};

/// `path` is that of the event ("event[0]"). Findings carry the column inside the text they are about.
Result<Watch> make_watch(const EventEntry& event, const System& system, const StateOfMechanism& mechanism,
                         const std::string& path, const SourceMap& source);

}  // namespace polhode
