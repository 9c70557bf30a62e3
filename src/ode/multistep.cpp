#include "ode/multistep.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ode/rounding.hpp"

namespace polhode::ode {

namespace {

std::size_t points_needed(const MultistepRule& rule) {
  return std::max(static_cast<std::size_t>(rule.steps()), rule.predictor.size()) - 1;
}

bool any(std::span<const double> weights) {
  return std::any_of(weights.begin(), weights.end(), [](double weight) { return weight != 0; });
}

/// A one-step method whose errors at step ends and inside are no larger, and which stands as much stiffness.
const Method& starter_for(const Method& method, const MultistepRule& rule) {
  if (rule.angle_deg == 0 || method.order > method::gauss6.order) return method::dop853;
  return method.order <= method::radau5.order ? method::radau5 : method::gauss6;
}

/// Points of the past that the continuation looks at.
std::size_t points_continued(const Method& method, const MultistepRule& rule) {
  if (Multistep::continues_by_values(rule)) return points_needed(rule);
  return std::min(points_needed(rule), static_cast<std::size_t>(std::max(method.dense_order - 3, 0)));
}

int dense_terms(const Method& method, const MultistepRule& rule, const Engine& starter) {
  const int given = Multistep::continues_by_values(rule) ? 1 : 3;
  return std::max(given + static_cast<int>(points_continued(method, rule)), starter.continuation_terms());
}

}  // namespace

bool Multistep::continues_by_values(const MultistepRule& rule) {
  return !rule.is_explicit() && !any(rule.beta.subspan(1));
}

Multistep::Multistep(const Method& method, const MultistepRule& rule, const Problem& problem, const Options& options,
                     Trail& trail)
    : Multistep(method, rule, problem, options, trail,
                make_engine(starter_for(method, rule), problem, options, trail)) {}

Multistep::Multistep(const Method& method, const MultistepRule& rule, const Problem& problem, const Options& options,
                     Trail& trail, std::unique_ptr<Engine> starter)
    : Engine(method, problem, trail, rule.is_explicit() ? 1 : 2, dense_terms(method, rule, *starter)),
      rule_(rule),
      reads_rates_(any(rule.beta.subspan(1)) || !rule.predictor.empty()),
      reads_values_(rule.steps() > 1 && any(rule.alpha.subspan(2))),
      starter_(std::move(starter)),
      equation_(rule.is_explicit() ? nullptr : std::make_unique<StepEquation>(problem, options)),
      past_continuation_(nv_),
      past_(points_needed(rule)),
      prediction_(nv_) {
  for (Point& point : past_) point.x.resize(nx_), point.rate.resize(nv_);
  u_past_.resize(past_.size() * nv_);
  rate_past_.resize(past_.size() * nv_);
  for (std::size_t i = 0; i < points_continued(method, rule); ++i) theta_past_.push_back(-1.0 - static_cast<double>(i));
}

void Multistep::restart(double t, VecIn x) {
  Engine::restart(t, x);
  equal_ = 0;
  starter_follows_ = false;
  if (equation_) equation_->restart();
}

void Multistep::accept() {
  if (by_starter_) starter_->accept();
  starter_follows_ = by_starter_;
  if (!past_.empty()) {
    if (reads_rates_) first_rate();
    std::rotate(past_.begin(), past_.end() - 1, past_.end());
    std::copy(x_.begin(), x_.end(), past_.front().x.begin());
    std::copy(k(0), k(0) + nv_, past_.front().rate.begin());
    if (equal_ > 0 && fits(h_)) {
      equal_ = std::min(equal_ + 1, static_cast<int>(past_.size()));
    } else {
      spacing_ = h_;
      equal_ = 1;
    }
  }
  Engine::accept();
}

/// Equal but for rounding of the times, and of what a last step may be off by.
bool Multistep::fits(double h) const {
  return std::fabs(h - spacing_) <= 1e-9 * std::fabs(spacing_) + 4 * eps * std::max(std::fabs(t_), std::fabs(t1_));
}

bool Multistep::attempt(double t1) {
  t1_ = t1;
  h_ = t1 - t_;
  has_end_rate_ = has_continuation_ = false;
  by_starter_ = !past_.empty() && !(equal_ == static_cast<int>(past_.size()) && fits(h_));
  if (by_starter_) return step_by_starter();
  trail_.finish();
  if (reads_rates_) first_rate();
  see_past();
  add_known(u1_.data());
  if (!rule_.predictor.empty()) correct_prediction();
  for (double& component : u1_) component /= rule_.alpha.front();
  if (equation_ && !solve_rule()) return false;
  space_.retract<double>(x_, u1_, x1_);
  return true;
}

bool Multistep::step_by_starter() {
  if (!starter_follows_) starter_->restart(t_, x_);
  starter_follows_ = true;
  const Work before = starter_->work();
  const bool solved = starter_->attempt(t1_);
  count_work(before);
  std::copy(starter_->x1().begin(), starter_->x1().end(), x1_.begin());
  std::copy(starter_->increment(), starter_->increment() + nv_, u1_.begin());
  return solved;
}

/// What the starter did since.
void Multistep::count_work(const Work& before) {
  const Work& now = starter_->work();
  work_.rate_evaluations += now.rate_evaluations - before.rate_evaluations;
  work_.jacobians += now.jacobians - before.jacobians;
  work_.factorisations += now.factorisations - before.factorisations;
  work_.iterations += now.iterations - before.iterations;
}

void Multistep::see_past() {
  const bool needs_values = reads_values_ || !flat_ || equation_;
  for (std::size_t i = 0; i < past_.size(); ++i) {
    double* u = u_past_.data() + i * nv_;
    double* rate = rate_past_.data() + i * nv_;
    if (needs_values) space_.difference<double>(x_, past_[i].x, {u, nv_});
    if (!reads_rates_) continue;
    std::copy(past_[i].rate.begin(), past_[i].rate.end(), rate);
    if (!flat_) space_.lift<double>({u, nv_}, {rate, nv_});
  }
}

void Multistep::add_rates(std::span<const double> weights, double* sum) const {
  for (std::size_t i = 0; i < nv_; ++i) {
    double rates = weights[0] * k_[i];
    for (std::size_t j = 1; j < weights.size(); ++j) rates += weights[j] * rate_past_[(j - 1) * nv_ + i];
    sum[i] += h_ * rates;
  }
}

void Multistep::add_known(double* sum) const {
  std::fill(sum, sum + nv_, 0.0);
  if (reads_values_)
    for (std::size_t j = 2; j < rule_.alpha.size(); ++j)
      for (std::size_t i = 0; i < nv_; ++i) sum[i] -= rule_.alpha[j] * u_past_[(j - 2) * nv_ + i];
  if (reads_rates_) add_rates(rule_.beta.subspan(1), sum);
}

/// Predict, evaluate, correct; the rate at the corrected point is the next step's first.
void Multistep::correct_prediction() {
  std::fill(prediction_.begin(), prediction_.end(), 0.0);
  add_rates(rule_.predictor, prediction_.data());
  chart_rate(t1_, prediction_.data(), u_.data());
  for (std::size_t i = 0; i < nv_; ++i) u1_[i] += h_ * rule_.beta.front() * u_[i];
}

/// From the polynomial through the points of the past, which a stiff motion does not leave.
bool Multistep::solve_rule() {
  std::swap(u1_, prediction_);  // now what the equation knows
  std::fill(u1_.begin(), u1_.end(), 0.0);
  double weight = rule_.steps();  // (−1)^j binomial(k, j + 1)
  for (int j = 1; j < rule_.steps(); ++j) {
    weight *= -(rule_.steps() - j) / (j + 1.0);
    const double* u = u_past_.data() + static_cast<std::size_t>(j - 1) * nv_;
    for (std::size_t i = 0; i < nv_; ++i) u1_[i] += weight * u[i];
  }
  const auto rate = [this](const double* u, double* v) { chart_rate(t1_, u, v); };
  const double gamma = h_ * rule_.beta.front() / rule_.alpha.front();
  const auto found = equation_->solve(t_, x_, h_, gamma, prediction_.data(), u1_.data(), k(1), rate, work_);
  if (found == StepEquation::Found::rate_without_value)
    std::fill(u1_.begin(), u1_.end(), std::numeric_limits<double>::quiet_NaN());
  return found != StepEquation::Found::nothing;
}

void Multistep::make_continuation() {
  if (by_starter_) {
    const Work before = starter_->work();
    const double* own = starter_->continuation();
    count_work(before);
    const auto count = static_cast<std::size_t>(starter_->continuation_terms()) * nv_;
    std::fill(std::copy(own, own + count, dense_.begin()), dense_.end(), 0.0);
    return;
  }
  const bool by_values = continues_by_values(rule_);
  if (by_values) {
    std::copy(u1_.begin(), u1_.end(), dense_.begin());
  } else {
    end_rate();
    std::copy(end_rate_.begin(), end_rate_.end(), u_.begin());
    space_.lift<double>(u1_, u_);
    fill_cubic(u_.data());
    for (double& rate : rate_past_) rate *= h_;
  }
  const double* past = by_values ? u_past_.data() : rate_past_.data();
  const auto known = [&](std::size_t i) { return past + i * nv_; };
  past_continuation_.complete(dense_, by_values ? 1 : 3, theta_past_,
                              by_values ? PastContinuation::Known::values : PastContinuation::Known::slopes, known);
}

const Block* Multistep::block_not_finite() const {
  return by_starter_ ? starter_->block_not_finite() : Engine::block_not_finite();
}

const Block* Multistep::block_grown() const { return by_starter_ ? starter_->block_grown() : Engine::block_grown(); }

}  // namespace polhode::ode
