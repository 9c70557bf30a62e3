#pragma once
// Forces of joints as a matrix times the masses, first moments and inertias of links.

#include "dynamics/tree/kernels/common_motions.hpp"
#include "dynamics/tree/kernels/derivative_table.hpp"

namespace polhode::tree::POLHODE_TREE_KERNELS {

inline std::size_t regressor_room(const Plan& tree) {
  Parts parts(nullptr);
  motions_part(tree, parts);
  return parts.bytes();
}

/// Pushes about a link's origin in its axes, for unit values of m, h and the inertia's xx, xy, xz, yy, yz, zz.
///
///   f = m a + K h,   n = h × a + J α + ω × (J ω)
///
/// with the acceleration a of the link's origin less gravity, and K = [α]ₓ + [ω]ₓ².
POLHODE_INLINE void unit_pushes(const Vec<double>& w, const Vec<double>& alpha, const Vec<double>& a,
                                Push<double> (&to)[10]) {
  const Mat<double> K = spin_matrix(w, alpha);
  to[0] = {zero<double>(), a};
  to[1] = {{0, -a.z, a.y}, {K.xx, K.yx, K.zx}};
  to[2] = {{a.z, 0, -a.x}, {K.xy, K.yy, K.zy}};
  to[3] = {{-a.y, a.x, 0}, {K.xz, K.yz, K.zz}};
  // J ω and J α where one entry of J, or a pair of them, is one.
  const auto of_inertia = [&](const Vec<double>& Jw, const Vec<double>& J_alpha) {
    return Push<double>{J_alpha + cross(w, Jw), zero<double>()};
  };
  to[4] = of_inertia({w.x, 0, 0}, {alpha.x, 0, 0});
  to[5] = of_inertia({w.y, w.x, 0}, {alpha.y, alpha.x, 0});
  to[6] = of_inertia({w.z, 0, w.x}, {alpha.z, 0, alpha.x});
  to[7] = of_inertia({0, w.y, 0}, {0, alpha.y, 0});
  to[8] = of_inertia({0, w.z, w.y}, {0, alpha.z, alpha.y});
  to[9] = of_inertia({0, 0, w.z}, {0, 0, alpha.z});
}

inline void regressor(const Plan& tree, const Base& base, const double* q, const double* v, const double* dv,
                      const LinkOnBody* links, int count, void* room, double* Y, int stride) {
  Parts parts(room);
  const MotionsPart part = motions_part(tree, parts);
  move_all(tree, base, q, v, part);
  accelerate_all(tree, v, dv, nullptr, part);
  for (int i = 0; i < count; ++i) {
    const LinkOnBody& link = links[i];
    const Node& node = tree.nodes[link.node];
    const Placement<double>& body = part.bodies[link.node].at;
    const Mat<double> R = body.R * mat(link.R);
    const Vec<double> p = body.p + body.R * vec(link.p);
    const auto& [velocity, rate, momentum, force] = part.moving[link.node];
    const Vec<double> a = rate.v + cross(rate.w, p) + cross(velocity.w, velocity.v + cross(velocity.w, p));
    Push<double> pushes[10];
    unit_pushes(transposed(R, velocity.w), transposed(R, rate.w), transposed(R, a), pushes);
    for (int j = node.dof + dof(node.motion) - 1; j >= 0; j = tree.dofs[j].parent) {
      const Twist& S = part.S[j];
      const Twist seen{transposed(R, S.w), transposed(R, S.v + cross(S.w, p))};
      double* const row = Y + tree.dofs[j].v * stride + 10 * i;
      for (int c = 0; c < 10; ++c) row[c] = dot(seen, pushes[c]);
    }
  }
}

}  // namespace polhode::tree::POLHODE_TREE_KERNELS
