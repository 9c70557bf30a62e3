#pragma once

namespace polhode {

/// How often operator new was called in this program so far.
long allocations();

/// The most bytes that were in use at a time, since the last forget_most_bytes().
long most_bytes();
void forget_most_bytes();

}  // namespace polhode
