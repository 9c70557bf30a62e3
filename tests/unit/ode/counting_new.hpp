#pragma once

namespace polhode {

/// How often operator new was called in this program so far.
long allocations();

}  // namespace polhode
