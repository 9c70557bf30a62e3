#include "ode/path_pieces.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace polhode::ode {

PathPieces::Point PathPieces::point(const PathCurve& curve, double s_of_middle, double half, double xi,
                                    double weight) const {
  const double s = s_of_middle + half * xi, rate = curve.clock.rate(s);
  return {curve.clock.t(s), weight * half * rate, 1 / (half * rate)};
}

bool PathPieces::read(const Point& at, const PathBlend& blend, const double* v_guess, Sums& sums) {
  density_(at.t, x_, read_);
  if (!all_finite(read_)) {
    nowhere = at.t;
    return false;
  }
  sums.value += at.weight * read_[0];
  sums.size += at.weight * std::fabs(read_[0]);
  for (std::size_t a = 0; a < n_; ++a) largest_inertia = std::max(largest_inertia, std::fabs(second(n_ + a, n_ + a)));
  if (blend.share == 1) return true;
  for (double& one : read_) one *= blend.share;
  const double c = (1 - blend.share) * blend.stiffness;
  for (std::size_t a = 0; a < n_; ++a) {
    read_[1 + n_ + a] += c * (x_[n_ + a] - v_guess[a]);
    const std::size_t i = n_ + a;
    read_[1 + 2 * n_ + i * 2 * n_ - i * (i + 1) / 2 + i] += c;
  }
  return true;
}

void PathPieces::add(const Point& at, const double* value, const double* slope, std::size_t count, double* gradient,
                     double* hessian) const {
  const double* first = read_.data() + 1;
  if (gradient != nullptr)
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t a = 0; a < n_; ++a)
        gradient[i * n_ + a] += at.weight * (value[i] * first[a] + at.pace * slope[i] * first[n_ + a]);
  if (hessian == nullptr) return;
  const std::size_t size = count * n_;
  for (std::size_t a = 0; a < n_; ++a)
    for (std::size_t b = 0; b < n_; ++b) {
      const double qq = at.weight * second(a, b), qv = at.weight * at.pace * second(a, n_ + b),
                   vq = at.weight * at.pace * second(n_ + a, b),
                   vv = at.weight * at.pace * at.pace * second(n_ + a, n_ + b);
      for (std::size_t i = 0; i < count; ++i) {
        const double of_value = value[i] * qq + slope[i] * vq, of_slope = value[i] * qv + slope[i] * vv;
        double* row = hessian + (i * n_ + a) * size + b;
        for (std::size_t j = 0; j < count; ++j) row[j * n_] += of_value * value[j] + of_slope * slope[j];
      }
    }
}

bool PathPieces::piece(const PathCurve& curve, std::size_t which, const PathBlend& blend, Sums& sums, double* gradient,
                       double* hessian) {
  const PathElement& element = PathElement::of(curve.degree);
  const std::size_t count = element.count();
  const double middle = 0.5 * (curve.breaks[which] + curve.breaks[which + 1]),
               half = 0.5 * (curve.breaks[which + 1] - curve.breaks[which]);
  const double* nodes = curve.node(which, 0);
  std::vector<double> v_guess(n_);
  for (std::size_t g = 0; g < element.gauss.nodes.size(); ++g) {
    const Point at = point(curve, middle, half, element.gauss.nodes[g], element.gauss.weights[g]);
    const double *value = element.values.data() + g * count, *slope = element.slopes.data() + g * count;
    for (std::size_t a = 0; a < n_; ++a) {
      // From the first node on, so that rounding is that of the differences.
      double q = 0, v = 0;
      for (std::size_t i = 1; i < count; ++i) {
        const double difference = nodes[i * n_ + a] - nodes[a];
        q += value[i] * difference;
        v += slope[i] * difference;
      }
      x_[a] = nodes[a] + q;
      x_[n_ + a] = at.pace * v;
      if (blend.share == 1) continue;
      const double* guess = blend.guess->node(which, 0);
      v = 0;
      for (std::size_t i = 1; i < count; ++i) v += slope[i] * (guess[i * n_ + a] - guess[a]);
      v_guess[a] = at.pace * v;
    }
    if (!read(at, blend, v_guess.data(), sums)) return false;
    add(at, value, slope, count, gradient, hessian);
  }
  return true;
}

bool PathPieces::part(const PathCurve& curve, std::size_t which, double end, double* hessian) {
  const PathElement& element = PathElement::of(curve.degree);
  const std::size_t count = element.count();
  const double middle = 0.5 * (curve.breaks[which] + curve.breaks[which + 1]),
               half = 0.5 * (curve.breaks[which + 1] - curve.breaks[which]);
  const double share = 0.5 * (end + 1), shift = share - 1;  // ξ of the piece = shift + share·ξ of the part
  Sums sums;
  const VecOut x(x_);
  for (std::size_t g = 0; g < element.gauss.nodes.size(); ++g) {
    const Point at =
        point(curve, middle + half * shift, half * share, element.gauss.nodes[g], element.gauss.weights[g]);
    curve.in_piece(which, shift + share * element.gauss.nodes[g], x.first(n_), x.subspan(n_));
    for (std::size_t a = 0; a < n_; ++a) x_[n_ + a] *= share * at.pace;
    if (!read(at, {}, nullptr, sums)) return false;
    add(at, element.values.data() + g * count, element.slopes.data() + g * count, count, nullptr, hessian);
  }
  return true;
}

int PathPieces::sign_of_inertia() const {
  // Pivots of L_vv in its order: all of one sign, or it is neither.
  std::vector<double> A(n_ * n_);
  double largest = 0;
  for (std::size_t i = 0; i < n_; ++i)
    for (std::size_t j = 0; j < n_; ++j) {
      A[i * n_ + j] = second(n_ + i, n_ + j);
      largest = std::max(largest, std::fabs(A[i * n_ + j]));
    }
  int sign = 0;
  for (std::size_t k = 0; k < n_; ++k) {
    const double pivot = A[k * n_ + k];
    const int own = pivot > 1e-14 * largest ? 1 : pivot < -1e-14 * largest ? -1 : 0;
    if (own == 0 || (sign != 0 && own != sign)) return 0;
    sign = own;
    for (std::size_t i = k + 1; i < n_; ++i)
      for (std::size_t j = k + 1; j < n_; ++j) A[i * n_ + j] -= A[i * n_ + k] * A[k * n_ + j] / pivot;
  }
  return sign;
}

int PathPieces::sign_along(const PathCurve& curve) {
  const PathElement& element = PathElement::of(curve.degree);
  const VecOut x(x_);
  Sums sums;
  int sign = 0;
  for (std::size_t k = 0; k < curve.pieces(); ++k) {
    const double middle = 0.5 * (curve.breaks[k] + curve.breaks[k + 1]), half = curve.breaks[k + 1] - middle;
    for (const double xi : element.gauss.nodes) {
      const Point at = point(curve, middle, half, xi, 0);
      curve.in_piece(k, xi, x.first(n_), x.subspan(n_));
      for (std::size_t a = 0; a < n_; ++a) x_[n_ + a] *= at.pace;
      if (!read(at, {}, nullptr, sums)) return 0;
      const int here = sign_of_inertia();
      if (here == 0 || (sign != 0 && here != sign)) return 0;
      sign = here;
    }
  }
  return sign;
}

}  // namespace polhode::ode
