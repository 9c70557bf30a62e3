#include "ode/continuation.hpp"

#include <algorithm>

#include <Eigen/LU>

#include <polhode/math/elementary.hpp>

#include "ode/dense.hpp"

namespace polhode::ode {

void evaluate_terms(double theta, int terms, double* value, double* slope) {
  value[0] = theta, slope[0] = 1;
  for (int k = 1; k < terms; ++k) {
    const double factor = k % 2 == 1 ? 1 - theta : theta, sign = k % 2 == 1 ? -1 : 1;
    value[k] = value[k - 1] * factor;
    slope[k] = slope[k - 1] * factor + sign * value[k - 1];
  }
}

RateContinuation::RateContinuation(int terms, std::size_t nv)
    : nv_(nv), u_(nv), slopes_(nv * static_cast<std::size_t>(terms)) {
  for (int m = 1; m <= terms - 3; ++m) {
    Level level;
    Eigen::MatrixXd slopes(m, m);
    std::vector<double> values(static_cast<std::size_t>(m) + 3), all(values.size());
    for (int i = 0; i < m; ++i) {
      // Chebyshev points, with which an interpolation does not swing between; without one in the middle, because slopes
      // at points that lie symmetrically about ½ say nothing of an even function.
      const int point = i < m / 2 ? i : i + 1;
      const double theta = 0.5 - 0.5 * fn::cos(pi * (point + 0.5) / (m + 1));
      level.nodes.push_back(theta);
      evaluate_terms(theta, m + 3, values.data(), all.data());
      for (int k = 0; k < m; ++k) slopes(i, k) = all[static_cast<std::size_t>(k) + 3];
    }
    const Eigen::MatrixXd inverse = slopes.inverse();
    for (int k = 0; k < m; ++k)
      for (int i = 0; i < m; ++i) level.inverse.push_back(inverse(k, i));
    levels_.push_back(std::move(level));
  }
}

void RateContinuation::complete(std::span<double> dense, FunctionRef<void(double, const double*, double*)> rate) {
  double values[3], cubic[3];
  for (std::size_t m = 1; m + 3 <= dense.size() / nv_; ++m) {
    const Level& level = levels_[m - 1];
    // The rates of this level are taken on the continuation of the level before.
    for (std::size_t i = 0; i < m; ++i) {
      continue_chart(dense.first((m + 2) * nv_), nv_, level.nodes[i], u_);
      double* slope = slopes_.data() + i * nv_;
      rate(level.nodes[i], u_.data(), slope);
      evaluate_terms(level.nodes[i], 3, values, cubic);
      for (std::size_t j = 0; j < nv_; ++j)
        slope[j] -= cubic[0] * dense[j] + cubic[1] * dense[nv_ + j] + cubic[2] * dense[2 * nv_ + j];
    }
    for (std::size_t k = 0; k < m; ++k)
      for (std::size_t j = 0; j < nv_; ++j) {
        double sum = 0;
        for (std::size_t i = 0; i < m; ++i) sum += level.inverse[k * m + i] * slopes_[i * nv_ + j];
        dense[(k + 3) * nv_ + j] = sum;
      }
  }
}

DefectContinuation::DefectContinuation(int terms, std::size_t nv)
    : nv_(nv), u_(nv), defects_(nv * static_cast<std::size_t>(terms - 1)) {
  const int count = terms - 1;
  Eigen::MatrixXd slopes(count, count);
  std::vector<double> values(static_cast<std::size_t>(terms)), all(values.size());
  for (int i = 0; i < count; ++i) {
    // With both ends, whose rates are known; without one near the middle, for the reason above.
    const int point = i < terms / 2 ? i : i + 1;
    nodes_.push_back(point == count ? 1 : 0.5 - 0.5 * fn::cos(pi * point / count));
    evaluate_terms(nodes_.back(), terms, values.data(), all.data());
    slopes_.insert(slopes_.end(), all.begin(), all.end());
    for (int k = 0; k < count; ++k) slopes(i, k) = all[static_cast<std::size_t>(k) + 1];
  }
  const Eigen::MatrixXd inverse = slopes.inverse();
  for (int k = 0; k < count; ++k)
    for (int i = 0; i < count; ++i) inverse_.push_back(inverse(k, i));
}

void DefectContinuation::improve(std::span<double> dense, FunctionRef<void(double, const double*, double*)> defect) {
  const std::size_t count = nodes_.size(), terms = count + 1;
  for (std::size_t i = 0; i < count; ++i) {
    double* d = defects_.data() + i * nv_;
    for (std::size_t j = 0; j < nv_; ++j) {
      double slope = 0;
      for (std::size_t k = 0; k < terms; ++k) slope += slopes_[i * terms + k] * dense[k * nv_ + j];
      d[j] = slope;
    }
    continue_chart(dense, nv_, nodes_[i], u_);
    defect(nodes_[i], u_.data(), d);
  }
  for (std::size_t k = 0; k < count; ++k)
    for (std::size_t j = 0; j < nv_; ++j) {
      double sum = 0;
      for (std::size_t i = 0; i < count; ++i) sum += inverse_[k * count + i] * defects_[i * nv_ + j];
      dense[(k + 1) * nv_ + j] += sum;
    }
}

void PastContinuation::complete(std::span<double> dense, int given, std::span<const double> theta, Known kind,
                                FunctionRef<const double*(std::size_t)> known) {
  const auto first = static_cast<std::size_t>(given), count = theta.size();
  const auto size = static_cast<Eigen::Index>(count);
  std::fill(dense.begin() + static_cast<std::ptrdiff_t>(first * nv_), dense.end(), 0.0);
  if (count == 0) return;
  constexpr std::size_t most_terms = most + 3;
  double value[most][most_terms], slope[most][most_terms];
  Matrix further(size, size);
  for (std::size_t i = 0; i < count; ++i) {
    evaluate_terms(theta[i], static_cast<int>(first + count), value[i], slope[i]);
    for (std::size_t k = 0; k < count; ++k)
      further(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)) =
          kind == Known::values ? value[i][first + k] : slope[i][first + k];
  }
  factors_.compute(further);
  Vector missing(size), found(size);
  for (std::size_t j = 0; j < nv_; ++j) {
    for (std::size_t i = 0; i < count; ++i) {
      const double* of_term = kind == Known::values ? value[i] : slope[i];
      double rest = known(i)[j];
      for (std::size_t k = 0; k < first; ++k) rest -= of_term[k] * dense[k * nv_ + j];
      missing[static_cast<Eigen::Index>(i)] = rest;
    }
    found = factors_.solve(missing);
    for (std::size_t k = 0; k < count; ++k) dense[(first + k) * nv_ + j] = found[static_cast<Eigen::Index>(k)];
  }
}

}  // namespace polhode::ode
