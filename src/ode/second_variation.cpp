#include "ode/second_variation.hpp"

#include <algorithm>
#include <cmath>

namespace polhode::ode {
namespace {

constexpr double null_block = 1e-9;  // beside the numbers of which it is the sum: a variation that changes nothing

PathCurve halved_everywhere(const PathCurve& curve) {
  PathCurve finer = curve;
  finer.breaks.clear();
  finer.nodes.clear();
  const PathElement& element = PathElement::of(curve.degree);
  std::vector<double> q(curve.n), slope(curve.n);
  for (std::size_t k = 0; k < curve.pieces(); ++k) {
    finer.breaks.push_back(curve.breaks[k]);
    finer.breaks.push_back(0.5 * (curve.breaks[k] + curve.breaks[k + 1]));
    for (const double side : {-0.5, 0.5})
      for (std::size_t i = 0; i + 1 < element.count(); ++i) {
        curve.in_piece(k, side + 0.5 * element.nodes[i], q, slope);
        finer.nodes.insert(finer.nodes.end(), q.begin(), q.end());
      }
  }
  finer.breaks.push_back(curve.breaks.back());
  finer.nodes.insert(finer.nodes.end(), curve.nodes.end() - static_cast<std::ptrdiff_t>(curve.n), curve.nodes.end());
  return finer;
}

class SecondVariation {
 public:
  SecondVariation(PathNewton& newton, StationaryPath& path) : newton_(newton), path_(path), n_(path.curve.n) {}

  void run() {
    path_.sign = newton_.pieces().sign_along(path_.curve);
    path_.kind = Stationarity::unsettled;
    if (path_.sign == 0) return;
    PathCurve curve = path_.curve;
    std::vector<std::vector<double>> hessians;
    for (;;) {
      matrix_ = newton_.matrix(curve, hessians);
      const std::size_t inside = static_cast<std::size_t>(curve.degree - 1) * n_;
      const bool definite = std::all_of(hessians.begin(), hessians.end(), [&](const std::vector<double>& hessian) {
        return CondensedPiece::is_definite(hessian, inside, n_, path_.sign);
      });
      if (definite) break;
      if (2 * curve.pieces() > newton_.most_pieces()) return;
      curve = halved_everywhere(curve);
    }
    if (!matrix_) {
      path_.kind = Stationarity::conjugate;
      return;
    }
    count(curve);
  }

 private:
  void count(const PathCurve& curve) {
    path_.index = 0;
    path_.conjugate.clear();
    bool null = false;
    for (std::size_t k = 0; k <= curve.pieces(); ++k) {
      std::vector<double> block = matrix_->block(k);
      for (double& one : block) one *= path_.sign;
      matrix_->hold(k, block, matrix_->size(k));
      const Inertia own = inertia_of(std::move(block), n_);
      path_.index += own.negative;
      // The last block with something in it says whether the ends themselves are conjugate.
      if (k + 1 >= curve.pieces() && own.smallest <= null_block * matrix_->size(k)) null = true;
      for (int which = 1; k < curve.pieces() && which <= own.negative; ++which)
        path_.conjugate.push_back(locate(curve, k, which));
    }
    path_.kind = null              ? Stationarity::conjugate
                 : path_.index > 0 ? Stationarity::saddle
                 : path_.sign > 0  ? Stationarity::least
                                   : Stationarity::greatest;
  }

  /// Where, within piece k, the path from the start to there gets its `which`-th further negative direction.
  double locate(const PathCurve& curve, std::size_t k, int which) {
    double low = -1, high = 1;
    for (int round = 0; round < 60; ++round) {
      const double middle = 0.5 * (low + high);
      if (!(middle > low && middle < high)) break;
      (negative_at(curve, k, middle) >= which ? high : low) = middle;
    }
    const double half = 0.5 * (curve.breaks[k + 1] - curve.breaks[k]);
    return curve.clock.t(curve.breaks[k] + half * (high + 1));
  }

  int negative_at(const PathCurve& curve, std::size_t k, double xi) {
    const std::size_t size = (static_cast<std::size_t>(curve.degree) + 1) * n_;
    std::vector<double> hessian(size * size);
    CondensedPiece part(size - 2 * n_, n_);
    if (!newton_.pieces().part(curve, k, xi, hessian.data()) || !part.condense(hessian)) return 0;
    std::vector<double> block = matrix_->before(k);
    for (std::size_t a = 0; a < n_; ++a)
      for (std::size_t b = 0; b < n_; ++b) block[a * n_ + b] = path_.sign * (block[a * n_ + b] + part(a, b));
    matrix_->hold(k, block);
    return inertia_of(std::move(block), n_).negative;
  }

  PathNewton& newton_;
  StationaryPath& path_;
  std::size_t n_;
  std::optional<PathMatrix> matrix_;
};

}  // namespace

void judge_second_variation(PathNewton& newton, StationaryPath& path) { SecondVariation(newton, path).run(); }

}  // namespace polhode::ode
