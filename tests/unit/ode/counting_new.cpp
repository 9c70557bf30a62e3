// The program's allocator, counting. In a file of its own: a compiler that sees malloc behind new objects.

#include "unit/ode/counting_new.hpp"

#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <new>

namespace polhode {
namespace {
long count = 0, in_use = 0, most = 0;
}
long allocations() { return count; }
long most_bytes() { return most; }
void forget_most_bytes() { most = in_use; }
}  // namespace polhode

void* operator new(std::size_t size) {
  ++polhode::count;
  void* memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) std::abort();
  polhode::in_use += static_cast<long>(malloc_usable_size(memory));
  polhode::most = std::max(polhode::most, polhode::in_use);
  return memory;
}
void operator delete(void* memory) noexcept {
  polhode::in_use -= static_cast<long>(malloc_usable_size(memory));
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }
