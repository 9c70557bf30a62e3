#pragma once
// The kernels of derivatives and of what they need, once for every processor and once for those with registers of four
// numbers; the same bits.

#include <cstddef>

#include "dynamics/tree/kernels/table.hpp"

namespace polhode::tree {

/// Where a link is on its body: R_KB row by row, and p_KB.
struct LinkOnBody {
  int node;
  double R[9], p[3];
};

/// Matrices over one state, row by row, nv × nv numbers each unless another size is said. `room`, `outside` and
/// `rotors` as in Algorithms.
struct DerivativeKernels {
  std::size_t (*minverse_room)(const Plan&);
  void (*minverse)(const Plan&, const double* q, const double* rotors, void* room, double* M_inverse);
  std::size_t (*rnea_derivatives_room)(const Plan&);
  void (*rnea_derivatives)(const Plan&, const Base&, const double* q, const double* v, const double* dv,
                           const double* outside, void* room, double* dtau_dq, double* dtau_dv, double* M);
  std::size_t (*aba_derivatives_room)(const Plan&);
  void (*aba_derivatives)(const Plan&, const Base&, const double* q, const double* v, const double* tau,
                          const double* outside, const double* rotors, void* room, double* da_dq, double* da_dv,
                          double* M_inverse);
  std::size_t (*regressor_room)(const Plan&);
  /// Ten columns for each of `count` links into rows of `stride` numbers that are zero before.
  void (*regressor)(const Plan&, const Base&, const double* q, const double* v, const double* dv,
                    const LinkOnBody* links, int count, void* room, double* Y, int stride);
};

const DerivativeKernels& baseline_derivatives();
#if defined(__x86_64__)
const DerivativeKernels& wide_derivatives();
#endif
/// Those that suit the processor.
const DerivativeKernels& derivatives();

}  // namespace polhode::tree
