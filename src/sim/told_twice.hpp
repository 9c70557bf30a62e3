#pragma once
// One state of two derivations: accelerations of both, and what makes them, by the rates that may be chosen.

#include <Eigen/Core>

#include <polhode/sim/same_motion.hpp>

namespace polhode {

/// Where both have values. u: the free rates of the other derivation; q' = B u + … are those of this one.
struct ToldTwice {
  std::vector<double> s, s_rates;  ///< the other's coordinates and rates
  std::vector<double> x;           ///< this one's coordinates, then rates
  Eigen::VectorXd mine, theirs;    ///< accelerations, in this one's coordinates
  Eigen::MatrixXd B;
  Eigen::MatrixXd M_mine, M_theirs;    ///< of u: Bᵀ M B
  Eigen::VectorXd du_mine, du_theirs;  ///< u'; of constrained motion, what is left of it along B

  /// h = M u': the generalised forces that the acceleration asks for.
  Eigen::VectorXd forces_of_mine() const { return M_mine * du_mine; }
  Eigen::VectorXd forces_of_theirs() const { return M_theirs * du_theirs; }
};

/// This one's coordinates and rates, and the other's accelerations in them. False where there are none.
bool carry(const SameAs& same, double t, VecIn s, VecIn u, ToldTwice& told);
/// All of it. False where one of the two has no value.
bool tell(const SameAs& same, double t, VecIn s, VecIn u, ToldTwice& told);
/// This one's accelerations at coordinates and rates.
bool accelerations_of_mine(const SameAs& same, double t, VecIn x, VecOut a);

/// (diag M)^½ (diag M)^½ᵀ: what entries of a mass matrix are large beside.
Eigen::MatrixXd sizes_of(const Eigen::MatrixXd& M);

}  // namespace polhode
