#include "scene/events.hpp"

#include <array>
#include <memory>

namespace polhode {
namespace {

struct Phrase {
  std::string_view words;
  ode::Crossing crossing;
};
constexpr std::array<Phrase, 3> phrases{Phrase{" crosses ", ode::Crossing::any},
                                        Phrase{" rises through ", ode::Crossing::rising},
                                        Phrase{" falls through ", ode::Crossing::falling}};

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
    const std::size_t at = event.when.find(phrase.words);
    if (at == std::string::npos) continue;
    const std::size_t behind = at + phrase.words.size();
    auto left = compile(std::string_view(event.when).substr(0, at), 0);
    auto right = compile(std::string_view(event.when).substr(behind), behind);
    if (findings.has_errors()) return findings;
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
