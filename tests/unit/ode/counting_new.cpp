// The program's allocator, counting. In a file of its own: a compiler that sees malloc behind new objects.

#include "unit/ode/counting_new.hpp"

#include <cstdlib>
#include <new>

namespace polhode {
namespace {
long count = 0;
}
long allocations() { return count; }
}  // namespace polhode

void* operator new(std::size_t size) {
  ++polhode::count;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  std::abort();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
