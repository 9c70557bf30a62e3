#include "ode/adams.hpp"

#include <algorithm>
#include <cmath>

namespace polhode::ode {

namespace {

/// |γ*_i|, the constants of Moulton's rules at equal steps, from 1.
constexpr std::array<double, VariableOrder::most_order + 2> moulton_constants = [] {
  std::array<double, VariableOrder::most_order + 2> gamma{};
  gamma[0] = 1;
  for (std::size_t m = 1; m < gamma.size(); ++m)
    for (std::size_t j = 0; j < m; ++j) gamma[m] -= gamma[j] / static_cast<double>(m + 1 - j);
  for (double& constant : gamma) constant = constant < 0 ? -constant : constant;
  return gamma;
}();

/// How far to the left hλ may lie at equal steps, for orders k from 1: where a root of the step's polynomial leaves the
/// unit circle, the predictor being of order k and the corrector of order k + 1. High orders do not stay where a motion
/// is stiff.
constexpr std::array<double, 4> stability_limits{2.0, 2.4, 1.935, 1.412};
constexpr double near_limit = 0.6;  // steps are unequal there, and swing about the limit

}  // namespace

Adams::Adams(const Method& method, const Problem& problem, const Options& options, Trail& trail)
    : VariableOrder(method, problem, options, trail, 1, method.order + 2, 0), past_continuation_(nv_) {
  for (auto* v : {&excess_, &error_, &predicted_, &predicted_rate_}) v->resize(nv_);
  slopes_.resize(nv_ * static_cast<std::size_t>(method.order));
}

/// g_i = c_{i,1} with c_{1,q} = 1/q, c_{2,q} = 1/(q (q + 1)), c_{i,q} = c_{i−1,q} − α_{i−1} c_{i−1,q+1}.
void Adams::weigh() {
  std::array<double, most_order + 4> c{};
  const auto count = static_cast<std::size_t>(order_) + 1;
  for (std::size_t q = 1; q <= count; ++q) c[q] = 1 / static_cast<double>(q * (q + 1));
  g_[1] = 1;
  g_[2] = c[1];
  for (std::size_t i = 3; i <= count; ++i) {
    for (std::size_t q = 1; q + i <= count + 2; ++q) c[q] -= alpha_[i - 1] * c[q + 1];
    g_[i] = c[1];
  }
}

bool Adams::attempt(double t1) {
  first_rate();
  if (known_ == 0) {
    std::copy(k_.begin(), k_.end(), phi(1));
    known_ = 1;
  }
  begin(t1);
  weigh();
  trail_.finish();
  const auto k = static_cast<std::size_t>(order_);
  std::fill(predicted_.begin(), predicted_.end(), 0.0);
  std::fill(excess_.begin(), excess_.end(), 0.0);
  for (std::size_t i = k; i >= 1; --i) {
    const double* difference = star(static_cast<int>(i));
    for (std::size_t j = 0; j < nv_; ++j) {
      predicted_[j] += g_[i] * difference[j];
      excess_[j] -= difference[j];
    }
  }
  for (double& component : predicted_) component *= h_;
  chart_rate(t1_, predicted_.data(), predicted_rate_.data());
  const double correction = h_ * g_[k + 1], estimate = h_ * (g_[k + 1] - g_[k]);
  for (std::size_t j = 0; j < nv_; ++j) {
    excess_[j] += predicted_rate_[j];
    u1_[j] = predicted_[j] + correction * excess_[j];
    error_[j] = estimate * excess_[j];
  }
  space_.retract<double>(x_, u1_, x1_);
  judge_orders();
  return true;
}

/// The errors of the correctors of orders k, k − 1 and k − 2.
void Adams::judge_orders() {
  const auto k = static_cast<std::size_t>(order_);
  const double h = std::fabs(h_);
  const auto size = [&](std::size_t order) {
    return h * sigma_[order + 1] * moulton_constants[order] * norm_.of_increment(excess_.data(), x_, u1_.data());
  };
  error_same_ = size(k);
  for (std::size_t lower = 1; lower <= 2 && lower < k; ++lower) {
    const double* difference = star(order_ + 1 - static_cast<int>(lower));
    for (std::size_t j = 0; j < nv_; ++j) excess_[j] += difference[j];
    (lower == 1 ? error_lower_ : error_lowest_) = size(k - lower);
  }
}

void Adams::differences_at_end() {
  end_rate();
  std::copy(end_rate_.begin(), end_rate_.end(), next(1));
  if (!flat_) space_.lift<double>(u1_, {next(1), nv_});
  difference_from(1);
}

double Adams::error_of_higher() {
  const auto k = static_cast<std::size_t>(order_);
  return std::fabs(h_) * sigma_[k + 2] * moulton_constants[k + 1] *
         norm_.of_increment(next(order_ + 2), x_, u1_.data());
}

/// Prediction and correction tell how steeply the rate changes between them: a lower bound of the largest |λ|, and a
/// good one when the fast modes are what keeps them apart.
bool Adams::is_held_by_stability() {
  const auto k = static_cast<std::size_t>(order_);
  if (k > stability_limits.size()) return false;
  double rates = 0, places = 0;
  for (std::size_t j = 0; j < nv_; ++j) {
    const double rate = next(1)[j] - predicted_rate_[j], place = u1_[j] - predicted_[j];
    rates += rate * rate;
    places += place * place;
  }
  return places > 0 && std::fabs(h_) * std::sqrt(rates / places) > near_limit * stability_limits[k - 1];
}

/// Both ends with their slopes, and slopes at the points of the past that the step was made of.
void Adams::make_continuation() {
  end_rate();
  std::copy(end_rate_.begin(), end_rate_.end(), u_.begin());
  space_.lift<double>(u1_, u_);
  fill_cubic(u_.data());
  std::array<double, most_order> theta{};
  const auto count = static_cast<std::size_t>(order_) - 1;
  for (std::size_t i = 0; i < count; ++i) {
    theta[i] = -psi_[i + 1] / h_;
    const std::vector<double>& rate = flat_ ? points_[i].g : points_[i].seen;
    for (std::size_t j = 0; j < nv_; ++j) slopes_[i * nv_ + j] = h_ * rate[j];
  }
  const auto known = [this](std::size_t i) { return slopes_.data() + i * nv_; };
  past_continuation_.complete(dense_, 3, {theta.data(), count}, PastContinuation::Known::slopes, known);
}

}  // namespace polhode::ode
