#include <polhode/ode/stability.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

namespace polhode::ode {
namespace {

using Complex = std::complex<double>;
constexpr double allowed = 1e-10;  // growth of a step that counts as none
constexpr double farthest = 1e6;

/// growth − 1, bounded so that interpolation has something to work with.
double excess(const Method& method, Complex z) {
  const double growth = growth_per_step(method, z);
  return growth < 1e3 ? growth - 1 : 1e3;
}

/// Where the excess changes sign between a and b, whose values have different signs: false position, halved on the side
/// that does not move (Illinois).
Complex crossing(const Method& method, Complex a, double at_a, Complex b, double at_b) {
  for (int i = 0; i < 60; ++i) {
    const Complex middle = i < 40 ? a + (b - a) * (at_a / (at_a - at_b)) : 0.5 * (a + b);
    const double value = excess(method, middle);
    if (std::fabs(value) <= 1e-14 || std::norm(b - a) <= 1e-28 * (1 + std::norm(a))) return middle;
    if ((value <= 0) == (at_b <= 0)) {
      at_a *= 0.5;
      b = middle, at_b = value;
    } else {
      at_b *= 0.5;
      a = middle, at_a = value;
    }
  }
  return 0.5 * (a + b);
}

/// How far from 0 in the given direction nothing grows.
double limit_along(const Method& method, Complex direction) {
  const auto stable = [&](double r) { return growth_per_step(method, r * direction) <= 1 + allowed; };
  double inside = 0, step = 0.05;
  while (stable(inside + step)) {
    inside += step;
    if (inside > 20) step = 0.25 * inside;
    if (inside > farthest) return std::numeric_limits<double>::infinity();
  }
  if (inside == 0) return 0;
  double outside = inside + step;
  for (int i = 0; i < 50; ++i) {
    const double middle = 0.5 * (inside + outside);
    (stable(middle) ? inside : outside) = middle;
  }
  return inside;
}

/// Nodes at odd multiples of half a cell, so that none lies on an axis, where boundaries like to be; the lower half
/// mirrors the upper one. A ring around it counts as unstable, which closes all curves.
class Grid {
 public:
  Grid(const Method& method, const StabilityWindow& window, int cells) : method_(method) {
    const double width = window.right - window.left;
    d_ = std::max(width, 2 * window.height) / cells;
    left_ = static_cast<int>(std::floor(window.left / d_ - 0.5)) - 1;
    columns_ = static_cast<int>(std::ceil(window.right / d_ - 0.5)) + 2 - left_;
    rows_ = 2 * (static_cast<int>(std::ceil(window.height / d_ + 0.5)) + 1);
    values_.assign(static_cast<std::size_t>(columns_ * rows_), 1.0);
    for (int j = rows_ / 2; j < rows_ - 1; ++j)
      for (int i = 1; i < columns_ - 1; ++i) value(i, j) = value(i, rows_ - 1 - j) = excess(method, node(i, j));
  }

  std::vector<StabilityRegion::Loop> loops() {
    for (int j = 0; j + 1 < rows_; ++j)
      for (int i = 0; i + 1 < columns_; ++i) add_cell(i, j);
    std::vector<StabilityRegion::Loop> all;
    while (!next_.empty()) {
      StabilityRegion::Loop loop;
      for (auto at = next_.begin(); at != next_.end();) {
        loop.push_back(point(at->first));
        const Edge towards = at->second;
        next_.erase(at);
        at = next_.find(towards);
      }
      all.push_back(std::move(loop));
    }
    return all;
  }

 private:
  /// An edge of the grid: from node (i, j) to the right, or upwards.
  using Edge = std::tuple<int, int, bool>;

  double& value(int i, int j) { return values_[static_cast<std::size_t>(j * columns_ + i)]; }
  Complex node(int i, int j) const { return {(left_ + i + 0.5) * d_, (j - rows_ / 2 + 0.5) * d_}; }
  bool inside(int i, int j) { return value(i, j) <= 0; }

  /// Segments with the region on their left. Both diagonals inside: told apart by the middle of the cell.
  void add_cell(int i, int j) {
    const Edge bottom{i, j, false}, right{i + 1, j, true}, top{i, j + 1, false}, left{i, j, true};
    const bool sw = inside(i, j), se = inside(i + 1, j), ne = inside(i + 1, j + 1), nw = inside(i, j + 1);
    const Edge edges[4] = {bottom, right, top, left};
    const bool corners[5] = {sw, se, ne, nw, sw};
    // Walking round the cell against the clock, a curve leaves through an edge where the region begins to be left.
    std::vector<Edge> out, in;
    for (std::size_t k = 0; k < 4; ++k) {
      if (corners[k] && !corners[k + 1]) out.push_back(edges[k]);
      if (!corners[k] && corners[k + 1]) in.push_back(edges[k]);
    }
    if (out.empty()) return;
    if (out.size() == 1) {
      next_[out[0]] = in[0];
      return;
    }
    const bool joined = excess(method_, 0.5 * (node(i, j) + node(i + 1, j + 1))) <= 0;
    // `out` and `in` alternate round the cell, an `out` first if the first corner is inside.
    for (std::size_t k = 0; k < 2; ++k) next_[out[k]] = in[joined == sw ? k : 1 - k];
  }

  Complex point(const Edge& edge) {
    const auto [i, j, up] = edge;
    const int i2 = up ? i : i + 1, j2 = up ? j + 1 : j;
    const bool ring = i == 0 || j == 0 || i2 == columns_ - 1 || j2 == rows_ - 1;
    if (ring) return 0.5 * (node(i, j) + node(i2, j2));
    return crossing(method_, node(i, j), value(i, j), node(i2, j2), value(i2, j2));
  }

  const Method& method_;
  double d_ = 0;
  int left_ = 0, columns_ = 0, rows_ = 0;
  std::vector<double> values_;
  std::map<Edge, Edge> next_;
};

}  // namespace

StabilityRegion stability_region(const Method& method, const StabilityWindow& window, int cells) {
  StabilityRegion region;
  const bool has_region = why_no_region(method).empty();
  if (has_region) {
    region.loops = Grid(method, window, cells).loops();
    region.real_limit = limit_along(method, -1.0);
  }
  if (has_region || method.takes_oscillators())
    region.imaginary_limit = method.variable_order ? 0 : limit_along(method, Complex(0, 1));
  return region;
}

}  // namespace polhode::ode
