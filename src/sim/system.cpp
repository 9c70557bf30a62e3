#include <polhode/sim/system.hpp>

namespace polhode {

const Channel* System::find_channel(std::string_view name) const {
  for (const Channel& channel : channels_)
    if (channel.name == name) return &channel;
  return nullptr;
}

}  // namespace polhode
