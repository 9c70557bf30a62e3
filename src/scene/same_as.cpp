#include "scene/same_as.hpp"

#include <algorithm>

#include <polhode/base/text.hpp>

#include "scene/names.hpp"

namespace polhode {
namespace {

template <class Entries>
std::optional<std::size_t> number_of(const Entries& entries, const std::string& name) {
  for (std::size_t i = 0; i < entries.size(); ++i)
    if (entries[i].name == name) return i;
  return std::nullopt;
}

/// All that a scene has that could be the same motion.
std::vector<std::string> comparable_names(const Scene& scene) {
  std::vector<std::string> names = body_names(scene);
  const auto add = [&names](const auto& entries) {
    for (const auto& entry : entries) names.push_back(entry.name);
  };
  add(scene.systems);
  add(scene.mechanisms);
  add(scene.rolling);
  return names;
}

/// Reads what one system says.
class SameAsReader {
 public:
  SameAsReader(const Scene& scene, const ComparableParts& parts, std::size_t which, Diagnostics& findings)
      : scene_(scene), parts_(parts), which_(which), entry_(*scene.systems[which].same_as), findings_(findings) {}

  std::optional<SameAs> read() {
    if (goes_round()) return std::nullopt;
    auto theirs = other();
    if (!theirs) return std::nullopt;
    Derivation mine = *of_system(which_);
    const SystemText& text = text_of(which_);
    bool known = true;
    for (const SystemText::Formula& one : entry_.coordinates)
      if (mine.find(one.name) < 0) {
        known = false;
        error("coordinates." + one.name, "'" + one.name.substr(0, 60) + "' is no coordinate of this system",
              "on the left stand its own: " + text.coordinates[0] + " = \"…\"");
      }
    if (!known) return std::nullopt;
    const std::size_t own = mine.size() - mine.constraints.size(), others = theirs->free().size();
    if (own != others)
      return error(
          "",
          "this system has " + degrees(own) + " and '" + entry_.of.substr(0, 60) + "' has " + std::to_string(others),
          "two derivations of one motion have as many");
    auto map = CoordinateMap::compile(mine, *theirs, entry_.coordinates, text.parameters);
    for (const Diagnostic& finding : map.diagnostics()) tell(finding);
    if (!map.ok()) return std::nullopt;
    return SameAs{std::move(mine), *std::move(theirs), *std::move(map), scene_.run.end};
  }

 private:
  std::string path(const std::string& key) const {
    return numbered("system", which_) + ".same_as" + (key.empty() ? "" : "." + key);
  }
  /// Where a key was typed, or else what it belongs to.
  Position place(const std::string& key) const { return scene_.source.find(path(key)); }
  std::nullopt_t error(const std::string& key, std::string message, std::string hint) {
    findings_.error(place(key), path(key), std::move(message), std::move(hint));
    return std::nullopt;
  }
  void tell(Diagnostic finding) {
    const std::string key = "coordinates." + finding.path;
    const bool in_text = finding.where.column > 0;
    // The column within the text, which begins behind its quote.
    finding.where = {place(key).file, place(key).line, place(key).column + (in_text ? finding.where.column : 0)};
    finding.path = path(key);
    findings_.add(std::move(finding));
  }
  static std::string degrees(std::size_t count) {
    return std::to_string(count) + (count == 1 ? " degree of freedom" : " degrees of freedom");
  }

  const SystemText& text_of(std::size_t i) const {
    const SystemEntry& entry = scene_.systems[i];
    return entry.lagrangian ? entry.lagrangian->text() : entry.hamiltonian->text();
  }
  std::optional<Derivation> of_system(std::size_t i) const {
    const SystemEntry& entry = scene_.systems[i];
    const std::vector<double>& x0 = parts_.systems_x0[i];
    std::optional<Derivation> made;
    if (entry.lagrangian) made = derivation_of(std::make_shared<const Lagrangian>(*entry.lagrangian), x0);
    if (entry.hamiltonian) made = derivation_of(std::make_shared<const Hamiltonian>(*entry.hamiltonian), x0);
    if (made) made->name = entry.name;
    return made;
  }

  /// Whether one is led back to a system by what it says to be the same as; told once, of the first of them.
  bool goes_round() {
    std::vector<std::size_t> seen{which_};
    std::string chain = "'" + scene_.systems[which_].name + "'";
    for (std::size_t now = which_;;) {
      if (!scene_.systems[now].same_as) return false;
      const auto next = number_of(scene_.systems, scene_.systems[now].same_as->of);
      if (!next) return false;
      chain += ", '" + scene_.systems[*next].name + "'";
      if (*next == which_) break;
      if (std::find(seen.begin(), seen.end(), *next) != seen.end()) return false;  // a circle beside this one
      seen.push_back(*next);
      now = *next;
    }
    if (*std::min_element(seen.begin(), seen.end()) != which_) return true;
    if (seen.size() == 1)
      error("of", "a system is always the same as itself", "name another one, derived otherwise");
    else
      error("of", "this goes round in a circle: " + chain, "let one of them be what the others are compared with");
    return true;
  }

  /// Refuses, if there is a reason.
  std::optional<Derivation> unless(const std::string& reason, std::optional<Derivation> derivation) {
    if (reason.empty()) return derivation;
    return error("of", "'" + entry_.of.substr(0, 60) + "' cannot be compared with: " + reason,
                 "compare with what is given by coordinates and their rates");
  }

  std::optional<Derivation> other() {
    if (const auto i = number_of(scene_.systems, entry_.of)) return other_system(*i);
    if (const auto i = number_of(scene_.mechanisms, entry_.of)) {
      if (parts_.mechanism == nullptr) return std::nullopt;
      const MechanismPart& part = parts_.mechanism->parts()[*i];
      const std::string reason = why_not_derived(*parts_.mechanism, part);
      return unless(reason, reason.empty() ? std::optional(derivation_of(parts_.mechanism, part, parts_.mechanism_x0))
                                           : std::nullopt);
    }
    if (const auto i = number_of(scene_.rolling, entry_.of)) {
      const Rolling& rolling = parts_.rolling[*i];
      std::size_t at = 0;
      for (std::size_t k = 0; k < *i; ++k) at += static_cast<std::size_t>(parts_.rolling[k].state_space().nx());
      const std::string reason = why_not_derived(rolling);
      const VecIn x0 = VecIn(parts_.rolling_x0).subspan(at, static_cast<std::size_t>(rolling.state_space().nx()));
      return unless(reason, reason.empty() ? std::optional(derivation_of(rolling, x0, entry_.euler)) : std::nullopt);
    }
    const std::vector<std::string> bodies = body_names(scene_);
    const auto body = std::find(bodies.begin(), bodies.end(), entry_.of);
    if (body == bodies.end()) {
      report_unknown(scene_, "system, mechanism or body", entry_.of, path("of"), comparable_names(scene_), findings_);
      return std::nullopt;
    }
    if (parts_.bodies == nullptr) return unless("a load ties it to something else that moves", std::nullopt);
    const int number = static_cast<int>(body - bodies.begin());
    const std::string reason = why_not_derived(*parts_.bodies, number);
    return unless(reason, reason.empty()
                              ? std::optional(derivation_of(parts_.bodies, number, parts_.bodies_x0, entry_.euler))
                              : std::nullopt);
  }

  std::optional<Derivation> other_system(std::size_t i) {
    auto derivation = of_system(i);
    if (!derivation && !scene_.systems[i].given.empty()) return std::nullopt;  // what is wrong with it was said
    if (!derivation)
      return error("of",
                   "'" + entry_.of.substr(0, 60) +
                       "' is given by first-order equations, which do not say what its "
                       "coordinates are",
                   "give it by its lagrangian or its hamiltonian");
    if (derivation->constraints.empty()) return derivation;
    return error("of", "'" + entry_.of.substr(0, 60) + "' has constraints, and states cannot be drawn for it",
                 "let it be the one that says same_as: its coordinates then follow from those of this system");
  }

  const Scene& scene_;
  const ComparableParts& parts_;
  std::size_t which_;
  const SameAsEntry& entry_;
  Diagnostics& findings_;
};

}  // namespace

std::vector<SameAs> same_as_of(const Scene& scene, const ComparableParts& parts, Diagnostics& findings) {
  std::vector<SameAs> list;
  for (std::size_t i = 0; i < scene.systems.size(); ++i) {
    if (!scene.systems[i].same_as || !(scene.systems[i].lagrangian || scene.systems[i].hamiltonian)) continue;
    if (auto same = SameAsReader(scene, parts, i, findings).read()) list.push_back(*std::move(same));
  }
  return list;
}

}  // namespace polhode
