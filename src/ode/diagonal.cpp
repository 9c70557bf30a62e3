#include "ode/diagonal.hpp"

#include <algorithm>

#include "ode/dense.hpp"

namespace polhode::ode {

namespace {

int dense_terms(const Method& method, const DiagonalTableau& tableau) {
  if (tableau.dense_powers.empty()) return std::max(method.dense_order, 3);
  return static_cast<int>(tableau.dense_powers.size()) / tableau.stages();
}

std::span<const double> row(const DiagonalTableau& tableau, int stage) {
  const auto i = static_cast<std::size_t>(stage);
  return tableau.a.subspan(i * (i + 1) / 2, i + 1);
}

}  // namespace

Diagonal::Diagonal(const Method& method, const DiagonalTableau& tableau, const Problem& problem, const Options& options,
                   Trail& trail)
    : ImplicitEngine(method, problem, options, trail, tableau.stages() + 1, dense_terms(method, tableau)),
      tableau_(tableau),
      ends_in_last_stage_(std::ranges::equal(row(tableau, tableau.stages() - 1), tableau.b)),
      matrix_(nv_),
      s_(nv_ * tableau.b.size()) {
  for (auto* v : {&known_, &increment_, &guess_, &error_}) v->resize(nv_);
  if (to_rounding_) full_.emplace(nv_);
  const std::size_t stages = tableau.b.size(), terms = tableau.dense_powers.size() / stages;
  nested_.resize(stages * terms);
  std::vector<double> powers(terms);
  for (std::size_t i = 0; i < stages; ++i) {
    std::ranges::copy(tableau.dense_powers.subspan(i * terms, terms), powers.begin());
    nest_powers(powers);
    for (std::size_t k = 0; k < terms; ++k) nested_[k * stages + i] = powers[k];
  }
}

void Diagonal::restart(double t, VecIn x) {
  ImplicitEngine::restart(t, x);
  guess_h_ = 0;
}

void Diagonal::accept() {
  ImplicitEngine::accept();
  const double* last = s(tableau_.stages() - 1);
  std::copy(last, last + nv_, guess_.begin());
  guess_h_ = h_;
}

bool Diagonal::factor() {
  const double scale = h_ * tableau_.a.back();
  for (std::size_t j = 0; j < nv_; ++j)
    for (std::size_t i = 0; i < nv_; ++i) matrix_(i, j) = (i == j ? 1.0 : 0.0) - scale * jacobian_(i, j);
  return matrix_.factor();
}

void Diagonal::sum(std::span<const double> weights, double* out) {
  std::fill(out, out + nv_, 0.0);
  for (std::size_t j = 0; j < weights.size(); ++j) {
    if (weights[j] == 0) continue;
    const double* slope = s_.data() + j * nv_;
    for (std::size_t i = 0; i < nv_; ++i) out[i] += weights[j] * slope[i];
  }
}

Convergence::Verdict Diagonal::find_stages(Way way) {
  for (int stage = 0; stage < tableau_.stages(); ++stage) {
    const auto weights = row(tableau_, stage);
    if (weights.back() == 0) {  // only the first may be explicit
      set_first_slope();
      continue;
    }
    sum(weights.first(weights.size() - 1), known_.data());
    if (const auto verdict = find_stage(stage, weights.back(), way); verdict != Convergence::Verdict::done)
      return verdict;
  }
  if (ends_in_last_stage_)
    std::copy(u_.begin(), u_.end(), u1_.begin());
  else
    sum(tableau_.b, u1_.data());
  return Convergence::Verdict::done;
}

/// s(0) = h F(t, 0). Of vector blocks it is known from the end of the step before, free of what F would magnify; the
/// rate of a rotation is seen from another chart there.
void Diagonal::set_first_slope() {
  const bool known = guess_h_ != 0 && ends_in_last_stage_;
  for (const StateSpace::Piece& piece : space_.pieces()) {
    const bool kept = known && piece.kind == BlockKind::vector;
    if (!kept) first_rate();
    const double* slope = (kept ? guess_.data() : k_.data()) + piece.v0;
    const double scale = kept ? h_ / guess_h_ : h_;
    for (std::size_t i = 0; i < piece.n; ++i) s_[piece.v0 + i] = scale * slope[i];
  }
}

/// u_ = known_ + diagonal · s, s(stage) = h F(u_).
Convergence::Verdict Diagonal::find_stage(int stage, double diagonal, Way way) {
  const double* slope = stage > 0 ? s(stage - 1) : guess_.data();
  const double share = diagonal * (stage > 0 ? 1.0 : guess_h_ == 0 ? 0.0 : h_ / guess_h_);
  if (way == Way::full_from_start)
    std::fill(u_.begin(), u_.end(), 0.0);
  else
    for (std::size_t i = 0; i < nv_; ++i) u_[i] = known_[i] + share * slope[i];
  const double t = t_ + tableau_.c[static_cast<std::size_t>(stage)] * h_;
  double* rate = k(stage + 1);
  if (way != Way::frozen) {
    if (!solve_fully(t, diagonal, rate)) return Convergence::Verdict::failed;
  } else if (const auto verdict = iterate(t, diagonal, rate); verdict != Convergence::Verdict::done) {
    return verdict;
  }
  for (std::size_t i = 0; i < nv_; ++i) s(stage)[i] = (u_[i] - known_[i]) / diagonal;
  return Convergence::Verdict::done;
}

Convergence::Verdict Diagonal::iterate(double t, double diagonal, double* rate) {
  newton_.start();
  for (;;) {
    chart_rate(t, u_.data(), rate);
    for (std::size_t i = 0; i < nv_; ++i) increment_[i] = known_[i] + diagonal * (h_ * rate[i]) - u_[i];
    matrix_.solve(increment_.data());
    for (std::size_t i = 0; i < nv_; ++i) u_[i] += increment_[i];
    const Convergence::Verdict verdict = judge(norm_.of_increment(increment_.data(), x_, u_.data()));
    if (verdict != Convergence::Verdict::go_on) return verdict;
  }
}

bool Diagonal::solve_fully(double t, double diagonal, double* rate) {
  const auto residual = [&](const double* u, double* r) {
    chart_rate(t, u, rate);
    for (std::size_t i = 0; i < nv_; ++i) r[i] = known_[i] + diagonal * (h_ * rate[i]) - u[i];
    return all_finite({r, nv_});
  };
  const auto renew = [&](const double* u) {
    renew_jacobian(t, u);
    ++work_.factorisations;
    return factor();
  };
  const auto apply = [&](double* r) { matrix_.solve(r); };
  const auto size = [&](const double* increment, const double* u) { return norm_.of_increment(increment, x_, u); };
  return full_->solve({residual, renew, apply, size}, u_.data(), work_);
}

const double* Diagonal::error() {
  if (tableau_.error.empty()) return nullptr;
  sum(tableau_.error, error_.data());
  matrix_.solve(error_.data());
  return error_.data();
}

void Diagonal::make_continuation() {
  if (nested_.empty()) return ImplicitEngine::make_continuation();
  const std::size_t stages = tableau_.b.size();
  for (std::size_t k = 0; k * stages < nested_.size(); ++k)
    sum({nested_.data() + k * stages, stages}, dense_.data() + k * nv_);
  std::copy(u1_.begin(), u1_.end(), dense_.begin());
}

}  // namespace polhode::ode
