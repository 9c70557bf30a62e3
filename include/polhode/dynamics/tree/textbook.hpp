#pragma once
// The dynamics of mechanisms as textbooks have them: plain and slow, with nothing in common with the fast algorithms
// that they check but the description of the mechanism.

#include <span>
#include <string>
#include <vector>

#include <polhode/dynamics/tree/tree.hpp>
#include <polhode/math/dual.hpp>

namespace polhode::textbook {

template <class S>
using MatrixOf = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>;
using Matrix = MatrixOf<double>;
using Vector = Eigen::Matrix<double, Eigen::Dynamic, 1>;

/// Where Denavit and Hartenberg's numbers put the frame of link i, from that of link i − 1:
///
///   modified   Rx(α) Tx(a) Rz(θ) Tz(d)   the link's frame is at its own joint, which turns it about its z
///   standard   Rz(θ) Tz(d) Tx(a) Rx(α)   the link's frame is at the next joint; the z before is that of its own
///
/// Source   [Craig 2005] section 3.4 (modified); [Denavit, Hartenberg 1955] (standard).
enum class DhConvention { modified, standard };

/// A link of an arm and its joint. The coordinate q adds to θ, or to d if the joint is prismatic. Mass properties are
/// in the axes of the link's frame, and not checked: published ones are not always possible.
struct DhRow {
  bool prismatic = false;
  double alpha = 0;  ///< α [rad]
  double a = 0;      ///< [m]
  double d = 0;      ///< [m]
  double theta = 0;  ///< θ [rad]
  double mass = 0;   ///< [kg]
  Vec3 com = Vec3::Zero();
  Mat3 inertia = Mat3::Zero();  ///< about the centre of mass [kg m²]
  JointResistance resistance = {};
  JointLimits limits = {};
};

/// The rows of the same arm in the modified convention, made of those in the standard one. Its last frame is at the
/// last joint; Tx(a) Rx(α) of the last row lead on to that of the standard convention.
std::vector<DhRow> modified_rows(std::span<const DhRow> standard);

/// The arm as a mechanism: link1, link2, … with the frames of the table, on a base whose frame 0 is at X_W0. A link
/// turns about an axis through its own origin, which those of the standard convention do not have: there axis1, axis2,
/// … are links without mass that turn, and carry link1, link2, … on fixed joints. UsageError for impossible mass
/// properties; a row without mass and inertia is a link without mass.
///
///   the two products above                                                      mechanisms.md (15)
///
/// Proof    tests/truth/arm_test.cpp, tests/law/arm_law_test.cpp
Tree from_dh(std::string name, std::span<const DhRow> rows, DhConvention convention, const Pose& X_W0 = {});

/// What surrounds an arm. Vectors of the base are in frame 0.
struct ArmSurroundings {
  Vec3 gravity{0, 0, -9.81};
  Vec3 base_angular_velocity = Vec3::Zero();
  Vec3 base_angular_acceleration = Vec3::Zero();
  Vec3 base_acceleration = Vec3::Zero();
  /// What the arm does to the rest of the world: a force that acts at a point of the last link and a moment, in its
  /// axes.
  Vec3 tool_point = Vec3::Zero();
  Vec3 tip_force = Vec3::Zero();
  Vec3 tip_moment = Vec3::Zero();
};

/// The forces that a motion of an arm needs: motions outward from link to link, forces inward.
///
///   ω′ = E ω + θ̇ z,   v̇′ = E (ω̇ × O + ω × (ω × O) + v̇),   F = m v̇_C,   N = I ω̇ + ω × I ω …   mechanisms.md (16)
///   f = F + Eᵀ f,   n = N + Eᵀ n + P_C × F + O × Eᵀ f,   τ = z · n or z · f                   mechanisms.md (17)
///
/// With damping, Coulomb's friction (none at rest) and gear² times the inertia of the rotor.
///
/// Source   founding text 001, its iterative equations with their errata; [Luh, Walker, Paul 1980]; [Craig 2005]
///          section 6.5. Letters as there: ω, ω̇, v̇ of the link's origin, v̇_C of its centre of mass, P_C from the one to
///          the other, O the origin in the axes of the link before, E the rotation from those axes to the link's; F and
///          N what the motion of the link needs, f and n what the link before does to it. All in the axes of the link.
/// Frames   rows of the modified convention.
/// Proof    tests/truth/arm_test.cpp, tests/law/arm_law_test.cpp
Vector dh_rnea(std::span<const DhRow> rows, VecIn q, VecIn qd, VecIn qdd, const ArmSurroundings& around = {});

/// The mass matrix from the Jacobians of the centres of mass. S is double or Dual4.
///
///   M = Σ m J_Pᵀ J_P + J_Oᵀ R I Rᵀ J_O                                          mechanisms.md (18), (19)
///
/// Source   founding text 001, its Lagrangian equations with their errata; [Siciliano et al. 2009] section 7.1.
/// Frames   world axes.
/// Proof    tests/truth/arm_test.cpp, tests/law/tree_law_test.cpp
template <class S>
MatrixOf<S> mass_matrix(const Tree& tree, In<S> q);

/// Its rate while the mechanism moves with v, from the rates of the columns of the Jacobians.
Matrix mass_matrix_rate(const Tree& tree, VecIn q, VecIn v);

/// The matrix C with C v the forces of Coriolis and centrifugal ones, made of Christoffel's symbols, so that Ṁ − 2 C is
/// skew. Where velocities are not rates of coordinates (spherical and free joints) the symbols have terms with the
/// brackets of their directions.
///
///   C_ij = Σ_k ½ (X_k M_ij + X_j M_ik − X_i M_jk) v_k                            mechanisms.md (20)
///        + Σ_k ½ (⟨[X_k,X_j],X_i⟩ − ⟨[X_k,X_i],X_j⟩ − ⟨[X_j,X_i],X_k⟩) v_k        mechanisms.md (21)
///
/// Source   founding text 001, its Lagrangian equations; [do Carmo 1992] section 2.3 (Koszul's formula).
/// Proof    tests/truth/arm_test.cpp, tests/law/tree_law_test.cpp
Matrix coriolis(const Tree& tree, VecIn q, VecIn v);

/// The forces that hold the mechanism against gravity, an acceleration in world axes.
///
///   G_i = −Σ m g · J_P,i                                                         mechanisms.md (22)
///
/// Proof    tests/truth/arm_test.cpp, tests/law/tree_law_test.cpp
Vector gravity_forces(const Tree& tree, VecIn q, const Vec3& gravity);

/// What forces on the links do along the velocities; six numbers for each link, moment about its origin and force, in
/// its axes.
///
///   Σ J_Oᵀ n + J_Pᵀ f                                                            mechanisms.md (23)
///
/// Proof    tests/law/tree_law_test.cpp
Vector wrench_forces(const Tree& tree, VecIn q, VecIn wrenches);

/// ½ Σ m |v_C|² + ω · R I Rᵀ ω [J]. S is double or Dual4.
template <class S>
S kinetic_energy(const Tree& tree, In<S> q, In<S> v);

/// −Σ m g · p_C [J], zero with all mass in the world's origin. S is double or Dual4.
template <class S>
S potential_energy(const Tree& tree, In<S> q, const Vec3& gravity);

}  // namespace polhode::textbook
