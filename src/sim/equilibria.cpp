#include <polhode/sim/equilibria.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include <Eigen/Eigenvalues>

#include <polhode/base/error.hpp>
#include <polhode/sim/coordinates.hpp>

#include "sim/root_finder.hpp"

namespace polhode {
namespace {

constexpr double same = RootFinder::same;
constexpr double straight = 0.25;  // of a chord
constexpr int most_bends = 5;
constexpr double stride = 1e-3;        // of the size: how far along a family it is tried
constexpr double hessian_step = 1e-4;  // of the size
constexpr double definite = 1e-5;      // of the largest curvature

/// Collects equilibria, judges them, each once.
class Collection {
 public:
  Collection(const System& system, const EquilibriaOptions& options, std::vector<double> sizes)
      : system_(system),
        options_(options),
        finder_(system, options.t, std::move(sizes)),
        held_(system.held().count > 0) {}

  bool look_from(std::vector<double> x) {
    if (!finder_.go(x)) return false;
    if (inside(x) && !is_known(x)) found_.push_back(std::move(x));
    return true;
  }

  std::vector<Equilibrium> finish() {
    std::sort(found_.begin(), found_.end(), [this](const auto& a, const auto& b) { return comes_before(a, b); });
    std::vector<Equilibrium> list;
    for (const std::vector<double>& x : found_) list.push_back(judged(x));
    return list;
  }

 private:
  double apart(const std::vector<double>& a, const std::vector<double>& b) const {
    double most = 0;
    for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::fabs(a[i] - b[i]) / finder_.sizes()[i]);
    return most;
  }
  bool comes_before(const std::vector<double>& a, const std::vector<double>& b) const {
    for (std::size_t i = 0; i < a.size(); ++i)
      if (std::fabs(a[i] - b[i]) > same * finder_.sizes()[i]) return a[i] < b[i];
    return false;
  }
  bool inside(const std::vector<double>& x) const {
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double margin = same * finder_.sizes()[i];
      if (x[i] < options_.lowest[i] - margin || x[i] > options_.highest[i] + margin) return false;
    }
    return true;
  }
  /// The same, or of the same family.
  bool is_known(const std::vector<double>& x) {
    for (const std::vector<double>& one : found_) {
      if (apart(one, x) <= same) return true;
      if (finder_.null_directions(x).cols() > 0 && are_joined(one, x, most_bends)) return true;
    }
    return false;
  }
  /// Whether equilibria lead from one to the other: what Newton's method reaches from half way lies between them, and
  /// so on where that is far off the chord. From one family to another there is a gap that stays.
  bool are_joined(const std::vector<double>& a, const std::vector<double>& b, int bends) {
    std::vector<double> middle(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) middle[i] = 0.5 * (a[i] + b[i]);
    std::vector<double> reached = middle;
    if (!finder_.go(reached) || finder_.null_directions(reached).cols() == 0) return false;
    const double chord = apart(a, b), off = apart(reached, middle);
    if (off <= straight * chord) return true;
    return bends > 0 && off < chord && are_joined(a, reached, bends - 1) && are_joined(reached, b, bends - 1);
  }
  /// In how many of the directions without linear rate there is another equilibrium a little farther on.
  int family_at(const std::vector<double>& x) {
    const Eigen::MatrixXd directions = finder_.null_directions(x);
    int dimensions = 0;
    for (Eigen::Index k = 0; k < directions.cols(); ++k) {
      std::vector<double> beside = x;
      for (std::size_t i = 0; i < x.size(); ++i) beside[i] += stride * directions(static_cast<Eigen::Index>(i), k);
      if (finder_.go(beside) && apart(beside, x) > 0.1 * stride) ++dimensions;
    }
    return dimensions;
  }
  bool is_extreme(const Monitor& monitor, const std::vector<double>& x);
  Equilibrium judged(const std::vector<double>& x);

  const System& system_;
  const EquilibriaOptions& options_;
  RootFinder finder_;
  bool held_;
  std::vector<std::vector<double>> found_;
};

/// Whether a quantity has a strict minimum or maximum at x among the states beside it, by its second differences. Those
/// of a system that is held are brought back to what holds it, which changes the differences by their third order.
bool Collection::is_extreme(const Monitor& monitor, const std::vector<double>& x) {
  const Eigen::MatrixXd directions = hessian_step * finder_.free_directions(x);
  const Eigen::Index n = directions.cols();
  const ode::Projection hold = held_ ? system_.problem().projection : ode::Projection();
  const auto at = [&](Eigen::Index i, double u, Eigen::Index j, double v) {
    std::vector<double> y = x;
    for (std::size_t k = 0; k < y.size(); ++k) {
      const auto row = static_cast<Eigen::Index>(k);
      y[k] += u * directions(row, i) + v * directions(row, j);
    }
    if (hold && !hold(options_.t, y)) return std::numeric_limits<double>::quiet_NaN();
    return value_of(monitor, options_.t, y);
  };
  const double here = value_of(monitor, options_.t, x);
  Eigen::MatrixXd H(n, n);
  Eigen::VectorXd slope(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    slope[i] = (at(i, 1, i, 0) - at(i, -1, i, 0)) / 2;
    H(i, i) = at(i, 1, i, 0) - 2 * here + at(i, -1, i, 0);
    for (Eigen::Index j = 0; j < i; ++j)
      H(i, j) = H(j, i) = (at(i, 1, j, 1) - at(i, 1, j, -1) - at(i, -1, j, 1) + at(i, -1, j, -1)) / 4;
  }
  if (n == 0 || !H.allFinite() || !slope.allFinite()) return false;
  // Curvatures are compared in coordinates in which each of them alone is 1: a stiff spring beside a soft one.
  Eigen::VectorXd size = H.diagonal().cwiseAbs().cwiseSqrt();
  if (!(size.minCoeff() > 0)) return false;
  for (Eigen::Index i = 0; i < n; ++i)
    if (std::fabs(slope[i]) > 1e-2 * size[i] * size[i]) return false;
  H = size.cwiseInverse().asDiagonal() * H * size.cwiseInverse().asDiagonal();
  const Eigen::VectorXd curvatures =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(H, Eigen::EigenvaluesOnly).eigenvalues();
  return curvatures[0] > definite || curvatures[n - 1] < -definite;
}

/// The name of an equilibrium of two variables.
std::string planar_type(const std::vector<std::complex<double>>& values, double zero, bool kept) {
  const std::complex<double> a = values[0], b = values[1];
  if (size_of(a) <= zero || size_of(b) <= zero) return "degenerate";
  const bool turns = std::fabs(b.imag()) > zero;
  if (turns && std::fabs(b.real()) <= zero) return kept ? "centre" : "centre or focus";
  if (!turns && a.real() < 0 && b.real() > 0) return "saddle";
  return std::string(b.real() < 0 ? "stable " : "unstable ") + (turns ? "focus" : "node");
}

Equilibrium Collection::judged(const std::vector<double>& x) {
  Equilibrium point{.x = x};
  const Spectrum spectrum = spectrum_of(finder_.matrix_at(x));
  point.eigenvalues = spectrum.values;
  point.family = family_at(x);
  double zero = eigenvalue_zero * spectrum.largest;
  // Where equilibria meet, Newton's method comes only as near as makes eigenvalues small.
  if (finder_.null_directions(x).cols() > point.family) zero = std::max(zero, 1e-3 * finder_.matrix_at(x).norm());
  int dying = 0;
  for (const std::complex<double>& value : point.eigenvalues) {
    if (value.real() > zero) ++point.ways_out;
    if (value.real() < -zero) ++dying;
  }
  if (point.ways_out > 0) {
    point.fate = Fate::unstable;
  } else if (dying == static_cast<int>(point.eigenvalues.size())) {
    point.fate = Fate::asymptotically_stable;
  } else {
    for (const Monitor* monitor : kept_scalars(system_))
      if (point.kept.empty() && is_extreme(*monitor, x)) point.kept = monitor->channel.name;
    point.fate = point.kept.empty() ? Fate::undecided : Fate::stable;
  }
  if (point.eigenvalues.size() == 2) point.type = planar_type(point.eigenvalues, zero, !point.kept.empty());
  return point;
}

void check_usage(const System& system, const EquilibriaOptions& options) {
  if (const std::string why = why_not_flat(system); !why.empty()) usage_error("a system of plain numbers", why);
  const long n = system.state_space().nx();
  require_size("start", n, static_cast<long>(options.start.size()), "one for each coordinate");
  require_size("lowest", n, static_cast<long>(options.lowest.size()), "one for each coordinate");
  require_size("highest", n, static_cast<long>(options.highest.size()), "one for each coordinate");
  if (depends_on_time(system, options.t, options.start))
    usage_error("a rate that does not depend on time", "one that does", "what changes with time stays nowhere");
}

}  // namespace

std::string_view to_string(Fate fate) {
  switch (fate) {
    case Fate::asymptotically_stable: return "asymptotically stable";
    case Fate::stable: return "stable";
    case Fate::unstable: return "unstable";
    default: return "undecided";
  }
}

Equilibria equilibria(const System& system, const EquilibriaOptions& options) {
  check_usage(system, options);
  const std::size_t n = options.start.size();
  std::vector<double> sizes(n);
  for (std::size_t i = 0; i < n; ++i) {
    sizes[i] = 0.5 * (options.highest[i] - options.lowest[i]);
    if (!(sizes[i] > 0)) sizes[i] = std::max(1.0, std::fabs(options.highest[i]));
  }
  Collection collection(system, options, sizes);
  Equilibria result;
  std::mt19937_64 draw(1);
  for (int k = 0; k <= options.starts; ++k) {
    std::vector<double> x = options.start;
    for (std::size_t i = 0; k > 0 && i < n; ++i) {
      const double part = static_cast<double>(draw() >> 11) * 0x1p-53;  // in [0, 1), the same everywhere
      x[i] = options.lowest[i] + part * (options.highest[i] - options.lowest[i]);
    }
    ++result.starts;
    if (collection.look_from(std::move(x))) ++result.arrived;
    if (options.progress && !options.progress(static_cast<double>(k + 1) / (options.starts + 1))) {
      result.complete = k == options.starts;
      break;
    }
  }
  result.found = collection.finish();
  return result;
}

}  // namespace polhode
