// Small oscillations as data of a page that lets them swing.
#include <algorithm>
#include <cmath>

#include <polhode/base/text.hpp>
#include <polhode/formats/analysis_files.hpp>
#include <polhode/math/elementary.hpp>
#include <polhode/math/vector.hpp>

#include "formats/analysis_words.hpp"
#include "formats/page_parts.hpp"

namespace polhode {
namespace {

constexpr int phases = 72, stops = 4;   // of a turn; of the amplitude, up to the largest
constexpr std::size_t most_modes = 24;  // on a page
constexpr int place_digits = 7;
constexpr double part_of_distance = 0.45;  // between two points, by which they may move against each other

/// The points of all systems of a scene, at any state.
class SystemPoints {
 public:
  SystemPoints(const Scene& scene, const BuiltScene& built)
      : t_(built.options.t_begin), projection_(built.system.problem().projection) {
    for (std::size_t i = 0; i < scene.systems.size(); ++i) {
      const std::size_t first = state_of_system(built, i), count = built.systems[i].variables.size();
      for (const NamedExpressions& point : points_of(scene.systems[i])) all_.push_back({&point, first, count});
      for (const SystemLink& link : scene.systems[i].links) linked_to_origin_ |= link.from < 0 || link.to < 0;
    }
  }

  std::size_t size() const { return all_.size(); }
  /// Brings a state back to what holds it, where that is near enough.
  void hold(std::vector<double>& x) const {
    std::vector<double> held = x;
    if (projection_ && projection_(t_, held)) x = std::move(held);
  }
  std::vector<Vec3> at(VecIn x) const {
    std::vector<Vec3> places;
    for (const One& one : all_) places.push_back(place_of(*one.point, t_, x.subspan(one.first, one.count)));
    return places;
  }

  /// Where all are, and the origin, if something hangs on it.
  std::vector<Vec3> with_anchor(VecIn x) const {
    std::vector<Vec3> places = at(x);
    if (linked_to_origin_) places.emplace_back(Vec3::Zero());
    return places;
  }

 private:
  struct One {
    const NamedExpressions* point;
    std::size_t first, count;
  };
  std::vector<One> all_;
  bool linked_to_origin_ = false;
  double t_;
  ode::Projection projection_;
};

/// x + a Re(s e^{iφ}) of the coordinates that shapes tell of, brought back to what holds them.
std::vector<double> displaced(const SystemPoints& points, const Equilibrium& at, const Modes& modes, const Mode& mode,
                              double a, double phase) {
  std::vector<double> x = at.x;
  const double c = fn::cos(phase), s = fn::sin(phase);
  for (std::size_t i = 0; i < modes.shown.size(); ++i)
    x[modes.shown[i]] += a * (mode.shape[i].real() * c - mode.shape[i].imag() * s);
  points.hold(x);
  return x;
}

/// The largest amplitude that is shown: that at which two points have moved against each other by a part of their
/// distance; 1 without any that do.
double largest_of(const SystemPoints& points, const Equilibrium& at, const Modes& modes, const Mode& mode) {
  constexpr double little = 1e-6;
  const std::vector<Vec3> rest = points.with_anchor(at.x);
  double fastest = 0;
  for (const double phase : {0.0, pi / 2}) {
    const std::vector<Vec3> moved = points.with_anchor(displaced(points, at, modes, mode, little, phase));
    for (std::size_t i = 0; i < rest.size(); ++i)
      for (std::size_t k = 0; k < i; ++k)
        if (const double apart = (rest[i] - rest[k]).norm(); apart > 1e-9)
          fastest = std::max(fastest, ((moved[i] - moved[k]) - (rest[i] - rest[k])).norm() / (little * apart));
  }
  return fastest > 1e-6 ? part_of_distance / fastest : 1;
}

void write_mode(JsonWriter& json, const SystemPoints& points, const Equilibrium& at, const Modes& modes,
                const Mode& mode) {
  const double largest = largest_of(points, at, modes, mode);
  json.line()
      .begin_object()
      .member("frequency", mode.frequency)
      .member("damping_ratio", mode.damping_ratio)
      .member("growth", mode.eigenvalue.real())
      .member("largest", largest)
      .key("shape");
  write_complex(json, mode.shape);
  std::vector<std::vector<double>> ways(points.size());
  for (int stop = 1; stop <= stops; ++stop)
    for (int k = 0; k < phases; ++k) {
      const auto there = points.at(displaced(points, at, modes, mode, largest * stop / stops, 2 * pi * k / phases));
      for (std::size_t i = 0; i < there.size(); ++i) ways[i].insert(ways[i].end(), there[i].begin(), there[i].end());
    }
  json.line().key("points").begin_array();
  for (const std::vector<double>& way : ways) {
    json.begin_array();
    for (const double number : way) json.rounded(number, place_digits);
    json.end_array();
  }
  json.end_array().end_object();
}

}  // namespace

std::string modes_page_json(const Scene& scene, const BuiltScene& built, const std::vector<Coordinate>& coordinates,
                            const Equilibrium& at, const Modes& modes) {
  std::vector<const Mode*> swinging;
  for (const Mode& mode : modes.all)
    if (mode.frequency > 0 && swinging.size() < most_modes) swinging.push_back(&mode);
  if (swinging.empty()) return {};
  const SystemPoints points(scene, built);
  const std::vector<std::string> names = short_names(coordinates);
  JsonWriter json;
  json.begin_object()
      .member("format", std::int64_t{1})
      .member("kind", "modes")
      .member("title", scene.title.empty() ? scene.name : scene.title)
      .member("watch", "Small oscillations about " + shown_state(names, at.x) + ", " + shown_fate(at) + ".")
      .member("scene", scene.name)
      .member("gravity", scene.world.gravity)
      .member("phases", std::int64_t{phases})
      .member("stops", std::int64_t{stops});
  json.key("coordinates").begin_array();
  for (const std::size_t i : modes.shown)
    json.begin_object()
        .member("path", coordinates[i].name)
        .member("name", names[i])
        .member("unit", coordinates[i].symbol)
        .member("at", at.x[i])
        .end_object();
  json.end_array().key("rest").begin_array();
  for (const Vec3& place : points.at(at.x)) json.value(place);
  json.end_array().line().key("systems").begin_array();
  for (const SystemEntry& entry : scene.systems) {
    json.begin_object().member("name", entry.name).key("points").begin_array();
    for (const NamedExpressions& point : points_of(entry)) json.begin_object().member("name", point.name).end_object();
    json.end_array();
    write_links(json, entry);
    json.end_object();
  }
  json.end_array();
  if (built.mechanism != nullptr) {
    Recording rest{.system = built.system};
    rest.times = {built.options.t_begin};
    rest.states = at.x;
    constexpr std::size_t first = 0;
    write_mechanisms(json, built, rest, {&first, 1});
  }
  json.line().key("modes").begin_array();
  for (const Mode* mode : swinging) write_mode(json, points, at, modes, *mode);
  json.end_array().end_object().line();
  return json.text();
}

}  // namespace polhode
