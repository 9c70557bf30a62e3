#pragma once
// What surrounds a mechanism, as its kernels read it.

#include <polhode/dynamics/tree/dynamics.hpp>

#include "dynamics/tree/kernels/table.hpp"

namespace polhode::tree {

template <class S>
Base base_of(const Surroundings<S>& around) {
  Base base;
  for (int i = 0; i < 3; ++i) {
    base.w[i] = around.base_angular_velocity[i];
    base.alpha[i] = around.base_angular_acceleration[i];
    base.a[i] = around.base_acceleration[i] - around.gravity[i];
  }
  return base;
}

/// Memory that outside_forces needs.
template <class S>
std::size_t outside_room(const Data& tree, const Surroundings<S>& around) {
  return around.wrenches.empty() ? 0 : 6 * tree.nodes.size() * sizeof(S);
}

/// The wrenches on links as wrenches on the kernels' bodies, about their origins in their axes; null if there are none.
template <class S>
const S* outside_forces(const Data& tree, const Surroundings<S>& around, void* memory) {
  if (around.wrenches.empty()) return nullptr;
  require_size("wrenches", 6 * static_cast<long>(tree.links.size()), static_cast<long>(around.wrenches.size()),
               "a moment and a force for each link");
  using Vector = Eigen::Matrix<S, 3, 1>;
  S* const sums = static_cast<S*>(memory);
  for (std::size_t i = 0; i < 6 * tree.nodes.size(); ++i) sums[i] = S(0.0);
  for (std::size_t i = 0; i < tree.links.size(); ++i) {
    const Frame& frame = tree.frames[i];
    if (frame.node < 0) continue;
    const S* const one = around.wrenches.data() + 6 * i;
    const Vector n = frame.R_KB * Vector(one[0], one[1], one[2]), f = frame.R_KB * Vector(one[3], one[4], one[5]);
    const Vec3& p = frame.X_KB.p;
    S* const sum = sums + 6 * frame.node;
    sum[0] += n[0] + (p[1] * f[2] - p[2] * f[1]);
    sum[1] += n[1] + (p[2] * f[0] - p[0] * f[2]);
    sum[2] += n[2] + (p[0] * f[1] - p[1] * f[0]);
    for (int k = 0; k < 3; ++k) sum[3 + k] += f[k];
  }
  return sums;
}

}  // namespace polhode::tree
