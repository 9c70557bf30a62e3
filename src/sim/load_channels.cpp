#include "sim/load_channels.hpp"

#include <algorithm>

namespace polhode {
namespace {

using SharedLoads = std::shared_ptr<const Loaded>;

/// The loads of one label: those on things, and those between two.
struct Item {
  struct OnThing {
    int thing, load;
  };
  struct Between {
    int pair;
    std::size_t end;  ///< which end is asked about, if it matters
  };
  std::string label;
  std::vector<OnThing> loads;
  std::vector<Between> pairs;
};

Item& item_of(std::vector<Item>& items, const std::string& label) {
  for (Item& item : items)
    if (item.label == label) return item;
  return items.emplace_back(Item{label, {}, {}});
}

template <class Counts>
void collect_loads(const Loaded& loaded, int thing, Counts counts, std::vector<Item>& items) {
  const std::vector<const Load*>& loads = loaded.things[static_cast<std::size_t>(thing)].loads;
  for (int k = 0; k < static_cast<int>(loads.size()); ++k)
    if (const Load& load = *loads[static_cast<std::size_t>(k)]; counts(load))
      item_of(items, load_label(load)).loads.push_back({thing, k});
}

/// Everything that acts on one thing.
std::vector<Item> items_on(const Loaded& loaded, int thing) {
  std::vector<Item> items;
  collect_loads(
      loaded, thing, [](const Load&) { return true; }, items);
  for (std::size_t i = 0; i < loaded.pairs.size(); ++i)
    for (std::size_t end = 0; end < 2; ++end)
      if (loaded.ends[i][end] == thing)
        item_of(items, load_label(*loaded.pairs[i])).pairs.push_back({static_cast<int>(i), end});
  return items;
}

/// Everything that acts, each load between two things once; loads for which `counts` is false are left out.
template <class Counts>
std::vector<Item> all_items(const Loaded& loaded, Counts counts) {
  std::vector<Item> items;
  for (int thing = 0; thing < static_cast<int>(loaded.things.size()); ++thing)
    collect_loads(loaded, thing, counts, items);
  for (std::size_t i = 0; i < loaded.pairs.size(); ++i)
    if (const PairLoad& pair = *loaded.pairs[i]; counts(pair))
      item_of(items, load_label(pair)).pairs.push_back({static_cast<int>(i), 0});
  return items;
}

/// The sum of something over all loads of an item.
template <class Value, class Read>
Value sum_of(const Loaded& loaded, const Item& item, double t, VecIn x, Value sum, Read read) {
  for (const Item::OnThing& at : item.loads) sum += read(loaded.load(at.thing, at.load, t, x));
  for (const Item::Between& at : item.pairs) sum += read(loaded.pair(at.pair, t, x).on[at.end]);
  return sum;
}

/// The sum over an item of a figure that a load between two things has but once.
template <class Member, class PairMember>
Quantity figure(const SharedLoads& loaded, Item item, Member member, PairMember pair_member) {
  return [loaded, item = std::move(item), member, pair_member](double t, VecIn x, VecOut values) {
    values[0] = 0;
    for (const Item::OnThing& at : item.loads) values[0] += loaded->load(at.thing, at.load, t, x).*member;
    for (const Item::Between& at : item.pairs) values[0] += loaded->pair(at.pair, t, x).*pair_member;
  };
}

}  // namespace

void add_load_channels(const SharedLoads& loaded, int thing, std::vector<Channel>& list) {
  const std::string& name = loaded->things[static_cast<std::size_t>(thing)].name;
  for (const Item& item : items_on(*loaded, thing)) {
    const std::string path = name + "." + item.label;
    const auto vector = [&](const char* what, Dimension unit, Vec3 LoadEffect::*member) {
      list.push_back({.name = path + what,
                      .unit = unit,
                      .frame = "world",
                      .components = {"x", "y", "z"},
                      .evaluate =
                          [loaded, item, member](double t, VecIn x, VecOut values) {
                            const Vec3 sum = sum_of(*loaded, item, t, x, Vec3(Vec3::Zero()),
                                                    [member](const LoadEffect& effect) { return effect.*member; });
                            std::copy(sum.begin(), sum.end(), values.begin());
                          },
                      .item = true});
    };
    vector(".force", dimension::force, &LoadEffect::force);
    vector(".torque", dimension::torque, &LoadEffect::torque);
    list.push_back({.name = path + ".power",
                    .unit = dimension::power,
                    .evaluate =
                        [loaded, item](double t, VecIn x, VecOut values) {
                          values[0] =
                              sum_of(*loaded, item, t, x, 0.0, [](const LoadEffect& effect) { return effect.power; });
                        },
                    .item = true});
  }
}

void add_energy_channels(const SharedLoads& loaded, const std::string& prefix, std::vector<Channel>& list) {
  for (Item& item : all_items(*loaded, [](const auto& load) { return has_potential(load); })) {
    std::string name = prefix + item.label + ".energy";
    list.push_back(
        {.name = std::move(name),
         .unit = dimension::energy,
         .evaluate = figure(loaded, std::move(item), &LoadEffect::potential_energy, &PairEffect::potential_energy),
         .item = true});
  }
}

std::vector<Work> load_works(const SharedLoads& loaded, const std::string& prefix) {
  std::vector<Work> works;
  for (Item& item : all_items(*loaded, [](const auto& load) { return !conservative(load); })) {
    std::string name = prefix + item.label;
    works.push_back({std::move(name), figure(loaded, std::move(item), &LoadEffect::supply, &PairEffect::supply)});
  }
  return works;
}

}  // namespace polhode
