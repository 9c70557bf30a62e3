#pragma once
// First derivatives of the forces that a motion needs, and of the accelerations that forces make.

#include <polhode/dynamics/tree/dynamics.hpp>

namespace polhode {

struct RneaDerivativesWorkspace : TreeWorkspace {};
struct AbaDerivativesWorkspace : TreeWorkspace {};

/// ∂τ/∂q, ∂τ/∂v and ∂τ/∂a = M of rnea, nv × nv numbers each, row by row, in O(number of links × depth).
///
///   ∂τ/∂q: column k is the change of τ when q moves with the rates that velocity k has (coordinate_rates); for a free
///   joint along the axes of the link and about them.
///   Forces from outside stay as they are in the axes of their link, gravity and the base's motion in those of the
///   base.
///
/// Source   [Carpentier, Mansard 2018], [Singh, Russell, Wensing 2022] section IV; letters S, ψ̇, ψ̈, B as there. B is
///          used as the 12 numbers that it consists of.
/// Frames   inside: about the origin and in the axes of the body that hangs on the base, as it stands now.
/// Units    SI. q, v, a in the order of Tree.   Allocates nothing after its first call.
/// Proof    tests/law/tree_derivatives_law_test.cpp, against dual numbers through rnea
void rnea_derivatives(const Tree& tree, VecIn q, VecIn v, VecIn a, RneaDerivativesWorkspace& work, VecOut dtau_dq,
                      VecOut dtau_dv, VecOut M, const Surroundings<double>& around = {});

/// ∂a/∂q, ∂a/∂v and ∂a/∂τ = M⁻¹ of aba, nv × nv numbers each, row by row.
///
///   ∂a/∂x = −M⁻¹ ∂τ/∂x, with the accelerations that tau makes
///
/// `rotors`, if not empty, adds the reflected inertia of each degree of freedom to the diagonal of M.
///
/// Source   [Carpentier, Mansard 2018] section V.
/// Frames   as rnea_derivatives.
/// Proof    tests/law/tree_derivatives_law_test.cpp, against dual numbers through aba
void aba_derivatives(const Tree& tree, VecIn q, VecIn v, VecIn tau, AbaDerivativesWorkspace& work, VecOut da_dq,
                     VecOut da_dv, VecOut M_inverse, const Surroundings<double>& around = {},
                     std::span<const double> rotors = {});

}  // namespace polhode
