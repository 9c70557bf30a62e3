#include <polhode/ode/stationary.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <polhode/base/error.hpp>
#include <polhode/math/elementary.hpp>

#include "ode/path_newton.hpp"
#include "ode/path_singular.hpp"
#include "ode/second_variation.hpp"

namespace polhode::ode {
namespace {

constexpr int coarse = 12, fine = 16;  // degrees
constexpr std::size_t first_pieces = 4;
constexpr int most_rounds = 60;

/// The same path by other pieces, or by polynomials of another degree.
PathCurve carried(const PathCurve& curve, std::vector<double> breaks, int degree) {
  PathCurve other = curve;
  other.degree = degree;
  other.breaks = std::move(breaks);
  const PathElement& element = PathElement::of(degree);
  other.nodes.resize((other.pieces() * static_cast<std::size_t>(degree) + 1) * curve.n);
  std::vector<double> slope(curve.n);
  std::size_t from = 0;
  for (std::size_t k = 0; k < other.pieces(); ++k) {
    while (from + 1 < curve.pieces() && curve.breaks[from + 1] <= other.breaks[k]) ++from;
    const double begin = curve.breaks[from], half = 0.5 * (curve.breaks[from + 1] - begin),
                 own = 0.5 * (other.breaks[k + 1] - other.breaks[k]);
    for (std::size_t i = 0; i < element.count(); ++i)
      curve.in_piece(from, (other.breaks[k] - begin + own * (element.nodes[i] + 1)) / half - 1,
                     {other.node(k, static_cast<int>(i)), curve.n}, slope);
  }
  // What both ends share is what it was.
  std::copy_n(curve.nodes.begin(), curve.n, other.nodes.begin());
  std::copy_n(curve.nodes.end() - static_cast<std::ptrdiff_t>(curve.n), curve.n,
              other.nodes.end() - static_cast<std::ptrdiff_t>(curve.n));
  return other;
}

std::vector<double> halved(const std::vector<double>& breaks, const std::vector<char>& which) {
  std::vector<double> more;
  for (std::size_t k = 0; k + 1 < breaks.size(); ++k) {
    more.push_back(breaks[k]);
    if (which[k] != 0) more.push_back(0.5 * (breaks[k] + breaks[k + 1]));
  }
  more.push_back(breaks.back());
  return more;
}

class Search {
 public:
  Search(const PathProblem& problem, const PathOptions& options)
      : given_(problem),
        coordinates_(problem),
        problem_(in_coordinates()),
        options_(options),
        n_(problem.from.q.size()),
        newton_(problem_, options) {}

  StationaryPath run() {
    if (coordinates_.unreachable) return ended(PathEnding::infinite);
    path_.curve = guess();
    if (!has_value()) return ended(PathEnding::no_value);
    if (!arrive_somehow()) return ended(newton_.interrupted() ? PathEnding::interrupted : PathEnding::not_found);
    const PathEnding ending = refine();
    if (ending != PathEnding::found) return ended(ending);
    path_.ending = PathEnding::found;
    judge_second_variation(newton_, path_);
    return ended(PathEnding::found);
  }

 private:
  PathProblem in_coordinates() const {
    PathProblem problem = given_;
    problem.density = coordinates_.density(given_.density, given_.from.q.size());
    coordinates_.to_z(problem.from.q);
    coordinates_.to_z(problem.to.q);
    return problem;
  }

  StationaryPath ended(PathEnding ending) {
    path_.ending = ending;
    path_.newton_steps = newton_.steps();
    path_.nowhere = newton_.pieces().nowhere;
    return std::move(path_);
  }

  void guess_at(double s, VecOut z) const {
    const double t = coordinates_.clock.t(s);
    if (problem_.guess) {
      problem_.guess(t, z);
      return coordinates_.to_z(z);
    }
    const double share = coordinates_.are_given() ? (t - given_.from.t) / (given_.to.t - given_.from.t) : s;
    for (std::size_t a = 0; a < n_; ++a) z[a] = (1 - share) * problem_.from.q[a] + share * problem_.to.q[a];
  }

  PathCurve guess() const {
    PathCurve curve{
        .clock = coordinates_.clock, .maps = coordinates_.maps, .n = n_, .degree = coarse, .breaks = {}, .nodes = {}};
    for (std::size_t k = 0; k <= first_pieces; ++k)
      curve.breaks.push_back(static_cast<double>(k) / static_cast<double>(first_pieces));
    const PathElement& element = PathElement::of(coarse);
    curve.nodes.resize((first_pieces * coarse + 1) * n_);
    for (std::size_t k = 0; k < first_pieces; ++k)
      for (std::size_t i = 0; i < element.count(); ++i) {
        const double s = curve.breaks[k] + 0.5 * (element.nodes[i] + 1) / static_cast<double>(first_pieces);
        guess_at(s, {curve.node(k, static_cast<int>(i)), n_});
      }
    const auto hold = [&](const PathEnd& end, double* node) {
      for (std::size_t a = 0; a < n_; ++a)
        if (a >= end.free.size() || end.free[a] == 0) node[a] = end.q[a];
    };
    hold(problem_.from, curve.nodes.data());
    hold(problem_.to, curve.nodes.data() + curve.nodes.size() - n_);
    return curve;
  }

  bool has_value() {
    PathPieces::Sums sums;
    if (!all_finite(path_.curve.nodes)) return false;
    for (std::size_t k = 0; k < path_.curve.pieces(); ++k)
      if (!newton_.pieces().piece(path_.curve, k, {}, sums, nullptr, nullptr)) return false;
    return true;
  }

  /// By Newton's method, else from finer pieces, else by way of integrands between ½ c |q' − q'_guess|² and L.
  bool arrive_somehow() {
    const PathCurve first = path_.curve;
    if (newton_.arrive(path_.curve) || newton_.interrupted()) return !newton_.interrupted();
    const PathCurve finer = carried(first, halved(first.breaks, std::vector<char>(first.pieces(), 1)), coarse);
    path_.curve = finer;
    if (newton_.arrive(path_.curve) || newton_.interrupted()) return !newton_.interrupted();
    PathBlend blend{.share = 0, .stiffness = std::max(newton_.pieces().largest_inertia, 1e-300), .guess = &finer};
    path_.curve = finer;
    PathCurve last = finer;
    double done = 0, step = 0.25;
    while (done < 1 && step > 1e-3) {
      blend.share = std::min(1.0, done + step);
      if (newton_.arrive(path_.curve, blend)) {
        done = blend.share;
        last = path_.curve;
        step *= 1.5;
      } else {
        if (newton_.interrupted()) return false;
        path_.curve = last;
        step *= 0.5;
      }
    }
    return done >= 1;
  }

  /// Halves pieces until polynomials of both degrees agree; the path is that of the higher one.
  PathEnding refine() {
    StationaryPath best;
    double least = std::numeric_limits<double>::infinity();
    int in_vain = 0;
    for (int round = 0; round < most_rounds; ++round) {
      StationaryPath now;
      now.curve = carried(path_.curve, path_.curve.breaks, fine);
      const bool arrived = newton_.arrive(now.curve);
      if (newton_.interrupted()) return PathEnding::interrupted;
      std::vector<char> bad(path_.curve.pieces(), 1);
      if (arrived) {
        const double error = compare(path_.curve, now, bad);
        in_vain = error < 0.5 * least ? 0 : in_vain + 1;
        if (error < least) least = error, best = now;
        if (now.accurate || in_vain > 3) break;
      }
      std::vector<double> breaks = halved(path_.curve.breaks, bad);
      if (breaks.size() > newton_.most_pieces() + 1) break;
      path_.curve = carried(arrived ? now.curve : path_.curve, std::move(breaks), coarse);
      if (!newton_.arrive(path_.curve)) {
        if (newton_.interrupted()) return PathEnding::interrupted;
        break;
      }
    }
    if (!std::isfinite(least)) return PathEnding::too_fine;
    path_ = std::move(best);
    return PathEnding::found;
  }

  /// Fills in what the finer path is worth; which pieces are to be halved, and the largest error in tolerances.
  double compare(const PathCurve& rough, StationaryPath& now, std::vector<char>& bad) {
    const PathSums before = newton_.sums(rough), after = newton_.sums(now.curve);
    const std::vector<double> scales = PathNewton::scales(now.curve);
    const PathElement& element = PathElement::of(fine);
    now.value = after.value();
    now.size = after.size();
    constexpr double rounding = std::numeric_limits<double>::epsilon();
    now.value_error = std::fabs(now.value - before.value()) + rounding * now.size;
    for (const double scale : scales) now.path_errors.push_back(rounding * scale);
    std::vector<double> q(n_), slope(n_), own(rough.pieces());
    double worst = now.value_error / std::max(now.size, 1e-300);
    for (std::size_t k = 0; k < rough.pieces(); ++k) {
      own[k] = std::fabs(after.pieces[k].value - before.pieces[k].value) / std::max(now.size, 1e-300);
      for (std::size_t i = 0; i < element.count(); ++i) {
        rough.in_piece(k, element.nodes[i], q, slope);
        for (std::size_t a = 0; a < n_; ++a) {
          const double error = std::fabs(q[a] - now.curve.node(k, static_cast<int>(i))[a]);
          now.path_errors[a] = std::max(now.path_errors[a], error);
          own[k] = std::max(own[k], error / scales[a]);
        }
      }
      worst = std::max(worst, own[k]);
    }
    // What an error of z makes of q, at most.
    for (std::size_t a = 0; a < n_; ++a)
      if (const double power = now.curve.maps[a].power; power != 1)
        now.path_errors[a] *= power * fn::pow(scales[a], power - 1);
    const double most = *std::max_element(own.begin(), own.end());
    for (std::size_t k = 0; k < own.size(); ++k) bad[k] = own[k] > std::max(options_.tolerance, 1e-3 * most) ? 1 : 0;
    if (std::none_of(bad.begin(), bad.end(), [](char one) { return one != 0; })) std::fill(bad.begin(), bad.end(), 1);
    now.accurate = worst <= options_.tolerance;
    return worst;
  }

  const PathProblem& given_;
  PathCoordinates coordinates_;
  PathProblem problem_;  ///< by z
  const PathOptions& options_;
  std::size_t n_;
  PathNewton newton_;
  StationaryPath path_;
};

}  // namespace

StationaryPath stationary_path(const PathProblem& problem, const PathOptions& options) {
  const auto n = static_cast<long>(problem.from.q.size());
  if (n == 0 || !problem.density) usage_error("a density of at least one coordinate", "none");
  require_size("to.q", n, static_cast<long>(problem.to.q.size()), "both ends have the same coordinates");
  if (!(problem.to.t > problem.from.t) || !std::isfinite(problem.to.t - problem.from.t))
    usage_error("ends at finite times, the first before the second",
                std::to_string(problem.from.t) + " and " + std::to_string(problem.to.t));
  if (!(options.tolerance > 0)) usage_error("a tolerance > 0", std::to_string(options.tolerance));
  return Search(problem, options).run();
}

}  // namespace polhode::ode
