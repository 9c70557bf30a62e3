#pragma once
// Bodies of a moving frame as a system of inertial space, with the channels that they have in the frame.

#include <polhode/sim/system.hpp>

#include "dynamics/free_body/inertial_bodies.hpp"

namespace polhode {

/// The counterpart of bodies whose world is a moving frame; `channels` are those of the bodies in the frame.
Counterpart inertial_counterpart(const std::shared_ptr<const FreeBodies>& bodies, const FramePointer& frame,
                                 std::vector<Channel> channels);

}  // namespace polhode
