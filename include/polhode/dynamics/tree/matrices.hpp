#pragma once
// The equations of motion by their parts: M a + C v + G = tau, what joints resist, and M the other way round.

#include <polhode/dynamics/tree/dynamics.hpp>

namespace polhode {

struct CoriolisWorkspace : TreeWorkspace {};
struct InverseWorkspace : TreeWorkspace {};
struct BiasWorkspace {
  RneaWorkspace rnea;
  TreeWorkspace zeros;
};

/// The Coriolis matrix, nv × nv numbers row by row, in O(number of links × depth).
///
///   C(q, v) = Σ m J_pᵀ dJ_p/dt over all points p:   C v = h(q, v) − G(q),   dM/dt = C + Cᵀ
///
/// so that dM/dt − 2 C is skew. Of all such matrices it is the one of Christoffel's symbols where v = dq/dt, and of the
/// connection of the metric M where v is not (ball and free joints). For a rigid body with twist V and inertia I this
/// is I dJ/dt + B J with 2 B = (V×*) I + (I V ×̄*) − I (V×).
///
/// Source   [Echeandia, Wensing 2021]; the sums over points taken about the origin of each body.
/// Frames   as rnea. The base is at rest.
/// Units    SI. S is double or Dual4.   Allocates nothing after its first call.
/// Proof    tests/law/tree_matrices_law_test.cpp, tests/truth/golden_robot_test.cpp
template <class S>
void coriolis(const Tree& tree, In<S> q, In<S> v, CoriolisWorkspace& work, Out<S> C);

/// G(q): the forces that hold the mechanism still against gravity.
///
/// Proof    tests/law/tree_matrices_law_test.cpp (the gradient of the potential energy)
template <class S>
void gravity_forces(const Tree& tree, In<S> q, BiasWorkspace& work, Out<S> G, const Vec3& gravity = {0, 0, -9.81});

/// h(q, v) = C v + G, and what a base that moves and wrenches from outside add: the forces for a = 0.
///
/// Proof    tests/law/tree_matrices_law_test.cpp
template <class S>
void bias_forces(const Tree& tree, In<S> q, In<S> v, BiasWorkspace& work, Out<S> h, const Surroundings<S>& around = {});

/// B: nv × nv numbers with the damping of each degree of freedom on the diagonal.
void damping_matrix(const Tree& tree, Out<double> B);

/// What each degree of freedom's rotor adds to the diagonal of M: gear² times its inertia.
void reflected_inertias(const Tree& tree, Out<double> rotors);

/// The forces that motors need beside rnea's, because joints resist:
///
///   tau = b v + c sign(v) + gear² I a,   sign(0) = 0
///
/// Proof    tests/law/tree_matrices_law_test.cpp
void resistance(const Tree& tree, VecIn v, VecIn a, VecOut tau);

/// The inverse of the mass matrix, nv × nv numbers row by row, without the matrix itself, in O(nv²).
///
///   M(q)⁻¹, or (M + diag(rotors))⁻¹ if `rotors` is not empty
///
/// Source   [Carpentier 2018]; each velocity of a joint is taken as an axis of its own.
/// Frames   as rnea.
/// Units    SI.   Allocates nothing after its first call.
/// Proof    tests/law/tree_matrices_law_test.cpp, tests/truth/golden_robot_test.cpp
void mass_matrix_inverse(const Tree& tree, VecIn q, InverseWorkspace& work, VecOut M_inverse,
                         std::span<const double> rotors = {});

/// The mass matrix taken apart once, for many right-hand sides.
struct MassFactors {
  CrbaWorkspace crba;
  TreeWorkspace numbers;
};

/// M = Lᵀ D L, with zeros in L where two axes carry nothing in common, in O(nv × depth²).
///
/// Source   [Featherstone 2008] section 6.5.
/// Proof    tests/law/tree_matrices_law_test.cpp
template <class S>
void factorise_mass_matrix(const Tree& tree, In<S> q, MassFactors& factors, std::span<const double> rotors = {});

/// x ← M⁻¹ x, in O(nv × depth), with the factors of the call before, made for the same tree and scalar.
template <class S>
void solve_mass_matrix(const Tree& tree, MassFactors& factors, Out<S> x);

}  // namespace polhode
