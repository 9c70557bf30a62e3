#include "mass/cubature.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <queue>
#include <utility>

namespace polhode {
namespace {

constexpr int nodes = 15;
constexpr std::array<double, 8> abscissa{
    0.99145537112081263921, 0.94910791234275852453, 0.86486442335976907279, 0.74153118559939443986,
    0.58608723546769113029, 0.40584515137739716691, 0.20778495500789846760, 0.0};
constexpr std::array<double, 8> kronrod{0.022935322010529224964, 0.063092092629978553291, 0.10479001032225018384,
                                        0.14065325971552591875,  0.16900472663926790283,  0.19035057806478540991,
                                        0.20443294007529889241,  0.20948214108472782801};
constexpr std::array<double, 8> gauss{0, 0.12948496616886969327, 0, 0.27970539148927666790,
                                      0, 0.38183005050511894495, 0, 0.41795918367346938776};

struct Node {
  double x, kronrod, gauss;
};

constexpr std::array<Node, nodes> make_rule() {
  std::array<Node, nodes> rule{};
  for (std::size_t i = 0; i < nodes; ++i) {
    const std::size_t j = i < 8 ? i : 14 - i;
    rule[i] = {i < 8 ? -abscissa[j] : abscissa[j], kronrod[j], gauss[j]};
  }
  return rule;
}
constexpr std::array<Node, nodes> rule = make_rule();

/// The middle point when a dimension is not used.
constexpr std::array<Node, 1> single{{{0, 2, 2}}};

struct Cell {
  Region region;
  std::vector<double> values;
  double error = 0;
  int widest = 0;  ///< the direction to halve
  bool replaced = false;
};

class Worker {
 public:
  Worker(int dimensions, int components, Integrand f)
      : dimensions_(dimensions),
        components_(static_cast<std::size_t>(components)),
        f_(f),
        at_point_(components_),
        sums_(4 * components_) {}

  /// Applies the rule to `cell`; false if the integrand refused.
  bool apply(Cell& cell) {
    const Vec3 half = 0.5 * (cell.region.high - cell.region.low);
    const Vec3 middle = cell.region.low + half;
    std::fill(sums_.begin(), sums_.end(), 0.0);
    for (const Node& a : direction(0))
      for (const Node& b : direction(1))
        for (const Node& c : direction(2)) {
          const Vec3 at(middle[0] + half[0] * a.x, middle[1] + half[1] * b.x, middle[2] + half[2] * c.x);
          ++evaluations_;
          if (!f_(cell.region.chart, at, at_point_)) return false;
          accumulate(a.kronrod * b.kronrod * c.kronrod, a.gauss * b.kronrod * c.kronrod,
                     a.kronrod * b.gauss * c.kronrod, a.kronrod * b.kronrod * c.gauss);
        }
    finish(cell, half);
    return true;
  }
  long evaluations() const { return evaluations_; }

 private:
  std::span<const Node> direction(int i) const {
    if (i < dimensions_) return rule;
    return single;
  }
  void accumulate(double k, double g0, double g1, double g2) {
    for (std::size_t i = 0; i < components_; ++i) {
      const double value = at_point_[i];
      sums_[i] += k * value;
      sums_[components_ + i] += g0 * value;
      sums_[2 * components_ + i] += g1 * value;
      sums_[3 * components_ + i] += g2 * value;
    }
  }
  void finish(Cell& cell, const Vec3& half) {
    double measure = 1;
    // An unused direction has weight 2 from its single node and must not count.
    for (int i = 0; i < 3; ++i) measure *= i < dimensions_ ? half[i] : 0.5;
    cell.values.resize(components_);
    for (std::size_t k = 0; k < components_; ++k) cell.values[k] = measure * sums_[k];
    cell.error = 0;
    double largest = -1;
    for (int i = 0; i < dimensions_; ++i) {
      double difference = 0;
      for (std::size_t k = 0; k < components_; ++k)
        difference = std::fmax(
            difference, std::fabs(measure * (sums_[k] - sums_[(static_cast<std::size_t>(i) + 1) * components_ + k])));
      cell.error += difference;
      if (difference > largest) {
        largest = difference;
        cell.widest = i;
      }
    }
  }

  int dimensions_;
  std::size_t components_;
  Integrand f_;
  std::vector<double> at_point_;
  std::vector<double> sums_;
  long evaluations_ = 0;
};

/// Values and error of all cells that were not halved, in the order in which they were made.
void total(const std::vector<Cell>& cells, std::size_t components, Cubature& result) {
  result.values.assign(components, 0.0);
  std::vector<double> lost(components, 0.0);
  double error = 0;
  for (const Cell& cell : cells) {
    if (cell.replaced) continue;
    error += cell.error;
    for (std::size_t k = 0; k < components; ++k) {
      // Two-sum: what the addition rounds away is kept aside.
      const double a = result.values[k], b = cell.values[k], sum = a + b, shadow = sum - a;
      lost[k] += (a - (sum - shadow)) + (b - shadow);
      result.values[k] = sum;
    }
  }
  for (std::size_t k = 0; k < components; ++k) result.values[k] += lost[k];
  result.error = error / std::fabs(result.values[0]);
}

constexpr long enough_zeros = 100'000;

}  // namespace

Cubature integrate(int dimensions, int components, std::span<const Region> regions, Integrand f,
                   const CubatureOptions& options) {
  Worker worker(dimensions, components, f);
  Cubature result;
  std::vector<Cell> cells;
  // Worst first; of equals the older one, so that the order never depends on the heap.
  const auto better = [&](std::size_t a, std::size_t b) {
    return cells[a].error != cells[b].error ? cells[a].error < cells[b].error : a > b;
  };
  std::priority_queue<std::size_t, std::vector<std::size_t>, decltype(better)> worst(better);
  double error = 0, first = 0;
  const auto add = [&](const Region& region) {
    Cell cell{.region = region};
    if (!worker.apply(cell)) return false;
    error += cell.error;
    first += cell.values[0];
    cells.push_back(std::move(cell));
    worst.push(cells.size() - 1);
    return true;
  };
  for (const Region& region : regions)
    if (!add(region)) return {.evaluations = worker.evaluations(), .refused = true};
  while (!worst.empty()) {
    // `not less` also catches nan: cells are then halved until the budget is spent, and the result says so.
    if (error <= options.tolerance * std::fabs(first)) {
      total(cells, static_cast<std::size_t>(components), result);
      if (result.error <= options.tolerance) break;
    }
    if (worker.evaluations() >= options.max_evaluations) break;
    // Nothing but zeros has no relative error; after so many there is no use in looking for more.
    if (error == 0 && first == 0 && worker.evaluations() >= enough_zeros) break;
    const std::size_t index = worst.top();
    worst.pop();
    const Region whole = cells[index].region;
    const int i = cells[index].widest;
    const double middle = whole.low[i] + 0.5 * (whole.high[i] - whole.low[i]);
    if (!(middle > whole.low[i] && middle < whole.high[i])) continue;
    cells[index].replaced = true;
    error -= cells[index].error;
    first -= cells[index].values[0];
    Region lower = whole, upper = whole;
    lower.high[i] = upper.low[i] = middle;
    if (!add(lower) || !add(upper)) return {.evaluations = worker.evaluations(), .refused = true};
  }
  total(cells, static_cast<std::size_t>(components), result);
  result.evaluations = worker.evaluations();
  result.converged = result.error <= options.tolerance;
  return result;
}

}  // namespace polhode
