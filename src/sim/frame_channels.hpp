#pragma once
// Channels of bodies as seen from other frames.

#include <polhode/sim/frames.hpp>
#include <polhode/sim/system.hpp>

namespace polhode {

void add_frame_channels(const std::shared_ptr<const FreeBodies>& bodies, const Frames& frames,
                        std::vector<Channel>& list);

}  // namespace polhode
