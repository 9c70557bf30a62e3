// Typed systems on the page: their coordinates, phase planes with lines of equal energy, points, and sections.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <polhode/sim/level_map.hpp>

#include "formats/page_parts.hpp"

namespace polhode {
namespace {

constexpr int point_digits = 8, level_digits = 7;

std::int64_t as_number(std::size_t i) { return static_cast<std::int64_t>(i); }

/// One system of a scene while its data are written.
class SystemPage {
 public:
  SystemPage(const Scene& scene, const BuiltScene& built, std::size_t number, const Recording& recording,
             std::span<const std::size_t> picks)
      : scene_(scene),
        entry_(scene.systems[number]),
        equations_(built.systems[number]),
        recording_(recording),
        picks_(picks),
        alone_(built.systems.size() == 1),
        variables_(equations_.variables) {
    const std::size_t n = size();
    for (std::size_t i = 0; entry_.lagrangian && i < n; ++i) variables_.push_back("p_" + variables_[i]);
    state_at_ = state_of_system(built, number);
  }

  void write(JsonWriter& json) const {
    json.line().begin_object().member("name", equations_.name).key("variables").begin_array();
    for (const std::string& variable : variables_) {
      json.line().begin_object().member("name", variable);
      write_series(json, "values", series(variable), 1, picks_);
      json.end_object();
    }
    json.end_array();
    if (is_of_energy()) json.line().member("coordinates", as_number(size()));
    if (is_of_energy()) write_energy(json);
    write_planes(json);
    write_points(json);
    write_sections(json);
    json.end_object();
  }

 private:
  struct Pair {
    std::size_t across, up;
  };

  /// Degrees of freedom of a system by energy.
  std::size_t size() const { return equations_.variables.size() / 2; }
  bool is_of_energy() const { return entry_.lagrangian || entry_.hamiltonian; }
  const Expression& energy() const {
    return entry_.lagrangian ? entry_.lagrangian->energy() : entry_.hamiltonian->energy();
  }
  bool uses_time() const {
    if (entry_.lagrangian) return entry_.lagrangian->uses_time();
    if (entry_.hamiltonian) return entry_.hamiltonian->uses_time();
    return std::any_of(equations_.formulas.begin(), equations_.formulas.end(),
                       [](const Expression& formula) { return formula.uses(0); });
  }
  std::string path(const std::string& name) const { return equations_.name + "." + name; }
  std::vector<double> series(const std::string& name) const { return recording_.series(path(name)); }
  VecIn state(std::size_t sample) const {
    return recording_.state(sample).subspan(state_at_, equations_.variables.size());
  }

  /// E, and what it would be at the same place without rates: its potential part, for what has no momenta at rest. Of a
  /// Lagrangian whose h is no sum of kinetic and potential energy, or that has a part linear in the rates, these are
  /// parts of Jacobi's energy and no more.
  void write_energy(JsonWriter& json) const {
    const std::size_t n = size();
    std::vector<double> total, potential, kinetic, rest;
    bool still = true, linear = false;
    std::vector<double> momenta(n);
    for (std::size_t pick : picks_) {
      const VecIn x = state(pick);
      rest.assign(x.begin(), x.end());
      std::fill(rest.begin() + static_cast<std::ptrdiff_t>(n), rest.end(), 0.0);
      const double t = recording_.times[pick];
      total.push_back(energy().evaluate_at<double>(t, x));
      potential.push_back(energy().evaluate_at<double>(t, rest));
      kinetic.push_back(total.back() - potential.back());
      for (std::size_t i = 0; entry_.hamiltonian && i < n; ++i)
        still = still && std::fabs(entry_.hamiltonian->rates()[i].evaluate_at<double>(t, rest)) < 1e-12;
      if (entry_.lagrangian) entry_.lagrangian->momenta(t, rest, momenta);
      linear = linear || std::any_of(momenta.begin(), momenta.end(), [](double p) { return std::fabs(p) > 1e-12; });
    }
    json.line().key("energy").begin_object();
    if (entry_.lagrangian) json.member("jacobi", linear || !entry_.lagrangian->energy_is_sum());
    write_numbers(json, "total", total, point_digits);
    if (still) {
      write_numbers(json, "potential", potential, point_digits);
      write_numbers(json, "kinetic", kinetic, point_digits);
    }
    json.end_object();
  }

  /// Which variables are a coordinate and its rate or momentum.
  std::vector<Pair> pairs() const {
    std::vector<Pair> list;
    const auto& names = equations_.variables;
    if (is_of_energy()) {
      for (std::size_t i = 0; i < size(); ++i) {
        list.push_back({i, size() + i});
        if (entry_.lagrangian) list.push_back({i, 2 * size() + i});
      }
      return list;
    }
    for (std::size_t i = 0; i < names.size(); ++i)
      if (const auto rate = std::find(names.begin(), names.end(), names[i] + "'"); rate != names.end())
        list.push_back({i, static_cast<std::size_t>(rate - names.begin())});
    const std::vector<int>& momenta = equations_.momenta;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < names.size(); ++i)
      if (std::find(momenta.begin(), momenta.end(), static_cast<int>(i)) == momenta.end()) places.push_back(i);
    if (list.empty() && places.size() == momenta.size())
      for (std::size_t i = 0; i < places.size(); ++i) list.push_back({places[i], static_cast<std::size_t>(momenta[i])});
    for (std::size_t i = 1; list.empty() && i < names.size(); ++i) list.push_back({i - 1, i});
    return list;
  }

  void write_planes(JsonWriter& json) const {
    json.line().key("planes").begin_array();
    std::optional<LevelMap> map;
    const std::string why = judge_levels(map);
    for (const Pair& pair : pairs()) {
      json.line().begin_object().member("across", as_number(pair.across)).member("up", as_number(pair.up));
      if (map)
        write_levels(json, pair, *map);
      else
        json.member("note", why);
      json.end_object();
    }
    json.end_array();
  }

  /// The lines of equal energy of a system of one degree of freedom, or why there are none.
  std::string judge_levels(std::optional<LevelMap>& map) const {
    if (equations_.variables.size() != 2)
      return is_of_energy() ? "no lines of equal energy: a point of this plane has as many energies as the other "
                              "coordinates have places"
                            : "";
    const Expression* formula = is_of_energy() ? &energy() : nullptr;
    for (const ConservedFormula& one : equations_.conserved)
      if (formula == nullptr || one.name == "energy") formula = &one.formula;
    if (formula == nullptr) return "";
    const auto range = [&](std::size_t i) { return window_of(series(equations_.variables[i])); };
    const auto [left, right] = range(0);
    const auto [bottom, top] = range(1);
    const double span = recording_.t_end - recording_.t_begin;
    // A part of the run that is no part of any period.
    map = level_map(*formula, recording_.t_begin, recording_.t_begin + span / std::numbers::phi,
                    {left, right, bottom, top});
    return map ? "" : "no lines of equal energy: it depends on the time itself";
  }

  /// What the motion covers, and half as much again, so that more is seen than where it went.
  static std::pair<double, double> window_of(const std::vector<double>& values) {
    double low = 1e300, high = -1e300;
    for (const double value : values)
      if (std::isfinite(value)) low = std::min(low, value), high = std::max(high, value);
    if (!(low <= high)) return {-1, 1};
    const double size = std::max(std::fabs(low), std::fabs(high));
    const double margin = high - low > 1e-9 * size ? 0.25 * (high - low) : std::max(0.5 * size, 1e-3);
    return {low - margin, high + margin};
  }

  /// In the plane of q and p of a Lagrangian the same lines, each point with its momentum.
  void write_levels(JsonWriter& json, const Pair& pair, const LevelMap& map) const {
    const bool canonical = pair.up >= equations_.variables.size();
    const auto point = [&](const PlanePoint& p) {
      const double up = canonical ? entry_.lagrangian->momentum_formulas()[0].evaluate_at<double>(recording_.t_begin,
                                                                                                  std::array{p.u, p.v})
                                  : p.v;
      json.rounded(p.u, level_digits).rounded(up, level_digits);
    };
    json.key("levels").begin_array();
    for (const LevelMap::Line& line : map.lines) {
      json.line().begin_object().member("value", line.value).member("separatrix", line.separatrix);
      json.key("curves").begin_array();
      for (const PlaneCurve& curve : line.curves) {
        json.begin_array();
        std::for_each(curve.begin(), curve.end(), point);
        json.end_array();
      }
      json.end_array().end_object();
    }
    json.end_array().key("saddles").begin_array();
    std::for_each(map.saddles.begin(), map.saddles.end(), point);
    json.end_array();
  }

  void write_points(JsonWriter& json) const {
    if (!is_of_energy()) return;
    json.line().key("points").begin_array();
    for (const NamedExpressions& point : points_of(entry_)) {
      std::vector<double> places;
      for (const std::size_t pick : picks_) {
        const Vec3 place = place_of(point, recording_.times[pick], state(pick));
        places.insert(places.end(), place.begin(), place.end());
      }
      json.line().begin_object().member("name", point.name);
      write_numbers(json, "position", places, point_digits);
      json.end_object();
    }
    json.end_array();
    write_links(json, entry_);
  }

  /// Where events of the scene, which neither stop it nor change its state, cut the motion.
  void write_sections(JsonWriter& json) const {
    if (equations_.variables.size() == 2 && !uses_time()) return;
    json.line().key("sections").begin_array();
    for (const EventEntry& event : scene_.events) {
      const bool speaks_of_it = event.when.find(equations_.name + ".") != std::string::npos;
      if (event.stop || !event.jump.empty() || (!speaks_of_it && !alone_)) continue;
      std::vector<double> times, values;
      for (const EventHit& hit : recording_.events) {
        if (hit.name != event.name) continue;
        times.push_back(hit.t);
        for (const std::string& variable : variables_) {
          double value = 0;
          recording_.system.find_channel(path(variable))->evaluate(hit.t, hit.x, {&value, 1});
          values.push_back(value);
        }
      }
      if (times.size() < 2) continue;
      json.line().begin_object().member("name", event.name).member("when", event.when);
      json.member("times", std::span<const double>(times)).member("values", std::span<const double>(values));
      json.end_object();
    }
    json.end_array();
  }

  const Scene& scene_;
  const SystemEntry& entry_;
  const Equations& equations_;
  const Recording& recording_;
  std::span<const std::size_t> picks_;
  bool alone_;
  std::vector<std::string> variables_;
  std::size_t state_at_ = 0;
};

}  // namespace

std::size_t state_of_system(const BuiltScene& built, std::size_t number) {
  auto at = static_cast<std::size_t>(built.system.state_space().nx());
  for (std::size_t k = number; k < built.systems.size(); ++k) at -= built.systems[k].variables.size();
  return at;
}

std::span<const NamedExpressions> points_of(const SystemEntry& entry) {
  if (entry.lagrangian) return entry.lagrangian->points();
  if (entry.hamiltonian) return entry.hamiltonian->points();
  return {};
}

Vec3 place_of(const NamedExpressions& point, double t, VecIn x) {
  Vec3 place = Vec3::Zero();
  for (std::size_t j = 0; j < point.parts.size(); ++j)
    place[static_cast<Eigen::Index>(j)] = point.parts[j].evaluate_at<double>(t, x);
  return place;
}

void write_links(JsonWriter& json, const SystemEntry& entry) {
  json.key("links").begin_array();
  for (const SystemLink& link : entry.links) {
    json.begin_object().member("spring", link.spring).key("ends").begin_array();
    for (const int end : {link.from, link.to}) end < 0 ? json.null() : json.value(std::int64_t{end});
    json.end_array().end_object();
  }
  json.end_array();
}

void write_systems(JsonWriter& json, const Scene& scene, const BuiltScene& built, const Recording& recording,
                   std::span<const std::size_t> picks) {
  json.line().key("systems").begin_array();
  for (std::size_t i = 0; i < built.systems.size(); ++i) SystemPage(scene, built, i, recording, picks).write(json);
  json.end_array();
}

}  // namespace polhode
