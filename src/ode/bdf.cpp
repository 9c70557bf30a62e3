#include "ode/bdf.hpp"

#include <algorithm>
#include <cmath>

namespace polhode::ode {

Bdf::Bdf(const Method& method, const Problem& problem, const Options& options, Trail& trail)
    : VariableOrder(method, problem, options, trail, 2, method.order, 1),
      equation_(problem, options),
      past_continuation_(nv_) {
  for (auto* v : {&excess_, &error_, &predicted_, &known_part_}) v->resize(nv_);
  values_.resize(nv_ * static_cast<std::size_t>(method.order));
}

void Bdf::restart(double t, VecIn x) {
  VariableOrder::restart(t, x);
  equation_.restart();
  starting_ = true;
}

void Bdf::accept() {
  VariableOrder::accept();
  starting_ = false;
}

/// The first step has no past: a point is put where the rate says the motion came from.
void Bdf::begin_from_rate(double t1) {
  first_rate();
  const double h = t1 - t_;
  for (std::size_t j = 0; j < nv_; ++j) {
    phi(1)[j] = 0;
    phi(2)[j] = h * k_[j];
    u_[j] = -phi(2)[j];
  }
  space_.retract<double>(x_, u_, points_.front().x);
  psi_[1] = h;
  known_ = 2;
}

/// p, and what the equation u = known + γ F(u) knows: p − p' γ, γ = h / leading.
void Bdf::predict() {
  leading_ = 0;
  for (int j = 1; j <= order_; ++j) leading_ += 1.0 / j;
  std::fill(predicted_.begin(), predicted_.end(), 0.0);
  std::fill(known_part_.begin(), known_part_.end(), 0.0);
  double gamma = 0;  // γ_i h
  for (int i = 2; i <= order_ + 1; ++i) {
    gamma += alpha_[static_cast<std::size_t>(i) - 1];
    const double* difference = star(i);
    const double slope = gamma / leading_;
    for (std::size_t j = 0; j < nv_; ++j) {
      predicted_[j] += difference[j];
      known_part_[j] -= slope * difference[j];
    }
  }
  for (std::size_t j = 0; j < nv_; ++j) known_part_[j] += predicted_[j];
}

bool Bdf::attempt(double t1) {
  if (starting_) begin_from_rate(t1);
  begin(t1);
  trail_.finish();
  predict();
  std::copy(predicted_.begin(), predicted_.end(), u1_.begin());
  const auto rate = [this](const double* u, double* v) { chart_rate(t1_, u, v); };
  const auto found = equation_.solve(t_, x_, h_, h_ / leading_, known_part_.data(), u1_.data(), k(1), rate, work_);
  if (found == StepEquation::Found::nothing) return false;
  if (found == StepEquation::Found::rate_without_value) {
    end_nowhere();
    return true;
  }
  space_.retract<double>(x_, u1_, x1_);
  judge_orders();
  return true;
}

/// The error of the step and those of orders k, k − 1 and k − 2.
void Bdf::judge_orders() {
  const auto k = static_cast<std::size_t>(order_);
  double of_nodes = 0;
  for (std::size_t i = 1; i <= k; ++i) of_nodes += alpha_[i];
  const double constant = std::max(std::fabs(alpha_[k + 1] - leading_ + of_nodes), alpha_[k + 1]);
  for (std::size_t j = 0; j < nv_; ++j) {
    excess_[j] = u1_[j] - predicted_[j];
    error_[j] = constant * excess_[j];
  }
  const auto size = [&](std::size_t order) {
    return sigma_[order + 1] * norm_.of_increment(excess_.data(), x_, u1_.data());
  };
  error_same_ = size(k);
  for (std::size_t lower = 1; lower <= 2 && lower < k; ++lower) {
    const double* difference = star(order_ + 2 - static_cast<int>(lower));
    for (std::size_t j = 0; j < nv_; ++j) excess_[j] += difference[j];
    (lower == 1 ? error_lower_ : error_lowest_) = size(k - lower);
  }
}

void Bdf::differences_at_end() {
  std::fill(next(1), next(1) + nv_, 0.0);
  std::copy(u1_.begin(), u1_.end(), next(2));
  difference_from(2);
}

double Bdf::error_of_higher() { return norm_.of_increment(next(order_ + 3), x_, u1_.data()) / (order_ + 2); }

/// The polynomial through both ends and the points before.
void Bdf::make_continuation() {
  std::copy(u1_.begin(), u1_.end(), dense_.begin());
  std::array<double, most_order> theta{};
  const auto count = static_cast<std::size_t>(order_) - 1;
  for (std::size_t i = 0; i < count; ++i) {
    theta[i] = -psi_[i + 1] / h_;
    space_.difference<double>(x_, points_[i].x, {values_.data() + i * nv_, nv_});
  }
  const auto known = [this](std::size_t i) { return values_.data() + i * nv_; };
  past_continuation_.complete(dense_, 1, {theta.data(), count}, PastContinuation::Known::values, known);
}

}  // namespace polhode::ode
