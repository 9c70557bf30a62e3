#include "ode/implicit.hpp"

#include <algorithm>
#include <cmath>

#include "ode/rounding.hpp"

namespace polhode::ode {

namespace {

constexpr double old_jacobian_ratio =
    1e-3;                            // a Jacobian that makes increments shrink so fast serves the next step, too
constexpr double same_step = 1e-8;   // relative: the size of fixed steps differs by rounding of t
constexpr double kept_growth = 1.2;  // a step is not worth a factorisation for growing by less
constexpr double factor_not_solved = 0.5;
constexpr int few_iterations = 7;

/// In ulps for fixed steps, else in what is allowed.
Tolerance newton_scale(const Options& options) {
  if (options.step.fixed > 0) return {.relative = eps, .absolute = 0, .absolute_by_block = {}};
  return options.tolerance;
}

}  // namespace

double newton_tolerance(const Options& options) {
  if (options.step.fixed > 0) return 0;
  const double relative = options.tolerance.relative;
  const double wanted = std::min(0.03, std::sqrt(std::max(relative, eps * eps)));
  return relative > 0 ? std::max(wanted, 10 * eps / relative) : 0.01;
}

ImplicitEngine::ImplicitEngine(const Method& method, const Problem& problem, const Options& options, Trail& trail,
                               int stages, int dense_terms)
    : Engine(method, problem, trail, stages, dense_terms),
      norm_(problem.space, newton_scale(options)),
      jacobian_(problem),
      newton_(newton_tolerance(options)),
      to_rounding_(options.step.fixed > 0),
      carry_(nv_),
      new_carry_(nv_) {}

void ImplicitEngine::restart(double t, VecIn x) {
  Engine::restart(t, x);
  has_jacobian_ = jacobian_is_here_ = rejected_ = false;
  std::fill(carry_.begin(), carry_.end(), 0.0);
  newton_.forget();
}

bool ImplicitEngine::prepare() {
  if (!has_jacobian_) {
    jacobian_.compute(t_, x_, h_);
    ++work_.jacobians;
    has_jacobian_ = jacobian_is_here_ = true;
    factored_for_ = 0;
  }
  if (std::fabs(h_ - factored_for_) <= same_step * std::fabs(h_)) return true;
  factored_for_ = 0;
  ++work_.factorisations;
  if (!factor()) return false;
  factored_for_ = h_;
  return true;
}

bool ImplicitEngine::attempt(double t1) {
  t1_ = t1;
  h_ = t1 - t_;
  has_end_rate_ = has_continuation_ = failed_ = false;
  for (;;) {
    if (prepare() && find_stages(Way::frozen) == Convergence::Verdict::done) {
      land();
      return true;
    }
    newton_.forget();
    if (jacobian_is_here_ || !all_finite(k_)) break;
    has_jacobian_ = false;
  }
  if (to_rounding_ && find_fully()) {
    land();
    return true;
  }
  // A rate without a value is no matter of equations: it is shown to the loop as it is.
  if (!all_finite(k_)) {
    end_nowhere();
    return true;
  }
  failed_ = true;
  return false;
}

/// From the start of the step first: a guess that was no good may lie beyond another solution, which no shorter step
/// leads to.
bool ImplicitEngine::find_fully() {
  has_jacobian_ = false;  // from now on it belongs to another place than the start of the step
  for (const Way way : {Way::full_from_start, Way::full})
    if (find_stages(way) == Convergence::Verdict::done) return true;
  return false;
}

/// x1 = x ⊞ u1; of vector blocks with the rounding of the sum kept for the next.
void ImplicitEngine::land() {
  if (to_rounding_)
    for (const StateSpace::Piece& piece : space_.pieces()) {
      if (piece.kind != BlockKind::vector) continue;
      for (std::size_t i = 0; i < piece.n; ++i) {
        double& u = u1_[piece.v0 + i];
        const double x = x_[piece.x0 + i];
        u += carry_[piece.v0 + i];
        const double sum = x + u, part = sum - x;
        new_carry_[piece.v0 + i] = (x - (sum - part)) + (u - part);
      }
    }
  space_.retract<double>(x_, u1_, x1_);
}

void ImplicitEngine::accept() {
  Engine::accept();
  std::swap(carry_, new_carry_);
  jacobian_is_here_ = rejected_ = false;
  if (newton_.ratio() > old_jacobian_ratio) has_jacobian_ = false;
}

double ImplicitEngine::after_accepted(double h, double error) {
  const double wanted = control_.after_accepted(h, error);
  const bool keeps_jacobian = newton_.ratio() <= old_jacobian_ratio;
  if (keeps_jacobian && wanted >= h && wanted <= kept_growth * h) return h;
  // An iteration that took long would take longer with a larger step.
  return wanted * std::min(1.0, (1.0 + 2 * few_iterations) / (newton_.iterations() + 2 * few_iterations));
}

double ImplicitEngine::after_rejected(double h, double error) {
  rejected_ = true;
  if (!jacobian_is_here_) has_jacobian_ = false;
  const double wanted = control_.after_rejected(h, error);
  return failed_ ? factor_not_solved * h : wanted;
}

}  // namespace polhode::ode
