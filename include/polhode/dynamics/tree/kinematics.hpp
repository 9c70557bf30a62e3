#pragma once
// Where the links of a mechanism are and how they move; Jacobians.

#include <polhode/dynamics/tree/dynamics.hpp>

namespace polhode {

/// How the base moves against inertial space, in its own axes. W below is the frame in which the base lies now.
struct BaseMotion {
  Vec3 velocity = Vec3::Zero();              ///< of the base's origin [m/s]
  Vec3 angular_velocity = Vec3::Zero();      ///< [rad/s]
  Vec3 acceleration = Vec3::Zero();          ///< of the base's origin [m/s²]
  Vec3 angular_acceleration = Vec3::Zero();  ///< [rad/s²]
};

/// Where a link B is and how it moves, all in the axes of W.
template <class S = double>
struct LinkMotion {
  using Vector = Eigen::Matrix<S, 3, 1>;
  Eigen::Matrix<S, 3, 3> R_WB;
  Vector p_WB;      ///< of the link's origin
  Vector v_WB;      ///< velocity of that point
  Vector w_WB;      ///< angular velocity
  Vector a_WB;      ///< acceleration of that point, as a stopwatch and a ruler measure it
  Vector alpha_WB;  ///< angular acceleration

  Pose X_WB() const { return {Rotation::from_matrix(R_WB), p_WB}; }
  /// About the link's origin, in world axes.
  Twist V_WB_W() const { return {w_WB, v_WB}; }
  /// About the link's origin, in the link's axes.
  Twist V_WB_B() const { return {R_WB.transpose() * w_WB, R_WB.transpose() * v_WB}; }
};

struct KinematicsWorkspace : TreeWorkspace {};
struct JacobianWorkspace : TreeWorkspace {};

/// The places, velocities and accelerations of all links, in O(number of links).
///
///   ω = ω_P + Σ z v,   dr/dt = ω_P × r + Σ z v,   d²r/dt² = α_P × r + ω_P × dr/dt + Σ (z a + ω × z v)
///
/// with the axes z of the joint, those it turns about in ω, those it slides along in r, from origin to origin.
/// `v` and `a` may be empty: nothing moves, or nothing accelerates. S is double or Dual4.
///
/// Frames   world axes, origins of the links.
/// Units    SI. One LinkMotion for each link, in the order of Tree.   Allocates nothing after its first call.
/// Proof    tests/law/tree_kinematics_law_test.cpp
template <class S>
void link_motions(const Tree& tree, In<S> q, In<S> v, In<S> a, KinematicsWorkspace& work,
                  std::span<LinkMotion<S>> motions, const BaseMotion& base = {});

/// The poses of all links in the base.
void link_poses(const Tree& tree, VecIn q, KinematicsWorkspace& work, std::span<Pose> poses);

/// The Jacobian of a point Q of a link: velocity and angular velocity for a unit of each velocity.
///
///   (v_WQ, ω_WB) = J(q) v
///
/// Six rows of nv numbers, row by row: linear, then angular, as the command line has them.
///
/// Frames   world axes, about Q = p_BQ, the origin of the link unless given. The base is at rest.
/// Proof    tests/law/tree_kinematics_law_test.cpp, tests/truth/golden_robot_test.cpp
template <class S>
void jacobian(const Tree& tree, In<S> q, int link, JacobianWorkspace& work, Out<S> J, const Vec3& p_BQ = Vec3::Zero());

/// Its rate while the mechanism moves with v, so that the acceleration of Q and the angular one are J a + dJ/dt v.
///
/// Frames   as jacobian.
/// Proof    tests/law/tree_kinematics_law_test.cpp
template <class S>
void jacobian_rate(const Tree& tree, In<S> q, In<S> v, int link, JacobianWorkspace& work, Out<S> J_rate,
                   const Vec3& p_BQ = Vec3::Zero());

}  // namespace polhode
