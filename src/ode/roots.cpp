#include "ode/roots.hpp"

#include <algorithm>

#include <Eigen/Eigenvalues>

namespace polhode::ode {

std::vector<std::complex<double>> roots_of(std::vector<std::complex<double>> c) {
  double size = 0;
  for (const std::complex<double>& coefficient : c) size = std::max(size, std::abs(coefficient));
  while (!c.empty() && std::abs(c.front()) <= 1e-14 * size) c.erase(c.begin());
  if (c.size() < 2) return {};
  const auto degree = static_cast<Eigen::Index>(c.size()) - 1;
  Eigen::MatrixXcd companion = Eigen::MatrixXcd::Zero(degree, degree);
  for (Eigen::Index i = 0; i < degree; ++i) {
    companion(0, i) = -c[static_cast<std::size_t>(i) + 1] / c[0];
    if (i > 0) companion(i, i - 1) = 1;
  }
  const Eigen::VectorXcd values = Eigen::ComplexEigenSolver<Eigen::MatrixXcd>(companion, false).eigenvalues();
  return {values.begin(), values.end()};
}

}  // namespace polhode::ode
