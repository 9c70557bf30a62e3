#pragma once
// How long something took.

namespace polhode {

/// Processor time of the program so far [s]; in a page, which is told of none, time that passed.
double processor_seconds();

}  // namespace polhode
