#pragma once
// When an iteration inside a step has reached rounding.

#include <algorithm>
#include <cmath>
#include <limits>

#include <polhode/math/state_space.hpp>

namespace polhode::ode {

/// The largest change of an increment against the size of its block; infinite if it is not finite.
inline double relative_change(const StateSpace& space, VecIn before, VecIn after) {
  double largest = 0;
  for (const Block& block : space.blocks()) {
    double change = 0, size = 0;
    for (auto i = static_cast<std::size_t>(block.v0); i < static_cast<std::size_t>(block.v0 + block.nv); ++i) {
      if (!std::isfinite(after[i])) return std::numeric_limits<double>::infinity();
      change = std::max(change, std::fabs(after[i] - before[i]));
      size = std::max(size, std::fabs(after[i]));
    }
    if (size > 0) largest = std::max(largest, change / size);
  }
  return largest;
}

/// An iteration has settled when its relative changes vanish, or are small and shrink no more.
class Settling {
 public:
  enum class State { going_on, settled, failed };

  State after(double change) {
    constexpr double rounding = 2 * std::numeric_limits<double>::epsilon();
    constexpr double small = 1e-12;
    constexpr int most = 200;
    if (!std::isfinite(change) || ++count_ > most) return State::failed;
    const bool stands = change < small && change >= before_;
    before_ = change;
    return change <= rounding || stands ? State::settled : State::going_on;
  }

 private:
  double before_ = std::numeric_limits<double>::infinity();
  int count_ = 0;
};

}  // namespace polhode::ode
