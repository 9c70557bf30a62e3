#include "base/workers.hpp"

#include <algorithm>
#include <vector>

#if !defined(__wasm__)
#include <thread>
#endif

#if defined(__wasm__)
// What a thread leaves behind at its end: the only one there is has none.
extern "C" int __cxa_thread_atexit(void (*)(void*), void*, void*) { return 0; }
#endif

namespace polhode {

#if defined(__wasm__)

std::size_t workers(int) { return 1; }

void at_once(std::size_t count, FunctionRef<void(std::size_t)> work) {
  for (std::size_t i = 0; i < count; ++i) work(i);
}

#else

std::size_t workers(int wanted) {
  return wanted > 0 ? static_cast<std::size_t>(wanted) : std::max(1U, std::thread::hardware_concurrency());
}

void at_once(std::size_t count, FunctionRef<void(std::size_t)> work) {
  std::vector<std::thread> others;
  for (std::size_t i = 1; i < count; ++i) others.emplace_back([work, i] { work(i); });
  if (count > 0) work(0);
  for (std::thread& other : others) other.join();
}

#endif

}  // namespace polhode
