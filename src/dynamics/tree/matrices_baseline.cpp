// The kernels of matrices for every processor, and those over dual numbers.
#define POLHODE_TREE_KERNELS baseline
#include "dynamics/tree/kernels/coriolis.hpp"
#include "dynamics/tree/kernels/matrix_table.hpp"

namespace polhode::tree {

const MatrixAlgorithms<double>& baseline_matrices() {
  static constexpr MatrixAlgorithms<double> table{&baseline::coriolis_room<double>, &baseline::coriolis<double>};
  return table;
}

const MatrixAlgorithms<Dual4>& dual_matrices() {
  static constexpr MatrixAlgorithms<Dual4> table{&baseline::coriolis_room<Dual4>, &baseline::coriolis<Dual4>};
  return table;
}

const MatrixAlgorithms<double>& matrices() {
#if defined(__x86_64__)
  if (has_wide_registers()) return wide_matrices();
#endif
  return baseline_matrices();
}

}  // namespace polhode::tree
