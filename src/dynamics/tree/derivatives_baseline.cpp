// The kernels of derivatives for every processor.
#define POLHODE_TREE_KERNELS baseline
#include "dynamics/tree/kernels/aba_derivatives.hpp"
#include "dynamics/tree/kernels/derivative_table.hpp"
#include "dynamics/tree/kernels/regressor.hpp"

namespace polhode::tree {

const DerivativeKernels& baseline_derivatives() {
  static constexpr DerivativeKernels table{&baseline::minverse_room,         &baseline::minverse,
                                           &baseline::rnea_derivatives_room, &baseline::rnea_derivatives,
                                           &baseline::aba_derivatives_room,  &baseline::aba_derivatives,
                                           &baseline::regressor_room,        &baseline::regressor};
  return table;
}

const DerivativeKernels& derivatives() {
#if defined(__x86_64__)
  if (has_wide_registers()) return wide_derivatives();
#endif
  return baseline_derivatives();
}

}  // namespace polhode::tree
