#pragma once
// Loads on the links of mechanisms, as those on bodies are read.

#include <polhode/dynamics/tree/mechanism.hpp>

#include "sim/load_channels.hpp"

namespace polhode {

/// All links, in the order of the tree, as what loads act on. Uniform gravity is a load on parts that are bodies, as it
/// is on bodies that no mechanism meets; of links, which are many, it can be read for the whole (gravity_energy).
///
/// Proof    tests/truth/link_load_test.cpp
std::shared_ptr<const Loaded> loaded_links(const std::shared_ptr<const Mechanism>& mechanism);

/// LOAD.energy of every load with a potential, uniform gravity included; the work of drives and resistance together,
/// and of each load without a potential.
void add_link_energy_channels(const std::shared_ptr<const Mechanism>& mechanism, const std::string& prefix,
                              std::vector<Channel>& list);
std::vector<Work> link_works(const std::shared_ptr<const Mechanism>& mechanism, const std::string& prefix);

}  // namespace polhode
