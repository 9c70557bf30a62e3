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

static void* counted(void* memory) {
  ++polhode::count;
  if (memory == nullptr) std::abort();
  polhode::in_use += static_cast<long>(malloc_usable_size(memory));
  polhode::most = std::max(polhode::most, polhode::in_use);
  return memory;
}

void* operator new(std::size_t size) { return counted(std::malloc(size == 0 ? 1 : size)); }
// Lists of packs ask for memory that is aligned for them.
void* operator new(std::size_t size, std::align_val_t alignment) {
  const std::size_t step = static_cast<std::size_t>(alignment);
  return counted(std::aligned_alloc(step, (std::max<std::size_t>(size, 1) + step - 1) / step * step));
}
void operator delete(void* memory) noexcept {
  polhode::in_use -= static_cast<long>(malloc_usable_size(memory));
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { operator delete(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { operator delete(memory); }
