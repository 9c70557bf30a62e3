#include "sim/force_parts.hpp"

#include <cmath>
#include <limits>

namespace polhode {
namespace {

/// Evaluates forces of one state with some rates.
struct Forces {
  const SameAs& same;
  const DrawnState& state;
  bool known = true;

  BothForces at(const std::vector<double>& u) {
    ToldTwice told;
    const auto n = static_cast<Eigen::Index>(u.size());
    if (!tell(same, state.t, state.s, u, told)) {
      known = false;
      return {Eigen::VectorXd::Zero(n), Eigen::VectorXd::Zero(n)};
    }
    return {told.forces_of_mine(), told.forces_of_theirs()};
  }
  /// With one or two of the state's rates, `times` as fast.
  BothForces with(double times, std::size_t j, std::size_t l) {
    std::vector<double> u(state.u.size(), 0.0);
    u[j] = times * state.u[j];
    u[l] = times * state.u[l];
    return at(u);
  }
};

}  // namespace

std::optional<ForceParts> force_parts(const SameAs& same, const DrawnState& state) {
  Forces forces{same, state};
  const std::size_t n = state.u.size();
  ForceParts parts;
  parts.rest = forces.at(std::vector<double>(n, 0.0));
  parts.left = forces.at(state.u) - parts.rest;
  for (std::size_t j = 0; j < n; ++j) {
    const BothForces there = forces.with(1, j, j), back = forces.with(-1, j, j);
    const BothForces far = forces.with(2, j, j), far_back = forces.with(-2, j, j);
    parts.odd.push_back(0.5 * (there - back));
    parts.even.push_back(0.5 * (there + back) - parts.rest);
    parts.odd_beyond.push_back(0.5 * (far - far_back) - 2 * parts.odd[j]);
    parts.even_beyond.push_back(0.5 * (far + far_back) - parts.rest - 4 * parts.even[j]);
    parts.left = parts.left - parts.odd[j] - parts.even[j];
  }
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t l = j + 1; l < n; ++l) {
      parts.pair.push_back(0.5 * (forces.with(1, j, l) + forces.with(-1, j, l)) - parts.rest - parts.even[j] -
                           parts.even[l]);
      parts.left = parts.left - parts.pair.back();
    }
  if (!forces.known) return std::nullopt;
  return parts;
}

std::optional<BothInertias> inertias(const SameAs& same, double t, VecIn s) {
  ToldTwice told;
  const std::vector<double> rest(same.theirs.free().size(), 0.0);
  if (!tell(same, t, s, rest, told)) return std::nullopt;
  return BothInertias{told.M_mine, told.M_theirs};
}

namespace {

/// Derivatives of the difference D of mass matrices, and how large rounding in them may be.
struct InertiaSlopes {
  static constexpr double step = 1e-5;
  std::vector<Eigen::MatrixXd> by, rounding;  ///< by each coordinate, last by the time

  /// Force on every coordinate of what two rates do together:
  ///
  ///   −(∂_l D_ij + ∂_j D_il − ∂_i D_jl) u_j u_l, and half of it for j = l
  InertiaForce of(std::size_t j, std::size_t l, double product) const {
    const auto n = static_cast<Eigen::Index>(by.size() - 1);
    const auto b = static_cast<Eigen::Index>(j), c = static_cast<Eigen::Index>(l);
    const double count = j == l ? 0.5 : 1;
    InertiaForce made{Eigen::VectorXd(n), Eigen::VectorXd(n)};
    for (Eigen::Index a = 0; a < n; ++a) {
      const auto i = static_cast<std::size_t>(a);
      made.force[a] = -count * product * (by[l](a, b) + by[j](a, c) - by[i](b, c));
      made.rounding[a] = count * std::fabs(product) * (rounding[l](a, b) + rounding[j](a, c) + rounding[i](b, c));
    }
    return made;
  }
  InertiaForce by_time(std::size_t j, double rate) const {
    const auto b = static_cast<Eigen::Index>(j);
    return {-rate * by.back().col(b), std::fabs(rate) * rounding.back().col(b)};
  }
};

std::optional<InertiaSlopes> inertia_slopes(const SameAs& same, const DrawnState& state, double factor) {
  // Entries of both matrices are good to some ten roundings; four of them make a difference.
  constexpr double noise = 64 * std::numeric_limits<double>::epsilon();
  const std::size_t n = state.u.size();
  InertiaSlopes slopes;
  for (std::size_t k = 0; k <= n; ++k) {
    std::vector<double> above = state.s, below = state.s;
    double t_above = state.t, t_below = state.t;
    (k < n ? above[k] : t_above) += InertiaSlopes::step;
    (k < n ? below[k] : t_below) -= InertiaSlopes::step;
    const auto high = inertias(same, t_above, above), low = inertias(same, t_below, below);
    if (!high || !low) return std::nullopt;
    const Eigen::MatrixXd change = high->mine - factor * high->theirs - low->mine + factor * low->theirs;
    const Eigen::MatrixXd left = noise * (sizes_of(high->mine) + factor * sizes_of(high->theirs));
    const Eigen::MatrixXd seen = (change.array().abs() > left.array()).cast<double>();
    slopes.by.push_back(change.cwiseProduct(seen) / (2 * InertiaSlopes::step));
    slopes.rounding.push_back(left.cwiseProduct(seen) / (2 * InertiaSlopes::step));
  }
  return slopes;
}

}  // namespace

std::optional<InertiaForces> inertia_forces(const SameAs& same, const DrawnState& state, double factor) {
  const std::size_t n = state.u.size();
  if (n != same.theirs.size()) return std::nullopt;
  const auto slopes = inertia_slopes(same, state, factor);
  if (!slopes) return std::nullopt;
  InertiaForces forces;
  for (std::size_t j = 0; j < n; ++j) {
    forces.linear.push_back(slopes->by_time(j, state.u[j]));
    forces.even.push_back(slopes->of(j, j, state.u[j] * state.u[j]));
    for (std::size_t l = j + 1; l < n; ++l) forces.pair.push_back(slopes->of(j, l, state.u[j] * state.u[l]));
  }
  return forces;
}

}  // namespace polhode
