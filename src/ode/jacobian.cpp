#include "ode/jacobian.hpp"

#include <algorithm>
#include <cmath>

#include "ode/rounding.hpp"

namespace polhode::ode {

namespace {

constexpr double part_of_step = 0x1p-12;  // for slopes in time: about the fourth root of eps, as they err by its cube
constexpr double part_of_block = 1e-3;    // a coordinate may change by as much of the largest one beside it

}  // namespace

Jacobian::Jacobian(const Problem& problem)
    : space_(problem.space),
      rates_(problem.rate),
      nx_(static_cast<std::size_t>(problem.space.nx())),
      nv_(static_cast<std::size_t>(problem.space.nv())),
      entries_(nv_ * nv_),
      rate_(nv_),
      u_(nv_),
      x_here_(nx_),
      x_near_(nx_) {
  if (!rates_.dual) return;
  for (auto* x : {&x_dual_, &x_near_dual_}) x->resize(nx_);
  for (auto* v : {&u_dual_, &rate_dual_}) v->resize(nv_);
}

void Jacobian::compute(double t, VecIn x, double h) {
  std::fill(u_.begin(), u_.end(), 0.0);
  if (rates_.dual) return by_duals(t, x);
  std::copy(x.begin(), x.end(), x_here_.begin());
  rates_.real(t, x, rate_);
  by_differences(t, x, h);
}

void Jacobian::compute_at(double t, VecIn x, const double* u, double h) {
  std::copy(u, u + nv_, u_.begin());
  if (rates_.dual) return by_duals(t, x);
  space_.retract<double>(x, u_, x_here_);
  rates_.real(t, x_here_, rate_);
  space_.lift<double>(u_, rate_);
  by_differences(t, x, h);
}

void Jacobian::by_duals(double t, VecIn x) {
  std::copy(x.begin(), x.end(), x_dual_.begin());
  for (std::size_t first = 0; first < nv_; first += 4) {
    const std::size_t count = std::min<std::size_t>(4, nv_ - first);
    std::copy(u_.begin(), u_.end(), u_dual_.begin());
    for (std::size_t k = 0; k < count; ++k) u_dual_[first + k] = Dual4::variable(u_[first + k], static_cast<int>(k));
    space_.retract<Dual4>(x_dual_, u_dual_, x_near_dual_);
    rates_.dual(t, x_near_dual_, rate_dual_);
    space_.lift<Dual4>(u_dual_, rate_dual_);
    for (std::size_t k = 0; k < count; ++k)
      for (std::size_t i = 0; i < nv_; ++i)
        entries_[(first + k) * nv_ + i] = rate_dual_[i].tangent[static_cast<int>(k)];
  }
}

void Jacobian::by_differences(double t, VecIn x, double h) {
  for (const Block& block : space_.blocks()) {
    const bool is_vector = block.kind == BlockKind::vector;
    double largest = 0;
    if (is_vector)
      for (int i = 0; i < block.nx; ++i)
        largest = std::max(largest, std::fabs(x_here_[static_cast<std::size_t>(block.x0 + i)]));
    for (int i = 0; i < block.nv; ++i) {
      const auto column = static_cast<std::size_t>(block.v0 + i);
      const double at = is_vector ? x_here_[static_cast<std::size_t>(block.x0 + i)] : 1.0;
      double size = std::max({std::fabs(at), std::fabs(h * rate_[column]), part_of_block * largest});
      if (!(size > 0) || !std::isfinite(size)) size = 1;
      // Of a vector the difference that the sum really makes, so that its rounding does no harm.
      double change = root_of_eps * size;
      if (is_vector) change = (at + change) - at;
      const double here = u_[column];
      u_[column] = here + change;
      double* entries = entries_.data() + column * nv_;
      space_.retract<double>(x, u_, x_near_);
      rates_.real(t, x_near_, {entries, nv_});
      space_.lift<double>(u_, {entries, nv_});
      for (std::size_t k = 0; k < nv_; ++k) entries[k] = (entries[k] - rate_[k]) / change;
      u_[column] = here;
    }
  }
}

void Jacobian::time_slope(double t, VecIn x, double h, VecIn rate, VecOut slope) {
  // f(t + δ), f(t + 2δ), f(t + 3δ) with δ a power of two times h; the slope of the cubic through them and f(t).
  const double change = (t + part_of_step * h) - t;
  constexpr double weight[] = {18.0 / 6, -9.0 / 6, 2.0 / 6};
  std::fill(slope.begin(), slope.end(), 0.0);
  if (change == 0) return;
  for (int k = 0; k < 3; ++k) {
    rates_.real(t + (k + 1) * change, x, rate_);
    if (k == 0 && std::equal(rate.begin(), rate.end(), rate_.begin())) return;
    for (std::size_t i = 0; i < nv_; ++i) slope[i] += weight[k] * (rate_[i] - rate[i]);
  }
  for (double& component : slope) component /= change;
}

}  // namespace polhode::ode
