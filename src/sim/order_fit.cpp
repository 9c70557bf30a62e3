#include "sim/order_fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <Eigen/LU>

#include <polhode/math/elementary.hpp>

namespace polhode {
namespace {

constexpr double largest_error = 0.1;  // of the size of the motion: beyond, nothing is asymptotic
constexpr double slope_change = 0.3;   // from pair to pair, or a tenth of the slope

/// Student's 97.5 % quantile.
double quantile(int freedom) {
  static constexpr std::array<double, 10> table{12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228};
  if (freedom <= static_cast<int>(table.size())) return table[static_cast<std::size_t>(freedom) - 1];
  return 1.960 + 2.7 / freedom;  // above the true value by less than 0.01
}

double slope_between(const OrderPoint& a, const OrderPoint& b) {
  return fn::log(a.error / b.error) / fn::log(a.h / b.h);
}

/// The longest sequence [first, last) whose slopes change by little; of equal ones the finest.
std::pair<std::size_t, std::size_t> settled(const std::vector<OrderPoint>& points) {
  std::pair<std::size_t, std::size_t> best{0, 0};
  const auto good = [&](std::size_t i) { return points[i].usable && points[i].error <= largest_error; };
  for (std::size_t first = 0; first < points.size(); ++first) {
    std::size_t last = first;
    double before = 0;
    for (; last < points.size() && good(last); ++last) {
      if (last == first) continue;
      const double slope = slope_between(points[last - 1], points[last]);
      if (last > first + 1 && std::fabs(slope - before) > std::max(slope_change, 0.1 * std::fabs(before))) break;
      before = slope;
    }
    if (last - first >= best.second - best.first) best = {first, last};
  }
  return best;
}

/// Slope and its standard error of y over x, with the column `term` fitted besides if it is not empty.
struct Line {
  double slope = 0, standard_error = 0;
};
Line least_squares(const std::vector<double>& x, const std::vector<double>& y, const std::vector<double>& term) {
  const auto n = static_cast<Eigen::Index>(x.size());
  const Eigen::Index columns = term.empty() ? 2 : 3;
  Eigen::MatrixXd a(n, columns);
  Eigen::VectorXd right(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto k = static_cast<std::size_t>(i);
    a(i, 0) = 1, a(i, 1) = x[k], right[i] = y[k];
    if (columns == 3) a(i, 2) = term[k];
  }
  const Eigen::MatrixXd inverse = (a.transpose() * a).inverse();
  const Eigen::VectorXd solution = inverse * (a.transpose() * right);
  const double squares = (right - a * solution).squaredNorm();
  return {solution[1], std::sqrt(squares / static_cast<double>(n - columns) * inverse(1, 1))};
}

}  // namespace

OrderFit fit_order(const std::vector<OrderPoint>& points, bool symmetric) {
  OrderFit fit;
  fit.used.assign(points.size(), false);
  const auto [first, last] = settled(points);
  const std::size_t count = last - first;
  if (count < 3) return fit;
  const bool with_term = count >= 5;
  std::vector<double> x, y, term;
  for (std::size_t i = first; i < last; ++i) {
    fit.used[i] = true;
    const double part = points[i].h / points[first].h;
    x.push_back(fn::log(part));
    y.push_back(fn::log(points[i].error));
    if (with_term) term.push_back(symmetric ? part * part : part);
  }
  const Line line = least_squares(x, y, term);
  double spread = 0;
  if (with_term) {
    const auto finer = [](const std::vector<double>& all) { return std::vector<double>(all.begin() + 1, all.end()); };
    spread = std::fabs(least_squares(finer(x), finer(y), finer(term)).slope - line.slope);
  }
  ObservedOrder order{.order = line.slope, .points = static_cast<int>(count)};
  order.confidence = quantile(static_cast<int>(count) - (with_term ? 3 : 2)) * line.standard_error;
  if (!with_term)
    for (std::size_t i = first + 1; i < last; ++i)
      spread = std::max(spread, std::fabs(slope_between(points[i - 1], points[i]) - line.slope));
  order.confidence += spread;
  fit.order = order;
  return fit;
}

}  // namespace polhode
