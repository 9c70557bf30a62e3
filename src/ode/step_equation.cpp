#include "ode/step_equation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace polhode::ode {

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr double share_of_allowed = 0.05;
constexpr double old_jacobian_ratio = 0.05;  // increments that shrink less need a new Jacobian
constexpr double same_gamma = 1e-8;          // fixed steps differ by rounding of t

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
      increment_(nv_) {}

void StepEquation::restart() {
  has_jacobian_ = false;
  newton_.forget();
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
  for (std::size_t j = 0; j < nv_; ++j)
    for (std::size_t i = 0; i < nv_; ++i) matrix_(i, j) = (i == j ? 1.0 : 0.0) - gamma * jacobian_(i, j);
  ++work.factorisations;
  if (!matrix_.factor()) return false;
  factored_for_ = gamma;
  return true;
}

StepEquation::Found StepEquation::solve(double t, VecIn x, double h, double gamma, const double* known, double* u,
                                        double* rate_value, FunctionRef<void(const double*, double*)> rate,
                                        Work& work) {
  std::copy(u, u + nv_, guess_.begin());
  for (;;) {
    const bool is_new = !has_jacobian_;
    bool whole = prepare(t, x, h, gamma, work);
    newton_.start();
    while (whole) {
      rate(u, rate_value);
      if (!all_finite({rate_value, nv_})) return Found::rate_without_value;
      for (std::size_t i = 0; i < nv_; ++i) increment_[i] = known[i] + gamma * rate_value[i] - u[i];
      matrix_.solve(increment_.data());
      for (std::size_t i = 0; i < nv_; ++i) u[i] += increment_[i];
      ++work.iterations;
      const Convergence::Verdict verdict = newton_.judge(norm_.of_increment(increment_.data(), x, u));
      if (verdict == Convergence::Verdict::done) {
        if (newton_.ratio() > old_jacobian_ratio) has_jacobian_ = false;
        return Found::solution;
      }
      whole = verdict == Convergence::Verdict::go_on;
    }
    newton_.forget();
    if (is_new) return Found::nothing;
    has_jacobian_ = false;
    std::copy(guess_.begin(), guess_.end(), u);
  }
}

}  // namespace polhode::ode
