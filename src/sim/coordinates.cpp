#include <polhode/sim/coordinates.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

namespace polhode {
namespace {

constexpr int trials = 3;

/// States around this one, drawn once and for all.
std::vector<std::vector<double>> states_near(VecIn x) {
  std::mt19937_64 draw(7);
  std::vector<std::vector<double>> states;
  for (int k = 0; k < trials; ++k) {
    std::vector<double>& state = states.emplace_back(x.begin(), x.end());
    for (double& number : state) number += 0.125 + static_cast<double>(draw() >> 11) * 0x1p-55;
  }
  return states;
}

std::string name_in_block(const Block& block, int i) {
  return block.nx == 1 ? block.name : block.name + "[" + std::to_string(i) + "]";
}

/// What all names begin with, up to a point.
std::size_t common_start(const std::vector<Coordinate>& coordinates) {
  const std::string& first = coordinates.front().name;
  const std::size_t point = first.find('.');
  if (point == std::string::npos) return 0;
  const std::string_view head = std::string_view(first).substr(0, point + 1);
  const bool all = std::all_of(coordinates.begin(), coordinates.end(),
                               [head](const Coordinate& one) { return one.name.starts_with(head); });
  return all ? head.size() : 0;
}

/// Where in the states a value is found that is `values` at each of them; none if it is no coordinate.
std::optional<std::size_t> place_of(const std::vector<double>& values, const std::vector<std::vector<double>>& states) {
  for (std::size_t i = 0; i < states[0].size(); ++i) {
    bool same = true;
    for (std::size_t k = 0; k < states.size(); ++k) same = same && values[k] == states[k][i];
    if (same) return i;
  }
  return std::nullopt;
}

/// Whether what is said to be conserved is, wherever the system may be: a formula that the motion does not keep can
/// vouch for nothing.
bool is_so_everywhere(const Monitor& monitor, std::size_t size) {
  constexpr double rounding = 1e-10;  // of the parts of a rate
  if (!monitor.claim) return true;
  const auto states = states_near(std::vector<double>(size, 0.0));
  return std::all_of(states.begin(), states.end(), [&](const std::vector<double>& x) {
    std::array<double, 2> rate{};
    monitor.claim(0, x, rate);
    return !all_finite(rate) || std::fabs(rate[0]) <= rounding * rate[1];
  });
}

}  // namespace

std::string why_not_flat(const System& system) {
  for (const Block& block : system.state_space().blocks())
    if (block.kind == BlockKind::rotation)
      return "'" + block.name + "' is an attitude, a point of a curved space, which is no list of numbers";
  return {};
}

std::vector<Coordinate> coordinates_of(const System& system, double t, VecIn near) {
  std::vector<Coordinate> list;
  std::vector<char> named;
  for (const Block& block : system.state_space().blocks())
    for (int i = 0; i < block.nx; ++i) {
      list.push_back({name_in_block(block, i), si_symbol(block.unit)});
      named.push_back(block.nx == 1 && system.find_channel(block.name) != nullptr);
    }
  if (std::all_of(named.begin(), named.end(), [](char is) { return is != 0; })) return list;
  const std::vector<std::vector<double>> states = states_near(near);
  for (const Channel& channel : system.channels()) {
    const auto size = static_cast<std::size_t>(channel.size());
    std::vector<std::vector<double>> values(size);
    std::vector<double> all(size);
    for (const std::vector<double>& state : states) {
      channel.evaluate(t, state, all);
      for (std::size_t k = 0; k < size; ++k) values[k].push_back(all[k]);
    }
    for (std::size_t k = 0; k < size; ++k) {
      const auto place = place_of(values[k], states);
      if (!place || named[*place] != 0) continue;
      list[*place].name = channel.components.empty() ? channel.name : channel.name + "." + channel.components[k];
      list[*place].symbol = channel.symbol();
      named[*place] = 1;
    }
  }
  return list;
}

std::optional<std::size_t> find_coordinate(const std::vector<Coordinate>& coordinates, std::string_view name) {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    const std::string& full = coordinates[i].name;
    if (full == name) return i;
    const std::size_t point = full.find('.');
    if (point == std::string::npos || std::string_view(full).substr(point + 1) != name) continue;
    if (found) return std::nullopt;
    found = i;
  }
  return found;
}

std::vector<std::string> short_names(const std::vector<Coordinate>& coordinates) {
  std::vector<std::string> names;
  if (coordinates.empty()) return names;
  const std::size_t start = common_start(coordinates);
  for (const Coordinate& one : coordinates) names.push_back(one.name.substr(start));
  return names;
}

std::vector<std::size_t> places_among(const System& system, const std::vector<Coordinate>& coordinates, double t,
                                      VecIn near) {
  const std::size_t n = coordinates.size();
  std::vector<char> moving(n);
  const std::vector<std::vector<double>> states = states_near(near);
  std::vector<std::vector<double>> rates;
  for (const std::vector<double>& state : states) system.rates().real(t, state, rates.emplace_back(n));
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<double> values;
    for (const std::vector<double>& rate : rates) values.push_back(rate[i]);
    if (const auto place = place_of(values, states); place && *place != i) moving[*place] = 1;
    for (std::size_t k = 0; k < n; ++k)
      if (coordinates[k].name == coordinates[i].name + "'") moving[k] = 1;
  }
  const ode::Problem problem = system.problem();
  const std::vector<Block>& blocks = problem.space.blocks();
  if (problem.split)
    for (int index : problem.split->momenta) {
      const Block& block = blocks[static_cast<std::size_t>(index)];
      for (int i = 0; i < block.nx; ++i) moving[static_cast<std::size_t>(block.x0 + i)] = 1;
    }
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < n; ++i)
    if (moving[i] == 0) places.push_back(i);
  return 2 * places.size() == n ? places : std::vector<std::size_t>();
}

bool depends_on_time(const System& system, double t, VecIn near) {
  std::vector<std::vector<double>> states = states_near(near);
  states.emplace_back(near.begin(), near.end());
  const Held& held = system.held();
  const auto nv = static_cast<std::size_t>(system.state_space().nv());
  std::vector<double> first(nv + held.count), later(first.size());
  std::vector<char> timeless = system.timeless();
  timeless.resize(nv, 0);
  timeless.resize(first.size(), held.timeless ? 1 : 0);
  const auto evaluate = [&](double at, const std::vector<double>& state, VecOut values) {
    system.rates().real(at, state, values.first(nv));
    if (held.count > 0) held.values(at, state, values.subspan(nv));
  };
  for (const std::vector<double>& state : states) {
    evaluate(t, state, first);
    for (double after : {0.1, 0.7310585786300049, 3.3, 1e3}) {
      evaluate(t + after, state, later);
      for (std::size_t i = 0; i < first.size(); ++i)
        if (timeless[i] == 0 && first[i] != later[i] && (first[i] == first[i] || later[i] == later[i])) return true;
    }
  }
  return false;
}

std::vector<const Monitor*> kept_scalars(const System& system) {
  std::vector<const Monitor*> list;
  const auto size = static_cast<std::size_t>(system.state_space().nx());
  for (const Monitor& monitor : system.monitors())
    if (monitor.conserved() && !monitor.is_error && monitor.channel.size() == 1 && is_so_everywhere(monitor, size))
      list.push_back(&monitor);
  return list;
}

double value_of(const Monitor& monitor, double t, VecIn x) {
  double value = 0;
  monitor.channel.evaluate(t, x, {&value, 1});
  return value;
}

}  // namespace polhode
