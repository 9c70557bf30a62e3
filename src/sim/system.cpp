#include <polhode/sim/system.hpp>

namespace polhode {

ode::Problem System::problem() const {
  ode::Problem problem;
  problem.space = space_;
  problem.rate = rates_;
  problem.split = split_;
  problem.rigid = rigid_bodies_;
  return problem;
}

const Channel* System::find_channel(std::string_view name) const {
  for (const Channel& channel : channels_)
    if (channel.name == name) return &channel;
  return nullptr;
}

}  // namespace polhode
