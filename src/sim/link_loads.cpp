#include "sim/link_loads.hpp"

#include <algorithm>

#include "sim/mechanism_reader.hpp"

namespace polhode {
namespace {

/// Which loads of a mechanism act on each link; the weight of a body is none of the description's.
struct Lists {
  static constexpr int weight = -1;
  Load gravity;
  std::vector<std::vector<int>> of_link;
};

Lists lists_of(const Mechanism& mechanism) {
  const MechanismDescription& given = mechanism.description();
  Lists lists{load::Gravity{given.gravity}, std::vector<std::vector<int>>(given.tree.links().size())};
  if (given.gravity != Vec3::Zero())
    for (const MechanismPart& part : given.parts)
      if (part.is_body) lists.of_link[static_cast<std::size_t>(part.first)].push_back(Lists::weight);
  for (std::size_t k = 0; k < given.loads.size(); ++k)
    lists.of_link[static_cast<std::size_t>(given.loads[k].link)].push_back(static_cast<int>(k));
  return lists;
}

bool resists(const Link& link) { return link.resistance.damping != 0 || link.resistance.friction != 0; }

}  // namespace

std::shared_ptr<const Loaded> loaded_links(const SharedMechanism& mechanism) {
  const MechanismDescription& given = mechanism->description();
  const auto lists = std::make_shared<const Lists>(lists_of(*mechanism));
  auto loaded = std::make_shared<Loaded>();
  for (const MechanismPart& part : given.parts)
    for (int link = part.first; link < part.first + part.links; ++link) {
      const auto i = static_cast<std::size_t>(link);
      Loaded::Thing& thing =
          loaded->things.emplace_back(Loaded::Thing{full_name(part, given.tree.links()[i].name), {}});
      for (const int k : lists->of_link[i])
        thing.loads.push_back(k == Lists::weight ? &lists->gravity : &given.loads[static_cast<std::size_t>(k)].load);
    }
  for (const PairLoad& pair : given.pairs) {
    loaded->pairs.push_back(&pair);
    loaded->ends.push_back({bodies_of(pair)[0].value, bodies_of(pair)[1].value});
  }
  loaded->load = [mechanism, lists](int link, int load, double t, VecIn x) {
    const int k = lists->of_link[static_cast<std::size_t>(link)][static_cast<std::size_t>(load)];
    if (k == Lists::weight) return weight_of(*mechanism, link, t, x);
    return reading_of(*mechanism, t, x).loads[static_cast<std::size_t>(k)];
  };
  loaded->pair = [mechanism](int pair, double t, VecIn x) {
    return reading_of(*mechanism, t, x).pairs[static_cast<std::size_t>(pair)];
  };
  return loaded;
}

void add_link_energy_channels(const SharedMechanism& mechanism, const std::string& prefix, std::vector<Channel>& list) {
  const auto first = static_cast<std::ptrdiff_t>(list.size());
  add_energy_channels(loaded_links(mechanism), prefix, list);
  if (mechanism->description().gravity == Vec3::Zero()) return;
  // The weight of all links, on top of further fields that have the same name.
  const std::string name = prefix + std::string(load::Gravity::name) + ".energy";
  const auto own = std::find_if(list.begin() + first, list.end(), [&](const Channel& one) { return one.name == name; });
  Quantity others = own == list.end() ? Quantity() : own->evaluate;
  const Quantity all = [mechanism, others = std::move(others)](double t, VecIn x, VecOut values) {
    values[0] = 0;
    if (others) others(t, x, values);
    values[0] += reading_of(*mechanism, t, x).gravity_energy;
  };
  if (own == list.end())
    list.push_back({.name = name, .unit = dimension::energy, .evaluate = all, .item = true});
  else
    own->evaluate = all;
}

std::vector<Work> link_works(const SharedMechanism& mechanism, const std::string& prefix) {
  const MechanismDescription& given = mechanism->description();
  const auto drives = [](const Drive& drive) { return !std::holds_alternative<std::monostate>(drive); };
  const std::vector<Link>& links = given.tree.links();
  std::vector<Work> works;
  if (given.computed || std::any_of(links.begin(), links.end(), resists) ||
      std::any_of(given.drives.begin(), given.drives.end(), drives))
    works.push_back({prefix + "drives_and_resistance", [mechanism](double t, VecIn x, VecOut values) {
                       values[0] = reading_of(*mechanism, t, x).joint_power;
                     }});
  for (Work& work : load_works(loaded_links(mechanism), prefix)) works.push_back(std::move(work));
  return works;
}

}  // namespace polhode
