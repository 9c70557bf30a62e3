// The kernels of trees for every processor, and those over dual numbers.
#define POLHODE_TREE_KERNELS baseline
#include "dynamics/tree/kernels/make_table.hpp"

namespace polhode::tree {

const Kernels& baseline_kernels() {
  static constexpr Kernels table = baseline::all_kernels();
  return table;
}

const Algorithms<Dual4>& dual_algorithms() {
  static constexpr Algorithms<Dual4> table = baseline::algorithms<Dual4>();
  return table;
}

const Algorithms<double>& algorithms_for_one() {
#if defined(__x86_64__)
  return kernels().one;
#else
  static constexpr Algorithms<double> table = baseline::algorithms<double>();
  return table;
#endif
}

bool has_wide_registers() {
#if defined(__x86_64__)
  static const bool has = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi2") != 0;
  return has;
#else
  return false;
#endif
}

const Kernels& kernels() {
#if defined(__x86_64__)
  if (has_wide_registers()) return wide_kernels();
#endif
  return baseline_kernels();
}

}  // namespace polhode::tree
