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

}  // namespace

RungeKutta::RungeKutta(const Method& method, const StateSpace& space, Rate rate, Trail& trail)
    : method_(method),
      space_(space),
      rate_(rate),
      trail_(trail),
      nx_(static_cast<std::size_t>(space.nx())),
      nv_(static_cast<std::size_t>(space.nv())),
      pieces_(space.pieces()),
      dense_terms_(method.dense_terms()) {
  const auto stages = static_cast<std::size_t>(method.stages);
  std::size_t next = 0;
  for (std::size_t i = 0; i < stages; next += i, ++i) rows_.push_back(add_sum(method.a.subspan(next, i)));
  b_ = add_sum(method.b);
  error_ = add_sum(method.error);
  error_second_ = add_sum(method.error_second);

  const auto end = static_cast<std::size_t>(method.end_stage());
  const std::size_t all_stages = end + 1 + method.dense_c.size();
  next = 0;
  for (std::size_t i = end + 1; i < all_stages; next += i, ++i)
    dense_rows_.push_back(add_sum(method.dense_a.subspan(next, i)));
  for (std::size_t row = 0; row < method.dense_weights.size(); row += all_stages)
    dense_sums_.push_back(add_sum(method.dense_weights.subspan(row, all_stages)));

  for (std::size_t i = 1; i <= 3 * stages; ++i) trail_ends_.push_back((nx_ + 1) * i / (3 * stages));
  scaled_.resize(weight_.size());
  for (auto* x : {&x_, &x1_, &x_stage_}) x->resize(nx_);
  for (auto* v : {&u_, &u1_, &end_rate_, &error_value_, &error_second_value_}) v->resize(nv_);
  k_.resize(nv_ * all_stages);
  dense_.resize(nv_ * static_cast<std::size_t>(dense_terms_));
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

void RungeKutta::restart(double t, VecIn x) {
  t_ = t;
  std::copy(x.begin(), x.end(), x_.begin());
  has_first_rate_ = false;
}

void RungeKutta::evaluate_rate(double t, VecIn x, VecOut v) {
  rate_(t, x, v);
  ++rate_evaluations_;
}

void RungeKutta::first_rate() {
  if (has_first_rate_) return;
  evaluate_rate(t_, x_, {k_.data(), nv_});
  has_first_rate_ = true;
}

void RungeKutta::scale(double h) {
  if (h == scaled_for_) return;
  scaled_for_ = h;
  for (std::size_t i = 0; i < weight_.size(); ++i) scaled_[i] = h * weight_[i];
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

/// The functions above for every number of terms.
struct RungeKutta::Unrolled {
  using Combine = void (RungeKutta::*)(Sum, double*) const;
  using Advance = void (RungeKutta::*)(Sum, bool, double*, double*) const;
  std::array<Combine, most_stages> combine;
  std::array<Advance, most_stages> advance;

  template <int... i>
  constexpr explicit Unrolled(std::integer_sequence<int, i...>)
      : combine{&RungeKutta::combine_terms<i + 1>...}, advance{&RungeKutta::advance_terms<i + 1>...} {}
  static const Unrolled table;
};
constinit const RungeKutta::Unrolled RungeKutta::Unrolled::table{std::make_integer_sequence<int, most_stages>()};

void RungeKutta::combine(Sum sum, double* out) const {
  (this->*Unrolled::table.combine[static_cast<std::size_t>(sum.count - 1)])(sum, out);
}

void RungeKutta::advance(Sum sum, bool last, double* u, double* x) const {
  (this->*Unrolled::table.advance[static_cast<std::size_t>(sum.count - 1)])(sum, last, u, x);
}

/// v ← dexp⁻¹_u v, inlined; of flat blocks u need not hold anything.
[[gnu::flatten]] void RungeKutta::lift(const double* u, double* v) const {
  for (const StateSpace::Piece& piece : pieces_) space_detail::lift_piece(piece, u, v);
}

void RungeKutta::stage(int index, Sum row, double c, const std::size_t* trail_ends) {
  trail_.feed(trail_ends[0]);
  advance(row, false, u_.data(), x_stage_.data());
  trail_.feed(trail_ends[1]);
  double* rate = k(index);
  evaluate_rate(t_ + c * h_, x_stage_, {rate, nv_});
  trail_.feed(trail_ends[2]);
  lift(u_.data(), rate);
}

void RungeKutta::attempt(double t1) {
  t1_ = t1;
  h_ = t1 - t_;
  scale(h_);
  has_end_rate_ = has_continuation_ = false;
  first_rate();
  const std::size_t* trail_ends = trail_ends_.data();
  const int inner = method_.first_same_as_last ? method_.stages - 1 : method_.stages;
  for (int i = 1; i < inner; ++i, trail_ends += 3)
    stage(i, rows_[static_cast<std::size_t>(i)], method_.c[static_cast<std::size_t>(i)], trail_ends);
  trail_.feed(trail_ends[0]);
  advance(b_, true, u1_.data(), x1_.data());
  trail_.feed(trail_ends[1]);
  if (method_.first_same_as_last) end_rate();
}

void RungeKutta::end_rate() {
  if (has_end_rate_) return;
  evaluate_rate(t1_, x1_, end_rate_);
  double* lifted = k(method_.end_stage());
  std::copy(end_rate_.begin(), end_rate_.end(), lifted);
  lift(u1_.data(), lifted);
  has_end_rate_ = true;
}

void RungeKutta::accept() {
  t_ = t1_;
  std::swap(x_, x1_);
  has_first_rate_ = has_end_rate_;
  if (has_end_rate_) std::copy(end_rate_.begin(), end_rate_.end(), k_.begin());
}

const double* RungeKutta::error() {
  combine(error_, error_value_.data());
  return error_value_.data();
}

const double* RungeKutta::error_second() {
  combine(error_second_, error_second_value_.data());
  return error_second_value_.data();
}

const double* RungeKutta::continuation() {
  if (has_continuation_) return dense_.data();
  end_rate();
  combine(b_, u1_.data());
  const int end = method_.end_stage();
  for (std::size_t i = 0; i < dense_rows_.size(); ++i)
    stage(end + 1 + static_cast<int>(i), dense_rows_[i], method_.dense_c[i], trail_ends_.data());
  const double* first = k(0);
  const double* last = k(end);
  double* c1 = dense_.data();
  double* c2 = c1 + nv_;
  double* c3 = c2 + nv_;
  for (std::size_t i = 0; i < nv_; ++i) {
    c1[i] = u1_[i];
    c2[i] = h_ * first[i] - c1[i];
    c3[i] = c1[i] - h_ * last[i] - c2[i];
  }
  for (std::size_t i = 0; i < dense_sums_.size(); ++i) combine(dense_sums_[i], c3 + (i + 1) * nv_);
  has_continuation_ = true;
  return dense_.data();
}

void RungeKutta::evaluate(double theta, VecOut x) {
  continue_chart(dense_, nv_, theta, u_);
  space_.retract<double>(x_, u_, x);
}

bool RungeKutta::rate_is_finite() const { return all_finite({k_.data(), nv_}); }
bool RungeKutta::end_is_finite() const { return all_finite(x1_); }

bool RungeKutta::continuation_is_finite() {
  continuation();
  return all_finite(dense_);
}

VecIn RungeKutta::probe(double h) {
  first_rate();
  for (std::size_t i = 0; i < nv_; ++i) u_[i] = h * k_[i];
  space_.retract<double>(x_, u_, x_stage_);
  evaluate_rate(t_ + h, x_stage_, end_rate_);
  lift(u_.data(), end_rate_.data());
  return end_rate_;
}

std::size_t RungeKutta::known_stages() const {
  if (has_continuation_) return k_.size() / nv_;
  return static_cast<std::size_t>(has_end_rate_ ? method_.end_stage() + 1 : method_.stages);
}

const Block* RungeKutta::block_not_finite() const {
  for (std::size_t i = 0; i < known_stages(); ++i) {
    const double* rate = k_.data() + i * nv_;
    for (const Block& block : space_.blocks())
      if (!all_finite({rate + block.v0, static_cast<std::size_t>(block.nv)})) return &block;
  }
  for (const Block& block : space_.blocks())
    if (!all_finite({x1_.data() + block.x0, static_cast<std::size_t>(block.nx)})) return &block;
  return nullptr;
}

const Block* RungeKutta::block_grown() const {
  // Rates are products of a few coordinates: no sooner than from such sizes do they overflow.
  double largest = 1e50;
  const Block* grown = nullptr;
  const auto look = [&](const Block& block, const double* values, int n) {
    for (int i = 0; i < n; ++i)
      if (std::isfinite(values[i]) && std::fabs(values[i]) > largest) largest = std::fabs(values[i]), grown = &block;
  };
  for (const Block& block : space_.blocks()) {
    look(block, x_.data() + block.x0, block.nx);
    for (std::size_t i = 0; i < known_stages(); ++i) look(block, k_.data() + i * nv_ + block.v0, block.nv);
  }
  return grown;
}

}  // namespace polhode::ode
