#pragma once
// What each load does, item by item: channels, and the power whose integral is its work.

#include <functional>
#include <memory>

#include <polhode/body/effect.hpp>
#include <polhode/body/load.hpp>
#include <polhode/sim/system.hpp>

namespace polhode {

/// Bodies or links, the loads on them, and what each load does to them at a time and state.
struct Loaded {
  struct Thing {
    std::string name;
    std::vector<const Load*> loads;
  };
  std::vector<Thing> things;
  std::vector<const PairLoad*> pairs;
  std::vector<std::array<int, 2>> ends;  ///< of each pair: two of the things, −1 for what is none of them
  std::function<LoadEffect(int thing, int load, double t, VecIn x)> load;
  std::function<PairEffect(int pair, double t, VecIn x)> pair;
};

/// NAME.LOAD.force, .torque (about the centre of mass) and .power of every load on a thing, in world axes. Loads of one
/// label are one item: a body attracted by ten others has one such force.
void add_load_channels(const std::shared_ptr<const Loaded>& loaded, int thing, std::vector<Channel>& list);

/// LOAD.energy of every load that has a potential; `prefix` goes before the name.
void add_energy_channels(const std::shared_ptr<const Loaded>& loaded, const std::string& prefix,
                         std::vector<Channel>& list);

/// The power of every load, as far as no potential accounts for it.
std::vector<Work> load_works(const std::shared_ptr<const Loaded>& loaded, const std::string& prefix);

}  // namespace polhode
