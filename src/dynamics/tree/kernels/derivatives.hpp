#pragma once
// Derivatives of recursive Newton–Euler, with respect to places and velocities of joints.
//
// All that hangs on a joint is carried along when the joint moves by S. Seen from there its parent has moved the other
// way, so that every body that hangs on it changes its velocity by ψ̇ and its acceleration by ψ̈ + ψ̇ × v:
//
//   ψ̇ = v_P × S        ψ̈ = a_P × S + v_P × ψ̇        χ = ψ̇ + v × S
//   by q:  change of the force of a body   I ψ̈ + 2B ψ̇          seen by the joints below also   S × f
//   by v:                                  I χ + 2B S
//
// 2B ψ = 2 ∫ (x × (ω × ẋ), ω × ẋ) dm, the Coriolis force of masses that move with ẋ, knows only the angular part ω of
// ψ: two times ω × P, and (2 tr(G) 1 − 2 Gᵀ) ω with P = ∫ ẋ dm and G = ∫ x ẋᵀ dm.

#include "dynamics/tree/kernels/common_motions.hpp"

namespace polhode::tree::POLHODE_TREE_KERNELS {

/// 2B of a body, or of all that hangs on it.
struct Coriolis {
  Mat<double> D;  ///< 2 tr(G) 1 − 2 Gᵀ
  Vec<double> P;  ///< twice the momentum
};

/// What a body and all that hangs on it is: sums about O.
struct Composite {
  Bulk bulk;
  Coriolis twice_B;
  Push<double> f;
};

/// What a degree of freedom is to those that it carries. Lanes: for M, for ∂/∂q, for ∂/∂v, none.
struct Directions {
  Four X[6];  ///< S, ψ̈, χ
  Four Y[3];  ///< 0, ψ̇, S: angular parts
};

/// Where results of a pair of degrees of freedom go: three matrices.
struct ToMatrices {
  double *dq, *dv, *M;
  int nv;
  const Dof* dofs;

  POLHODE_INLINE void put(int i, int j, const Four& numbers) const {
    const int at = dofs[i].v * nv + dofs[j].v;
    M[at] = numbers[0];
    dq[at] = numbers[1];
    dv[at] = numbers[2];
  }
};

/// Or rows in the order of Plan::dofs where four columns of ∂τ/∂q are followed by the same four of ∂τ/∂v.
struct ToRows {
  double* rows;
  int stride;

  POLHODE_INLINE void put(int i, int j, const Four& numbers) const {
    double* const at = rows + i * stride + j + j / 4 * 4;
    at[0] = numbers[1];
    at[4] = numbers[2];
  }
};

struct DerivativesPart {
  MotionsPart motions;
  Directions* directions;  ///< in the order of Plan::dofs
  Composite* composites;
};

inline DerivativesPart derivatives_part(const Plan& tree, Parts& parts) {
  return {motions_part(tree, parts), parts.take<Directions>(tree.nv), parts.take<Composite>(tree.count)};
}

POLHODE_INLINE Coriolis coriolis_of(const Bulk& bulk, const Twist& v, const Push<double>& momentum) {
  const Sym<double>& m = bulk.m;
  const Vec<double> h = bulk.h + bulk.h, w = v.w + v.w, u = v.v;
  // Rows of 2 ∫ x (ω × x)ᵀ dm.
  const Vec<double> x = cross(w, Vec<double>{m.xx, m.xy, m.xz}), y = cross(w, Vec<double>{m.xy, m.yy, m.yz}),
                    z = cross(w, Vec<double>{m.xz, m.yz, m.zz});
  const double trace = dot(h, u);
  return {
      {trace - (x.x + h.x * u.x), -(y.x + h.y * u.x), -(z.x + h.z * u.x), -(x.y + h.x * u.y), trace - (y.y + h.y * u.y),
       -(z.y + h.z * u.y), -(x.z + h.x * u.z), -(y.z + h.y * u.z), trace - (z.z + h.z * u.z)},
      momentum.f + momentum.f};
}

POLHODE_INLINE Four lanes(double a, double b, double c) { return Four(Four::Lanes{a, b, c, 0.0}); }

/// ψ̈ and χ of all degrees of freedom, and the bodies alone as the beginning of sums.
inline void prepare(const Plan& tree, const double* v, const DerivativesPart& part) {
  const MotionsPart& motions = part.motions;
  for (int i = 0; i < tree.count; ++i) {
    const Node& node = tree.nodes[i];
    const Moving& body = motions.moving[i];
    const Bulk& bulk = motions.bodies[i].bulk;
    part.composites[i] = {bulk, coriolis_of(bulk, body.v, body.momentum), body.f};
    const Twist v_P = velocity_below(node, i, motions), a_P = rate_below(node, i, motions);
    const bool several = node.wide >= 0;
    Twist own{zero<double>(), zero<double>()};  // velocity of the joint
    if (several)
      for (int k = 0; k < dof(node.motion); ++k) own = own + scaled(v[node.v0 + k], motions.S[node.dof + k]);
    for (int k = 0; k < dof(node.motion); ++k) {
      const Twist S = motions.S[node.dof + k], rate = motions.S_rate[node.dof + k];
      const Twist second = cross(a_P, S) + cross(v_P, rate);
      Twist chi = rate + rate;
      if (several) chi = chi + cross(own, S);
      Directions& to = part.directions[node.dof + k];
      to.X[0] = lanes(S.w.x, second.w.x, chi.w.x), to.X[1] = lanes(S.w.y, second.w.y, chi.w.y);
      to.X[2] = lanes(S.w.z, second.w.z, chi.w.z), to.X[3] = lanes(S.v.x, second.v.x, chi.v.x);
      to.X[4] = lanes(S.v.y, second.v.y, chi.v.y), to.X[5] = lanes(S.v.z, second.v.z, chi.v.z);
      to.Y[0] = lanes(0, rate.w.x, S.w.x), to.Y[1] = lanes(0, rate.w.y, S.w.y), to.Y[2] = lanes(0, rate.w.z, S.w.z);
    }
  }
}

/// I X + 2B Y in every lane: moment and force of all that hangs on a body.
POLHODE_INLINE void changes(const Composite& body, const Directions& of, Four* change) {
  const auto& [mass, h, m] = body.bulk;
  const auto& [D, P] = body.twice_B;
  const Four *const X = of.X, *const Y = of.Y;
  const double xx = m.yy + m.zz, yy = m.xx + m.zz, zz = m.xx + m.yy;
  change[0] =
      (xx * X[0] - m.xy * X[1] - m.xz * X[2]) + (h.y * X[5] - h.z * X[4]) + (D.xx * Y[0] + D.xy * Y[1] + D.xz * Y[2]);
  change[1] =
      (yy * X[1] - m.xy * X[0] - m.yz * X[2]) + (h.z * X[3] - h.x * X[5]) + (D.yx * Y[0] + D.yy * Y[1] + D.yz * Y[2]);
  change[2] =
      (zz * X[2] - m.xz * X[0] - m.yz * X[1]) + (h.x * X[4] - h.y * X[3]) + (D.zx * Y[0] + D.zy * Y[1] + D.zz * Y[2]);
  change[3] = mass * X[3] + (h.z * X[1] - h.y * X[2]) + (P.z * Y[1] - P.y * Y[2]);
  change[4] = mass * X[4] + (h.x * X[2] - h.z * X[0]) + (P.x * Y[2] - P.z * Y[0]);
  change[5] = mass * X[5] + (h.y * X[0] - h.x * X[1]) + (P.y * Y[0] - P.x * Y[1]);
}

POLHODE_INLINE void add(Composite& to, const Composite& one) {
  to.bulk.mass += one.bulk.mass;
  to.bulk.h = to.bulk.h + one.bulk.h;
  const Sym<double>&m = to.bulk.m, &n = one.bulk.m;
  to.bulk.m = {m.xx + n.xx, m.xy + n.xy, m.xz + n.xz, m.yy + n.yy, m.yz + n.yz, m.zz + n.zz};
  const Mat<double>&D = to.twice_B.D, &E = one.twice_B.D;
  to.twice_B.D = {D.xx + E.xx, D.xy + E.xy, D.xz + E.xz, D.yx + E.yx, D.yy + E.yy,
                  D.yz + E.yz, D.zx + E.zx, D.zy + E.zy, D.zz + E.zz};
  to.twice_B.P = to.twice_B.P + one.twice_B.P;
  to.f = {to.f.n + one.f.n, to.f.f + one.f.f};
}

/// Row and column of degree of freedom i, between it and all that carry it.
template <class To>
POLHODE_INLINE void pairs(const Plan& tree, const Node& node, int i, const Composite& body, const DerivativesPart& part,
                          const To& to) {
  const Twist& S = part.motions.S[i];
  const auto& [D, P] = body.twice_B;
  Four change[6];
  changes(body, part.directions[i], change);
  const double U[6] = {change[0][0], change[1][0], change[2][0], change[3][0], change[4][0], change[5][0]};
  const Vec<double> W = transposed(D, S.w) + cross(P, S.v);
  const Push<double> carried = cross(S, body.f);
  change[0] += lanes(0, carried.n.x, 0), change[1] += lanes(0, carried.n.y, 0), change[2] += lanes(0, carried.n.z, 0);
  change[3] += lanes(0, carried.f.x, 0), change[4] += lanes(0, carried.f.y, 0), change[5] += lanes(0, carried.f.z, 0);
  const auto seen_by = [&](int j) {
    const Directions& other = part.directions[j];
    const Four *const X = other.X, *const Y = other.Y;
    to.put(i, j,
           (U[0] * X[0] + U[1] * X[1] + U[2] * X[2]) + (U[3] * X[3] + U[4] * X[4] + U[5] * X[5]) +
               (W.x * Y[0] + W.y * Y[1] + W.z * Y[2]));
  };
  for (int j = node.dof; j < node.dof + dof(node.motion); ++j) seen_by(j);
  const int floating = tree.dofs[i].floating;
  for (int j = tree.dofs[node.dof].parent; j >= floating + 6 || (j >= 0 && floating < 0); j = tree.dofs[j].parent) {
    seen_by(j);
    to.put(j, i, dot(part.motions.S[j], change));
  }
  if (floating < 0 || node.dof == floating) return;
  // The directions of a free root are the axes.
  for (int k = 0; k < 6; ++k) {
    seen_by(floating + k);
    to.put(floating + k, i, change[(k + 3) % 6]);
  }
}

/// Derivatives of the joints' forces, from motions that are known.
template <class To>
void differentiate(const Plan& tree, const double* v, const DerivativesPart& part, const To& to) {
  prepare(tree, v, part);
  for (int i = tree.count - 1; i >= 0; --i) {
    const Node& node = tree.nodes[i];
    for (int k = 0; k < dof(node.motion); ++k) pairs(tree, node, node.dof + k, part.composites[i], part, to);
    if (node.parent >= 0) add(part.composites[node.parent], part.composites[i]);
  }
}

inline std::size_t rnea_derivatives_room(const Plan& tree) {
  Parts parts(nullptr);
  derivatives_part(tree, parts);
  return parts.bytes();
}

/// `outside`: six numbers for each body, moment and force about its origin in its axes, or null.
inline void rnea_derivatives(const Plan& tree, const Base& base, const double* q, const double* v, const double* dv,
                             const double* outside, void* room, double* dtau_dq, double* dtau_dv, double* M) {
  Parts parts(room);
  const DerivativesPart part = derivatives_part(tree, parts);
  const bool chain = tree.depth == tree.nv;  // then every entry is written
  for (double* const matrix : {dtau_dq, dtau_dv, M})
    if (!chain) __builtin_memset(matrix, 0, static_cast<std::size_t>(tree.nv) * tree.nv * sizeof(double));
  move_all(tree, base, q, v, part.motions);
  accelerate_all(tree, v, dv, outside, part.motions);
  differentiate(tree, v, part, ToMatrices{dtau_dq, dtau_dv, M, tree.nv, tree.dofs});
}

}  // namespace polhode::tree::POLHODE_TREE_KERNELS
