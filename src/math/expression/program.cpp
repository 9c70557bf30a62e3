#include <polhode/math/program.hpp>

#include <algorithm>
#include <cstddef>
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

template <int room, class S, class Inputs>
[[gnu::noinline]] void Program::run_in(const Inputs& inputs, S* outputs) const {
  // Raw storage: clearing registers would take longer than most formulas.
  alignas(S) std::byte storage[static_cast<std::size_t>(room) * sizeof(S)];
  S* registers = reinterpret_cast<S*>(storage);
  const std::uint32_t* loads = loads_.data();
  for (std::size_t i = 0, n = loads_.size(); i < n; ++i) registers[i] = inputs[loads[i]];
  expression::execute(steps_.data(), registers);
  const std::uint16_t* sources = sources_.data();
  for (std::size_t i = 0, n = sources_.size(); i < n; ++i) outputs[i] = registers[sources[i]];
}

template <class S, class Inputs>
void Program::run(const Inputs& inputs, std::size_t count, Out<S> outputs) const {
  if (count < inputs_ || outputs.size() < sources_.size()) [[unlikely]]
    usage_error(std::to_string(inputs_) + " inputs or more, and " + std::to_string(sources_.size()) + " outputs",
                std::to_string(count) + " and " + std::to_string(outputs.size()),
                "give one value for each name that the formulas were compiled with");
  if (sources_.empty()) return;
  if (registers_ <= small_room) return run_in<small_room>(inputs, outputs.data());
  if (registers_ <= register_limit) return run_in<register_limit>(inputs, outputs.data());
  run_in<std::numeric_limits<std::uint16_t>::max() + 1>(inputs, outputs.data());
}

template <class S>
void Program::evaluate(In<S> inputs, Out<S> outputs) const {
  run<S>(inputs.data(), inputs.size(), outputs);
}

template <class S>
void Program::evaluate_at(double t, In<S> x, Out<S> outputs) const {
  run<S>(TimeAndState<S>{S(t), x.data()}, x.size() + 1, outputs);
}

bool Program::reads(int input) const {
  return std::find(loads_.begin(), loads_.end(), static_cast<std::uint32_t>(input)) != loads_.end();
}

template void Program::evaluate<double>(In<double>, Out<double>) const;
template void Program::evaluate<Pack4>(In<Pack4>, Out<Pack4>) const;
template void Program::evaluate<Dual4>(In<Dual4>, Out<Dual4>) const;
template void Program::evaluate_at<double>(double, In<double>, Out<double>) const;
template void Program::evaluate_at<Pack4>(double, In<Pack4>, Out<Pack4>) const;
template void Program::evaluate_at<Dual4>(double, In<Dual4>, Out<Dual4>) const;

}  // namespace polhode
