#pragma once
// "handle.angular_velocity_body.y crosses 0" → a function whose zeros are the events.

#include <polhode/scene/scene.hpp>
#include <polhode/sim/simulate.hpp>

namespace polhode {

/// Findings carry the column inside the text of `when`; `where` is the place of its opening quote.
Result<Watch> make_watch(const EventEntry& event, const System& system, const std::string& path, const Position& where);

}  // namespace polhode
