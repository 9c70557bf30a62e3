#pragma once
// What each load does, item by item: channels, and the power whose integral is its work.

#include <memory>

#include <polhode/dynamics/free_body/free_body.hpp>
#include <polhode/sim/system.hpp>

namespace polhode {

/// NAME.LOAD.force, .torque (about the centre of mass) and .power of every load on a body, in world axes. Loads of one
/// label are one item: a body attracted by ten others has one such force.
void add_load_channels(const std::shared_ptr<const FreeBodies>& bodies, int body, std::vector<Channel>& list);

/// LOAD.energy of every load that has a potential.
void add_energy_channels(const std::shared_ptr<const FreeBodies>& bodies, std::vector<Channel>& list);

/// The power of every load, as far as no potential accounts for it.
std::vector<Work> load_works(const std::shared_ptr<const FreeBodies>& bodies);

}  // namespace polhode
