#pragma once
// Seeded random mechanisms in motion, what their figures can be at most, and dual numbers along their motion.

#include <Eigen/Core>
#include <cmath>
#include <limits>

#include <polhode/math/dual.hpp>

#include "support/random_trees.hpp"

namespace polhode::random_trees {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;

inline Eigen::Map<const Vector> as_vector(const std::vector<double>& numbers) {
  return {numbers.data(), static_cast<long>(numbers.size())};
}

/// A mechanism at a moment.
struct Moving {
  Tree tree;
  std::vector<double> q, v, a;

  explicit Moving(Generator& random) : Moving(random, random_tree(random)) {}
  Moving(Generator& random, Tree the_tree) : tree(std::move(the_tree)) {
    q = random_coordinates(random, tree);
    v = random_numbers(random, tree.nv(), 2);
    a = random_numbers(random, tree.nv(), 3);
  }
  int nv() const { return tree.nv(); }
};

/// Roundings of one number: a path goes through at most 27 bodies (nine links, three for a planar joint), each of which
/// adds at most ten roundings, in units of the size that the number can have.
inline constexpr double rounding = 270 * std::numeric_limits<double>::epsilon();

/// What lengths, velocities and so on can be at most, along any path: sums over all joints of their sizes.
struct Sizes {
  double reach = 2;  ///< points of a link are within 2 m of its origin (random_mass); 1 for what slides
  double speed = 0;  ///< of all velocities together
  double push = 0;   ///< of all accelerations together
  double mass = 0;

  explicit Sizes(const Moving& now) {
    for (const Link& link : now.tree.links()) {
      reach += link.X_PF.p.norm();
      if (link.mass) mass += link.mass->mass();
    }
    reach += 1;
    for (double one : now.q) reach += std::fabs(one);
    for (double one : now.v) speed += std::fabs(one);
    for (double one : now.a) push += std::fabs(one);
  }
  double velocity() const { return reach * speed; }
  /// J a + dJ/dt v, where an axis turns with at most `speed` and its lever grows with at most reach · speed.
  double acceleration() const { return reach * (push + 2 * speed * speed); }
};

/// q with the derivative along v in the first direction of a dual number.
inline std::vector<Dual4> along(const Tree& tree, const std::vector<double>& q, const std::vector<double>& v) {
  std::vector<double> rates(q.size());
  coordinate_rates<double>(tree, q, v, rates);
  std::vector<Dual4> result(q.begin(), q.end());
  for (std::size_t i = 0; i < q.size(); ++i) result[i].tangent.set(0, rates[i]);
  return result;
}

/// v with the derivative a.
inline std::vector<Dual4> with_rate(const std::vector<double>& v, const std::vector<double>& a) {
  std::vector<Dual4> result(v.begin(), v.end());
  for (std::size_t i = 0; i < v.size(); ++i) result[i].tangent.set(0, a[i]);
  return result;
}

/// The derivative in a direction of each entry.
template <class Duals>
auto rate_of(const Duals& numbers, int direction = 0) {
  return numbers.unaryExpr([direction](const Dual4& one) { return one.tangent[direction]; }).eval();
}
template <class Duals>
auto value_of(const Duals& numbers) {
  return numbers.unaryExpr([](const Dual4& one) { return one.value; }).eval();
}

/// A matrix of nv columns from numbers row by row.
inline Matrix as_matrix(const std::vector<double>& numbers, int columns) {
  return Eigen::Map<const Matrix>(numbers.data(), static_cast<long>(numbers.size()) / columns, columns);
}
inline Matrix rate_matrix(const std::vector<Dual4>& numbers, int columns, int direction = 0) {
  std::vector<double> rates;
  for (const Dual4& one : numbers) rates.push_back(one.tangent[direction]);
  return as_matrix(rates, columns);
}

template <class A, class B>
double gap(const Eigen::MatrixBase<A>& a, const Eigen::MatrixBase<B>& b) {
  return a.size() == 0 ? 0 : (a - b).cwiseAbs().maxCoeff();
}

inline std::size_t square(const Tree& tree) { return static_cast<std::size_t>(tree.nv() * tree.nv()); }
inline std::size_t six_rows(const Tree& tree) { return static_cast<std::size_t>(6 * tree.nv()); }

inline Matrix mass_matrix(const Moving& now) {
  CrbaWorkspace work;
  std::vector<double> M(square(now.tree));
  crba<double>(now.tree, now.q, work, M);
  return as_matrix(M, now.nv());
}

}  // namespace polhode::random_trees
