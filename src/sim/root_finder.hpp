#pragma once
// Newton's method for states in which a flat system stays.

#include <vector>

#include <Eigen/SVD>

#include "sim/linearised.hpp"

namespace polhode {

/// Solves f(x) = 0, of a system that is held together with g(x) = 0, in coordinates that are divided by their sizes.
class RootFinder {
 public:
  static constexpr double same = 1e-6;  ///< of the size: two that are nearer are one

  RootFinder(const System& system, double t, std::vector<double> sizes);

  /// Moves x to an equilibrium; false if none was reached. Begins again from where it ended, with the slopes that are
  /// met there, until that leads nowhere else: beside slopes far away a rate may seem to be nothing that is not.
  bool go(std::vector<double>& x);
  /// ∂f/∂x there, among the directions that are free.
  Eigen::MatrixXd matrix_at(const std::vector<double>& x);
  /// Those directions, of length 1 beside the sizes.
  Eigen::MatrixXd free_directions(const std::vector<double>& x);
  /// Directions in which the linear rate stays zero, in coordinates.
  Eigen::MatrixXd null_directions(const std::vector<double>& x);
  const std::vector<double>& sizes() const { return sizes_; }

 private:
  using Svd = Eigen::JacobiSVD<Eigen::MatrixXd>;

  bool approach(std::vector<double>& x);
  Eigen::DiagonalMatrix<double, Eigen::Dynamic> scale() const;
  /// Slopes of f, then of g.
  Eigen::MatrixXd slopes() const;
  /// The largest |J| · size of each row so far: what its rate is large or small against.
  void widen(std::vector<double>& rows) const;
  /// How far f and g are from zero beside that: by the largest of them; of f and g together, which no step brings down
  /// one by one, by their length.
  double merit_of(VecIn values, const std::vector<double>& rows) const;
  Svd decomposed(const std::vector<double>& rows) const;
  Eigen::VectorXd newton_step(const std::vector<double>& rows) const;
  /// As much of the step as brings the rate down.
  bool damped(std::vector<double>& x, const Eigen::VectorXd& step, double merit, const std::vector<double>& rows);

  Linearised near_;
  double t_;
  std::vector<double> sizes_, values_;
};

}  // namespace polhode
