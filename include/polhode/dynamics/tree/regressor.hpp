#pragma once
// Forces of joints as a matrix times what a mechanism is made of.

#include <string>
#include <vector>

#include <polhode/dynamics/tree/dynamics.hpp>

namespace polhode {

/// Which columns follow those of the masses, one for each joint that moves.
struct RegressorColumns {
  bool damping = false;   ///< v
  bool friction = false;  ///< the sign of v
  bool rotors = false;    ///< a: reflected inertia
};

enum class ParameterKind { mass, hx, hy, hz, xx, xy, xz, yy, yz, zz, damping, friction, rotor };

/// One of the numbers π. Of each link with mass that moves: its mass m, h = m p_BBcm and the inertia about its origin,
/// in its axes. Then of each joint that moves what resists it, the same for each of its degrees of freedom.
struct Parameter {
  int link = -1;
  ParameterKind kind = ParameterKind::mass;
  std::string name;  ///< "forearm.mass", "elbow.damping"
};

/// π: what the columns of the regressor belong to, and the values that a mechanism has.
std::vector<Parameter> regressor_parameters(const Tree& tree, const RegressorColumns& columns = {});
std::vector<double> parameter_values(const Tree& tree, const RegressorColumns& columns = {});
/// How many there are.
int parameter_count(const Tree& tree, const RegressorColumns& columns = {});

struct RegressorWorkspace : TreeWorkspace {};

/// Y, nv rows of parameter_count numbers: the forces of a motion are linear in masses, first moments and inertias.
///
///   τ(q, v, a) = Y(q, v, a) π
///
/// τ is that of rnea without wrenches from outside, and with the resistance of joints where columns of it are asked
/// for.
///
/// Source   [Atkeson, An, Hollerbach 1986] section 2.
/// Frames   π of each link about its origin and in its axes.
/// Units    SI.   Allocates nothing after its first call.
/// Proof    tests/law/tree_regressor_law_test.cpp, Y π is what rnea gives
void regressor(const Tree& tree, VecIn q, VecIn v, VecIn a, RegressorWorkspace& work, VecOut Y,
               const RegressorColumns& columns = {}, const Surroundings<double>& around = {});

}  // namespace polhode
