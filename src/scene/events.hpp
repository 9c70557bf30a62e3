#pragma once
// "handle.angular_velocity_body.y crosses 0" → a function whose zeros are the events, and what they do to the state.

#include <polhode/scene/scene.hpp>
#include <polhode/sim/simulate.hpp>

namespace polhode {

/// `path` is that of the event ("event[0]"). Findings carry the column inside the text they are about.
Result<Watch> make_watch(const EventEntry& event, const System& system, const std::string& path,
                         const SourceMap& source);

}  // namespace polhode
