#include "sim/root_finder.hpp"

#include <algorithm>
#include <cmath>

namespace polhode {
namespace {

constexpr int most_iterations = 100, most_halvings = 30, most_rounds = 8;
constexpr double rank_zero = 1e-9;     // singular values below this part of the largest are none
constexpr double good_enough = 1e-12;  // |f| beside the largest |J| · size that was met on the way
constexpr double rounding_of_rates = 1e-15;
constexpr double settled = 1e-14;   // a step of this part of the size is rounding
constexpr double beside_it = 0.05;  // of the size: where slopes are compared with those at a point

}  // namespace

RootFinder::RootFinder(const System& system, double t, std::vector<double> sizes)
    : near_(system), t_(t), sizes_(std::move(sizes)), values_(sizes_.size() + near_.held()) {}

bool RootFinder::go(std::vector<double>& x) {
  std::vector<double> from;
  for (int round = 0; round < most_rounds; ++round) {
    from = x;
    if (!approach(x)) return false;
    double moved = 0;
    for (std::size_t i = 0; i < x.size(); ++i) moved = std::max(moved, std::fabs(x[i] - from[i]) / sizes_[i]);
    if (moved <= same) return true;
  }
  return false;
}

Eigen::MatrixXd RootFinder::matrix_at(const std::vector<double>& x) {
  near_.compute(t_, x);
  return near_.among(near_.free_directions());
}

Eigen::MatrixXd RootFinder::free_directions(const std::vector<double>& x) {
  near_.compute(t_, x);
  return near_.free_directions(sizes_);
}

Eigen::MatrixXd RootFinder::null_directions(const std::vector<double>& x) {
  std::vector<double> rows(values_.size()), beside(x.size());
  // A row is small beside what it is a little farther on.
  for (const double way : {-beside_it, beside_it}) {
    for (std::size_t i = 0; i < x.size(); ++i) beside[i] = x[i] + way * sizes_[i];
    if (near_.compute(t_, beside)) widen(rows);
  }
  near_.compute(t_, x);
  widen(rows);
  const auto svd = decomposed(rows);
  const Eigen::Index n = near_.matrix().cols();
  Eigen::Index rank = 0;
  while (rank < n && svd.singularValues()[rank] > same * svd.singularValues()[0]) ++rank;
  return scale() * svd.matrixV().rightCols(n - rank);
}

bool RootFinder::approach(std::vector<double>& x) {
  std::vector<double> rows(values_.size());
  double merit = 0, ahead = 0;
  for (int k = 0; k < most_iterations; ++k) {
    if (!near_.compute(t_, x)) return false;
    widen(rows);
    near_.values_at(t_, x, values_);
    merit = merit_of(values_, rows);
    const Eigen::VectorXd step = newton_step(rows);
    ahead = merit == 0 ? 0 : step.cwiseAbs().maxCoeff();
    if (ahead <= settled) break;
    if (!damped(x, step, merit, rows)) break;
  }
  // Both: a rate may be small beside slopes far away, and a step where slopes are small in all directions.
  return (merit <= good_enough && ahead <= same) || merit <= rounding_of_rates;
}

Eigen::DiagonalMatrix<double, Eigen::Dynamic> RootFinder::scale() const {
  return Eigen::DiagonalMatrix<double, Eigen::Dynamic>(
      Eigen::Map<const Eigen::VectorXd>(sizes_.data(), static_cast<Eigen::Index>(sizes_.size())));
}

Eigen::MatrixXd RootFinder::slopes() const {
  const Eigen::MatrixXd &J = near_.matrix(), &G = near_.held_slopes();
  if (G.rows() == 0) return J;
  Eigen::MatrixXd both(J.rows() + G.rows(), J.cols());
  both << J, G;
  return both;
}

void RootFinder::widen(std::vector<double>& rows) const {
  const Eigen::MatrixXd J = slopes();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    double row = 0;
    for (std::size_t j = 0; j < sizes_.size(); ++j)
      row += std::fabs(J(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j))) * sizes_[j];
    rows[i] = std::max(rows[i], row);
  }
}

double RootFinder::merit_of(VecIn values, const std::vector<double>& rows) const {
  double merit = 0, squares = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (values[i] == 0) continue;
    const double part = std::fabs(values[i]) / rows[i];
    merit = std::max(merit, part);
    squares += part * part;
  }
  return near_.held() == 0 ? merit : std::sqrt(squares);
}

RootFinder::Svd RootFinder::decomposed(const std::vector<double>& rows) const {
  Eigen::MatrixXd A = slopes() * scale();
  for (Eigen::Index i = 0; i < A.rows(); ++i)
    if (const double row = rows[static_cast<std::size_t>(i)]; row > 0) A.row(i) /= row;
  return Svd(A, Eigen::ComputeFullU | Eigen::ComputeFullV);
}

Eigen::VectorXd RootFinder::newton_step(const std::vector<double>& rows) const {
  Eigen::VectorXd f = Eigen::Map<const Eigen::VectorXd>(values_.data(), static_cast<Eigen::Index>(values_.size()));
  for (Eigen::Index i = 0; i < f.size(); ++i)
    if (const double row = rows[static_cast<std::size_t>(i)]; row > 0) f[i] /= row;
  Svd svd = decomposed(rows);
  svd.setThreshold(rank_zero);
  Eigen::VectorXd step = -svd.solve(f);
  const double longest = step.cwiseAbs().maxCoeff();
  if (longest > 1) step /= longest;
  return step;
}

bool RootFinder::damped(std::vector<double>& x, const Eigen::VectorXd& step, double merit,
                        const std::vector<double>& rows) {
  std::vector<double> trial(x.size());
  double part = 1;
  for (int k = 0; k < most_halvings; ++k, part /= 2) {
    for (std::size_t i = 0; i < x.size(); ++i) trial[i] = x[i] + part * step[static_cast<Eigen::Index>(i)] * sizes_[i];
    near_.values_at(t_, trial, values_);
    if (!(merit_of(values_, rows) < merit) || !all_finite(values_)) continue;
    x = trial;
    return true;
  }
  return false;
}

}  // namespace polhode
