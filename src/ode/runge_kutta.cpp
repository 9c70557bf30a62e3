#include "ode/runge_kutta.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "math/state_space_kernels.hpp"
#include "ode/dense.hpp"

namespace polhode::ode {

namespace {

/// Σ w_j k_j over a number of terms known to the compiler, in the order of the stages.
template <int count>
struct Terms {
  const double* term[count];
  double weight[count];

  Terms(const double* k, const int* offset, const double* weights) {
    for (int j = 0; j < count; ++j) {
      term[j] = k + offset[j];
      weight[j] = weights[j];
    }
  }
  double operator()(std::size_t i) const {
    double sum = weight[0] * term[0][i];
    for (int j = 1; j < count; ++j) sum += weight[j] * term[j][i];
    return sum;
  }
};

/// out = x + Σ w_j k_j. Mechanics comes in threes; loops so short cost more than what they do.
template <int count>
void add_terms(const Terms<count>& sum, std::size_t v0, std::size_t n, const double* __restrict x,
               double* __restrict out) {
  std::size_t i = 0;
  for (; i + 3 <= n; i += 3) {
    const double a = sum(v0 + i), b = sum(v0 + i + 1), c = sum(v0 + i + 2);
    out[i] = x[i] + a;
    out[i + 1] = x[i + 1] + b;
    out[i + 2] = x[i + 2] + c;
  }
  for (; i < n; ++i) out[i] = x[i] + sum(v0 + i);
}

/// Whether whole sums are faster than block after block: of many numbers, or of many terms of the twelve of a body.
bool sums_are_long(std::size_t nv, int stages) { return nv >= 16 || (nv >= 12 && stages >= 10); }

/// How many coefficients the continuation has: u1, two of the Hermite cubic, and the method's own.
int dense_terms(const Method& method, const ExplicitTableau& tableau) {
  if (tableau.dense_weights.empty()) return std::max(method.dense_order, 3);
  return 3 + static_cast<int>(tableau.dense_weights.size()) / tableau.all_stages();
}

}  // namespace

RungeKutta::RungeKutta(const Method& method, const ExplicitTableau& tableau, const Problem& problem, Trail& trail)
    : Engine(method, problem, trail, tableau.all_stages(), dense_terms(method, tableau)),
      tableau_(tableau),
      functions_(sums_are_long(nv_, tableau.stages()) ? functions_for_many() : functions_for_few()) {
  const bool few = !sums_are_long(nv_, tableau.stages());
  for (const StateSpace::Piece& piece : problem.space.pieces())
    (few ? pieces_ : piece.kind == BlockKind::rotation ? rotations_ : flat_pieces_).push_back(piece);
  const auto stages = static_cast<std::size_t>(tableau.stages());
  std::size_t next = 0;
  for (std::size_t i = 0; i < stages; next += i, ++i) rows_.push_back(add_sum(tableau.a.subspan(next, i)));
  b_ = add_sum(tableau.b);
  error_ = add_sum(tableau.error);
  error_second_ = add_sum(tableau.error_second);

  for (int i = 1; i < tableau.end_stage(); ++i)
    if (tableau.c[static_cast<std::size_t>(i)] == 1) near_end_ = i;
  if (near_end_ > 0 && method.adaptive()) {
    const auto row = static_cast<std::size_t>(near_end_);
    std::vector<double> apart(tableau.b.begin(), tableau.b.end());
    for (std::size_t j = 0; j < row; ++j) apart[j] -= tableau.a[row * (row - 1) / 2 + j];
    apart_ = add_sum(apart);
  }

  first_dense_weight_ = weight_.size();
  const auto end = static_cast<std::size_t>(tableau.end_stage());
  const auto all_stages = static_cast<std::size_t>(tableau.all_stages());
  next = 0;
  for (std::size_t i = end + 1; i < all_stages; next += i, ++i)
    dense_rows_.push_back(add_sum(tableau.dense_a.subspan(next, i)));
  for (std::size_t row = 0; row < tableau.dense_weights.size(); row += all_stages)
    dense_sums_.push_back(add_sum(tableau.dense_weights.subspan(row, all_stages)));

  for (std::size_t i = 1; i <= 3 * stages; ++i) trail_ends_.push_back((nx_ + 1) * i / (3 * stages));
  scaled_.resize(weight_.size());
  for (auto* v : {&error_value_, &error_second_value_}) v->resize(nv_);
}

RungeKutta::Sum RungeKutta::add_sum(std::span<const double> weights) {
  Sum sum{static_cast<int>(weight_.size()), 0};
  for (std::size_t j = 0; j < weights.size(); ++j) {
    const bool only_zeros = j + 1 == weights.size() && sum.count == 0;  // the sum keeps one term
    if (weights[j] == 0 && !only_zeros) continue;
    offset_.push_back(static_cast<int>(j * nv_));
    weight_.push_back(weights[j]);
    ++sum.count;
  }
  return sum;
}

void RungeKutta::scale(double h) {
  if (h == scaled_for_) return;
  scaled_for_ = h;
  dense_is_scaled_ = false;
  for (std::size_t i = 0; i < first_dense_weight_; ++i) scaled_[i] = h * weight_[i];
}

template <int count>
void RungeKutta::combine_terms(Sum sum, double* __restrict out) const {
  const Terms<count> total(k_.data(), offset_.data() + sum.first, scaled_.data() + sum.first);
  for (std::size_t i = 0; i < nv_; ++i) out[i] = total(i);
}

/// x ⊞ u for u = Σ w_j k_j, with the bits of combine() and StateSpace::retract. In one pass, because u is needed again
/// only where the chart is curved; a stage's attitude is not carried on, so only the last is brought back to length 1.
template <int count>
[[gnu::flatten]] void RungeKutta::advance_terms(Sum sum, bool last, double* u, double* x) const {
  const Terms<count> total(k_.data(), offset_.data() + sum.first, scaled_.data() + sum.first);
  for (const StateSpace::Piece& piece : pieces_) {
    const double* from = x_.data() + piece.x0;
    double* to = x + piece.x0;
    switch (piece.kind) {
      case BlockKind::vector: add_terms(total, piece.v0, piece.n, from, to); break;
      case BlockKind::rotation: {
        const so3::Vector3<double> turn{total(piece.v0), total(piece.v0 + 1), total(piece.v0 + 2)};
        so3::Vector4<double> attitude = so3::product(space_detail::load4(from), so3::exp(turn));
        if (last) attitude = so3::renormalised(attitude);
        space_detail::store(turn, u + piece.v0);
        space_detail::store(attitude, to);
        break;
      }
    }
  }
}

const RungeKutta::Unrolled* RungeKutta::functions_for_few() {
  constexpr auto made = []<int... i>(std::integer_sequence<int, i...>) {
    return Unrolled{{&RungeKutta::combine_terms<i + 1>...}, {&RungeKutta::advance_terms<i + 1>...}};
  };
  static constexpr Unrolled functions = made(std::make_integer_sequence<int, most_stages>());
  return &functions;
}

void RungeKutta::combine(Sum sum, double* out) const {
  (this->*functions_->combine[static_cast<std::size_t>(sum.count - 1)])(sum, out);
}

void RungeKutta::advance(Sum sum, bool last, double* u, double* x) const {
  (this->*functions_->advance[static_cast<std::size_t>(sum.count - 1)])(sum, last, u, x);
}

/// v ← dexp⁻¹_u v; of flat blocks u need not hold anything. Inlined for few numbers, since a call for each stage is a
/// fiftieth of a step.
[[gnu::always_inline]] inline void RungeKutta::lift(const double* u, double* v) const {
  for (const StateSpace::Piece& piece : pieces_) space_detail::lift_piece(piece, u, v);
  if (!rotations_.empty()) lift_pairs(u, v);
}

[[gnu::flatten]] void RungeKutta::stage(int index, Sum row, double c, const std::size_t* trail_ends) {
  trail_.feed(trail_ends[0]);
  // Classical methods have one term in a stage, and a call through a table for each is a fiftieth of a step.
  if (row.count == 1 && !pieces_.empty())
    advance_terms<1>(row, false, u_.data(), x_stage_.data());
  else
    advance(row, false, u_.data(), x_stage_.data());
  trail_.feed(trail_ends[1]);
  double* rate = k(index);
  evaluate_rate(t_ + c * h_, x_stage_, {rate, nv_});
  trail_.feed(trail_ends[2]);
  lift(u_.data(), rate);
}

bool RungeKutta::attempt(double t1) {
  t1_ = t1;
  h_ = t1 - t_;
  scale(h_);
  has_end_rate_ = has_continuation_ = false;
  first_rate();
  const std::size_t* trail_ends = trail_ends_.data();
  const int inner = tableau_.first_same_as_last ? tableau_.stages() - 1 : tableau_.stages();
  for (int i = 1; i < inner; ++i, trail_ends += 3)
    stage(i, rows_[static_cast<std::size_t>(i)], tableau_.c[static_cast<std::size_t>(i)], trail_ends);
  trail_.feed(trail_ends[0]);
  advance(b_, true, u1_.data(), x1_.data());
  trail_.feed(trail_ends[1]);
  if (tableau_.first_same_as_last) know_end();
  return true;
}

void RungeKutta::know_end() {
  if (has_end_rate_) return;
  end_rate();
  double* lifted = k(tableau_.end_stage());
  std::copy(end_rate_.begin(), end_rate_.end(), lifted);
  lift(u1_.data(), lifted);
}

const double* RungeKutta::error() {
  if (tableau_.error.empty()) return nullptr;
  combine(error_, error_value_.data());
  return error_value_.data();
}

const double* RungeKutta::error_second() {
  if (tableau_.error_second.empty()) return nullptr;
  combine(error_second_, error_second_value_.data());
  return error_second_value_.data();
}

/// Two points at the end of the step, its end and stage `near_end_`, tell how steeply the rate changes between them:
/// along their distance, h|λ| of a decay; in size, a lower bound of the largest |λ|, and a good one when the fast modes
/// are what keeps them apart. Methods without that stage look at the error.
bool RungeKutta::is_held_by_stability() {
  if (apart_.count == 0) return Engine::is_held_by_stability();
  know_end();
  combine(apart_, u_.data());
  const double* end = k(tableau_.end_stage());
  const double* near = k(near_end_);
  double rates = 0, places = 0, along = 0;
  for (std::size_t i = 0; i < nv_; ++i) {
    const double change = end[i] - near[i];
    rates += change * change;
    places += u_[i] * u_[i];
    along -= u_[i] * change;
  }
  if (!(places > 0)) return false;
  const double reach = std::fabs(h_) * std::sqrt(rates / places);
  if (reach < 1) return false;
  return reach > 0.95 * stability_limit() || h_ * along > near_enough * stability_limit() * places;
}

double RungeKutta::stability_limit() {
  if (stability_limit_ > 0) return stability_limit_;
  const auto stages = static_cast<std::size_t>(tableau_.stages());
  std::vector<double> value(stages);
  // R(z) = 1 + z Σ b_i g_i with g_i = 1 + z Σ a_ij g_j, for z = −x.
  const auto grows = [&](double x) {
    double end = 1;
    std::size_t next = 0;
    for (std::size_t i = 0; i < stages; ++i) {
      value[i] = 1;
      for (std::size_t j = 0; j < i; ++j) value[i] -= x * tableau_.a[next++] * value[j];
      end -= x * tableau_.b[i] * value[i];
    }
    return std::fabs(end) > 1;
  };
  double x = 1;
  while (!grows(x + 0.02) && x < 100) x += 0.02;
  return stability_limit_ = x;
}

void RungeKutta::make_continuation() {
  for (std::size_t i = first_dense_weight_; i < weight_.size() && !dense_is_scaled_; ++i) scaled_[i] = h_ * weight_[i];
  dense_is_scaled_ = true;
  know_end();
  combine(b_, u1_.data());
  const int end = tableau_.end_stage();
  for (std::size_t i = 0; i < dense_rows_.size(); ++i)
    stage(end + 1 + static_cast<int>(i), dense_rows_[i], tableau_.dense_c[i], trail_ends_.data());
  fill_cubic(k(end));
  if (dense_sums_.empty()) return raise_cubic();
  for (std::size_t i = 0; i < dense_sums_.size(); ++i) combine(dense_sums_[i], dense_.data() + (i + 3) * nv_);
}

std::size_t RungeKutta::known_stages() const {
  if (has_continuation_) return k_.size() / nv_;
  return static_cast<std::size_t>(has_end_rate_ ? tableau_.end_stage() + 1 : tableau_.stages());
}

}  // namespace polhode::ode
