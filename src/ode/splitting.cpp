#include "ode/splitting.hpp"

#include <algorithm>

namespace polhode::ode {

std::vector<char> momentum_mask(const StateSpace& space, const Split& split) {
  std::vector<char> mask(static_cast<std::size_t>(space.nv()), 0);
  for (int index : split.momenta) {
    const Block& block = space.blocks()[static_cast<std::size_t>(index)];
    std::fill_n(mask.begin() + block.v0, block.nv, 1);
  }
  return mask;
}

Splitting::Splitting(const Method& method, const Composition& rule, const Problem& problem, const Options& options,
                     Trail& trail)
    : CompensatedEngine(method, problem, options, trail),
      rule_(rule),
      split_(*problem.split),
      is_momentum_(momentum_mask(problem.space, *problem.split)) {}

bool Splitting::attempt(double t1) {
  begin(t1);
  double clock = 0;
  for (std::size_t i = 0; i < rule_.drift.size(); ++i) {
    const double a = rule_.drift[i], b = i < rule_.kick.size() ? rule_.kick[i] : 0;
    if (a != 0) drift(t_ + clock * step(), a * step());
    clock += a;
    if (b != 0) kick(t_ + clock * step(), b * step());
  }
  return true;
}

void Splitting::drift(double t, double h) {
  if (!split_.drift) return uniform(t, h, false);
  split_.drift(t, h, x1_, u_);
  ++work_.rate_evaluations;
  add(u_);
}

void Splitting::kick(double t, double h) {
  if (!split_.kick) return uniform(t, h, true);
  split_.kick(t, h, x1_, u_);
  ++work_.rate_evaluations;
  add(u_);
}

void Splitting::uniform(double t, double h, bool of_momenta) {
  evaluate_rate(t, x1_, u_);
  for (std::size_t i = 0; i < nv_; ++i) u_[i] = (is_momentum_[i] != 0) == of_momenta ? h * u_[i] : 0;
  add(u_);
}

}  // namespace polhode::ode
