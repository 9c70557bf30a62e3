#include <polhode/dynamics/tree/matrices.hpp>

#include <type_traits>

#include "dynamics/tree/kernels/derivative_table.hpp"
#include "dynamics/tree/kernels/matrix_table.hpp"
#include "dynamics/tree/sizes.hpp"

namespace polhode {
namespace {

template <class S>
const tree::MatrixAlgorithms<S>& matrix_algorithms() {
  if constexpr (std::is_same_v<S, double>)
    return tree::matrices();
  else
    return tree::dual_matrices();
}

/// As many zeros as there are velocities.
template <class S>
In<S> zeros(const Tree& tree, TreeWorkspace& work) {
  const std::size_t count = static_cast<std::size_t>(tree.nv());
  S* const list = static_cast<S*>(work.ask(count * sizeof(S)));
  for (std::size_t i = 0; i < count; ++i) list[i] = S(0.0);
  return {list, count};
}

/// Calls what(i, resistance) for each degree of freedom.
template <class What>
void each_velocity(const Tree& tree, What&& what) {
  std::size_t i = 0;
  for (const Link& link : tree.links())
    for (int k = 0; k < nv(link.joint); ++k) what(i++, link.resistance);
}

}  // namespace

template <class S>
void coriolis(const Tree& tree, In<S> q, In<S> v, CoriolisWorkspace& work, Out<S> C) {
  tree::require_coordinates(tree, q);
  tree::require_velocities(tree, "v", v);
  tree::require_square(tree, "C", C);
  const tree::Plan plan = tree.data().plan();
  matrix_algorithms<S>().coriolis(plan, q.data(), v.data(), work.ask(matrix_algorithms<S>().coriolis_room(plan)),
                                  C.data());
}

template <class S>
void gravity_forces(const Tree& tree, In<S> q, BiasWorkspace& work, Out<S> G, const Vec3& gravity) {
  const In<S> still = zeros<S>(tree, work.zeros);
  rnea<S>(tree, q, still, still, work.rnea, G, {.gravity = gravity});
}

template <class S>
void bias_forces(const Tree& tree, In<S> q, In<S> v, BiasWorkspace& work, Out<S> h, const Surroundings<S>& around) {
  rnea<S>(tree, q, v, zeros<S>(tree, work.zeros), work.rnea, h, around);
}

void damping_matrix(const Tree& tree, Out<double> B) {
  tree::require_square(tree, "B", B);
  for (double& one : B) one = 0;
  const std::size_t step = static_cast<std::size_t>(tree.nv()) + 1;
  each_velocity(tree, [&](std::size_t i, const JointResistance& joint) { B[i * step] = joint.damping; });
}

void reflected_inertias(const Tree& tree, Out<double> rotors) {
  tree::require_velocities(tree, "rotors", rotors);
  each_velocity(tree, [&](std::size_t i, const JointResistance& joint) { rotors[i] = joint.reflected_inertia(); });
}

void resistance(const Tree& tree, VecIn v, VecIn a, VecOut tau) {
  tree::require_velocities(tree, "v", v);
  tree::require_velocities(tree, "a", a);
  tree::require_velocities(tree, "tau", tau);
  each_velocity(tree, [&](std::size_t i, const JointResistance& joint) {
    const double sign = v[i] > 0 ? 1 : v[i] < 0 ? -1 : 0;
    tau[i] = joint.damping * v[i] + joint.friction * sign + joint.reflected_inertia() * a[i];
  });
}

void mass_matrix_inverse(const Tree& tree, VecIn q, InverseWorkspace& work, VecOut M_inverse,
                         std::span<const double> rotors) {
  tree::require_coordinates(tree, q);
  tree::require_square(tree, "M_inverse", M_inverse);
  tree::require_velocities_or_none(tree, "rotors", rotors);
  const tree::Plan plan = tree.data().plan();
  const tree::DerivativeKernels& kernels = tree::derivatives();
  kernels.minverse(plan, q.data(), rotors.empty() ? nullptr : rotors.data(), work.ask(kernels.minverse_room(plan)),
                   M_inverse.data());
}

#define POLHODE_INSTANTIATE(S)                                                              \
  template void coriolis<S>(const Tree&, In<S>, In<S>, CoriolisWorkspace&, Out<S>);         \
  template void gravity_forces<S>(const Tree&, In<S>, BiasWorkspace&, Out<S>, const Vec3&); \
  template void bias_forces<S>(const Tree&, In<S>, In<S>, BiasWorkspace&, Out<S>, const Surroundings<S>&);
POLHODE_INSTANTIATE(double)
POLHODE_INSTANTIATE(Dual4)
#undef POLHODE_INSTANTIATE

}  // namespace polhode
