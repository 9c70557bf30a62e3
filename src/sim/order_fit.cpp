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
constexpr double little_change = 0.02;
constexpr double little_of_two = 0.05;    // slopes, whose change cannot be seen to shrink
constexpr std::size_t enough_points = 4;  // to prefer the finest ones to a longer sequence
constexpr std::size_t most_points = 5;    // of which the third term and an error can be fitted

/// Student's 97.5 % quantile.
double quantile(int freedom) {
  static constexpr std::array<double, 10> table{12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228};
  if (freedom <= static_cast<int>(table.size())) return table[static_cast<std::size_t>(freedom) - 1];
  return 1.960 + 2.7 / freedom;  // above the true value by less than 0.01
}

double slope_between(const OrderPoint& a, const OrderPoint& b) {
  return fn::log(a.error / b.error) / fn::log(a.h / b.h);
}

bool is_good(const OrderPoint& point) { return point.usable && point.error <= largest_error; }

/// A sequence [first, last) whose slopes change by little.
struct Settled {
  std::size_t first = 0, last = 0;
  bool finest = false;  ///< it ends with the finest point that can be used

  std::size_t count() const { return last - first; }
};

Settled settled_from(const std::vector<OrderPoint>& points, std::size_t first) {
  std::size_t last = first;
  double before = 0;
  for (; last < points.size() && is_good(points[last]); ++last) {
    if (last == first) continue;
    const double slope = slope_between(points[last - 1], points[last]);
    if (last > first + 1 && std::fabs(slope - before) > std::max(slope_change, 0.1 * std::fabs(before))) break;
    before = slope;
  }
  const bool finest = std::none_of(points.begin() + static_cast<std::ptrdiff_t>(last), points.end(), is_good);
  return {first, last, finest};
}

/// The one that ends with the finest point if it is long enough, else the longest; of these at most the finest points.
Settled settled(const std::vector<OrderPoint>& points) {
  Settled best;
  for (std::size_t first = 0; first < points.size(); ++first) {
    const Settled one = settled_from(points, first);
    const bool enough = one.finest && one.count() >= enough_points;
    if (enough || one.count() >= best.count()) best = one;
    if (enough) break;
  }
  best.first = std::max(best.first, best.last - std::min(best.last, most_points));
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

/// By how much the slopes, of a sequence that has not settled, still change: what the finer half of them differs from
/// the coarser one. 0 if they change by little, or by less and less: the first term of the expansion makes a change
/// fall with the step.
double unsettled(const std::vector<OrderPoint>& points, const Settled& window) {
  std::vector<double> slopes;
  for (std::size_t i = window.first + 1; i < window.last; ++i)
    slopes.push_back(slope_between(points[i - 1], points[i]));
  const std::size_t n = slopes.size();
  const double change = std::fabs(slopes[n - 1] - slopes[n - 2]);
  const double little = (n > 2 ? little_change : little_of_two) * std::fabs(slopes[n - 1]);
  const double ratio = points[window.last - 1].h / points[window.last - 2].h;
  const bool shrinks = n > 2 && change < 0.5 * (1 + ratio) * std::fabs(slopes[n - 2] - slopes[n - 3]);
  if (change <= little || shrinks) return 0;
  double coarser = 0, finer = 0;
  for (std::size_t i = 0; i < n / 2; ++i) coarser += slopes[i], finer += slopes[n - 1 - i];
  return std::fabs(finer - coarser) / static_cast<double>(n / 2);
}

void judge(ObservedOrder& order, const ClaimedOrder& claimed, bool finest, double change) {
  const auto excludes = [&](double claim, double beyond) { return beyond > order.confidence + little_change * claim; };
  order.asymptotic = finest && change == 0 && !excludes(claimed.least, claimed.least - order.order) &&
                     !excludes(claimed.most, order.order - claimed.most);
}

}  // namespace

OrderFit fit_order(const std::vector<OrderPoint>& points, bool symmetric, std::optional<ClaimedOrder> claimed) {
  OrderFit fit;
  fit.used.assign(points.size(), false);
  const Settled window = settled(points);
  const std::size_t count = window.count();
  if (count < 3) return fit;
  const bool with_term = count >= 5;
  std::vector<double> x, y, term;
  for (std::size_t i = window.first; i < window.last; ++i) {
    fit.used[i] = true;
    const double part = points[i].h / points[window.first].h;
    x.push_back(fn::log(part));
    y.push_back(fn::log(points[i].error));
    if (with_term) term.push_back(symmetric ? part * part : part);
  }
  const Line line = least_squares(x, y, term);
  ObservedOrder order{.order = line.slope, .points = static_cast<int>(count)};
  double spread = 0;
  if (with_term) {
    const auto finer = [](const std::vector<double>& all) { return std::vector<double>(all.begin() + 1, all.end()); };
    spread = std::fabs(least_squares(finer(x), finer(y), finer(term)).slope - line.slope);
  } else {
    for (std::size_t i = window.first + 1; i < window.last; ++i)
      spread = std::max(spread, std::fabs(slope_between(points[i - 1], points[i]) - line.slope));
  }
  order.confidence = quantile(static_cast<int>(count) - (with_term ? 3 : 2)) * line.standard_error + spread;
  if (claimed) {
    const double change = unsettled(points, window);
    order.confidence += change;
    judge(order, *claimed, window.finest, change);
  }
  fit.order = order;
  return fit;
}

}  // namespace polhode
