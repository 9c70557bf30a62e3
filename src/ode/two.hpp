#pragma once
// Two numbers of a row at once: the compiler does not find by itself that sums of many rows fill a register.

#include <cstring>

#include <polhode/math/pack.hpp>

namespace polhode::ode {

using Two = Pack2;

inline Two load_two(const double* from) {
  Two two;
  std::memcpy(&two.lanes, from, sizeof two.lanes);
  return two;
}
inline Two pair_of(double first, double second) {
  Two two;
  two.set(0, first);
  two.set(1, second);
  return two;
}
inline void store_two(const Two& two, double* to) { std::memcpy(to, &two.lanes, sizeof two.lanes); }

}  // namespace polhode::ode
