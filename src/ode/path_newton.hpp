#pragma once
// Newton's method for the values of a path at its nodes.

#include "ode/path_matrix.hpp"

namespace polhode::ode {

/// What one path has come to.
struct PathSums {
  std::vector<PathPieces::Sums> pieces;
  double value() const;
  double size() const;
};

/// Moves the nodes of a path until the slopes of the integral by them vanish.
///
/// Steps δ = −H⁻¹ g are shortened until the next one with the same H is smaller: which path is near does not depend on
/// how the slopes are scaled.
///
/// Source   [Deuflhard 2011] section 3.3: the natural monotonicity test.
class PathNewton {
 public:
  PathNewton(const PathProblem& problem, const PathOptions& options);

  /// False if it does not arrive; then the path is as far as it came.
  bool arrive(PathCurve& curve, const PathBlend& blend = {});
  /// The matrix at a path, if it has an inverse there; `hessians` is what it was made of.
  std::optional<PathMatrix> matrix(const PathCurve& curve, std::vector<std::vector<double>>& hessians);
  PathSums sums(const PathCurve& curve);

  int steps() const { return steps_; }
  /// As many pieces as keep the matrices of a path within 160 MB, or the options allow.
  std::size_t most_pieces() const;
  bool interrupted() const { return interrupted_; }
  PathPieces& pieces() { return pieces_; }

  /// The largest value of each coordinate along a path: what errors and steps are measured by.
  static std::vector<double> scales(const PathCurve& curve);

 private:
  bool assemble(const PathCurve& curve, const PathBlend& blend, std::vector<double>& gradient,
                std::vector<std::vector<double>>* hessians);
  double length(const std::vector<double>& step) const;
  bool move(PathCurve& curve, const PathBlend& blend, const PathMatrix& matrix, const std::vector<double>& step,
            double size, double& share);

  const PathProblem& problem_;
  const PathOptions& options_;
  std::size_t n_;
  PathPieces pieces_;
  std::vector<double> scales_;
  int steps_ = 0;
  double work_ = 0;  ///< operations of all factorisations
  bool interrupted_ = false;
};

}  // namespace polhode::ode
