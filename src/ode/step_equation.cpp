#include "ode/step_equation.hpp"

#include <algorithm>
#include <cmath>

#include "ode/rounding.hpp"

namespace polhode::ode {

namespace {

constexpr double share_of_allowed = 0.05;
constexpr double slow_ratio = 0.05;  // increments that shrink less need a new Jacobian
constexpr double same_gamma = 1e-8;  // fixed steps differ by rounding of t

Tolerance scale_of(const Options& options) {
  if (options.step.fixed > 0) return {.relative = eps, .absolute = 0, .absolute_by_block = {}};
  return options.tolerance;
}

double tolerance_of(const Options& options) {
  if (options.step.fixed > 0) return 0;
  const double relative = options.tolerance.relative;
  return relative > 0 ? std::max(share_of_allowed, 10 * eps / relative) : share_of_allowed;
}

}  // namespace

StepEquation::StepEquation(const Problem& problem, const Options& options)
    : nv_(static_cast<std::size_t>(problem.space.nv())),
      norm_(problem.space, scale_of(options)),
      jacobian_(problem),
      matrix_(nv_),
      newton_(tolerance_of(options)),
      guess_(nv_),
      increment_(nv_) {
  if (options.step.fixed > 0) full_.emplace(nv_);
}

void StepEquation::restart() {
  has_jacobian_ = false;
  newton_.forget();
}

bool StepEquation::factor(double gamma, Work& work) {
  for (std::size_t j = 0; j < nv_; ++j)
    for (std::size_t i = 0; i < nv_; ++i) matrix_(i, j) = (i == j ? 1.0 : 0.0) - gamma * jacobian_(i, j);
  ++work.factorisations;
  return matrix_.factor();
}

bool StepEquation::prepare(double t, VecIn x, double h, double gamma, Work& work) {
  if (!has_jacobian_) {
    jacobian_.compute(t, x, h);
    ++work.jacobians;
    has_jacobian_ = true;
    factored_for_ = 0;
  }
  if (std::fabs(gamma - factored_for_) <= same_gamma * std::fabs(gamma)) return true;
  factored_for_ = 0;
  if (!factor(gamma, work)) return false;
  factored_for_ = gamma;
  return true;
}

/// With the matrix as it is.
StepEquation::Found StepEquation::iterate(VecIn x, double gamma, const double* known, double* u, double* rate_value,
                                          RateAtEnd rate, Work& work) {
  newton_.start();
  for (;;) {
    rate(u, rate_value);
    if (!all_finite({rate_value, nv_})) return Found::rate_without_value;
    for (std::size_t i = 0; i < nv_; ++i) increment_[i] = known[i] + gamma * rate_value[i] - u[i];
    matrix_.solve(increment_.data());
    for (std::size_t i = 0; i < nv_; ++i) u[i] += increment_[i];
    ++work.iterations;
    const Convergence::Verdict verdict = newton_.judge(norm_.of_increment(increment_.data(), x, u));
    if (verdict == Convergence::Verdict::failed) return Found::nothing;
    if (verdict == Convergence::Verdict::go_on) continue;
    if (newton_.ratio() > slow_ratio) has_jacobian_ = false;
    return Found::solution;
  }
}

bool StepEquation::solve_fully(double t, VecIn x, double h, double gamma, const double* known, double* u,
                               double* rate_value, RateAtEnd rate, Work& work) {
  has_jacobian_ = false;  // from now on it belongs to another place than the start of the step
  const auto residual = [&](const double* at, double* r) {
    rate(at, rate_value);
    for (std::size_t i = 0; i < nv_; ++i) r[i] = known[i] + gamma * rate_value[i] - at[i];
    return all_finite({r, nv_});
  };
  const auto renew = [&](const double* at) {
    jacobian_.compute_at(t + h, x, at, h);
    ++work.jacobians;
    return factor(gamma, work);
  };
  const auto apply = [&](double* r) { matrix_.solve(r); };
  const auto size = [&](const double* increment, const double* at) { return norm_.of_increment(increment, x, at); };
  return full_->solve({residual, renew, apply, size}, u, work);
}

StepEquation::Found StepEquation::solve(double t, VecIn x, double h, double gamma, const double* known, double* u,
                                        double* rate_value, RateAtEnd rate, Work& work) {
  std::copy(u, u + nv_, guess_.begin());
  Found found = Found::nothing;
  for (bool is_new = false; !is_new;) {
    is_new = !has_jacobian_;
    found = prepare(t, x, h, gamma, work) ? iterate(x, gamma, known, u, rate_value, rate, work) : Found::nothing;
    if (found == Found::solution || (found == Found::rate_without_value && !full_)) return found;
    newton_.forget();
    if (found == Found::rate_without_value) break;
    has_jacobian_ = has_jacobian_ && is_new;
    std::copy(guess_.begin(), guess_.end(), u);
  }
  if (!full_) return found;
  // From the start of the step first: a guess that was no good may lie beyond another solution.
  for (const bool from_guess : {false, true}) {
    if (from_guess)
      std::copy(guess_.begin(), guess_.end(), u);
    else
      std::fill(u, u + nv_, 0.0);
    if (solve_fully(t, x, h, gamma, known, u, rate_value, rate, work)) return Found::solution;
  }
  return all_finite({rate_value, nv_}) ? Found::nothing : Found::rate_without_value;
}

}  // namespace polhode::ode
