#include "base/clock.hpp"

#include <ctime>

namespace polhode {

double processor_seconds() {
#if defined(__wasm__)
  std::timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
#else
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
#endif
}

}  // namespace polhode
