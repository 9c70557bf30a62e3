#include "ode/verlet.hpp"

#include <algorithm>

#include "ode/settling.hpp"
#include "ode/splitting.hpp"

namespace polhode::ode {

Verlet::Verlet(const Method& method, const Problem& problem, const Options& options, Trail& trail)
    : CompensatedEngine(method, problem, options, trail), is_momentum_(momentum_mask(problem.space, *problem.split)) {
  for (auto* v : {&increment_, &next_, &slope_at_start_, &slope_}) v->resize(nv_);
}

bool Verlet::solve_momenta() {
  Settling settling;
  for (;;) {
    chart_rate(t_, increment_.data(), slope_.data());
    ++work_.iterations;
    for (std::size_t i = 0; i < nv_; ++i) next_[i] = is_momentum_[i] != 0 ? 0.5 * step() * slope_[i] : 0;
    const Settling::State state = settling.after(relative_change(space_, increment_, next_));
    std::swap(increment_, next_);
    if (state != Settling::State::going_on) return state == Settling::State::settled;
  }
}

bool Verlet::solve_positions() {
  chart_rate(t_, increment_.data(), slope_at_start_.data());
  std::copy(increment_.begin(), increment_.end(), next_.begin());
  for (std::size_t i = 0; i < nv_; ++i)
    if (is_momentum_[i] == 0) increment_[i] = step() * slope_at_start_[i];
  Settling settling;
  for (;;) {
    chart_rate(t1_, increment_.data(), slope_.data());
    ++work_.iterations;
    for (std::size_t i = 0; i < nv_; ++i)
      if (is_momentum_[i] == 0) next_[i] = 0.5 * step() * (slope_at_start_[i] + slope_[i]);
    const Settling::State state = settling.after(relative_change(space_, increment_, next_));
    std::swap(increment_, next_);
    if (state != Settling::State::going_on) return state == Settling::State::settled;
  }
}

bool Verlet::attempt(double t1) {
  begin(t1);
  std::fill(increment_.begin(), increment_.end(), 0.0);
  if (!solve_momenta() || !solve_positions()) return false;
  chart_rate(t1_, increment_.data(), slope_.data());
  for (std::size_t i = 0; i < nv_; ++i)
    if (is_momentum_[i] != 0) increment_[i] += 0.5 * step() * slope_[i];
  add(increment_);
  return true;
}

}  // namespace polhode::ode
