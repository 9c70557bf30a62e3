#pragma once
// The inverse of the mass matrix: unit forces inward through articulated bodies, accelerations outward, four columns
// at a time.

#include "dynamics/tree/kernels/aba.hpp"
#include "dynamics/tree/kernels/common.hpp"

namespace polhode::tree::POLHODE_TREE_KERNELS {

/// U = IA S and 1 / D of a degree of freedom, as in Articulated.
struct Pivot {
  Push<double> U;
  double inverse_D;
};

/// What minverse works with. Columns are in the order of Plan::dofs, four of them in a pack.
struct MinversePart {
  Articulated<double>* I;
  Pivot* pivots;
  Four* force;         ///< of each column, six numbers: what it exerts on the body that is now looked at
  Four* acceleration;  ///< of each column for each depth, six numbers
  Four* rows;          ///< of the inverse
  int packs;           ///< in a row
};

inline MinversePart minverse_part(const Plan& tree, Parts& parts) {
  const int packs = (tree.nv + 3) / 4;
  return {parts.take<Articulated<double>>(tree.count), parts.take<Pivot>(tree.nv),        parts.take<Four>(6 * packs),
          parts.take<Four>(6 * packs * tree.depth),    parts.take<Four>(tree.nv * packs), packs};
}

/// One in lane `at`, zero in the others.
POLHODE_INLINE Four unit_lane(int at) {
  return Four(Four::Lanes{at == 0 ? 1.0 : 0.0, at == 1 ? 1.0 : 0.0, at == 2 ? 1.0 : 0.0, at == 3 ? 1.0 : 0.0});
}
/// One in the first `count` lanes.
POLHODE_INLINE Four first_lanes(int count) {
  return Four(Four::Lanes{count > 0 ? 1.0 : 0.0, count > 1 ? 1.0 : 0.0, count > 2 ? 1.0 : 0.0, count > 3 ? 1.0 : 0.0});
}

POLHODE_INLINE Four dot(const Push<double>& a, const Four* b) {
  return (a.n.x * b[0] + a.n.y * b[1] + a.n.z * b[2]) + (a.f.x * b[3] + a.f.y * b[4] + a.f.z * b[5]);
}

/// U and D of all degrees of freedom. A joint with several is taken as a chain of joints with nothing between them.
inline void articulate(const Plan& tree, const Standing* bodies, const Twist* S, const double* rotors,
                       const MinversePart& part) {
  for (int i = 0; i < tree.count; ++i) {
    const auto& [mass, h, m] = bodies[i].bulk;
    part.I[i] = {{m.yy + m.zz, -m.xy, -m.xz, m.xx + m.zz, -m.yz, m.xx + m.yy},
                 {0, -h.z, h.y, h.z, 0, -h.x, -h.y, h.x, 0},
                 {mass, 0, 0, mass, 0, mass},
                 zero<double>(),
                 zero<double>()};
  }
  for (int i = tree.count - 1; i >= 0; --i) {
    const Node& node = tree.nodes[i];
    Articulated<double> I = part.I[i];
    for (int k = dof(node.motion) - 1; k >= 0; --k) {
      const Twist& s = S[node.dof + k];
      const Push<double> U{I.A * s.w + I.B * s.v, transposed(I.B, s.w) + I.C * s.v};
      const double D = dot(s, U) + (rotors == nullptr ? 0 : rotors[node.v0 + k]);
      part.pivots[node.dof + k] = {U, 1 / D};
      if (k > 0 || node.parent >= 0) take_out(I, U.n, U.f, 1 / D);
    }
    if (node.parent >= 0) add(I, part.I[node.parent]);
  }
}

/// Unit forces of all joints, inward: row i of the columns that it carries.
inline void unit_forces_inward(const Plan& tree, const Twist* S, const MinversePart& part) {
  const int packs = part.packs;
  for (int i = 0; i < 6 * packs; ++i) part.force[i] = Four(0.0);
  for (int i = tree.nv - 1; i >= 0; --i) {
    const auto& [U, g] = part.pivots[i];
    const int end = tree.dofs[i].end, first = i / 4, last = (end - 1) / 4;
    Four* const row = part.rows + i * packs;
    for (int b = 0; b < packs; ++b) {
      if (b < first || b > last) {
        row[b] = Four(0.0);
        continue;
      }
      Four* const force = part.force + 6 * b;
      Four x = -dot(S[i], force);
      if (b == first) x += unit_lane(i % 4);
      x *= Four(g);
      if (b == last) x *= first_lanes(end - 4 * b);
      row[b] = x;
      force[0] += U.n.x * x, force[1] += U.n.y * x, force[2] += U.n.z * x;
      force[3] += U.f.x * x, force[4] += U.f.y * x, force[5] += U.f.z * x;
    }
  }
}

/// Accelerations of all columns, outward: row i from its diagonal on.
inline void accelerations_outward(const Plan& tree, const Twist* S, const MinversePart& part) {
  const int packs = part.packs;
  for (int i = 0; i < tree.nv; ++i) {
    const auto& [v, parent, end, depth, floating] = tree.dofs[i];
    const auto& [U, g] = part.pivots[i];
    Four* const row = part.rows + i * packs;
    Four* const own = part.acceleration + 6 * packs * depth;
    const Four* const below = own - 6 * packs;
    const bool carries = end > i + 1;
    for (int b = i / 4; b < packs; ++b) {
      Four x = row[b];
      if (parent >= 0) row[b] = x -= g * dot(U, below + 6 * b);
      if (!carries) continue;
      const double s[6] = {S[i].w.x, S[i].w.y, S[i].w.z, S[i].v.x, S[i].v.y, S[i].v.z};
      for (int c = 0; c < 6; ++c) own[6 * b + c] = parent >= 0 ? below[6 * b + c] + s[c] * x : s[c] * x;
    }
  }
}

/// M⁻¹ from pivots, both triangles, nv × nv.
inline void invert(const Plan& tree, const Twist* S, const MinversePart& part, double* M_inverse) {
  unit_forces_inward(tree, S, part);
  accelerations_outward(tree, S, part);
  for (int i = 0; i < tree.nv; ++i) {
    const double* const row = reinterpret_cast<const double*>(part.rows + i * part.packs);
    const int v = tree.dofs[i].v;
    for (int j = i; j < tree.nv; ++j) {
      const int u = tree.dofs[j].v;
      M_inverse[v * tree.nv + u] = M_inverse[u * tree.nv + v] = row[j];
    }
  }
}

struct MinverseRoom {
  Standing* bodies;
  Twist* S;
  double *sin, *cos;
  MinversePart part;
};
inline MinverseRoom minverse_parts(const Plan& tree, Parts& parts) {
  const int angles = static_cast<int>(angle_room(tree));
  return {parts.take<Standing>(tree.count), parts.take<Twist>(tree.nv), parts.take<double>(angles),
          parts.take<double>(angles), minverse_part(tree, parts)};
}
inline std::size_t minverse_room(const Plan& tree) {
  Parts parts(nullptr);
  minverse_parts(tree, parts);
  return parts.bytes();
}

/// `rotors`: what each degree of freedom adds to the diagonal of M, or null.
inline void minverse(const Plan& tree, const double* q, const double* rotors, void* room, double* M_inverse) {
  Parts parts(room);
  const auto [bodies, S, sin, cos, part] = minverse_parts(tree, parts);
  all_sincos(tree, q, sin, cos);
  stand(tree, q, sin, cos, bodies, S);
  articulate(tree, bodies, S, rotors, part);
  invert(tree, S, part, M_inverse);
}

}  // namespace polhode::tree::POLHODE_TREE_KERNELS
