#pragma once
// The table of all kernels that the including file makes.

#include "dynamics/tree/kernels/aba.hpp"
#include "dynamics/tree/kernels/crba.hpp"
#include "dynamics/tree/kernels/lanes.hpp"
#include "dynamics/tree/kernels/rnea.hpp"

namespace polhode::tree::POLHODE_TREE_KERNELS {

POLHODE_INLINE const Four* four(const double* numbers) { return reinterpret_cast<const Four*>(numbers); }
POLHODE_INLINE Four* four(double* numbers) { return reinterpret_cast<Four*>(numbers); }

template <class S>
constexpr Algorithms<S> algorithms() {
  return {&rnea_room<S>, &rnea<S>, &crba_room<S>, &crba<S>, &aba_room<S>, &aba<S>};
}

/// The same for four states at once.
constexpr Algorithms<double> algorithms_of_four() {
  return {&rnea_room<Four>,
          [](const Plan& tree, const Base& base, const double* q, const double* v, const double* dv,
             const double* outside, void* room,
             double* tau) { rnea<Four>(tree, base, four(q), four(v), four(dv), four(outside), room, four(tau)); },
          &crba_room<Four>,
          [](const Plan& tree, const double* q, void* room, double* M) { crba<Four>(tree, four(q), room, four(M)); },
          &aba_room<Four>,
          [](const Plan& tree, const Base& base, const double* q, const double* v, const double* tau,
             const double* outside, const double* rotors, const unsigned char* driven, void* room, double* dv) {
            aba<Four>(tree, base, four(q), four(v), four(tau), four(outside), rotors, driven, room, four(dv));
          }};
}

constexpr Kernels all_kernels() { return {algorithms<double>(), algorithms_of_four(), &side_by_side, &apart}; }

}  // namespace polhode::tree::POLHODE_TREE_KERNELS
