#pragma once
// Formulas over the channels of a system: what events watch, and what they change.

#include <array>
#include <optional>

#include <polhode/math/expression.hpp>
#include <polhode/sim/system.hpp>

namespace polhode {

/// Names that formulas over a system may use: t, every scalar channel, every component of the others.
struct ChannelNames {
  std::vector<std::string> names{"t"};
  struct Slot {
    int channel, component;
  };
  std::vector<Slot> slots{{-1, 0}};

  explicit ChannelNames(const System& system);
  /// What stands behind the first point of a name, too, where no other has it and it means nothing else: for the
  /// command line, where there is but one system to speak of.
  void add_short_names();
};

/// Some formulas over a system's channels; evaluates only the channels that they use. Allocates when made, never after.
class ChannelFormulas {
 public:
  ChannelFormulas(std::vector<Expression> formulas, const System& system, const ChannelNames& inputs);

  /// Looks at the channels; value() is then of this time and state.
  void read(double t, VecIn x);
  double value(std::size_t formula) const { return formulas_[formula].evaluate<double>(values_); }
  std::size_t size() const { return formulas_.size(); }

 private:
  struct Read {
    Channel channel;
    int input, component;
  };
  std::vector<Expression> formulas_;
  std::vector<double> values_;
  std::vector<Read> reads_;
  std::array<double, 16> buffer_{};
};

/// The value of a formula that depends on none of `count` inputs.
std::optional<double> constant_value(const Expression& formula, std::size_t count);

}  // namespace polhode
