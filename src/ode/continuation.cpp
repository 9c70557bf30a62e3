#include "ode/continuation.hpp"

#include <Eigen/LU>

#include <polhode/math/elementary.hpp>

#include "ode/dense.hpp"

namespace polhode::ode {

namespace {

/// Slopes at θ of the first `terms` terms of (6): θ, θ(1−θ), θ²(1−θ), θ²(1−θ)² …
void term_slopes(double theta, int terms, double* slope) {
  double value = theta, change = 1;
  for (int k = 0; k < terms; ++k) {
    slope[k] = change;
    const double factor = k % 2 == 0 ? 1 - theta : theta, sign = k % 2 == 0 ? -1 : 1;
    change = change * factor + sign * value;
    value *= factor;
  }
}

}  // namespace

RateContinuation::RateContinuation(int terms, std::size_t nv)
    : nv_(nv), u_(nv), slopes_(nv * static_cast<std::size_t>(terms)) {
  for (int m = 1; m <= terms - 3; ++m) {
    Level level;
    Eigen::MatrixXd slopes(m, m);
    std::vector<double> all(static_cast<std::size_t>(m) + 3);
    for (int i = 0; i < m; ++i) {
      // Chebyshev points, with which an interpolation does not swing between; without one in the middle, because slopes
      // at points that lie symmetrically about ½ say nothing of an even function.
      const int point = i < m / 2 ? i : i + 1;
      const double theta = 0.5 - 0.5 * fn::cos(pi * (point + 0.5) / (m + 1));
      level.nodes.push_back(theta);
      term_slopes(theta, m + 3, all.data());
      for (int k = 0; k < m; ++k) slopes(i, k) = all[static_cast<std::size_t>(k) + 3];
    }
    const Eigen::MatrixXd inverse = slopes.inverse();
    for (int k = 0; k < m; ++k)
      for (int i = 0; i < m; ++i) level.inverse.push_back(inverse(k, i));
    levels_.push_back(std::move(level));
  }
}

void RateContinuation::complete(std::span<double> dense, FunctionRef<void(double, const double*, double*)> rate) {
  double cubic[3];
  for (std::size_t m = 1; m <= levels_.size(); ++m) {
    const Level& level = levels_[m - 1];
    // The rates of this level are taken on the continuation of the level before.
    for (std::size_t i = 0; i < m; ++i) {
      continue_chart(dense.first((m + 2) * nv_), nv_, level.nodes[i], u_);
      double* slope = slopes_.data() + i * nv_;
      rate(level.nodes[i], u_.data(), slope);
      term_slopes(level.nodes[i], 3, cubic);
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

}  // namespace polhode::ode
