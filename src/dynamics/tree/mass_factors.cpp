// The mass matrix as Lᵀ D L, sparse where the tree branches.
#include <polhode/dynamics/tree/matrices.hpp>

#include "dynamics/tree/data.hpp"
#include "dynamics/tree/sizes.hpp"

namespace polhode {
namespace {

/// The factors in memory: nv rows of L, whose diagonal holds D, and the axis that carries each axis, −1: none.
template <class S>
struct Factors {
  int nv;
  S* L;
  int* below;
};

template <class S>
Factors<S> factors_in(const Tree& tree, MassFactors& factors) {
  const int nv = tree.nv();
  const std::size_t count = static_cast<std::size_t>(nv);
  S* const L = static_cast<S*>(factors.numbers.ask(count * count * sizeof(S) + count * sizeof(int)));
  return {nv, L, reinterpret_cast<int*>(L + count * count)};
}

void write_below(const tree::Plan& plan, int* below) {
  for (int i = 0; i < plan.count; ++i) {
    const tree::Node& node = plan.nodes[i];
    for (int k = 0; k < tree::dof(node.motion); ++k) below[node.v0 + k] = node.v0 + k - 1;
    const tree::Node* const parent = node.parent < 0 ? nullptr : plan.nodes + node.parent;
    below[node.v0] = parent == nullptr ? -1 : parent->v0 + tree::dof(parent->motion) - 1;
  }
}

}  // namespace

template <class S>
void factorise_mass_matrix(const Tree& tree, In<S> q, MassFactors& factors, std::span<const double> rotors) {
  tree::require_velocities_or_none(tree, "rotors", rotors);
  const auto [nv, L, below] = factors_in<S>(tree, factors);
  const std::size_t count = static_cast<std::size_t>(nv);
  crba<S>(tree, q, factors.crba, {L, count * count});
  for (std::size_t i = 0; i < rotors.size(); ++i) L[i * (count + 1)] += rotors[i];
  write_below(tree.data().plan(), below);
  for (int k = nv - 1; k >= 0; --k) {
    for (int i = below[k]; i >= 0; i = below[i]) {
      const S ratio = L[k * nv + i] / L[k * nv + k];
      for (int j = i; j >= 0; j = below[j]) L[i * nv + j] -= ratio * L[k * nv + j];
      L[k * nv + i] = ratio;
    }
  }
}

template <class S>
void solve_mass_matrix(const Tree& tree, MassFactors& factors, Out<S> x) {
  tree::require_velocities(tree, "x", x);
  const auto [nv, L, below] = factors_in<S>(tree, factors);
  write_below(tree.data().plan(), below);
  S* const y = x.data();
  for (int i = nv - 1; i >= 0; --i) {
    for (int j = below[i]; j >= 0; j = below[j]) y[j] -= L[i * nv + j] * y[i];
    y[i] /= L[i * nv + i];
  }
  for (int i = 0; i < nv; ++i)
    for (int j = below[i]; j >= 0; j = below[j]) y[i] -= L[i * nv + j] * y[j];
}

template void factorise_mass_matrix<double>(const Tree&, In<double>, MassFactors&, std::span<const double>);
template void factorise_mass_matrix<Dual4>(const Tree&, In<Dual4>, MassFactors&, std::span<const double>);
template void solve_mass_matrix<double>(const Tree&, MassFactors&, Out<double>);
template void solve_mass_matrix<Dual4>(const Tree&, MassFactors&, Out<Dual4>);

}  // namespace polhode
