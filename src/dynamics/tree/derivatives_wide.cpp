// The kernels of derivatives for processors with registers of four numbers, compiled as kernels_wide.cpp is.
#define POLHODE_TREE_KERNELS wide
#include "dynamics/tree/kernels/aba_derivatives.hpp"
#include "dynamics/tree/kernels/derivative_table.hpp"
#include "dynamics/tree/kernels/regressor.hpp"

#if defined(__x86_64__)

namespace polhode::tree {

const DerivativeKernels& wide_derivatives() {
  static constexpr DerivativeKernels table{
      &wide::minverse_room,        &wide::minverse,        &wide::rnea_derivatives_room, &wide::rnea_derivatives,
      &wide::aba_derivatives_room, &wide::aba_derivatives, &wide::regressor_room,        &wide::regressor};
  return table;
}

}  // namespace polhode::tree

#endif
