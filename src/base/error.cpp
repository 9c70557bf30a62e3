#include <polhode/base/error.hpp>

#include <cstdio>
#include <cstdlib>

namespace polhode {

void usage_error(const std::string& expected, const std::string& got, const std::string& hint) {
  std::string text = "expected " + expected + ", got " + got;
  if (!hint.empty()) text += " (" + hint + ")";
#if defined(__cpp_exceptions)
  throw UsageError(text);
#else
  std::fprintf(stderr, "polhode: usage error: %s\n", text.c_str());
  std::abort();
#endif
}

void require_size(const char* what, long expected, long got, const char* hint) {
  if (expected == got) return;
  usage_error(std::string(what) + " of size " + std::to_string(expected), std::to_string(got), hint);
}

}  // namespace polhode
