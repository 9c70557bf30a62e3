#pragma once
// Which size a test that can take long has.

#include <cstdlib>

namespace polhode {

/// Full size: under POLHODE_LONG=1, as `./test long` sets it.
inline bool long_run() { return std::getenv("POLHODE_LONG") != nullptr; }

}  // namespace polhode
