// The kernels of trees for processors with registers of four numbers: all of this file is compiled for them
// (CMakeLists.txt), under a name of its own.
#define POLHODE_TREE_KERNELS wide
#include "dynamics/tree/kernels/make_table.hpp"

#if defined(__x86_64__)

namespace polhode::tree {

const Kernels& wide_kernels() {
  static constexpr Kernels table = wide::all_kernels();
  return table;
}

}  // namespace polhode::tree

#endif
