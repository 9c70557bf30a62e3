// The kernels of matrices for processors with registers of four numbers, compiled as kernels_wide.cpp is.
#define POLHODE_TREE_KERNELS wide
#include "dynamics/tree/kernels/coriolis.hpp"
#include "dynamics/tree/kernels/matrix_table.hpp"

#if defined(__x86_64__)

namespace polhode::tree {

const MatrixAlgorithms<double>& wide_matrices() {
  static constexpr MatrixAlgorithms<double> table{&wide::coriolis_room<double>, &wide::coriolis<double>};
  return table;
}

}  // namespace polhode::tree

#endif
