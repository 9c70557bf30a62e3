// The estimate and the continuation of collocation methods.

#include <algorithm>

#include "ode/collocation.hpp"

namespace polhode::ode {

/// error_ = (γ/h − J)⁻¹ (rate − p'(0)/h).
void CollocationEngine::filtered_defect(const double* rate) {
  for (std::size_t k = 0; k < nv_; ++k) {
    double sum = 0;
    for (std::size_t i = 0; i < stages_; ++i) sum += defect_weights_[i] * z_[i * nv_ + k];
    error_[k] = rate[k] + sum / h_;
  }
  real_.solve(error_.data());
}

const double* CollocationEngine::error() {
  if (!ends_in_last_stage_) return nullptr;
  if (has_error_) return error_.data();
  first_rate();
  filtered_defect(k_.data());
  std::copy(error_.begin(), error_.end(), defect_.begin());
  // Off a motion that the stiffness draws everything to, the estimate is far too large; filtered twice it is not.
  if ((first_ || was_rejected()) && !(norm_.of_increment(error_.data(), x_, u1_.data()) < 1)) {
    chart_rate(t_, defect_.data(), u_.data());
    filtered_defect(u_.data());
  }
  has_error_ = true;
  return error_.data();
}

void CollocationEngine::make_continuation() {
  if (!ends_in_last_stage_) return ImplicitEngine::make_continuation();
  error();
  const std::size_t terms = stages_ + 1;
  std::copy(u1_.begin(), u1_.end(), dense_.begin());
  for (std::size_t term = 1; term < terms; ++term) {
    const double* weights = nested_.data() + term * terms;
    for (std::size_t k = 0; k < nv_; ++k) {
      double sum = weights[stages_] * (transform_.gamma * error_[k]);
      for (std::size_t i = 0; i < stages_; ++i) sum += weights[i] * z_[i * nv_ + k];
      dense_[term * nv_ + k] = sum;
    }
  }
  if (further_) improve_continuation();
}

void CollocationEngine::improve_continuation() {
  std::fill(dense_.begin() + static_cast<std::ptrdiff_t>((stages_ + 1) * nv_), dense_.end(), 0.0);
  end_rate();
  for (int round = continuation_terms() - static_cast<int>(stages_ + 1); round > 0; --round) {
    further_->improve(dense_, [this](double theta, const double* u, double* d) {
      double* rate = defect_.data();
      if (theta == 0 || theta == 1) {
        const double* known = theta == 0 ? k_.data() : end_rate_.data();
        std::copy(known, known + nv_, rate);
        if (theta == 1) space_.lift<double>(u1_, defect_);
      } else {
        chart_rate(t_ + theta * h_, u, rate);
      }
      for (std::size_t k = 0; k < nv_; ++k) d[k] = transform_.gamma * (rate[k] - d[k] / h_);
      real_.solve(d);
    });
  }
}

}  // namespace polhode::ode
