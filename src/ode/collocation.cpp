#include "ode/collocation.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "ode/dense.hpp"

namespace polhode::ode {

namespace {

/// Coefficients of 1, θ, θ² … of the polynomial that is 1 at nodes[own] and 0 at the others.
std::vector<double> lagrange(std::span<const double> nodes, std::size_t own) {
  std::vector<double> p{1};
  for (std::size_t j = 0; j < nodes.size(); ++j) {
    if (j == own) continue;
    const double width = nodes[own] - nodes[j];
    p.push_back(0);
    for (std::size_t k = p.size(); k-- > 0;) p[k] = ((k > 0 ? p[k - 1] : 0.0) - nodes[j] * p[k]) / width;
  }
  return p;
}

std::vector<double> with_start(std::span<const double> c) {
  std::vector<double> nodes{0};
  nodes.insert(nodes.end(), c.begin(), c.end());
  return nodes;
}

int dense_terms(const Method& method, const CollocationTableau& tableau) {
  return tableau.c.back() == 1 ? tableau.stages() + 1 : std::max(method.dense_order, 3);
}

}  // namespace

LongWeights::LongWeights(std::span<const double> weights, std::span<const double> beyond_double) {
  constexpr double grain = 0x1p-10;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    lead.push_back(std::floor(weights[i] / grain + 0.5) * grain);
    rest.push_back((weights[i] - lead.back()) + (beyond_double.empty() ? 0.0 : beyond_double[i]));
  }
}

CollocationEngine::CollocationEngine(const Method& method, const CollocationTableau& tableau, const Problem& problem,
                                     const Options& options, Trail& trail)
    : ImplicitEngine(method, problem, options, trail, tableau.stages() + 1, dense_terms(method, tableau)),
      tableau_(tableau),
      stages_(tableau.b.size()),
      ends_in_last_stage_(tableau.c.back() == 1),
      transform_(tableau),
      a_(tableau.a, tableau.a_rest),
      b_(tableau.b, tableau.b_rest),
      real_(transform_.has_real ? nv_ : 0),
      complex_(nv_),
      pair_(nv_),
      x_before_(nx_) {
  for (auto* v : {&z_, &residual_, &increment_, &transformed_, &z_before_}) v->resize(nv_ * stages_);
  for (auto* v : {&error_, &defect_}) v->resize(nv_);
  if (!ends_in_last_stage_) return;
  const std::vector<double> nodes = with_start(tableau.c);
  const std::size_t terms = stages_ + 1;
  nested_.resize(terms * terms);
  const auto set = [&](std::size_t column, std::vector<double> powers) {
    powers.resize(terms, 0.0);
    nest_powers(powers);
    for (std::size_t k = 0; k < terms; ++k) nested_[k * terms + column] = powers[k];
  };
  for (std::size_t i = 0; i < stages_; ++i) {
    const std::vector<double> p = lagrange(nodes, i + 1);
    defect_weights_.push_back(-p[1]);
    set(i, {p.begin() + 1, p.end()});
  }
  // ∫ Π (θ − c_i) / Π (−c_i): the polynomial through 1 at 0 and 0 at every c_i, integrated.
  std::vector<double> bump = lagrange(nodes, 0);
  for (std::size_t k = 0; k < bump.size(); ++k) bump[k] /= static_cast<double>(k + 1);
  set(stages_, bump);
}

void CollocationEngine::restart(double t, VecIn x) {
  ImplicitEngine::restart(t, x);
  h_before_ = 0;
  first_ = true;
}

void CollocationEngine::accept() {
  std::copy(x_.begin(), x_.end(), x_before_.begin());
  std::copy(z_.begin(), z_.end(), z_before_.begin());
  h_before_ = h_;
  first_ = false;
  ImplicitEngine::accept();
}

bool CollocationEngine::factor() {
  const PlainComplex shift{transform_.alpha / h_, -transform_.beta / h_};
  for (std::size_t j = 0; j < nv_; ++j)
    for (std::size_t i = 0; i < nv_; ++i) {
      const double entry = -jacobian_(i, j);
      complex_(i, j) = i == j ? PlainComplex{shift.re + entry, shift.im} : PlainComplex{entry, 0};
      if (transform_.has_real) real_(i, j) = i == j ? transform_.gamma / h_ + entry : entry;
    }
  return complex_.factor() && (!transform_.has_real || real_.factor());
}

/// The last collocation polynomial continued into this step: on the manifold, since the chart has moved.
void CollocationEngine::guess_stages() {
  if (h_before_ == 0) return std::fill(z_.begin(), z_.end(), 0.0);
  std::array<double, 4> nodes{};
  std::copy(tableau_.c.begin(), tableau_.c.end(), nodes.begin() + 1);
  for (std::size_t i = 0; i < stages_; ++i) {
    const double theta = 1 + tableau_.c[i] * (h_ / h_before_);
    std::fill(u_.begin(), u_.end(), 0.0);
    for (std::size_t j = 1; j <= stages_; ++j) {
      double weight = 1;
      for (std::size_t k = 0; k <= stages_; ++k)
        if (k != j) weight *= (theta - nodes[k]) / (nodes[j] - nodes[k]);
      const double* before = z_before_.data() + (j - 1) * nv_;
      for (std::size_t k = 0; k < nv_; ++k) u_[k] += weight * before[k];
    }
    space_.retract<double>(x_before_, u_, x_stage_);
    space_.difference<double>(x_, x_stage_, {z(i), nv_});
  }
}

/// increment_ = (I − h A ⊗ J)⁻¹ (h A F − z), by way of the transformed stages.
void CollocationEngine::newton_increment() {
  for (std::size_t i = 0; i < stages_; ++i)
    for (std::size_t k = 0; k < nv_; ++k)
      residual_[i * nv_ + k] = h_ * a_.sum(i * stages_, stages_, k_.data() + nv_ + k, nv_) - z_[i * nv_ + k];
  const auto multiply = [this](const std::vector<double>& matrix, const double* from, double scale, double* to) {
    for (std::size_t i = 0; i < stages_; ++i)
      for (std::size_t k = 0; k < nv_; ++k) {
        double sum = 0;
        for (std::size_t j = 0; j < stages_; ++j) sum += matrix[i * stages_ + j] * from[j * nv_ + k];
        to[i * nv_ + k] = scale * sum;
      }
  };
  multiply(transform_.from_residual, residual_.data(), 1 / h_, transformed_.data());
  double* first = transformed_.data() + (transform_.has_real ? nv_ : 0);
  double* second = first + nv_;
  if (transform_.has_real) real_.solve(transformed_.data());
  for (std::size_t k = 0; k < nv_; ++k) pair_[k] = {first[k], second[k]};
  complex_.solve(pair_.data());
  for (std::size_t k = 0; k < nv_; ++k) first[k] = pair_[k].re, second[k] = pair_[k].im;
  multiply(transform_.T, transformed_.data(), 1, increment_.data());
}

Convergence::Verdict CollocationEngine::find_stages() {
  has_error_ = false;
  guess_stages();
  newton_.start();
  for (;;) {
    for (std::size_t i = 0; i < stages_; ++i) chart_rate(t_ + tableau_.c[i] * h_, z(i), k(static_cast<int>(i) + 1));
    newton_increment();
    double size = 0;
    for (std::size_t i = 0; i < stages_; ++i) {
      const double* increment = increment_.data() + i * nv_;
      for (std::size_t k = 0; k < nv_; ++k) z(i)[k] += increment[k];
      const double of_stage = norm_.of_increment(increment, x_, z(i));
      if (!(of_stage <= size)) size = of_stage;
    }
    const Convergence::Verdict verdict = judge(size);
    if (verdict == Convergence::Verdict::failed) return verdict;
    if (verdict == Convergence::Verdict::done) break;
  }
  set_end();
  return Convergence::Verdict::done;
}

/// The rates are those before the last increment Δ; with h F = A⁻¹ z of the stages after it,
/// u1 = h Σ b_i F_i + bᵀ A⁻¹ (Δ − residual). Without the second term a Kepler ellipse in 10⁶ steps of 0.1 drifts by 2.5
/// random walks of rounding, with it by half of one.
void CollocationEngine::set_end() {
  if (ends_in_last_stage_) {
    std::copy(z(stages_ - 1), z(stages_ - 1) + nv_, u1_.begin());
    return;
  }
  for (std::size_t k = 0; k < nv_; ++k) {
    double last = 0;
    for (std::size_t i = 0; i < stages_; ++i)
      last += transform_.end[i] * (increment_[i * nv_ + k] - residual_[i * nv_ + k]);
    u1_[k] = h_ * b_.sum(0, stages_, k_.data() + nv_ + k, nv_) + last;
  }
}

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
}

}  // namespace polhode::ode
