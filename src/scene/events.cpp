#include "scene/events.hpp"

#include <array>
#include <cmath>
#include <memory>
#include <optional>

#include <polhode/base/text.hpp>

namespace polhode {
namespace {

struct Phrase {
  std::string_view words;
  ode::Crossing crossing;
};
constexpr std::array<Phrase, 3> phrases{Phrase{" crosses ", ode::Crossing::any},
                                        Phrase{" rises through ", ode::Crossing::rising},
                                        Phrase{" falls through ", ode::Crossing::falling}};

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

/// Names that formulas over a system may use: t, every scalar channel, every component of the others.
struct Inputs {
  std::vector<std::string> names{"t"};
  struct Slot {
    int channel, component;
  };
  std::vector<Slot> slots{{-1, 0}};

  explicit Inputs(const System& system) {
    for (int c = 0; c < static_cast<int>(system.channels().size()); ++c) {
      const Channel& channel = system.channels()[static_cast<std::size_t>(c)];
      if (channel.components.empty()) {
        names.push_back(channel.name);
        slots.push_back({c, 0});
      }
      for (int k = 0; k < static_cast<int>(channel.components.size()); ++k) {
        names.push_back(channel.name + "." + channel.components[static_cast<std::size_t>(k)]);
        slots.push_back({c, k});
      }
    }
  }
};

/// left − right over a system's channels; evaluates only the channels that the two formulas use.
class Difference {
 public:
  Difference(Expression left, Expression right, const System& system, const Inputs& inputs)
      : left_(std::move(left)), right_(std::move(right)), values_(inputs.names.size()) {
    for (int i = 1; i < static_cast<int>(inputs.names.size()); ++i) {
      if (!left_.uses(i) && !right_.uses(i)) continue;
      const Inputs::Slot slot = inputs.slots[static_cast<std::size_t>(i)];
      reads_.push_back({system.channels()[static_cast<std::size_t>(slot.channel)], i, slot.component});
    }
  }

  double operator()(double t, VecIn x) {
    values_[0] = t;
    for (const Read& read : reads_) {
      read.channel.evaluate(t, x, {buffer_.data(), static_cast<std::size_t>(read.channel.size())});
      values_[static_cast<std::size_t>(read.input)] = buffer_[static_cast<std::size_t>(read.component)];
    }
    return left_.evaluate<double>(values_) - right_.evaluate<double>(values_);
  }

 private:
  struct Read {
    Channel channel;
    int input, component;
  };
  Expression left_, right_;
  std::vector<double> values_;
  std::vector<Read> reads_;
  std::array<double, 16> buffer_{};
};

/// The value of a formula that depends on nothing.
std::optional<double> constant_value(const Expression& formula, const Inputs& inputs) {
  for (int i = 0; i < static_cast<int>(inputs.names.size()); ++i)
    if (formula.uses(i)) return std::nullopt;
  return formula.evaluate<double>(std::vector<double>(inputs.names.size()));
}

}  // namespace

Result<Watch> make_watch(const EventEntry& event, const System& system, const std::string& path,
                         const Position& where) {
  const Inputs inputs(system);
  Diagnostics findings;
  const auto compile = [&](std::string_view text, std::size_t offset) {
    auto formula = Expression::compile(text, inputs.names);
    for (Diagnostic finding : formula.diagnostics()) {
      const int column = finding.where.column + static_cast<int>(offset);
      finding.where = where;
      if (finding.where.column > 0) finding.where.column += column;
      finding.path = path;
      findings.add(std::move(finding));
    }
    return formula;
  };
  for (const Phrase& phrase : phrases) {
    const std::optional<Span> verb = find_phrase(event.when, phrase.words);
    if (!verb) continue;
    auto left = compile(std::string_view(event.when).substr(0, verb->at), 0);
    auto right = compile(std::string_view(event.when).substr(verb->behind), verb->behind);
    if (findings.has_errors()) return findings;
    for (const Expression& side : {*left, *right})
      if (const auto value = constant_value(side, inputs); value && !std::isfinite(*value))
        return Diagnostic{.where = where,
                          .path = path,
                          .message = "one side of this event is " + shortest(*value) + " all along",
                          .hint = "a division by zero, or a root or logarithm of a negative number?"};
    const bool uses_time = left->uses(0) || right->uses(0);
    auto difference = std::make_shared<Difference>(*std::move(left), *std::move(right), system, inputs);
    return Watch{.name = event.name,
                 .g = [difference](double t, VecIn x) { return (*difference)(t, x); },
                 .crossing = phrase.crossing,
                 .stop = event.stop,
                 .uses_time = uses_time};
  }
  return Diagnostic{.where = where,
                    .path = path,
                    .message = "an event is 'A crosses B', 'A rises through B' or 'A falls through B'",
                    .hint = "for example handle.angular_velocity_body.y crosses 0"};
}

}  // namespace polhode
