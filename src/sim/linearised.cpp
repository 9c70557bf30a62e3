#include "sim/linearised.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include <Eigen/Eigenvalues>

namespace polhode {

Spectrum spectrum_of(const Eigen::MatrixXd& matrix) {
  const Eigen::EigenSolver<Eigen::MatrixXd> solver(matrix, true);
  const Eigen::VectorXcd values = solver.eigenvalues();
  const Eigen::MatrixXcd vectors = solver.eigenvectors();
  std::vector<Eigen::Index> order(static_cast<std::size_t>(values.size()));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&values](Eigen::Index a, Eigen::Index b) {
    return std::tuple(values[a].real(), values[a].imag()) < std::tuple(values[b].real(), values[b].imag());
  });
  Spectrum spectrum;
  spectrum.vectors.resize(vectors.rows(), vectors.cols());
  for (std::size_t k = 0; k < order.size(); ++k) {
    spectrum.values.push_back(values[order[k]]);
    spectrum.vectors.col(static_cast<Eigen::Index>(k)) = vectors.col(order[k]);
    spectrum.largest = std::max(spectrum.largest, size_of(values[order[k]]));
  }
  return spectrum;
}

}  // namespace polhode
