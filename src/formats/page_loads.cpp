#include "formats/page_parts.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>

namespace polhode {
namespace {

/// All that loads may add to a page, about two megabytes. What is left out is counted, and can be read from the
/// channels.
constexpr std::size_t most_numbers = 240'000;

/// Digits that a picture and the figures beside a curve can show.
constexpr int digits = 6;

constexpr std::string_view force_end = ".force", pivot_end = ".pivot_force";

/// Where the loads on each body or link act, by its name and their labels: points from its origin. Loads on the centre
/// of mass, and couples, are not listed.
using Points = std::map<std::pair<std::string, std::string>, Vec3>;

std::optional<Vec3> point_of(const Load& load) {
  return std::visit(
      [](const auto& one) -> std::optional<Vec3> {
        if constexpr (requires { one.p_BoQ_B; }) return one.p_BoQ_B;
        return std::nullopt;
      },
      load);
}

/// Where what is named stands on the page: among the bodies, or among the links of a mechanism.
struct Bearer {
  int body = -1;
  std::optional<PageLink> link;
};

/// Bodies and links by their names; the world is none of them.
class Places {
 public:
  explicit Places(const BuiltScene& built) {
    for (const FreeBody& body : built.bodies) add(body.name, {.body = static_cast<int>(places_.size())});
    if (built.mechanism == nullptr) return;
    const std::vector<Link>& links = built.mechanism->tree().links();
    for (std::size_t i = 0; i < links.size(); ++i)
      if (const auto link = page_link(built.mechanism.get(), static_cast<int>(i))) add(links[i].name, {.link = link});
  }
  const Bearer* of(std::string_view name) const {
    const auto found = places_.find(name);
    return found == places_.end() ? nullptr : &found->second;
  }
  /// How much of the front of a channel's name says what it is about, the longest if several could: "arm.link3" of
  /// "arm.link3.push.force"; nothing if it is about no body or link.
  std::string_view front_of(std::string_view name) const {
    for (std::size_t end = name.rfind('.'); end != std::string_view::npos && end > 0; end = name.rfind('.', end - 1))
      if (of(name.substr(0, end)) != nullptr) return name.substr(0, end);
    return {};
  }

 private:
  void add(const std::string& name, Bearer place) { places_.emplace(name, place); }

  std::map<std::string, Bearer, std::less<>> places_;
};

std::string label_of(const LoadEntry& entry) { return entry.name.empty() ? entry.type : entry.name; }

/// The spring of an entry, or null.
const load::Spring* spring_of(const LoadEntry& entry) {
  const auto* pair = std::get_if<PairLoad>(&entry.what);
  return pair == nullptr || entry.bodies.size() != 2 ? nullptr : std::get_if<load::Spring>(pair);
}

Points points_of(const Scene& scene, const BuiltScene& built) {
  Points points;
  const auto add = [&](const std::string& name, const Load& load) {
    if (const auto point = point_of(load)) points[{name, load_label(load)}] = *point;
  };
  for (const FreeBody& body : built.bodies)
    for (const Load& load : body.loads) add(body.name, load);
  if (built.mechanism != nullptr)
    for (const LinkLoad& load : built.mechanism->description().loads)
      add(built.mechanism->tree().links()[static_cast<std::size_t>(load.link)].name, load.load);
  for (const LoadEntry& entry : scene.loads)
    if (const load::Spring* spring = spring_of(entry))
      for (std::size_t k = 0; k < 2; ++k) points[{entry.bodies[k], label_of(entry)}] = spring->ends[k].p_BoQ_B;
  return points;
}

void write_vectors(JsonWriter& json, const char* key, const std::vector<double>& numbers) {
  json.key(key).begin_array();
  for (const double number : numbers) json.rounded(number, digits);
  json.end_array();
}

/// The height of the surface of the water in a scene, the first that is told.
std::optional<double> water_level(const BuiltScene& built) {
  std::optional<double> level;
  const auto look = [&level](const Load& load) {
    if (const auto* buoyancy = std::get_if<load::Buoyancy>(&load); buoyancy != nullptr && !level)
      level = buoyancy->level;
  };
  for (const FreeBody& body : built.bodies) std::for_each(body.loads.begin(), body.loads.end(), look);
  if (built.mechanism != nullptr)
    for (const LinkLoad& each : built.mechanism->description().loads) look(each.load);
  return level;
}

/// What one load does to one body or link, or what its pivot does.
struct Item {
  std::string thing;
  Bearer place;
  std::string label;
  std::optional<Vec3> at;
  bool at_pivot = false;
  std::vector<double> force, torque;
  std::vector<double> power;  ///< of links: the page knows no velocities of theirs
};

std::optional<Item> item_of(const Channel& channel, const Places& places) {
  const std::string_view name = channel.name, front = places.front_of(name), rest = name.substr(front.size());
  if (front.empty()) return std::nullopt;
  Item item{.thing = std::string(front), .place = *places.of(front)};
  item.at_pivot = rest == pivot_end;
  if (item.at_pivot) {
    item.label = "pivot";
    return item;
  }
  if (!channel.item || !rest.ends_with(force_end) || rest.size() <= force_end.size()) return std::nullopt;
  item.label = std::string(rest.substr(1, rest.size() - force_end.size() - 1));
  return item;
}

void write_link(JsonWriter& json, const PageLink& link) {
  json.member("mechanism", static_cast<std::int64_t>(link.mechanism));
  json.member("link", static_cast<std::int64_t>(link.link));
}

void write_item(JsonWriter& json, const Item& item) {
  json.line().begin_object();
  if (item.place.link)
    write_link(json, *item.place.link);
  else
    json.member("body", static_cast<std::int64_t>(item.place.body));
  json.member("name", item.label);
  if (item.at) json.member("at", *item.at);
  if (item.at_pivot) json.member("at_pivot", true);
  write_vectors(json, "force", item.force);
  write_vectors(json, "torque", item.torque);
  if (item.place.link) write_vectors(json, "power", item.power);
  json.end_object();
}

void write_springs(JsonWriter& json, const Scene& scene, const Places& places) {
  json.line().key("springs").begin_array();
  for (const LoadEntry& entry : scene.loads) {
    const load::Spring* spring = spring_of(entry);
    if (spring == nullptr) continue;
    json.begin_object().member("name", label_of(entry)).member("length", spring->length).key("ends").begin_array();
    for (std::size_t k = 0; k < 2; ++k) {
      json.begin_object().key("body");
      // An end that is no body's is a link's or the world's.
      const Bearer* const place = places.of(entry.bodies[k]);
      const bool of_body = place != nullptr && place->body >= 0;
      of_body ? json.value(static_cast<std::int64_t>(place->body)) : json.null();
      if (place != nullptr && place->link) write_link(json, *place->link);
      json.member("at", spring->ends[k].p_BoQ_B).end_object();
    }
    json.end_array().end_object();
  }
  json.end_array();
}

}  // namespace

void write_loads(JsonWriter& json, const Scene& scene, const BuiltScene& built, const Recording& recording,
                 std::span<const std::size_t> picks) {
  const Places places(built);
  const Points points = points_of(scene, built);
  std::size_t written = 0;
  std::int64_t left_out = 0;
  json.line().key("loads").begin_array();
  for (const Channel& channel : recording.system.channels()) {
    std::optional<Item> item = item_of(channel, places);
    if (!item) continue;
    if (written >= most_numbers) {
      ++left_out;
      continue;
    }
    if (const auto point = points.find({item->thing, item->label}); point != points.end()) item->at = point->second;
    item->force = thinned(recording.series(channel.name), 3, picks);
    if (!item->at_pivot) {
      const std::string path = channel.name.substr(0, channel.name.size() - force_end.size());
      item->torque = thinned(recording.series(path + ".torque"), 3, picks);
      if (item->place.link) item->power = thinned(recording.series(path + ".power"), 1, picks);
    }
    if (item->force.empty() && item->torque.empty()) continue;
    written += item->force.size() + item->torque.size() + item->power.size();
    write_item(json, *item);
  }
  json.end_array().member("loads_left_out", left_out);
  if (const auto level = water_level(built)) json.member("water", *level);
  write_springs(json, scene, places);
}

}  // namespace polhode
