#include "formats/page_parts.hpp"

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

/// Where the loads on each body act, by their labels: body points from its origin. Loads on the centre of mass, and
/// couples, are not listed.
using Points = std::map<std::pair<int, std::string>, Vec3>;

std::optional<Vec3> point_of(const Load& load) {
  return std::visit(
      [](const auto& one) -> std::optional<Vec3> {
        if constexpr (requires { one.p_BoQ_B; }) return one.p_BoQ_B;
        return std::nullopt;
      },
      load);
}

/// The number of a body by its name; −1 for what is none, such as the world.
class Numbers {
 public:
  explicit Numbers(const std::vector<FreeBody>& bodies) {
    for (const FreeBody& body : bodies) numbers_.emplace(body.name, static_cast<int>(numbers_.size()));
  }
  int of(std::string_view name) const {
    const auto found = numbers_.find(name);
    return found == numbers_.end() ? -1 : found->second;
  }

 private:
  std::map<std::string, int, std::less<>> numbers_;
};

std::string label_of(const LoadEntry& entry) { return entry.name.empty() ? entry.type : entry.name; }

/// The spring of an entry, or null.
const load::Spring* spring_of(const LoadEntry& entry) {
  const auto* pair = std::get_if<PairLoad>(&entry.what);
  return pair == nullptr || entry.bodies.size() != 2 ? nullptr : std::get_if<load::Spring>(pair);
}

Points points_of(const Scene& scene, const std::vector<FreeBody>& bodies, const Numbers& numbers) {
  Points points;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    for (const Load& load : bodies[i].loads)
      if (const auto point = point_of(load)) points[{static_cast<int>(i), load_label(load)}] = *point;
  for (const LoadEntry& entry : scene.loads)
    if (const load::Spring* spring = spring_of(entry))
      for (std::size_t k = 0; k < 2; ++k)
        if (const int body = numbers.of(entry.bodies[k]); body >= 0)
          points[{body, label_of(entry)}] = spring->ends[k].p_BoQ_B;
  return points;
}

void write_vectors(JsonWriter& json, const char* key, const std::vector<double>& numbers) {
  json.key(key).begin_array();
  for (const double number : numbers) json.rounded(number, digits);
  json.end_array();
}

/// The height of the surface of the water in a scene, the first that is told.
std::optional<double> water_level(const std::vector<FreeBody>& bodies) {
  for (const FreeBody& body : bodies)
    for (const Load& load : body.loads)
      if (const auto* buoyancy = std::get_if<load::Buoyancy>(&load); buoyancy != nullptr && buoyancy->level)
        return buoyancy->level;
  return std::nullopt;
}

/// What one load does to one body, or what its pivot does.
struct Item {
  int body = 0;
  std::string label;
  std::optional<Vec3> at;
  bool at_pivot = false;
  std::vector<double> force, torque;
};

std::optional<Item> item_of(const Channel& channel, const Numbers& numbers) {
  const std::string& name = channel.name;
  const std::size_t first = name.find('.');
  if (first == std::string::npos) return std::nullopt;
  const bool pivot = std::string_view(name).substr(first) == pivot_end;
  if (!pivot && !(channel.item && name.ends_with(force_end) && name.size() > first + force_end.size()))
    return std::nullopt;
  const int body = numbers.of(std::string_view(name).substr(0, first));
  if (body < 0) return std::nullopt;
  if (pivot) return Item{.body = body, .label = "pivot", .at_pivot = true};
  return Item{.body = body, .label = name.substr(first + 1, name.size() - force_end.size() - first - 1)};
}

void write_item(JsonWriter& json, const Item& item) {
  json.line().begin_object().member("body", static_cast<std::int64_t>(item.body)).member("name", item.label);
  if (item.at) json.member("at", *item.at);
  if (item.at_pivot) json.member("at_pivot", true);
  write_vectors(json, "force", item.force);
  write_vectors(json, "torque", item.torque);
  json.end_object();
}

/// An end that is no body's is a link's or the world's.
void write_link(JsonWriter& json, const Mechanism* mechanism, const std::string& name) {
  if (mechanism == nullptr) return;
  const auto link = page_link(mechanism, mechanism->tree().find_link(name));
  if (!link) return;
  json.member("mechanism", static_cast<std::int64_t>(link->mechanism));
  json.member("link", static_cast<std::int64_t>(link->link));
}

void write_springs(JsonWriter& json, const Scene& scene, const Numbers& numbers, const Mechanism* mechanism) {
  json.line().key("springs").begin_array();
  for (const LoadEntry& entry : scene.loads) {
    const load::Spring* spring = spring_of(entry);
    if (spring == nullptr) continue;
    json.begin_object().member("name", label_of(entry)).member("length", spring->length).key("ends").begin_array();
    for (std::size_t k = 0; k < 2; ++k) {
      json.begin_object().key("body");
      const int body = numbers.of(entry.bodies[k]);
      body < 0 ? json.null() : json.value(static_cast<std::int64_t>(body));
      if (body < 0) write_link(json, mechanism, entry.bodies[k]);
      json.member("at", spring->ends[k].p_BoQ_B).end_object();
    }
    json.end_array().end_object();
  }
  json.end_array();
}

}  // namespace

void write_loads(JsonWriter& json, const Scene& scene, const BuiltScene& built, const Recording& recording,
                 std::span<const std::size_t> picks) {
  const Numbers bodies(built.bodies);
  const Points points = points_of(scene, built.bodies, bodies);
  std::size_t written = 0;
  std::int64_t left_out = 0;
  json.line().key("loads").begin_array();
  for (const Channel& channel : recording.system.channels()) {
    std::optional<Item> item = item_of(channel, bodies);
    if (!item) continue;
    if (written >= most_numbers) {
      ++left_out;
      continue;
    }
    if (const auto point = points.find({item->body, item->label}); point != points.end()) item->at = point->second;
    item->force = thinned(recording.series(channel.name), 3, picks);
    if (!item->at_pivot) {
      const std::string path = channel.name.substr(0, channel.name.size() - force_end.size());
      item->torque = thinned(recording.series(path + ".torque"), 3, picks);
    }
    if (item->force.empty() && item->torque.empty()) continue;
    written += item->force.size() + item->torque.size();
    write_item(json, *item);
  }
  json.end_array().member("loads_left_out", left_out);
  if (const auto level = water_level(built.bodies)) json.member("water", *level);
  write_springs(json, scene, bodies, built.mechanism.get());
}

}  // namespace polhode
