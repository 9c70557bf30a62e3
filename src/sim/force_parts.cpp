#include "sim/force_parts.hpp"

#include <cmath>

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

std::optional<InertiaForces> inertia_forces(const SameAs& same, const DrawnState& state, double factor) {
  const std::size_t n = state.u.size();
  if (n != same.theirs.size()) return std::nullopt;
  constexpr double step = 1e-5;
  // ∂D/∂s_k, and last ∂D/∂t.
  std::vector<Eigen::MatrixXd> slopes;
  for (std::size_t k = 0; k <= n; ++k) {
    std::vector<double> above = state.s, below = state.s;
    double t_above = state.t, t_below = state.t;
    (k < n ? above[k] : t_above) += step;
    (k < n ? below[k] : t_below) -= step;
    const auto high = inertias(same, t_above, above), low = inertias(same, t_below, below);
    if (!high || !low) return std::nullopt;
    slopes.push_back((high->mine - factor * high->theirs - low->mine + factor * low->theirs) / (2 * step));
  }
  InertiaForces forces;
  const auto index = [](std::size_t i) { return static_cast<Eigen::Index>(i); };
  // −(∂_l D_ij + ∂_j D_il − ∂_i D_jl) u_j u_l on coordinate i, and half of it for j = l.
  const auto of = [&](std::size_t j, std::size_t l) {
    Eigen::VectorXd force(index(n));
    for (std::size_t i = 0; i < n; ++i)
      force[index(i)] =
          -(slopes[l](index(i), index(j)) + slopes[j](index(i), index(l)) - slopes[i](index(j), index(l))) *
          state.u[j] * state.u[l];
    return Eigen::VectorXd(j == l ? Eigen::VectorXd(0.5 * force) : force);
  };
  for (std::size_t j = 0; j < n; ++j) {
    forces.linear.push_back(-state.u[j] * slopes[n].col(index(j)));
    forces.even.push_back(of(j, j));
  }
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t l = j + 1; l < n; ++l) forces.pair.push_back(of(j, l));
  return forces;
}

}  // namespace polhode
