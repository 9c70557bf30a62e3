#pragma once
// A caller's mistake: wrong size, t1 < t0, a method that needs what the problem lacks.

#include <stdexcept>
#include <string>

namespace polhode {

/// Thrown for a caller's mistake; the text gives what was expected, what came, and a hint.
class UsageError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// The one place that decides what a caller's mistake does: throws UsageError, or, where exceptions are compiled
/// out (WebAssembly), prints the text and aborts.
[[noreturn]] void usage_error(const std::string& expected, const std::string& got, const std::string& hint = {});

/// Checks a size that a caller chose: `require_size("x0", 13, n, "one number for each coordinate of the state")`.
void require_size(const char* what, long expected, long got, const char* hint);

}  // namespace polhode
