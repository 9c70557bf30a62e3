#include <polhode/math/program.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>

#include <polhode/base/error.hpp>

#include "math/expression/machine.hpp"

namespace polhode {
namespace {

/// Input 0 is the time, the others are coordinates of a state.
template <class S>
struct TimeAndState {
  S t;
  const S* x;
  const S& operator[](std::uint32_t i) const { return i == 0 ? t : x[i - 1]; }
};

// Most programs are small: one that needs five registers should not reach over the pages of a large one.
constexpr int small_room = 48;

}  // namespace

template <int room, class S, class Inputs, class Use>
[[gnu::always_inline]] inline void Program::run_in(const Inputs& inputs, const Use& use) const {
  // Raw storage: clearing registers would take longer than most formulas.
  alignas(S) std::byte storage[static_cast<std::size_t>(room) * sizeof(S)];
  S* registers = reinterpret_cast<S*>(storage);
  const std::uint32_t* loads = loads_.data();
  for (std::size_t i = 0, n = loads_.size(); i < n; ++i) registers[i] = inputs[loads[i]];
  expression::execute(steps_.data(), registers);
  use(registers);
}

template <class S, class Inputs, class Use>
[[gnu::noinline]] void Program::run_large(const Inputs& inputs, const Use& use) const {
  run_in<register_limit, S>(inputs, use);
}

template <class S, class Inputs, class Use>
[[gnu::noinline]] void Program::run_huge(const Inputs& inputs, const Use& use) const {
  run_in<std::numeric_limits<std::uint16_t>::max() + 1, S>(inputs, use);
}

/// Runs all instructions, and lets `use` read the registers.
template <class S, class Inputs, class Use>
[[gnu::always_inline]] inline void Program::run(const Inputs& inputs, const Use& use) const {
  if (registers_ <= small_room) [[likely]]
    return run_in<small_room, S>(inputs, use);
  registers_ <= register_limit ? run_large<S>(inputs, use) : run_huge<S>(inputs, use);
}

void Program::refuse(std::size_t inputs, std::size_t outputs) const {
  usage_error(std::to_string(inputs_) + " inputs or more, and " + std::to_string(sources_.size()) + " outputs",
              std::to_string(inputs) + " and " + std::to_string(outputs),
              "give one value for each name that the formulas were compiled with");
}

template <class S, class Inputs>
void Program::all(const Inputs& inputs, std::size_t count, Out<S> outputs) const {
  if (count < inputs_ || outputs.size() < sources_.size()) [[unlikely]]
    refuse(count, outputs.size());
  if (sources_.empty()) return;
  run<S>(inputs, [&](const S* registers) {
    const std::uint16_t* sources = sources_.data();
    for (std::size_t i = 0, n = sources_.size(); i < n; ++i) outputs[i] = registers[sources[i]];
  });
}

template <class S, class Inputs>
S Program::first(const Inputs& inputs, std::size_t count) const {
  if (count < inputs_) [[unlikely]]
    refuse(count, 1);
  if (sources_.empty()) return S(0.0);
  S value;
  run<S>(inputs, [&](const S* registers) { value = registers[sources_[0]]; });
  return value;
}

template <class S>
void Program::evaluate(In<S> inputs, Out<S> outputs) const {
  all<S>(inputs.data(), inputs.size(), outputs);
}

template <class S>
void Program::evaluate_at(double t, In<S> x, Out<S> outputs) const {
  all<S>(TimeAndState<S>{S(t), x.data()}, x.size() + 1, outputs);
}

template <class S>
S Program::evaluate_first(In<S> inputs) const {
  return first<S>(inputs.data(), inputs.size());
}

template <class S>
S Program::evaluate_first_at(double t, In<S> x) const {
  return first<S>(TimeAndState<S>{S(t), x.data()}, x.size() + 1);
}

bool Program::reads(int input) const {
  return std::find(loads_.begin(), loads_.end(), static_cast<std::uint32_t>(input)) != loads_.end();
}

#define POLHODE_FOR(S)                                                \
  template void Program::evaluate<S>(In<S>, Out<S>) const;            \
  template void Program::evaluate_at<S>(double, In<S>, Out<S>) const; \
  template S Program::evaluate_first<S>(In<S>) const;                 \
  template S Program::evaluate_first_at<S>(double, In<S>) const;
POLHODE_FOR(double)
POLHODE_FOR(Pack4)
POLHODE_FOR(Dual4)
#undef POLHODE_FOR

}  // namespace polhode
