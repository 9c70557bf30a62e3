#include "sim/load_channels.hpp"

#include <algorithm>

namespace polhode {
namespace {

using Bodies = std::shared_ptr<const FreeBodies>;

/// The loads of one label: those on bodies, and those between two.
struct Item {
  struct OnBody {
    int body, load;
  };
  struct Between {
    int pair;
    std::size_t end;  ///< which end is asked about, if it matters
  };
  std::string label;
  std::vector<OnBody> loads;
  std::vector<Between> pairs;
};

Item& item_of(std::vector<Item>& items, const std::string& label) {
  for (Item& item : items)
    if (item.label == label) return item;
  return items.emplace_back(Item{label, {}, {}});
}

template <class Counts>
void collect_loads(const FreeBodies& bodies, int body, Counts counts, std::vector<Item>& items) {
  const std::vector<Load>& loads = bodies.bodies()[static_cast<std::size_t>(body)].loads;
  for (int k = 0; k < static_cast<int>(loads.size()); ++k)
    if (const Load& load = loads[static_cast<std::size_t>(k)]; counts(load))
      item_of(items, load_label(load)).loads.push_back({body, k});
}

/// Everything that acts on one body.
std::vector<Item> items_on(const FreeBodies& bodies, int body) {
  std::vector<Item> items;
  collect_loads(
      bodies, body, [](const Load&) { return true; }, items);
  for (int i = 0; i < static_cast<int>(bodies.pairs().size()); ++i) {
    const PairLoad& pair = bodies.pairs()[static_cast<std::size_t>(i)];
    for (std::size_t end = 0; end < 2; ++end)
      if (bodies_of(pair)[end].value == body) item_of(items, load_label(pair)).pairs.push_back({i, end});
  }
  return items;
}

/// Everything that acts, each load between bodies once; loads for which `counts` is false are left out.
template <class Counts>
std::vector<Item> all_items(const FreeBodies& bodies, Counts counts) {
  std::vector<Item> items;
  for (int body = 0; body < static_cast<int>(bodies.bodies().size()); ++body)
    collect_loads(bodies, body, counts, items);
  for (int i = 0; i < static_cast<int>(bodies.pairs().size()); ++i)
    if (const PairLoad& pair = bodies.pairs()[static_cast<std::size_t>(i)]; counts(pair))
      item_of(items, load_label(pair)).pairs.push_back({i, 0});
  return items;
}

/// The sum of something over all loads of an item.
template <class Value, class Read>
Value sum_of(const FreeBodies& bodies, const Item& item, double t, VecIn x, Value sum, Read read) {
  for (const Item::OnBody& at : item.loads) sum += read(bodies.load(at.body, at.load, t, x));
  for (const Item::Between& at : item.pairs) sum += read(bodies.pair(at.pair, t, x).on[at.end]);
  return sum;
}

/// The sum over an item of a figure that a load between bodies has but once.
template <class Member, class PairMember>
Quantity figure(const Bodies& bodies, Item item, Member member, PairMember pair_member) {
  return [bodies, item = std::move(item), member, pair_member](double t, VecIn x, VecOut values) {
    values[0] = 0;
    for (const Item::OnBody& at : item.loads) values[0] += bodies->load(at.body, at.load, t, x).*member;
    for (const Item::Between& at : item.pairs) values[0] += bodies->pair(at.pair, t, x).*pair_member;
  };
}

}  // namespace

void add_load_channels(const Bodies& bodies, int body, std::vector<Channel>& list) {
  const std::string& name = bodies->bodies()[static_cast<std::size_t>(body)].name;
  for (const Item& item : items_on(*bodies, body)) {
    const std::string path = name + "." + item.label;
    const auto vector = [&](const char* what, Dimension unit, Vec3 LoadEffect::*member) {
      list.push_back({.name = path + what,
                      .unit = unit,
                      .frame = "world",
                      .components = {"x", "y", "z"},
                      .evaluate =
                          [bodies, item, member](double t, VecIn x, VecOut values) {
                            const Vec3 sum = sum_of(*bodies, item, t, x, Vec3(Vec3::Zero()),
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
                        [bodies, item](double t, VecIn x, VecOut values) {
                          values[0] =
                              sum_of(*bodies, item, t, x, 0.0, [](const LoadEffect& effect) { return effect.power; });
                        },
                    .item = true});
  }
}

void add_energy_channels(const Bodies& bodies, std::vector<Channel>& list) {
  for (Item& item : all_items(*bodies, [](const auto& load) { return has_potential(load); })) {
    std::string name = item.label + ".energy";
    list.push_back(
        {.name = std::move(name),
         .unit = dimension::energy,
         .evaluate = figure(bodies, std::move(item), &LoadEffect::potential_energy, &PairEffect::potential_energy),
         .item = true});
  }
}

std::vector<Work> load_works(const Bodies& bodies) {
  std::vector<Work> works;
  for (Item& item : all_items(*bodies, [](const auto& load) { return !conservative(load); })) {
    std::string name = item.label;
    works.push_back({std::move(name), figure(bodies, std::move(item), &LoadEffect::supply, &PairEffect::supply)});
  }
  return works;
}

}  // namespace polhode
