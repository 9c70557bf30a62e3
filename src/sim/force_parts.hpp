#pragma once
// Generalised forces of two derivations, taken apart by the rates that they depend on.

#include <optional>

#include "sim/differing_terms.hpp"

namespace polhode {

/// A force of both derivations, on every coordinate.
struct BothForces {
  Eigen::VectorXd mine, theirs;

  friend BothForces operator+(const BothForces& a, const BothForces& b) {
    return {a.mine + b.mine, a.theirs + b.theirs};
  }
  friend BothForces operator-(const BothForces& a, const BothForces& b) {
    return {a.mine - b.mine, a.theirs - b.theirs};
  }
  friend BothForces operator*(double factor, const BothForces& a) { return {factor * a.mine, factor * a.theirs}; }
};

/// h(t, s, u) of one state, with u split into its single rates:
///
///   h = rest + Σ_j (odd_j + even_j) + Σ_{j<l} pair_jl + left
///
/// odd_j and even_j change with the sign of u_j as they are called, pair_jl is what two rates do together. Where h is a
/// polynomial of second degree, odd is linear, even and pair are quadratic, and nothing is left.
struct ForceParts {
  BothForces rest;
  std::vector<BothForces> odd, even;
  std::vector<BothForces> odd_beyond, even_beyond;  ///< by how much they are not linear and not quadratic, at twice u_j
  std::vector<BothForces> pair;                     ///< j < l, by rows
  BothForces left;
};
/// Nothing where one of the two has no value.
std::optional<ForceParts> force_parts(const SameAs& same, const DrawnState& state);

/// M at rest.
struct BothInertias {
  Eigen::MatrixXd mine, theirs;
};
std::optional<BothInertias> inertias(const SameAs& same, double t, VecIn s);

/// What a difference D of mass matrices adds to the forces, as Lagrange's equations have it:
///
///   −Ḋ u + ½ ∂(uᵀ D u)/∂s
///
/// by the same parts as h; derivatives are central differences, and what rounding leaves of a D that does not change is
/// left out. Nothing where rates of the other derivation are not all free, or a value is missing.
struct InertiaForce {
  Eigen::VectorXd force, rounding;
};
struct InertiaForces {
  std::vector<InertiaForce> linear;      ///< −∂D/∂t u
  std::vector<InertiaForce> even, pair;  ///< as in ForceParts
};
std::optional<InertiaForces> inertia_forces(const SameAs& same, const DrawnState& state, double factor);

}  // namespace polhode
