#pragma once
// Derivatives of articulated bodies: −M⁻¹ times those of recursive Newton–Euler.

#include "dynamics/tree/kernels/derivatives.hpp"
#include "dynamics/tree/kernels/minverse.hpp"

namespace polhode::tree::POLHODE_TREE_KERNELS {

struct AbaDerivativesPart {
  DerivativesPart derivatives;
  MinversePart minverse;
  Four* dtau;      ///< rows as in ToRows
  double *h, *dv;  ///< forces without acceleration of joints, and those accelerations
  int* related;    ///< degrees of freedom
};
inline AbaDerivativesPart aba_derivatives_part(const Plan& tree, Parts& parts) {
  return {
      derivatives_part(tree, parts), minverse_part(tree, parts),  parts.take<Four>(tree.nv * 2 * ((tree.nv + 3) / 4)),
      parts.take<double>(tree.nv),   parts.take<double>(tree.nv), parts.take<int>(tree.nv)};
}
inline std::size_t aba_derivatives_room(const Plan& tree) {
  Parts parts(nullptr);
  aba_derivatives_part(tree, parts);
  return parts.bytes();
}

/// The degrees of freedom that carry, or are carried by, one of those from `first` to `last`; others have zeros there.
POLHODE_INLINE int related_to(const Plan& tree, int first, int last, int* related) {
  int end = 0, count = 0;
  for (int j = first; j <= last; ++j) end = end < tree.dofs[j].end ? tree.dofs[j].end : end;
  for (int i = 0; i < end; ++i)
    if (i > last || tree.dofs[i].end > first) related[count++] = i;
  return count;
}

/// Σ −M⁻¹ ∂τ for four rows, by four degrees of freedom: of q, then of v.
POLHODE_INLINE void product_tile(const Plan& tree, const double* const (&factors)[4], const Four* dtau, int packs,
                                 const int* related, int count, Four (&sums)[4][2]) {
  for (auto& row : sums) row[0] = row[1] = Four(0.0);
  for (int k = 0; k < count; ++k) {
    const int i = related[k], v = tree.dofs[i].v;
    const Four by_q = dtau[i * packs], by_v = dtau[i * packs + 1];
    for (int r = 0; r < 4; ++r) {
      const Four factor(factors[r][v]);
      sums[r][0] -= factor * by_q;
      sums[r][1] -= factor * by_v;
    }
  }
}

inline void negative_product(const Plan& tree, const double* M_inverse, const Four* dtau, int* related, double* da_dq,
                             double* da_dv) {
  const int nv = tree.nv, packs = 2 * ((nv + 3) / 4);
  for (int first = 0; first < nv; first += 4) {
    const int columns = nv - first < 4 ? nv - first : 4, v = tree.dofs[first].v;
    const int count = related_to(tree, first, first + columns - 1, related);
    bool in_order = columns == 4;
    for (int k = 1; k < columns; ++k) in_order = in_order && tree.dofs[first + k].v == v + k;
    for (int row = 0; row < nv; row += 4) {
      const double* factors[4];
      for (int r = 0; r < 4; ++r) factors[r] = M_inverse + (row + r < nv ? row + r : nv - 1) * nv;
      Four sums[4][2];
      product_tile(tree, factors, dtau + first / 4 * 2, packs, related, count, sums);
      for (int r = 0; r < 4 && row + r < nv; ++r) {
        double *const to_q = da_dq + (row + r) * nv, *const to_v = da_dv + (row + r) * nv;
        if (in_order) {
          __builtin_memcpy(to_q + v, &sums[r][0], sizeof(Four));
          __builtin_memcpy(to_v + v, &sums[r][1], sizeof(Four));
          continue;
        }
        for (int k = 0; k < columns; ++k) {
          const int column = tree.dofs[first + k].v;
          to_q[column] = sums[r][0][k];
          to_v[column] = sums[r][1][k];
        }
      }
    }
  }
}

/// `rotors`: what each degree of freedom adds to the diagonal of M, or null.
inline void aba_derivatives(const Plan& tree, const Base& base, const double* q, const double* v, const double* tau,
                            const double* outside, const double* rotors, void* room, double* da_dq, double* da_dv,
                            double* M_inverse) {
  Parts parts(room);
  const auto [part, inverse, dtau, h, dv, related] = aba_derivatives_part(tree, parts);
  const MotionsPart& motions = part.motions;
  const int nv = tree.nv, packs = 2 * ((nv + 3) / 4);
  move_all(tree, base, q, v, motions);
  articulate(tree, motions.bodies, motions.S, rotors, inverse);
  invert(tree, motions.S, inverse, M_inverse);
  accelerate_all(tree, v, nullptr, outside, motions);
  joint_forces(tree, motions, h);
  for (int i = 0; i < nv; ++i) h[i] = tau[i] - h[i];
  for (int i = 0; i < nv; ++i) {
    double sum = 0;
    for (int j = 0; j < nv; ++j) sum += M_inverse[i * nv + j] * h[j];
    dv[i] = sum;
  }
  accelerate_all(tree, v, dv, outside, motions);
  __builtin_memset(static_cast<void*>(dtau), 0, static_cast<std::size_t>(nv * packs) * sizeof(Four));
  differentiate(tree, v, part, ToRows{reinterpret_cast<double*>(dtau), 4 * packs});
  negative_product(tree, M_inverse, dtau, related, da_dq, da_dv);
}

}  // namespace polhode::tree::POLHODE_TREE_KERNELS
