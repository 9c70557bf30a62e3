#pragma once
// Threads, and what there is instead of them in a page: the caller alone.

#include <cstddef>
#include <mutex>

#include <polhode/base/function_ref.hpp>

namespace polhode {

#if defined(__wasm__)
/// Nobody else is there to be kept out.
class Mutex {
 public:
  void lock() {}
  bool try_lock() { return true; }
  void unlock() {}
};
#else
using Mutex = std::mutex;
#endif

/// How many threads are worth having: `wanted` if that is positive, else one for each processor.
std::size_t workers(int wanted);

/// Calls work(0) … work(count − 1), each in a thread of its own, the first in the caller's; one after another where
/// there are no threads. Returns when all are done.
void at_once(std::size_t count, FunctionRef<void(std::size_t)> work);

}  // namespace polhode
