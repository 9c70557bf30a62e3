#include "ode/rosenbrock.hpp"

#include <algorithm>

namespace polhode::ode {

Rosenbrock::Rosenbrock(const Method& method, const RosenbrockTableau& tableau, const Problem& problem, Trail& trail)
    : Engine(method, problem, trail, tableau.stages(), 1 + static_cast<int>(tableau.dense.size()) / tableau.stages()),
      tableau_(tableau),
      jacobian_(problem),
      matrix_(nv_),
      U_(nv_ * tableau.m.size()),
      time_slope_(nv_),
      error_(nv_) {}

void Rosenbrock::restart(double t, VecIn x) {
  Engine::restart(t, x);
  has_jacobian_ = false;
}

void Rosenbrock::accept() {
  Engine::accept();
  has_jacobian_ = false;
}

void Rosenbrock::add(std::span<const double> weights, double scale, double* out) {
  for (std::size_t j = 0; j < weights.size(); ++j) {
    if (weights[j] == 0) continue;
    const double weight = scale * weights[j];
    const double* stage = U(j);
    for (std::size_t i = 0; i < nv_; ++i) out[i] += weight * stage[i];
  }
}

bool Rosenbrock::factor() {
  if (!has_jacobian_) {
    jacobian_.compute(t_, x_, h_);
    jacobian_.time_slope(t_, x_, h_, rate(), time_slope_);
    ++work_.jacobians;
    has_jacobian_ = true;
  }
  const double diagonal = 1 / (h_ * tableau_.gamma);
  for (std::size_t j = 0; j < nv_; ++j)
    for (std::size_t i = 0; i < nv_; ++i) matrix_(i, j) = (i == j ? diagonal : 0.0) - jacobian_(i, j);
  ++work_.factorisations;
  return matrix_.factor();
}

void Rosenbrock::stage(std::size_t index) {
  const std::size_t first = index * (index - 1) / 2;
  std::fill(u_.begin(), u_.end(), 0.0);
  add(tableau_.a.subspan(first, index), 1, u_.data());
  chart_rate(t_ + tableau_.alpha[index] * h_, u_.data(), k(static_cast<int>(index)));
}

bool Rosenbrock::attempt(double t1) {
  t1_ = t1;
  h_ = t1 - t_;
  has_end_rate_ = has_continuation_ = false;
  first_rate();
  if (!factor()) {
    if (rate_is_finite()) return false;
    end_nowhere();
    return true;
  }
  const std::size_t stages = tableau_.m.size();
  for (std::size_t i = 0; i < stages; ++i) {
    if (i > 0) stage(i);
    const double* rate = k(static_cast<int>(i));
    double* right = U(i);
    for (std::size_t j = 0; j < nv_; ++j) right[j] = rate[j] + h_ * tableau_.gammas[i] * time_slope_[j];
    if (i > 0) add(tableau_.c.subspan(i * (i - 1) / 2, i), 1 / h_, right);
    matrix_.solve(right);
  }
  std::fill(u1_.begin(), u1_.end(), 0.0);
  add(tableau_.m, 1, u1_.data());
  space_.retract<double>(x_, u1_, x1_);
  return true;
}

const double* Rosenbrock::error() {
  if (tableau_.error.empty()) return nullptr;
  std::fill(error_.begin(), error_.end(), 0.0);
  add(tableau_.error, 1, error_.data());
  return error_.data();
}

/// θ (u1 + (1−θ) (h₁ + θ (h₂ + θ h₃))) as published; the last θ is 1 − (1−θ) in the form of dense.hpp.
void Rosenbrock::make_continuation() {
  const std::size_t stages = tableau_.m.size(), rows = tableau_.dense.size() / stages;
  std::fill(dense_.begin(), dense_.end(), 0.0);
  std::copy(u1_.begin(), u1_.end(), dense_.begin());
  for (std::size_t row = 0; row < rows; ++row) {
    const auto weights = tableau_.dense.subspan(row * stages, stages);
    if (row == 2) add(weights, 1, dense_.data() + 2 * nv_);
    add(weights, row == 2 ? -1 : 1, dense_.data() + (row + 1) * nv_);
  }
}

}  // namespace polhode::ode
