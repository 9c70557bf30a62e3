#pragma once
// Forces from motions and motions from forces: recursive Newton–Euler, composite inertias, articulated bodies.

#include <span>
#include <vector>

#include <polhode/dynamics/tree/tree.hpp>
#include <polhode/math/dual.hpp>
#include <polhode/math/pack.hpp>
#include <polhode/math/spatial.hpp>

namespace polhode {

/// What surrounds a mechanism.
template <class S = double>
struct Surroundings {
  Vec3 gravity{0, 0, -9.81};                      ///< [m/s²], in the axes of the base
  Vec3 base_angular_velocity = Vec3::Zero();      ///< of the base against inertial space, its axes [rad/s]
  Vec3 base_angular_acceleration = Vec3::Zero();  ///< [rad/s²]
  Vec3 base_acceleration = Vec3::Zero();          ///< of the base's origin, its axes [m/s²]
  /// Forces on the links from outside, six numbers for each link: moment about its origin and force, in its axes.
  /// Empty: none.
  std::span<const S> wrenches = {};
};

/// What joints do beside the forces that are given; one entry for each velocity, or empty.
struct JointForces {
  std::span<const double> rotors = {};         ///< reflected inertia of motors, which adds to the diagonal of M
  std::span<const unsigned char> driven = {};  ///< 1: its acceleration is given in a, and tau is not read; one velocity
};

/// Numbers that an algorithm needs for itself; made once, used by one thread at a time.
class TreeWorkspace {
 public:
  TreeWorkspace() = default;
  TreeWorkspace(const TreeWorkspace&) : TreeWorkspace() {}
  TreeWorkspace& operator=(const TreeWorkspace&) { return *this; }
  TreeWorkspace(TreeWorkspace&&) = default;
  TreeWorkspace& operator=(TreeWorkspace&&) = default;

  /// At least `bytes` of memory, aligned for every scalar; grows on first use only.
  void* ask(std::size_t bytes) {
    if (rows_.size() * sizeof(Pack4) < bytes) rows_.resize((bytes + sizeof(Pack4) - 1) / sizeof(Pack4));
    return rows_.data();
  }

 private:
  std::vector<Pack4> rows_;
};
struct RneaWorkspace : TreeWorkspace {};
struct CrbaWorkspace : TreeWorkspace {};
struct AbaWorkspace : TreeWorkspace {};

/// The forces that a motion needs, in O(number of links).
///
///   tau = M(q) a + h(q, v)                                                              mechanisms.md (5)
///
/// Joint damping, friction and the inertia of rotors are not in it: resistance().
///
/// Source   [Luh, Walker, Paul 1980]; accelerations of origins as there, the moment of inertial forces from the second
///          moments of mass Σ: N = h × a + vee(K Σ − (K Σ)ᵀ) with K = [α]ₓ + [ω]ₓ².
/// Frames   everything about the origin and in the axes of the link; gravity is an acceleration of the base.
/// Units    SI. q, v, a, tau in the order of Tree.   Allocates nothing after its first call.
/// Proof    tests/law/tree_law_test.cpp, tests/truth/arm_test.cpp
template <class S>
void rnea(const Tree& tree, In<S> q, In<S> v, In<S> a, RneaWorkspace& work, Out<S> tau,
          const Surroundings<S>& around = {});

/// The mass matrix, nv × nv numbers row by row, both triangles, in O(number of links × depth).
///
///   M(q): kinetic energy ½ vᵀ M v                                                        mechanisms.md (6)
///
/// Source   [Featherstone 2008] section 6.2, table 6.2.
/// Frames   as rnea.
/// Proof    tests/law/tree_law_test.cpp
template <class S>
void crba(const Tree& tree, In<S> q, CrbaWorkspace& work, Out<S> M);

/// The accelerations that forces make, in O(number of links).
///
///   a = M(q)⁻¹ (tau − h(q, v))                                                           mechanisms.md (8)
///
/// Source   [Featherstone 2008] section 7.3, table 7.1; letters IA = (A, B; Bᵀ, C), pA = (n, f), U, D, u as there, but
///          with accelerations of origins as in rnea instead of spatial ones, so that velocities of origins drop out.
/// Frames   as rnea.
/// Proof    tests/law/tree_law_test.cpp
template <class S>
void aba(const Tree& tree, In<S> q, In<S> v, In<S> tau, AbaWorkspace& work, Out<S> a,
         const Surroundings<S>& around = {}, const JointForces& joints = {});

}  // namespace polhode
