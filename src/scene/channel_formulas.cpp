#include "scene/channel_formulas.hpp"

#include <algorithm>

namespace polhode {

ChannelNames::ChannelNames(const System& system) {
  for (int c = 0; c < static_cast<int>(system.channels().size()); ++c) {
    const Channel& channel = system.channels()[static_cast<std::size_t>(c)];
    if (channel.components.empty()) {
      names.push_back(channel.name);
      slots.push_back({c, 0});
    }
    for (int k = 0; k < static_cast<int>(channel.components.size()); ++k) {
      names.push_back(channel.name + "." + channel.components[static_cast<std::size_t>(k)]);
      slots.push_back({c, k});
    }
  }
}

void ChannelNames::add_short_names() {
  const std::size_t count = names.size();
  const auto behind_point = [](const std::string& name) {
    const std::size_t point = name.find('.');
    return point == std::string::npos ? std::string() : name.substr(point + 1);
  };
  for (std::size_t i = 1; i < count; ++i) {
    const std::string name = behind_point(names[i]);
    if (name.empty() || Expression::is_name_of_constant(name) || Expression::is_name_of_function(name)) continue;
    const auto same = [&](const std::string& other) { return other == name || behind_point(other) == name; };
    if (std::count_if(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(count), same) != 1) continue;
    names.push_back(name);
    slots.push_back(slots[i]);
  }
}

ChannelFormulas::ChannelFormulas(std::vector<Expression> formulas, const System& system, const ChannelNames& inputs)
    : formulas_(std::move(formulas)), values_(inputs.names.size()) {
  for (int i = 1; i < static_cast<int>(inputs.names.size()); ++i) {
    const bool used =
        std::any_of(formulas_.begin(), formulas_.end(), [i](const Expression& formula) { return formula.uses(i); });
    if (!used) continue;
    const ChannelNames::Slot slot = inputs.slots[static_cast<std::size_t>(i)];
    reads_.push_back({system.channels()[static_cast<std::size_t>(slot.channel)], i, slot.component});
  }
}

void ChannelFormulas::read(double t, VecIn x) {
  values_[0] = t;
  for (const Read& read : reads_) {
    read.channel.evaluate(t, x, {buffer_.data(), static_cast<std::size_t>(read.channel.size())});
    values_[static_cast<std::size_t>(read.input)] = buffer_[static_cast<std::size_t>(read.component)];
  }
}

std::optional<double> constant_value(const Expression& formula, std::size_t count) {
  for (int i = 0; i < static_cast<int>(count); ++i)
    if (formula.uses(i)) return std::nullopt;
  return formula.evaluate<double>(std::vector<double>(count));
}

}  // namespace polhode
