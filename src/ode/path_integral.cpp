#include <algorithm>
#include <cmath>

#include <polhode/ode/stationary.hpp>

#include "ode/path_element.hpp"

namespace polhode::ode {
namespace {

constexpr int deepest = 60;

class Along {
 public:
  Along(const PathDensity& density, std::size_t n, const PathClock& clock,
        const std::function<void(double t, VecOut q, VecOut v)>& path)
      : density_(density), n_(n), clock_(clock), path_(path), x_(2 * n), values_(density_size(n)) {}

  PathIntegral run() {
    PathIntegral whole = over(rough_, 0, 1);
    total_ = whole.size;
    whole = {};
    for (int k = 0; k < 8; ++k) add(whole, k / 8.0, (k + 1) / 8.0, 0);
    return whole;
  }

 private:
  PathIntegral over(const GaussRule& rule, double from, double to) {
    PathIntegral sum;
    const VecOut x(x_);
    for (std::size_t g = 0; g < rule.nodes.size(); ++g) {
      const double s = 0.5 * (from + to) + 0.5 * (to - from) * rule.nodes[g], t = clock_.t(s);
      path_(t, x.first(n_), x.subspan(n_));
      density_(t, x_, values_);
      const double part = 0.5 * (to - from) * rule.weights[g] * clock_.rate(s) * values_[0];
      sum.value += part;
      sum.size += std::fabs(part);
    }
    return sum;
  }

  void add(PathIntegral& whole, double from, double to, int depth) {
    const PathIntegral rough = over(rough_, from, to), sharp = over(sharp_, from, to);
    const double error = std::fabs(rough.value - sharp.value), middle = 0.5 * (from + to);
    if (error > 1e-14 * total_ && depth < deepest && middle > from && middle < to) {
      add(whole, from, middle, depth + 1);
      return add(whole, middle, to, depth + 1);
    }
    whole.value += sharp.value;
    whole.size += sharp.size;
    whole.error += error;
  }

  const PathDensity& density_;
  std::size_t n_;
  const PathClock& clock_;
  const std::function<void(double t, VecOut q, VecOut v)>& path_;
  std::vector<double> x_, values_;
  GaussRule rough_{10}, sharp_{16};
  double total_ = 0;
};

}  // namespace

PathIntegral integral_along(const PathDensity& density, std::size_t n, const PathClock& clock,
                            const std::function<void(double t, VecOut q, VecOut v)>& path) {
  return Along(density, n, clock, path).run();
}

}  // namespace polhode::ode
