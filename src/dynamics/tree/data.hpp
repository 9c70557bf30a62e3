#pragma once
// A tree as its kernels read it: plain numbers, because files compiled for different registers read them.
//
// Joints become motions about or along the z axis of a frame of their own, K, so that most of what an axis multiplies
// is zero: a universal joint becomes two turns, a planar one two slides and a turn, with nothing between them. What
// hangs on a fixed joint is part of the body that carries it.

#include <vector>

#include <polhode/dynamics/tree/tree.hpp>

namespace polhode::tree {

enum class Motion : int { turn, slide, screw, ball, free };

/// How the axis of a turn lies in the parent's frame P, R_PF = T: frames.cpp chooses frames so that most are the first
/// few, which cost nothing.
enum class Tilt : int {
  straight,  ///< along z_P: T = 1
  quarter,   ///< along −y_P: T turns by 90° about x
  back,      ///< along y_P: T turns by −90° about x
  cycle,     ///< along x_P: x_F = y_P, y_F = z_P
  slant,     ///< across x_P: T turns about x
  any,       ///< any T, and every motion that is no turn
};

/// A body of the kernels, with its frame K. A turn takes K from the joint frame F by q and a constant angle about z,
/// the other motions from F by q alone. Second moments of mass Σ = ∫ x xᵀ dm about the origin of K take the place of
/// the inertia tr(Σ) 1 − Σ.
struct Node {
  Motion motion;
  int parent;  ///< −1: the base
  int q0, v0;  ///< where its coordinates and velocities begin
  int angle;   ///< which of the angles that need a sine it has; −1: none
  int wide;    ///< which of the bodies with several velocities it is; −1: it has one
  int dof;     ///< the first of its degrees of freedom in Plan::dofs
  Tilt tilt;
  bool apart;      ///< p_PF is not zero
  bool leaf;       ///< nothing hangs on it
  bool first;      ///< of all that hangs on its parent, the first that a pass from the last body inward meets
  double R[9];     ///< R_PF, row by row; P is the parent's K
  double p[3];     ///< p_PF
  double mass;     ///< m
  double h[3];     ///< m p_KKcm
  double S[6];     ///< Σ: xx, xy, xz, yy, yz, zz
  double carried;  ///< mass of all that hangs on it, itself included
  double pitch;    ///< of a screw
};

/// A degree of freedom, numbered so that all that one carries follows it without a gap: depth first, whatever the order
/// of the links is. A joint with several is a chain of them.
struct Dof {
  int v;         ///< its place among the velocities
  int parent;    ///< the one that carries it; −1: the base
  int end;       ///< it carries those between itself and this one
  int depth;     ///< how many carry it
  int floating;  ///< the first of the six of a free joint on the base that it hangs on, or is one of; −1: none
};

/// All bodies of a tree.
struct Plan {
  const Node* nodes;
  int count;
  const int* angle_of_q;                ///< the coordinate of each angle
  const double *sin_ahead, *cos_ahead;  ///< of the constant that is added to each angle; in whole fours
  int angles;
  int wide;  ///< bodies with several velocities
  int nq, nv;
  const Dof* dofs;
  int depth;  ///< the most degrees of freedom that one path from the base has
};

/// Where a link is: the body it is part of (−1: the base), and its frame there.
struct Frame {
  int node;
  Pose X_KB;
  Mat3 R_KB;  ///< the same rotation as a matrix
};

struct Data {
  std::string name;
  std::vector<Link> links;
  std::vector<int> q0, v0;  ///< of each link
  int nq = 0, nv = 0;
  std::vector<Node> nodes;
  std::vector<int> angle_of_q;
  std::vector<double> sin_ahead, cos_ahead;
  std::vector<Frame> frames;  ///< of each link
  int wide = 0;
  std::vector<Dof> dofs;
  int depth = 0;

  Plan plan() const {
    return {nodes.data(),
            static_cast<int>(nodes.size()),
            angle_of_q.data(),
            sin_ahead.data(),
            cos_ahead.data(),
            static_cast<int>(angle_of_q.size()),
            wide,
            nq,
            nv,
            dofs.data(),
            depth};
  }
};

/// Whether the processor runs what is compiled for x86-64-v3.
bool has_wide_registers();

/// How many velocities a motion has.
constexpr int dof(Motion motion) { return motion == Motion::free ? 6 : motion == Motion::ball ? 3 : 1; }

}  // namespace polhode::tree
