#pragma once
// The integral over each piece of a path, with its first and second slopes by the path's nodes.

#include <polhode/ode/stationary.hpp>

#include "ode/path_element.hpp"

namespace polhode::ode {

/// An integrand that changes from one that is stationary along a guess, ½ c |q' − q'_guess|², to that of the problem.
struct PathBlend {
  double share = 1;                  ///< of the problem's own
  double stiffness = 0;              ///< c
  const PathCurve* guess = nullptr;  ///< with the pieces of the path
};

/// Sums over Gauss's points of a piece.
class PathPieces {
 public:
  PathPieces(const PathDensity& density, std::size_t n) : density_(density), n_(n), read_(density_size(n)), x_(2 * n) {}

  struct Sums {
    double value = 0, size = 0;
  };
  /// Adds to `gradient` (n numbers for each node) and to `hessian` (symmetric, all of it), unless they are null. False,
  /// with `nowhere` set, where the integrand has no value.
  bool piece(const PathCurve& curve, std::size_t which, const PathBlend& blend, Sums& sums, double* gradient,
             double* hessian);
  /// The second slopes of the part of a piece from ξ = −1 to ξ = `end`, by nodes that lie in it as those of a whole
  /// piece do.
  bool part(const PathCurve& curve, std::size_t which, double end, double* hessian);

  /// L_vv at the last point that was read: 1 positive, −1 negative, 0 neither.
  int sign_of_inertia() const;
  /// The sign along a whole path; 0 if it changes.
  int sign_along(const PathCurve& curve);
  double nowhere = 0;
  double largest_inertia = 0;  ///< of |L_vv|'s diagonal, over all that was read

 private:
  /// Where an integrand is read, and what it counts.
  struct Point {
    double t, weight, pace;  ///< pace: dξ/dt
  };
  Point point(const PathCurve& curve, double s_of_middle, double half, double xi, double weight) const;
  bool read(const Point& at, const PathBlend& blend, const double* v_guess, Sums& sums);
  void add(const Point& at, const double* value, const double* slope, std::size_t count, double* gradient,
           double* hessian) const;
  double second(std::size_t i, std::size_t j) const {
    if (i > j) std::swap(i, j);
    return read_[1 + 2 * n_ + i * 2 * n_ - i * (i + 1) / 2 + j];
  }

  const PathDensity& density_;
  std::size_t n_;
  std::vector<double> read_, x_;
};

}  // namespace polhode::ode
