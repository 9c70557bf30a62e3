#include "ode/path_newton.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace polhode::ode {
namespace {

constexpr int most_steps = 100;
constexpr double most_work = 1e11;    // operations: a minute
constexpr double most_numbers = 2e7;  // of the matrices of all pieces
constexpr double least_share = 1e-8;  // of a step
constexpr double small_step = 1e-13;  // beside the path: what rounding leaves
constexpr double near_enough = 1e-6;  // below it steps shrink squared, until rounding stops them

}  // namespace

double PathSums::value() const {
  double sum = 0;
  for (const PathPieces::Sums& piece : pieces) sum += piece.value;
  return sum;
}

double PathSums::size() const {
  double sum = 0;
  for (const PathPieces::Sums& piece : pieces) sum += piece.size;
  return sum;
}

PathNewton::PathNewton(const PathProblem& problem, const PathOptions& options)
    : problem_(problem), options_(options), n_(problem.from.q.size()), pieces_(problem.density, n_) {}

std::vector<double> PathNewton::scales(const PathCurve& curve) {
  std::vector<double> scales(curve.n, 0);
  for (std::size_t k = 0; k < curve.nodes.size(); ++k)
    scales[k % curve.n] = std::max(scales[k % curve.n], std::fabs(curve.nodes[k]));
  const double largest = *std::max_element(scales.begin(), scales.end());
  for (double& scale : scales)
    if (scale == 0) scale = largest > 0 ? largest : 1;
  return scales;
}

bool PathNewton::assemble(const PathCurve& curve, const PathBlend& blend, std::vector<double>& gradient,
                          std::vector<std::vector<double>>* hessians) {
  const std::size_t nodes = static_cast<std::size_t>(curve.degree) + 1, size = nodes * n_;
  gradient.assign(curve.nodes.size(), 0);
  if (hessians != nullptr) hessians->assign(curve.pieces(), std::vector<double>(size * size));
  for (std::size_t k = 0; k < curve.pieces(); ++k) {
    PathPieces::Sums sums;
    if (!pieces_.piece(curve, k, blend, sums, gradient.data() + k * (nodes - 1) * n_,
                       hessians != nullptr ? (*hessians)[k].data() : nullptr))
      return false;
  }
  return true;
}

double PathNewton::length(const std::vector<double>& step) const {
  double largest = 0;
  for (std::size_t k = 0; k < step.size(); ++k) {
    const double own = std::fabs(step[k]) / scales_[k % n_];
    if (!(own <= largest)) largest = own;  // also when it is nan
  }
  return largest;
}

bool PathNewton::move(PathCurve& curve, const PathBlend& blend, const PathMatrix& matrix,
                      const std::vector<double>& step, double size, double& share) {
  const std::vector<double> start = curve.nodes;
  std::vector<double> next;
  for (; share >= least_share; share *= 0.5) {
    for (std::size_t k = 0; k < step.size(); ++k) curve.nodes[k] = start[k] - share * step[k];
    if (!assemble(curve, blend, next, nullptr)) continue;
    matrix.solve(next, curve.degree);
    if (length(next) <= (1 - 0.25 * share) * size) return true;
    if (size < near_enough) break;
  }
  curve.nodes = start;
  return false;
}

bool PathNewton::arrive(PathCurve& curve, const PathBlend& blend) {
  std::vector<double> step;
  std::vector<std::vector<double>> hessians;
  double share = 1;
  scales_ = scales(curve);
  for (int round = 0; round < most_steps; ++round) {
    if (options_.go_on && !options_.go_on()) return interrupted_ = true, false;
    if (!assemble(curve, blend, step, &hessians)) return false;
    PathMatrix matrix(problem_, curve.pieces());
    if (!matrix.factor(hessians)) return false;
    matrix.solve(step, curve.degree);
    ++steps_;
    const auto rows = static_cast<double>((static_cast<std::size_t>(curve.degree) + 1) * n_);
    work_ += static_cast<double>(curve.pieces()) * rows * rows * rows;
    if (work_ > most_work) return false;
    const double size = length(step);
    if (!std::isfinite(size)) return false;
    if (size <= small_step) {
      for (std::size_t k = 0; k < step.size(); ++k) curve.nodes[k] -= step[k];
      return true;
    }
    if (!move(curve, blend, matrix, step, size, share)) return size < near_enough;
    share = std::min(1.0, 4 * share);
    const std::vector<double> now = scales(curve);
    for (std::size_t a = 0; a < n_; ++a) scales_[a] = std::max(scales_[a], now[a]);
  }
  return false;
}

std::size_t PathNewton::most_pieces() const {
  const double rows = 17.0 * static_cast<double>(n_);
  return std::min(static_cast<std::size_t>(options_.most_elements),
                  static_cast<std::size_t>(most_numbers / (rows * rows)));
}

std::optional<PathMatrix> PathNewton::matrix(const PathCurve& curve, std::vector<std::vector<double>>& hessians) {
  std::vector<double> gradient;
  if (!assemble(curve, {}, gradient, &hessians)) return std::nullopt;
  PathMatrix made(problem_, curve.pieces());
  if (!made.factor(hessians)) return std::nullopt;
  return made;
}

PathSums PathNewton::sums(const PathCurve& curve) {
  PathSums all;
  for (std::size_t k = 0; k < curve.pieces(); ++k)
    pieces_.piece(curve, k, {}, all.pieces.emplace_back(), nullptr, nullptr);
  return all;
}

}  // namespace polhode::ode
