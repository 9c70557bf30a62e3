#include <polhode/ode/stability.hpp>

#include <algorithm>
#include <tuple>

#include <Eigen/Eigenvalues>

#include "ode/jacobian.hpp"

namespace polhode::ode {

std::vector<std::complex<double>> eigenvalues_of(const Problem& problem, double t, VecIn x) {
  Jacobian jacobian(problem);
  const double span = problem.t1 - problem.t0;
  jacobian.compute(t, x, span != 0 ? 1e-3 * span : 1);
  const Eigen::Index n = problem.space.nv();
  Eigen::MatrixXd matrix(n, n);
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j < n; ++j)
      matrix(i, j) = jacobian(static_cast<std::size_t>(i), static_cast<std::size_t>(j));
  if (!matrix.allFinite()) return {};
  const Eigen::VectorXcd values = Eigen::EigenSolver<Eigen::MatrixXd>(matrix, false).eigenvalues();
  std::vector<std::complex<double>> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end(), [](std::complex<double> a, std::complex<double> b) {
    return std::tuple(a.real(), a.imag()) < std::tuple(b.real(), b.imag());
  });
  return sorted;
}

}  // namespace polhode::ode
