#pragma once
// The kernels of matrices beside the mass matrix, once for every processor and once for those with registers of four
// numbers; the same bits.

#include <cstddef>

#include <polhode/math/dual.hpp>

#include "dynamics/tree/data.hpp"

namespace polhode::tree {

/// `room` is the memory they ask for by *_room, aligned for S.
template <class S>
struct MatrixAlgorithms {
  std::size_t (*coriolis_room)(const Plan&);
  void (*coriolis)(const Plan&, const S* q, const S* v, void* room, S* C);
};

const MatrixAlgorithms<double>& baseline_matrices();
#if defined(__x86_64__)
const MatrixAlgorithms<double>& wide_matrices();
#endif
/// Those that suit the processor.
const MatrixAlgorithms<double>& matrices();

/// Over dual numbers, for derivatives.
const MatrixAlgorithms<Dual4>& dual_matrices();

}  // namespace polhode::tree
