#include "sim/linearised.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

namespace polhode {
namespace {

/// Below this part of the largest a condition follows from others: beyond the rounding of slopes, far below those of
/// conditions that anyone would write beside each other.
constexpr double independent = 1e-9;

}  // namespace

Linearised::Linearised(const System& system) : problem_(system.problem()), jacobian_(problem_), held_(system.held()) {
  const Eigen::Index n = problem_.space.nv();
  rate_.resize(n);
  matrix_.resize(n, n);
  held_slopes_.resize(static_cast<Eigen::Index>(held_.count), n);
}

bool Linearised::compute(double t, VecIn x) {
  problem_.rate.real(t, x, view(rate_));
  jacobian_.compute(t, x, 1e-3);
  for (Eigen::Index i = 0; i < matrix_.rows(); ++i)
    for (Eigen::Index j = 0; j < matrix_.cols(); ++j)
      matrix_(i, j) = jacobian_(static_cast<std::size_t>(i), static_cast<std::size_t>(j));
  if (held_.count > 0) {
    std::vector<double> rows(held_.count * x.size());
    held_.slopes(t, x, rows);
    for (Eigen::Index i = 0; i < held_slopes_.rows(); ++i)
      for (Eigen::Index j = 0; j < held_slopes_.cols(); ++j)
        held_slopes_(i, j) = rows[static_cast<std::size_t>(i * held_slopes_.cols() + j)];
  }
  return rate_.allFinite() && matrix_.allFinite() && held_slopes_.allFinite();
}

void Linearised::values_at(double t, VecIn x, VecOut values) const {
  const auto n = static_cast<std::size_t>(rate_.size());
  problem_.rate.real(t, x, values.first(n));
  if (held_.count > 0) held_.values(t, x, values.subspan(n));
}

Eigen::MatrixXd Linearised::free_directions(const std::vector<double>& sizes) const {
  const Eigen::Index n = matrix_.cols();
  Eigen::VectorXd scale = Eigen::VectorXd::Ones(n);
  if (!sizes.empty()) scale = Eigen::Map<const Eigen::VectorXd>(sizes.data(), n);
  if (held_.count == 0) return scale.asDiagonal();
  Eigen::MatrixXd G = held_slopes_ * scale.asDiagonal();
  for (Eigen::Index i = 0; i < G.rows(); ++i)
    if (const double length = G.row(i).norm(); length > 0) G.row(i) /= length;
  Eigen::FullPivLU<Eigen::MatrixXd> elimination;
  elimination.setThreshold(independent);
  elimination.compute(G);
  if (elimination.dimensionOfKernel() == 0) return Eigen::MatrixXd(n, 0);
  // Elimination and projections leave directions of places without rates, which singular vectors mix: so what is zero
  // in the matrix among them is zero to the last bit, as the eigenvalues of what only drifts need.
  Eigen::MatrixXd free = elimination.kernel();
  for (Eigen::Index k = 0; k < free.cols(); ++k) {
    for (int twice = 0; twice < 2; ++twice)
      for (Eigen::Index j = 0; j < k; ++j) free.col(k) -= free.col(j).dot(free.col(k)) * free.col(j);
    free.col(k).normalize();
  }
  return scale.asDiagonal() * free;
}

Eigen::MatrixXd Linearised::among(const Eigen::MatrixXd& directions) const {
  if (held_.count == 0) return matrix_;
  return directions.transpose() * matrix_ * directions;
}

Spectrum spectrum_of(const Eigen::MatrixXd& matrix) {
  if (matrix.size() == 0) return {};
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
