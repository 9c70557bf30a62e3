#include "ode/exact.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace polhode::ode {

Exact::Exact(const Method& method, const Problem& problem, Trail& trail)
    : Engine(method, problem, trail, 1, method.dense_order),
      closed_form_(*problem.closed_form),
      base_(nx_),
      no_error_(nv_) {}

void Exact::restart(double t, VecIn x) {
  Engine::restart(t, x);
  base_t_ = t;
  std::copy(x.begin(), x.end(), base_.begin());
}

bool Exact::attempt(double t1) {
  t1_ = t1;
  h_ = t1 - t_;
  has_end_rate_ = has_continuation_ = false;
  state_at(t1, x1_);
  return true;
}

double Exact::own_step(LookInside what) {
  constexpr double seen_by_events = 1, smooth = 0.25;  // rad
  constexpr double part_of_run = 0.01;
  const double pace = closed_form_.pace(base_);
  step_ = std::numeric_limits<double>::infinity();
  if (what == LookInside::for_samples) return step_;
  if (pace > 0) step_ = (what == LookInside::for_events ? seen_by_events : smooth) / pace;
  if (what == LookInside::for_events) step_ = std::min(step_, part_of_run * std::fabs(problem_.t1 - problem_.t0));
  return step_;
}

void Exact::state_at(double t, VecOut x) {
  closed_form_.flow(base_t_, t - base_t_, base_, u_);
  ++work_.rate_evaluations;
  space_.retract<double>(base_, u_, x);
}

}  // namespace polhode::ode
