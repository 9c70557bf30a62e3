#pragma once
// A mechanism as a whole: mass, energy, centre of mass, momentum.

#include <polhode/dynamics/tree/kinematics.hpp>

namespace polhode {

/// What moves in a mechanism, summed up. What is fixed to the base does not count. C is the centre of mass; W as in
/// kinematics.hpp.
template <class S = double>
struct Totals {
  using Vector = Eigen::Matrix<S, 3, 1>;
  double mass = 0;           ///< of the links that a joint can move [kg]
  Vector p_WC;               ///< the base's origin if nothing that moves has mass
  Vector v_WC, a_WC;         ///< its velocity and acceleration
  Vector momentum;           ///< linear, m v_WC [kg m/s]
  Vector angular_momentum;   ///< about C [kg m²/s]
  Vector force;              ///< rate of the momentum: the sum of all forces from outside, gravity included [N]
  Vector moment;             ///< rate of the angular momentum about C: the sum of their moments about C [N m]
  S kinetic{}, potential{};  ///< energies [J]; the potential one is zero with all mass at the base's origin
  S kinetic_rate{};          ///< dT/dt [W]
  S potential_rate{};        ///< dU/dt [W]
};

struct TotalsWorkspace : TreeWorkspace {};
struct CentroidalWorkspace : TreeWorkspace {};

/// All of Totals in one pass, in O(number of links).
///
///   T = ½ ∫ |ẋ|² dm,   U = −m g · c,   p = ∫ ẋ dm,   L = ∫ (x − c) × (ẋ − ċ) dm
///
/// `v` and `a` may be empty: at rest, or without acceleration. With a base that moves, velocities are those against
/// inertial space. S is double or Dual4.
///
/// Frames   world axes; angular momentum about the centre of mass.   Allocates nothing after its first call.
/// Proof    tests/law/tree_quantities_law_test.cpp, tests/truth/golden_robot_test.cpp
template <class S>
Totals<S> totals(const Tree& tree, In<S> q, In<S> v, In<S> a, TotalsWorkspace& work,
                 const Vec3& gravity = {0, 0, -9.81}, const BaseMotion& base = {});

/// The mass of all links that a joint can move.
double moving_mass(const Tree& tree);
double kinetic_energy(const Tree& tree, VecIn q, VecIn v, TotalsWorkspace& work);
/// U = −Σ m g · p, zero at the base's origin.
double potential_energy(const Tree& tree, VecIn q, TotalsWorkspace& work, const Vec3& gravity = {0, 0, -9.81});
Vec3 centre_of_mass(const Tree& tree, VecIn q, TotalsWorkspace& work);

/// The momentum about the centre of mass for a unit of each velocity: (p, L) = A(q) v.
///
/// Six rows of nv numbers, row by row: linear, then angular. Its first three rows over the mass are the Jacobian of the
/// centre of mass.
///
/// Source   [Orin, Goswami, Lee 2013], the centroidal momentum matrix, from composite bodies.
/// Frames   world axes, about the centre of mass. The base is at rest.
/// Proof    tests/law/tree_quantities_law_test.cpp
template <class S>
void centroidal_matrix(const Tree& tree, In<S> q, CentroidalWorkspace& work, Out<S> A);

}  // namespace polhode
