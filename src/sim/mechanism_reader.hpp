#pragma once
// What is read of a mechanism at one state, computed once for all channels that ask for it.

#include <memory>

#include <polhode/dynamics/tree/mechanism.hpp>
#include <polhode/sim/system.hpp>

namespace polhode {

using SharedMechanism = std::shared_ptr<const Mechanism>;

/// The reading at (t, x); the last one of this thread is kept, because channels ask one after another.
const MechanismReading& reading_of(const Mechanism& mechanism, double t, VecIn x);
/// What a link is called: with its mechanism before it, unless it is so already.
std::string full_name(const MechanismPart& part, const std::string& name);
Pose pose_of(const Mechanism& mechanism, int link, double t, VecIn x);

/// What uniform gravity does to a link that is a body. Its energy is counted with that of all links.
LoadEffect weight_of(const Mechanism& mechanism, int link, double t, VecIn x);

/// Position of the centre of mass, attitude and velocities of a part that is a body, called as a body's are.
void add_body_part_channels(const std::shared_ptr<const Mechanism>& mechanism, const MechanismPart& part,
                            std::vector<Channel>& list);

}  // namespace polhode
