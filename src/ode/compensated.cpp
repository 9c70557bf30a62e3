#include "ode/compensated.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/double_double.hpp"
#include "math/state_space_kernels.hpp"

namespace polhode::ode {

namespace {

void add_to(double increment, double& x, double& low) {
  const auto sum = fn::kernel::two_sum(x, increment);
  const auto whole = fn::kernel::fast_two_sum(sum.hi, sum.lo + low);
  x = whole.hi;
  low = whole.lo;
}

/// exp(u) − 1, which is as small as u.
so3::Vector4<double> exp_less_one(const so3::Vector3<double>& u) {
  const double angle_squared = so3::squared_norm(u);
  const auto [w, k] = so3::half_angle_coefficients(angle_squared);
  const double sine_squared = k * k * angle_squared;
  return {w > 0 ? -sine_squared / (1 + w) : w - 1, k * u[0], k * u[1], k * u[2]};
}

/// (1 − |q + low|²)/2.
double defect(const double* q, const double* low) {
  double sum = -1, rest = 0;
  for (int i = 0; i < 4; ++i) {
    const auto square = fn::kernel::two_product(q[i], q[i]);
    const auto next = fn::kernel::two_sum(sum, square.hi);
    sum = next.hi;
    rest += next.lo + (square.lo + 2 * q[i] * low[i]);
  }
  return -0.5 * (sum + rest);
}

}  // namespace

void add_compensated(const StateSpace& space, VecIn u, VecOut x, VecOut low) {
  for (const StateSpace::Piece& piece : space.pieces()) {
    const double* step = u.data() + piece.v0;
    double* to = x.data() + piece.x0;
    double* rest = low.data() + piece.x0;
    switch (piece.kind) {
      case BlockKind::vector:
        for (std::size_t i = 0; i < piece.n; ++i) add_to(step[i], to[i], rest[i]);
        break;
      case BlockKind::rotation: {
        const so3::Vector4<double> q = space_detail::load4<double>(to);
        const so3::Vector4<double> change = so3::product(q, exp_less_one(space_detail::load3(step)));
        const double back = defect(to, rest);
        for (int i = 0; i < 4; ++i) add_to(change[i] + back * q[i], to[i], rest[i]);
        break;
      }
    }
  }
}

CompensatedEngine::CompensatedEngine(const Method& method, const Problem& problem, const Options& options, Trail& trail)
    : Engine(method, problem, trail, 1, std::max(method.dense_order, 3)),
      low_(nx_),
      low1_(nx_),
      fixed_(options.step.fixed) {}

void CompensatedEngine::restart(double t, VecIn x) {
  Engine::restart(t, x);
  std::fill(low_.begin(), low_.end(), 0.0);
}

void CompensatedEngine::accept() {
  Engine::accept();
  std::swap(low_, low1_);
}

void CompensatedEngine::begin(double t1) {
  t1_ = t1;
  h_ = t1 - t_;
  constexpr double rounding = 2 * std::numeric_limits<double>::epsilon();
  const bool same = std::fabs(std::fabs(h_) - fixed_) <= rounding * (std::fabs(t_) + std::fabs(t1));
  step_ = same ? std::copysign(fixed_, h_) : h_;
  has_end_rate_ = has_continuation_ = false;
  std::copy(x_.begin(), x_.end(), x1_.begin());
  std::copy(low_.begin(), low_.end(), low1_.begin());
}

}  // namespace polhode::ode
