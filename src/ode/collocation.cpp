#include "ode/collocation.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "ode/dense.hpp"
#include "ode/two.hpp"

namespace polhode::ode {

namespace {

constexpr std::size_t most_stages = 5;

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

/// The work of a method with so many stages, a number that the compiler knows.
template <class Work>
void for_stages(std::size_t stages, Work work) {
  if (stages == 2) return work(std::integral_constant<std::size_t, 2>());
  if (stages == 3) return work(std::integral_constant<std::size_t, 3>());
  work(std::integral_constant<std::size_t, most_stages>());
}

int dense_terms(const Method& method, const CollocationTableau& tableau) {
  const int least = tableau.c.back() == 1 ? tableau.stages() + 1 : 3;
  return std::max(method.dense_order, least);
}

}  // namespace

LongWeights::LongWeights(std::span<const double> weights, std::span<const double> beyond_double) {
  constexpr double grain = 0x1p-10;
  lead.assign(weights.begin(), weights.end());
  if (beyond_double.empty()) return;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    lead[i] = std::floor(weights[i] / grain + 0.5) * grain;
    rest.push_back((weights[i] - lead[i]) + beyond_double[i]);
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
      complex_(transform_.pairs.size(), Lu<PlainComplex>(nv_)),
      x_before_(nx_) {
  for (auto* v : {&z_, &residual_, &increment_, &transformed_, &z_before_}) v->resize(nv_ * stages_);
  for (auto* v : {&error_, &defect_}) v->resize(nv_);
  if (to_rounding_) {
    whole_.emplace(nv_ * stages_);
    full_.emplace(nv_ * stages_);
  }
  const std::vector<double> points = with_start(tableau.c);
  for (std::size_t j = 1; j <= stages_; ++j) {
    double product = 1;
    for (std::size_t k = 0; k <= stages_; ++k)
      if (k != j) product *= points[j] - points[k];
    barycentric_.push_back(1 / product);
  }
  if (!ends_in_last_stage_) return;
  const std::size_t terms = stages_ + 1;
  nested_.resize(terms * terms);
  const auto set = [&](std::size_t column, std::vector<double> powers) {
    powers.resize(terms, 0.0);
    nest_powers(powers);
    for (std::size_t k = 0; k < terms; ++k) nested_[k * terms + column] = powers[k];
  };
  for (std::size_t i = 0; i < stages_; ++i) {
    const std::vector<double> p = lagrange(points, i + 1);
    defect_weights_.push_back(-p[1]);
    set(i, {p.begin() + 1, p.end()});
  }
  // ∫ Π (θ − c_i) / Π (−c_i): the polynomial through 1 at 0 and 0 at every c_i, integrated.
  std::vector<double> bump = lagrange(points, 0);
  for (std::size_t k = 0; k < bump.size(); ++k) bump[k] /= static_cast<double>(k + 1);
  set(stages_, bump);
  if (continuation_terms() > static_cast<int>(terms)) further_.emplace(continuation_terms(), nv_);
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
  for (std::size_t p = 0; p < complex_.size(); ++p) {
    const PlainComplex shift{transform_.pairs[p].alpha / h_, -transform_.pairs[p].beta / h_};
    for (std::size_t j = 0; j < nv_; ++j)
      for (std::size_t i = 0; i < nv_; ++i) {
        const double entry = -jacobian_(i, j);
        complex_[p](i, j) = i == j ? PlainComplex{shift.re + entry, shift.im} : PlainComplex{entry, 0};
      }
    if (!complex_[p].factor()) return false;
  }
  if (!transform_.has_real) return true;
  for (std::size_t j = 0; j < nv_; ++j)
    for (std::size_t i = 0; i < nv_; ++i) {
      const double entry = -jacobian_(i, j);
      real_(i, j) = i == j ? transform_.gamma / h_ + entry : entry;
    }
  return real_.factor();
}

namespace {

inline void load(const double* from, double& to) { to = *from; }
inline void load(const double* from, Two& to) { to = load_two(from); }
inline void store(double from, double* to) { *to = from; }
inline void store(const Two& from, double* to) { store_two(from, to); }

/// Calls work(at, number) for every number of n, with two at a time where it can.
template <class Work>
void for_pairs(std::size_t n, Work work) {
  std::size_t at = 0;
  for (; at + 2 <= n; at += 2) work(at, Two());
  if (at < n) work(at, double());
}

template <std::size_t count, class S>
S weighted(const double* weights, const S* terms) {
  S sum = weights[0] * terms[0];
  for (std::size_t j = 1; j < count; ++j) sum += weights[j] * terms[j];
  return sum;
}

/// Numbers of the real and of the imaginary part become complex ones, and back.
void store_complex(double re, double im, double* to) { to[0] = re, to[1] = im; }
void store_complex(const Two& re, const Two& im, double* to) {
  to[0] = re[0], to[1] = im[0], to[2] = re[1], to[3] = im[1];
}
void load_complex(const double* from, double& re, double& im) { re = from[0], im = from[1]; }
void load_complex(const double* from, Two& re, Two& im) {
  re = pair_of(from[0], from[2]), im = pair_of(from[1], from[3]);
}

}  // namespace

/// The last collocation polynomial continued into this step: on the manifold, since the chart has moved.
template <std::size_t stages>
void CollocationEngine::guess_stages() {
  if (h_before_ == 0) return std::fill(z_.begin(), z_.end(), 0.0);
  const double stretch = h_ / h_before_;
  for (std::size_t i = 0; i < stages; ++i) {
    const double theta = 1 + tableau_.c[i] * stretch;
    std::array<double, stages> weight;
    double before = theta, after = 1;  // products of θ − c_k over the start and the stages before, and those after
    for (std::size_t j = 0; j < stages; ++j) {
      weight[j] = barycentric_[j] * before;
      before *= theta - tableau_.c[j];
    }
    for (std::size_t j = stages; j-- > 0;) {
      weight[j] *= after;
      after *= theta - tableau_.c[j];
    }
    double* guess = flat_ ? z(i) : u_.data();
    for_pairs(nv_, [&](std::size_t k, auto number) {
      using S = decltype(number);
      S known[stages];
      for (std::size_t j = 0; j < stages; ++j) load(z_before_.data() + j * nv_ + k, known[j]);
      S sum = weighted<stages>(weight.data(), known);
      if (flat_) {
        S x;
        load(x_before_.data() + k, number);
        load(x_.data() + k, x);
        sum = (number + sum) - x;
      }
      store(sum, guess + k);
    });
    if (flat_) continue;
    space_.retract<double>(x_before_, u_, x_stage_);
    space_.difference<double>(x_, x_stage_, {z(i), nv_});
  }
}

/// T⁻¹ A⁻¹ (h A F − z)/h.
template <std::size_t stages>
void CollocationEngine::residuals() {
  const double per_h = 1 / h_;
  constexpr std::size_t first = stages % 2;
  for_pairs(nv_, [&](std::size_t k, auto number) {
    using S = decltype(number);
    S rate[stages], residual[stages], transformed[stages];
    for (std::size_t j = 0; j < stages; ++j) load(k_.data() + (j + 1) * nv_ + k, rate[j]);
    for (std::size_t i = 0; i < stages; ++i) {
      load(z_.data() + i * nv_ + k, number);
      residual[i] = h_ * a_.template sum<stages>(i * stages, rate) - number;
      store(residual[i], residual_.data() + i * nv_ + k);
    }
    for (std::size_t i = 0; i < stages; ++i)
      transformed[i] = per_h * weighted<stages>(transform_.from_residual.data() + i * stages, residual);
    if (first == 1) store(transformed[0], transformed_.data() + k);
    for (std::size_t i = first; i < stages; i += 2)
      store_complex(transformed[i], transformed[i + 1], transformed_.data() + i * nv_ + 2 * k);
  });
}

/// z += T transformed.
template <std::size_t stages>
void CollocationEngine::add_increments() {
  constexpr std::size_t first = stages % 2;
  for_pairs(nv_, [&](std::size_t k, auto number) {
    using S = decltype(number);
    S transformed[stages];
    if (first == 1) load(transformed_.data() + k, transformed[0]);
    for (std::size_t i = first; i < stages; i += 2)
      load_complex(transformed_.data() + i * nv_ + 2 * k, transformed[i], transformed[i + 1]);
    for (std::size_t i = 0; i < stages; ++i) {
      const S increment = weighted<stages>(transform_.T.data() + i * stages, transformed);
      load(z_.data() + i * nv_ + k, number);
      store(number + increment, z_.data() + i * nv_ + k);
      store(increment, increment_.data() + i * nv_ + k);
    }
  });
}

void CollocationEngine::solve_transformed() {
  if (transform_.has_real) real_.solve(transformed_.data());
  double* pair = transformed_.data() + (transform_.has_real ? nv_ : 0);
  for (const Lu<PlainComplex>& matrix : complex_) {
    matrix.solve(reinterpret_cast<PlainComplex*>(pair));
    pair += 2 * nv_;
  }
}

/// z += (I − h A ⊗ J)⁻¹ (h A F − z), by way of the transformed stages.
void CollocationEngine::newton_increment() {
  const auto with = [this]<std::size_t stages>(std::integral_constant<std::size_t, stages>) {
    residuals<stages>();
    solve_transformed();
    add_increments<stages>();
  };
  for_stages(stages_, with);
}

Convergence::Verdict CollocationEngine::find_stages(Way way) {
  has_error_ = false;
  if (way == Way::full_from_start)
    std::fill(z_.begin(), z_.end(), 0.0);
  else
    for_stages(stages_,
               [this]<std::size_t stages>(std::integral_constant<std::size_t, stages>) { guess_stages<stages>(); });
  if (way != Way::frozen) {
    if (!solve_fully()) return Convergence::Verdict::failed;
  } else if (const auto verdict = iterate(); verdict != Convergence::Verdict::done) {
    return verdict;
  }
  for_stages(stages_, [this]<std::size_t stages>(std::integral_constant<std::size_t, stages>) { set_end<stages>(); });
  return Convergence::Verdict::done;
}

void CollocationEngine::find_rates() {
  for (std::size_t i = 0; i < stages_; ++i) chart_rate(t_ + tableau_.c[i] * h_, z(i), k(static_cast<int>(i) + 1));
}

Convergence::Verdict CollocationEngine::iterate() {
  newton_.start();
  for (;;) {
    find_rates();
    newton_increment();
    const Convergence::Verdict verdict = judge(norm_.of_increments(increment_.data(), x_, z_.data(), stages_));
    if (verdict != Convergence::Verdict::go_on) return verdict;
  }
}

/// I − h a_ij J_j, J_j at the stage j of `at`.
bool CollocationEngine::factor_whole(const double* at) {
  for (std::size_t j = 0; j < stages_; ++j) {
    renew_jacobian(t_ + tableau_.c[j] * h_, at + j * nv_);
    for (std::size_t i = 0; i < stages_; ++i) {
      const double scale = h_ * tableau_.a[i * stages_ + j];
      for (std::size_t column = 0; column < nv_; ++column)
        for (std::size_t row = 0; row < nv_; ++row)
          (*whole_)(i * nv_ + row, j * nv_ + column) =
              (i == j && row == column ? 1.0 : 0.0) - scale * jacobian_(row, column);
    }
  }
  ++work_.factorisations;
  return whole_->factor();
}

/// It leaves the matrices of the transformed stages as those of the end of the step, which filter the defect of the
/// continuation; those of the start know nothing of a stiffness that came within the step.
bool CollocationEngine::solve_fully() {
  const auto residual = [&](const double* u, double* r) {
    std::copy(u, u + z_.size(), z_.begin());
    find_rates();
    for_stages(stages_,
               [this]<std::size_t stages>(std::integral_constant<std::size_t, stages>) { residuals<stages>(); });
    std::copy(residual_.begin(), residual_.end(), r);
    return all_finite(residual_);
  };
  const auto renew = [&](const double* u) { return factor_whole(u); };
  const auto apply = [&](double* r) { whole_->solve(r); };
  const auto size = [&](const double* increment, const double* u) {
    return norm_.of_increments(increment, x_, u, stages_);
  };
  std::copy(z_.begin(), z_.end(), increment_.begin());  // the unknowns, since residual() writes z
  if (!full_->solve({residual, renew, apply, size}, increment_.data(), work_)) return false;
  std::copy(increment_.begin(), increment_.end(), z_.begin());
  std::fill(increment_.begin(), increment_.end(), 0.0);
  ++work_.factorisations;
  return factor();
}

/// The rates are those before the last increment Δ; with h F = A⁻¹ z of the stages after it,
/// u1 = h Σ b_i F_i + bᵀ A⁻¹ (Δ − residual). Without the second term a Kepler ellipse in 10⁶ steps of 0.1 drifts by 2.5
/// random walks of rounding, with it by half of one.
template <std::size_t stages>
void CollocationEngine::set_end() {
  if (ends_in_last_stage_) {
    std::copy(z(stages_ - 1), z(stages_ - 1) + nv_, u1_.begin());
    return;
  }
  for (std::size_t k = 0; k < nv_; ++k) {
    double last = 0, rate[stages];
    for (std::size_t i = 0; i < stages; ++i) {
      last += transform_.end[i] * (increment_[i * nv_ + k] - residual_[i * nv_ + k]);
      rate[i] = k_[(i + 1) * nv_ + k];
    }
    u1_[k] = h_ * b_.template sum<stages>(0, rate) + last;
  }
}

}  // namespace polhode::ode
