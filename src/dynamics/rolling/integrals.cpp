#include <polhode/dynamics/rolling/integrals.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include <polhode/base/error.hpp>
#include <polhode/dynamics/rolling/steady.hpp>

namespace polhode {
namespace {

constexpr std::size_t nodes = 16;
/// Length of a panel in x. sin θ = 1/cosh x has its poles at ±iπ/2: polynomials of 16 terms reach rounding.
constexpr double panel = 0.25;
/// Where an axis is upright but for rounding: sin²θ < 1e-16.
constexpr double farthest = 20;

/// A row vector for each of the two integrals.
using Matrix2 = std::array<std::array<double, 2>, 2>;
constexpr Matrix2 unit{{{1, 0}, {0, 1}}};

using Terms = std::array<double, nodes>;

/// P₀ … P₁₆ at ξ.
std::array<double, nodes + 1> legendre(double xi) {
  std::array<double, nodes + 1> P{1, xi};
  for (std::size_t k = 1; k < nodes; ++k) {
    const auto n = static_cast<double>(k);
    P[k + 1] = ((2 * n + 1) * xi * P[k] - n * P[k - 1]) / (n + 1);
  }
  return P;
}
/// ∫ P_k from −1 to ξ.
Terms legendre_integrals(double xi) {
  const auto P = legendre(xi);
  Terms Q{};
  Q[0] = xi + 1;
  for (std::size_t k = 1; k < nodes; ++k) Q[k] = (P[k + 1] - P[k - 1]) / static_cast<double>(2 * k + 1);
  return Q;
}

/// Gauss's nodes on (−1, 1), the terms of a function from its values there, and its integrals up to each of them.
struct Gauss {
  Terms at{};
  std::array<Terms, nodes> terms{};      ///< [k][j]: of P_k, from the value at node j
  std::array<Terms, nodes> integrals{};  ///< [i][k]: ∫ P_k up to node i

  Gauss() {
    for (std::size_t i = 0; i < nodes; ++i) {
      double xi = -fn::cos(pi * (static_cast<double>(i) + 0.75) / (nodes + 0.5)), slope = 1;
      for (int iteration = 0; iteration < 10; ++iteration) {
        const auto P = legendre(xi);
        slope = nodes * (P[nodes - 1] - xi * P[nodes]) / (1 - xi * xi);
        xi -= P[nodes] / slope;
      }
      at[i] = xi;
      const auto P = legendre(xi);
      const double weight = 2 / ((1 - xi * xi) * slope * slope);
      for (std::size_t k = 0; k < nodes; ++k) terms[k][i] = 0.5 * static_cast<double>(2 * k + 1) * weight * P[k];
      integrals[i] = legendre_integrals(xi);
    }
  }
};
const Gauss& gauss() {
  static const Gauss rule;
  return rule;
}

/// d(u, s)/dx = A (u, s) at x; see LinearIntegrals.
Matrix2 slope_matrix(const RollingBody& body, double x) {
  // t = tan(θ/2) or its inverse, whichever is small.
  const double t = fn::exp(-std::fabs(x)), square = t * t;
  const Meridian at = meridian_at(body, 2 * t / (1 + square), std::copysign((1 - square) / (1 + square), -x));
  const double m = body.mass, I1 = body.inertia(0, 0), I3 = body.inertia(2, 2), rho = at.rho, zeta = at.zeta;
  const double D = I1 * I3 + I1 * m * rho * rho + I3 * m * zeta * zeta;
  const double k_u = at.zeta_slope + rho, k_s = -at.rho_slope * at.sin;
  const double to_u = I3 * at.sin / D, to_s = m * rho / D;
  return {{{-to_u * m * zeta * k_u, to_u * ((I3 + m * rho * rho) * at.sin - m * zeta * k_s)},
           {to_s * I1 * k_u, to_s * (I1 * k_s + zeta * I3 * at.sin)}}};
}

}  // namespace

/// Ψ(x), by which (u, s) at x become those at x = 0: Ψ(0) = 1, Ψ′ = −Ψ A.
struct LinearIntegrals::Table {
  struct Panel {
    Matrix2 begin;                                ///< Ψ at its end nearer to 0
    std::array<std::array<Terms, 2>, 2> terms{};  ///< of dΨ/dξ, ξ from −1 there to 1
  };
  /// For x > 0 and for x < 0, from 0 outwards.
  std::array<std::vector<Panel>, 2> sides;

  explicit Table(const RollingBody& body) {
    const double least = has_flat_faces(body.surface) ? 0.25 * body.flat_tilt : 0;
    const double reach = least > 0 ? std::min(-fn::log(least), 2 * farthest) : farthest;
    const auto count = static_cast<std::size_t>(std::ceil(reach / panel));
    for (std::size_t side = 0; side < 2; ++side) {
      const double step = side == 0 ? panel : -panel;
      Matrix2 begin = unit;
      for (std::size_t i = 0; i < count; ++i) {
        sides[side].push_back(solved(body, static_cast<double>(i) * step, step, begin));
        begin = value(sides[side].back(), 1);
      }
    }
  }

  /// Ψ = begin − ∫ Ψ A over a panel, by iteration: for an equation that is linear it ends at rounding, whatever A.
  static Panel solved(const RollingBody& body, double x0, double step, const Matrix2& begin) {
    const Gauss& rule = gauss();
    std::array<Matrix2, nodes> A, Psi;
    for (std::size_t i = 0; i < nodes; ++i) {
      A[i] = slope_matrix(body, x0 + 0.5 * (rule.at[i] + 1) * step);
      Psi[i] = begin;
    }
    Panel solution{.begin = begin};
    for (int iteration = 0; iteration < 60; ++iteration) {
      double change = 0, size = 0;
      for (std::size_t r = 0; r < 2; ++r)
        for (std::size_t c = 0; c < 2; ++c) {
          for (std::size_t k = 0; k < nodes; ++k) {
            double term = 0;
            for (std::size_t j = 0; j < nodes; ++j)
              term -= rule.terms[k][j] * (Psi[j][r][0] * A[j][0][c] + Psi[j][r][1] * A[j][1][c]);
            solution.terms[r][c][k] = 0.5 * step * term;
          }
        }
      for (std::size_t i = 0; i < nodes; ++i)
        for (std::size_t r = 0; r < 2; ++r)
          for (std::size_t c = 0; c < 2; ++c) {
            const double now = begin[r][c] + sum(solution.terms[r][c], rule.integrals[i]);
            change = std::max(change, std::fabs(now - Psi[i][r][c]));
            size = std::max(size, std::fabs(now));
            Psi[i][r][c] = now;
          }
      if (change <= 1e-17 * size) break;
    }
    return solution;
  }

  static double sum(const Terms& a, const Terms& b) {
    double total = 0;  // from the small ones up
    for (std::size_t k = nodes; k-- > 0;) total += a[k] * b[k];
    return total;
  }
  static Matrix2 value(const Panel& at, double xi) {
    const Terms integrals = legendre_integrals(xi);
    Matrix2 Psi = at.begin;
    for (std::size_t r = 0; r < 2; ++r)
      for (std::size_t c = 0; c < 2; ++c) Psi[r][c] += sum(at.terms[r][c], integrals);
    return Psi;
  }
  Matrix2 at(double x) const {
    const auto& side = sides[x < 0 ? 1 : 0];
    const double along = std::min(std::fabs(x) / panel, static_cast<double>(side.size()));
    const std::size_t i = std::min(static_cast<std::size_t>(along), side.size() - 1);
    return value(side[i], 2 * (along - static_cast<double>(i)) - 1);
  }

  /// The matrix at a state, and what it is to be applied to: u and s.
  struct Product {
    Matrix2 Psi;
    double u, s;
  };
  Product at(const RollingState& state, const Vec3& n) const {
    const Rotation R_BW = state.R_WB.inverse();
    const Vec3 N = R_BW * n, Omega = R_BW * state.w_WB_W;
    const double sin = std::sqrt(N.x() * N.x() + N.y() * N.y());
    const double x = -std::copysign(fn::log((1 + std::fabs(N.z())) / std::max(sin, 1e-300)), N.z());
    return {at(x), Omega.x() * N.x() + Omega.y() * N.y(), Omega.z()};
  }
};

std::string LinearIntegrals::misfit(const RollingBody& body) {
  if (std::string why = not_of_revolution(body); !why.empty()) return why;
  if (std::string why = not_on_level_plane(body); !why.empty()) return why;
  if (body.dissipation) return "something takes energy from it";
  return {};
}

LinearIntegrals::LinearIntegrals(const RollingBody& body) {
  if (const std::string why = misfit(body); !why.empty())
    usage_error("a body of revolution that rolls on a level plane without loss", why);
  table_ = std::make_shared<const Table>(body);
  normal_ = std::get<ground::Plane>(body.ground.shape).normal;
}

std::array<double, 2> LinearIntegrals::at(const RollingState& state) const {
  const Table::Product now = table_->at(state, normal_);
  return {now.Psi[0][0] * now.u + now.Psi[0][1] * now.s, now.Psi[1][0] * now.u + now.Psi[1][1] * now.s};
}

double LinearIntegrals::scale(const RollingState& state) const {
  const Table::Product now = table_->at(state, normal_);
  double largest = 0;
  for (const auto& row : now.Psi) largest = std::max(largest, std::fabs(row[0] * now.u) + std::fabs(row[1] * now.s));
  return largest;
}

}  // namespace polhode
