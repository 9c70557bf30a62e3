#include "scene/events.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <polhode/base/text.hpp>
#include <polhode/scene/questions.hpp>

#include "scene/channel_formulas.hpp"

namespace polhode {
namespace {

struct Phrase {
  std::string_view words;
  ode::Crossing crossing;
};
constexpr std::array<Phrase, 4> phrases{
    Phrase{" crosses ", ode::Crossing::any}, Phrase{" rises through ", ode::Crossing::rising},
    Phrase{" falls through ", ode::Crossing::falling}, Phrase{" touches ", ode::Crossing::touching}};

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// How many characters of `text` the phrase takes when each of its blanks stands for one or more; 0 if it is not there.
std::size_t length_at_start(std::string_view text, std::string_view phrase) {
  std::size_t at = 0;
  for (char c : phrase) {
    if (at >= text.size() || (c == ' ' ? !is_blank(text[at]) : text[at] != c)) return 0;
    ++at;
    while (c == ' ' && at < text.size() && is_blank(text[at])) ++at;
  }
  return at;
}

struct Span {
  std::size_t at, behind;
};
std::optional<Span> find_phrase(std::string_view text, std::string_view phrase) {
  for (std::size_t at = 0; at < text.size(); ++at)
    if (const std::size_t length = length_at_start(text.substr(at), phrase); length > 0) return Span{at, at + length};
  return std::nullopt;
}

/// What the formulas of one event are compiled with, and where its findings go.
struct EventReader {
  const EventEntry& event;
  const System& system;
  const PartsOfState& parts;
  const std::string& path;
  const SourceMap& source;
  ChannelNames inputs{system};
  Diagnostics findings = {};

  /// A part of the text at `key`, from `offset` on.
  std::optional<Expression> compile(std::string_view text, const std::string& key, std::size_t offset) {
    const std::string full = path + "." + key;
    auto formula = Expression::compile(text, inputs.names);
    for (Diagnostic finding : formula.diagnostics()) {
      const int column = finding.where.column + static_cast<int>(offset);
      finding.where = source.find(full);
      if (finding.where.column > 0) finding.where.column += column;
      finding.path = full;
      findings.add(std::move(finding));
    }
    if (!formula.ok()) return std::nullopt;
    const auto value = constant_value(*formula, inputs.names.size());
    if (!value || std::isfinite(*value)) return *std::move(formula);
    error(key, (key == "when" ? "one side of this event is " : "this is ") + shortest(*value) + " all along",
          "a division by zero, or a root or logarithm of a negative number?");
    return std::nullopt;
  }
  void error(const std::string& key, std::string message, std::string hint) {
    const std::string full = path + "." + key;
    findings.error(source.find(full), full, std::move(message), std::move(hint));
  }
};

/// g = A − B, and whether it is a formula of the time itself.
void read_condition(EventReader& reader, Watch& watch) {
  const std::string_view when = reader.event.when;
  for (const Phrase& phrase : phrases) {
    const std::optional<Span> verb = find_phrase(when, phrase.words);
    if (!verb) continue;
    auto left = reader.compile(when.substr(0, verb->at), "when", 0);
    auto right = reader.compile(when.substr(verb->behind), "when", verb->behind);
    if (!left || !right) return;
    watch.crossing = phrase.crossing;
    watch.uses_time = left->uses(0) || right->uses(0);
    // By value: each copy of the watch has notes of its own.
    watch.g = [sides = ChannelFormulas({*std::move(left), *std::move(right)}, reader.system, reader.inputs)](
                  double t, VecIn x) mutable {
      sides.read(t, x);
      return sides.value(0) - sides.value(1);
    };
    return;
  }
  reader.error("when", "an event is 'A crosses B', 'A rises through B', 'A falls through B' or 'A touches B'",
               "for example handle.angular_velocity_body.y crosses 0");
}

/// The rolling body that a coordinate belongs to; null if it is none of one.
const RollingEntry* owner_of(std::string_view coordinate, std::span<const RollingEntry> rolling) {
  const auto found = std::find_if(rolling.begin(), rolling.end(), [coordinate](const RollingEntry& entry) {
    return coordinate.starts_with(entry.name + ".");
  });
  return found == rolling.end() ? nullptr : &*found;
}

/// The coordinates of a state by their paths; those of an attitude are no numbers that could be changed one by one.
struct Coordinates {
  std::vector<std::string> names;
  std::vector<std::size_t> places;

  Coordinates(const StateSpace& space, const PartsOfState& of) {
    const int behind = of.first + (of.mechanism == nullptr ? 0 : of.mechanism->state_space().nx());
    for (const Block& block : space.blocks()) {
      if (block.kind == BlockKind::rotation || block.nx > 3) continue;
      if (block.x0 >= of.first && block.x0 < behind) continue;
      if (owner_of(block.name, of.rolling) != nullptr) continue;
      for (int i = 0; i < block.nx; ++i) add(block.nx == 1 ? block.name : block.name + "." + "xyz"[i], block.x0 + i);
    }
    if (of.mechanism != nullptr) add(*of.mechanism, of.first);
  }

 private:
  void add(std::string name, int place) {
    names.push_back(std::move(name));
    places.push_back(static_cast<std::size_t>(place));
  }
  /// Joints by the names of their channels. Where they rest, and what else the state notes, is not for events to say.
  void add(const Mechanism& mechanism, int first) {
    const char* const letter = mechanism.description().form == MechanismForm::momenta ? ".p" : ".v";
    const std::vector<MechanismPart>& parts = mechanism.parts();
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const bool last = i + 1 == parts.size();
      const int q0 = mechanism.q0(parts[i]), v0 = mechanism.v0(parts[i]);
      const int q1 = last ? mechanism.tree().nq() : mechanism.q0(parts[i + 1]);
      const int v1 = last ? mechanism.tree().nv() : mechanism.v0(parts[i + 1]);
      for (int k = q0; k < q1; ++k)
        if (const int place = mechanism.place_of_coordinate(k); place >= 0)
          add(parts[i].name + ".q" + std::to_string(k - q0 + 1), first + place);
      for (int k = v0; k < v1; ++k)
        if (const int place = mechanism.place_of_velocity(k); place >= 0)
          add(parts[i].name + letter + std::to_string(k - v0 + 1), first + place);
    }
  }
};

/// What of the body or system that `target` begins with may jump.
std::string others_of(const std::string& target, const Coordinates& coordinates) {
  const std::string owner = target.substr(0, target.find('.') + 1);
  std::string list;
  for (const std::string& name : coordinates.names)
    if (!owner.empty() && name.starts_with(owner) && list.size() < 200) list += (list.empty() ? "" : ", ") + name;
  return list;
}

/// x⁺: some coordinates become the values of formulas of what was before.
void read_jump(EventReader& reader, Watch& watch) {
  const Coordinates coordinates(reader.system.state_space(), reader.parts);
  std::vector<Expression> formulas;
  std::vector<std::size_t> places;
  for (const Assignment& assignment : reader.event.jump) {
    const std::string key = "then." + assignment.target.substr(0, 60);
    const auto found = std::find(coordinates.names.begin(), coordinates.names.end(), assignment.target);
    if (owner_of(assignment.target, reader.parts.rolling) != nullptr) {
      reader.error(key, "a rolling body cannot jump, for its place and its velocity are those that its contact allows",
                   "let another body jump, or let the ground move: place and turning of its plane are formulas of t");
      continue;
    }
    if (found == coordinates.names.end()) {
      const std::string near = nearest(assignment.target, coordinates.names);
      const std::string others = others_of(assignment.target, coordinates);
      reader.error(key, "no coordinate of the state is called so",
                   !near.empty()     ? "did you mean '" + near + "'?"
                   : !others.empty() ? "these can jump: " + others
                                     : "variables of systems can jump, position, velocity and "
                                       "angular_velocity_body of bodies, component by component: ball.velocity.z, "
                                       "and coordinates and velocities of joints: arm.q1, arm.v1");
      continue;
    }
    if (assignment.target.find('[') != std::string::npos)
      reader.error(key, "a copy cannot jump, since it is solved by itself, where no event is seen",
                   "make it a body of its own");
    const std::size_t place = coordinates.places[static_cast<std::size_t>(found - coordinates.names.begin())];
    auto formula = reader.compile(assignment.formula, key, 0);
    if (formula && formula->is_truth())
      reader.error(key, "this is true or false, and no value of a coordinate",
                   "for 1 where it is true write if(" + formula->text().substr(0, 60) + ", 1, 0)");
    if (std::find(places.begin(), places.end(), place) != places.end())
      reader.error(key, "this coordinate is given twice", "keep one of them");
    if (formula) formulas.push_back(*std::move(formula));
    places.push_back(place);
  }
  if (reader.findings.has_errors()) return;
  watch.jump = [values = ChannelFormulas(std::move(formulas), reader.system, reader.inputs), places](
                   double t, VecIn before, VecOut after) mutable {
    values.read(t, before);
    std::copy(before.begin(), before.end(), after.begin());
    for (std::size_t i = 0; i < places.size(); ++i) after[places[i]] = values.value(i);
  };
}

}  // namespace

Result<Watch> make_watch(const EventEntry& event, const System& system, const PartsOfState& parts,
                         const std::string& path, const SourceMap& source) {
  EventReader reader{event, system, parts, path, source};
  Watch watch{.name = event.name, .stop = event.stop, .count = event.count, .closeness = event.closeness};
  read_condition(reader, watch);
  if (!event.jump.empty()) read_jump(reader, watch);
  const bool one_way = watch.crossing == ode::Crossing::rising || watch.crossing == ode::Crossing::falling;
  if (event.closeness > 0 && one_way)
    reader.error("closeness", "what must pass in one direction cannot merely come close",
                 "leave it out, or write crosses or touches");
  if (reader.findings.has_errors()) return std::move(reader.findings);
  return watch;
}

Result<Watch> section_of(const std::string& when, const System& system, const std::string& flag) {
  const EventEntry event{.name = "section", .when = when};
  const std::string path = flag;
  const SourceMap nowhere;
  EventReader reader{event, system, {}, path, nowhere};
  reader.inputs.add_short_names();
  Watch watch{.name = event.name};
  read_condition(reader, watch);
  if (!reader.findings.has_errors()) return watch;
  for (Diagnostic& finding : reader.findings.all()) finding.where = {flag + " " + when, 0, 0}, finding.path.clear();
  return std::move(reader.findings);
}

Result<Reading> reading_of(const std::string& formula, const System& system, const std::string& flag) {
  ChannelNames names(system);
  names.add_short_names();
  auto compiled = Expression::compile(formula, names.names);
  if (compiled.ok())
    return Reading([value = ChannelFormulas({*std::move(compiled)}, system, names)](double t, VecIn x) mutable {
      value.read(t, x);
      return value.value(0);
    });
  Diagnostics findings = compiled.diagnostics();
  for (Diagnostic& finding : findings.all()) finding.where = {flag + " " + formula, 0, 0};
  return findings;
}

}  // namespace polhode
