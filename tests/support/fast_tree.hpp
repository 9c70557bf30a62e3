#pragma once
// The fast algorithms of trees in the clothes of the textbook's, for tests that compare them.

#include <Eigen/Geometry>
#include <vector>

#include <polhode/dynamics/tree/matrices.hpp>
#include <polhode/dynamics/tree/textbook.hpp>

namespace polhode::fast {

using textbook::Matrix;
using textbook::Vector;

inline Vector rnea(const Tree& tree, VecIn q, VecIn v, VecIn a, const Surroundings<double>& around = {}) {
  RneaWorkspace work;
  Vector tau(tree.nv());
  polhode::rnea<double>(tree, q, v, a, work, view(tau), around);
  return tau;
}

inline Matrix crba(const Tree& tree, VecIn q) {
  CrbaWorkspace work;
  Matrix M(tree.nv(), tree.nv());
  polhode::crba<double>(tree, q, work, view(M));  // rows or columns: both triangles are there
  return M;
}

inline Vector aba(const Tree& tree, VecIn q, VecIn v, VecIn tau, const Surroundings<double>& around = {},
                  std::span<const double> rotors = {}) {
  AbaWorkspace work;
  Vector a(tree.nv());
  polhode::aba<double>(tree, q, v, tau, work, view(a), around, {.rotors = rotors});
  return a;
}

/// h: what rnea needs without accelerations.
inline Vector bias(const Tree& tree, VecIn q, VecIn v, const Surroundings<double>& around = {}) {
  return rnea(tree, q, v, std::vector<double>(v.size(), 0.0), around);
}

inline Matrix coriolis(const Tree& tree, VecIn q, VecIn v) {
  CoriolisWorkspace work;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> C(tree.nv(), tree.nv());
  polhode::coriolis<double>(tree, q, v, work, view(C));
  return C;
}

/// What the joints themselves resist: damping, friction against the motion, rotors.
inline Vector resistance(const Tree& tree, VecIn v, VecIn a) {
  Vector tau(tree.nv());
  polhode::resistance(tree, v, a, view(tau));
  return tau;
}

/// Wrenches on links, of which only the last one has any: the opposite of what the tip of an arm does.
inline std::vector<double> tip_wrenches(const Tree& tree, const textbook::ArmSurroundings& around) {
  std::vector<double> wrenches(6 * tree.links().size(), 0.0);
  const Vec3 moment = around.tip_moment + around.tool_point.cross(around.tip_force);
  double* const last = wrenches.data() + wrenches.size() - 6;
  for (int i = 0; i < 3; ++i) {
    last[i] = -moment[i];
    last[3 + i] = -around.tip_force[i];
  }
  return wrenches;
}

}  // namespace polhode::fast
