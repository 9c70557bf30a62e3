#pragma once
// The kernels of trees, once for every processor and once for those with registers of four numbers; the same bits.

#include <cstddef>

#include <polhode/math/dual.hpp>

#include "dynamics/tree/data.hpp"

namespace polhode::tree {

/// How the base moves: angular velocity, its rate, acceleration of the origin less gravity; base axes.
struct Base {
  double w[3], alpha[3], a[3];
};

/// Algorithms over one state. `crba` writes what is not always zero: M must be zero where joints do not meet. `room` is
/// the memory they ask for by *_room, aligned for S; `outside` the wrenches on each body, or null; `rotors` what each
/// degree of freedom adds to the diagonal of M, or null; `driven` whether the acceleration of a velocity is given in
/// dv, or null: only joints with one velocity are.
template <class S>
struct Algorithms {
  std::size_t (*rnea_room)(const Plan&);
  void (*rnea)(const Plan&, const Base&, const S* q, const S* v, const S* dv, const S* outside, void* room, S* tau);
  std::size_t (*crba_room)(const Plan&);
  void (*crba)(const Plan&, const S* q, void* room, S* M);
  std::size_t (*aba_room)(const Plan&);
  void (*aba)(const Plan&, const Base&, const S* q, const S* v, const S* tau, const S* outside, const double* rotors,
              const unsigned char* driven, void* room, S* dv);
};

/// Algorithms over one state, and over four at once whose numbers lie side by side: q[4 i + lane].
struct Kernels {
  Algorithms<double> one;
  Algorithms<double> four;  ///< pointers to packs of four doubles, aligned for them
  /// Numbers of four states side by side, and back to a row for each: `each` of them.
  void (*side_by_side)(const double* const* rows, int each, double* to);
  void (*apart)(const double* from, int each, double* const* rows);
};

const Kernels& baseline_kernels();
#if defined(__x86_64__)
/// For processors of x86-64-v3, without fused products.
const Kernels& wide_kernels();
#endif
/// Those that suit the processor.
const Kernels& kernels();
/// Of those the algorithms for one state, without the lanes beside them.
const Algorithms<double>& algorithms_for_one();

/// Over dual numbers, for derivatives.
const Algorithms<Dual4>& dual_algorithms();

}  // namespace polhode::tree
