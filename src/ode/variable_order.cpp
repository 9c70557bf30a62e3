#include "ode/variable_order.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <polhode/math/elementary.hpp>

namespace polhode::ode {

namespace {

constexpr double aim = 0.5;            // the error that the next step is chosen for; 1 is allowed
constexpr double least_growth = 1.2;   // a smaller gain is not worth unequal steps
constexpr double farthest_turn = 2.8;  // rad: a logarithm ends at π

bool turns_too_far(const StateSpace& space, const double* u) {
  for (const StateSpace::Piece& piece : space.pieces()) {
    if (piece.kind != BlockKind::rotation) continue;
    const double* turn = u + piece.v0;
    if (turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2] > farthest_turn * farthest_turn) return true;
  }
  return false;
}

/// By how much a step whose error has this size should change to come to what is aimed at.
double wanted_factor(double error, int order) { return fn::exp(fn::log(aim / std::max(error, 1e-30)) / (order + 1)); }

}  // namespace

VariableOrder::VariableOrder(const Method& method, const Problem& problem, const Options& options, Trail& trail,
                             int stages, int dense_terms, int beyond)
    : Engine(method, problem, trail, stages, dense_terms),
      norm_(problem.space, options.tolerance),
      highest_(method.order),
      beyond_(beyond),
      points_(static_cast<std::size_t>(method.order + beyond) + 1),
      turn_(nv_) {
  for (Point& point : points_) point.x.resize(nx_), point.g.resize(nv_), point.seen.resize(nv_);
  const auto size = (static_cast<std::size_t>(method.order + beyond) + 3) * nv_;
  for (auto* table : {&phi_, &star_, &next_}) table->resize(size);
}

void VariableOrder::restart(double t, VecIn x) {
  Engine::restart(t, x);
  known_ = since_change_ = failures_ = 0;
  order_ = next_order_ = 1;
  estimate_order_ = 2;
  climbing_ = true;
}

void VariableOrder::begin(double t1) {
  t1_ = t1;
  h_ = t1 - t_;
  has_end_rate_ = has_continuation_ = false;
  beta_[1] = sigma_[1] = 1;
  psi1_[1] = h_;
  for (std::size_t i = 1; i <= static_cast<std::size_t>(order_ + beyond_) + 2; ++i) {
    if (i > 1) {
      psi1_[i] = h_ + psi_[i - 1];
      beta_[i] = beta_[i - 1] * psi1_[i - 1] / psi_[i - 1];
    }
    alpha_[i] = h_ / psi1_[i];
    sigma_[i + 1] = static_cast<double>(i) * alpha_[i] * sigma_[i];
  }
  for (int i = 1; i <= std::min(order_ + beyond_ + 1, known_); ++i) {
    const double beta = beta_[static_cast<std::size_t>(i)];
    const double* from = phi(i);
    double* to = star(i);
    for (std::size_t j = 0; j < nv_; ++j) to[j] = beta * from[j];
  }
}

void VariableOrder::difference_from(int first) {
  for (int i = first; i <= std::min(order_ + beyond_ + 1, known_); ++i) {
    const double *before = next(i), *old = star(i);
    double* difference = next(i + 1);
    for (std::size_t j = 0; j < nv_; ++j) difference[j] = before[j] - old[j];
  }
}

/// Lower orders promise no less: then the high differences no longer fall, and are worth nothing.
bool VariableOrder::should_lower() const {
  if (order_ == 1) return false;
  const double same = weight(order_) * error_same_, lower = weight(order_ - 1) * error_lower_;
  if (order_ == 2) return lower <= 0.5 * same;
  return std::max(lower, weight(order_ - 2) * error_lowest_) <= same;
}

int VariableOrder::choose_order(double error) {
  if (should_lower()) {
    climbing_ = false;
    return order_ - 1;
  }
  const bool may_raise = order_ < highest_ && known_ > order_ + beyond_;
  if (climbing_ && order_ == highest_) climbing_ = false;
  if (climbing_) return order_ + 1;
  if (!may_raise || since_change_ <= order_) return order_;
  const double higher = weight(order_ + 1) * error_of_higher(), same = weight(order_) * error;
  if (order_ == 1) return higher < 0.5 * same ? 2 : 1;
  if (weight(order_ - 1) * error_lower_ <= std::min(same, higher)) return order_ - 1;
  return higher < same ? order_ + 1 : order_;
}

double VariableOrder::after_accepted(double h, double error) {
  differences_at_end();
  failures_ = 0;
  ++since_change_;
  const double same = std::max(error_same_, error);
  next_order_ = choose_order(same);
  if (climbing_) return 2 * h;
  double expected = same;
  if (next_order_ < order_) expected = error_lower_;
  if (next_order_ > order_) expected = error_of_higher();
  const double factor = wanted_factor(std::max(expected, norm_.of_turn(*this)), next_order_);
  if (factor >= least_growth) return std::min(factor, 2.0) * h;
  return factor >= 1 ? h : std::clamp(factor, 0.5, 0.9) * h;
}

double VariableOrder::after_rejected(double h, double error) {
  climbing_ = false;
  ++failures_;
  if (error <= std::numeric_limits<double>::max() && should_lower()) --order_;
  since_change_ = 0;
  double factor = 0.25;
  if (failures_ == 1 && error <= std::numeric_limits<double>::max())
    factor = std::clamp(0.9 * wanted_factor(error, order_), 0.25, 0.9);
  if (failures_ >= 3) order_ = 1;
  next_order_ = order_;
  estimate_order_ = order_ + 1;
  return h * factor;
}

void VariableOrder::accept() {
  std::rotate(points_.begin(), points_.end() - 1, points_.end());
  Point& point = points_.front();
  std::copy(x_.begin(), x_.end(), point.x.begin());
  if (const double* g = present()) std::copy(g, g + nv_, point.g.begin());
  Engine::accept();
  std::swap(phi_, next_);
  known_ = std::min(order_ + beyond_ + 2, known_ + 1);
  for (auto i = static_cast<std::size_t>(known_); i >= 1; --i) psi_[i] = psi1_[i];
  if (!flat_) rebuild();
  next_order_ = std::max(1, std::min(next_order_, known_ - beyond_));
  if (next_order_ != order_) since_change_ = 0;
  order_ = next_order_;
  estimate_order_ = order_ + 1;
}

/// The differences of rotations, in the chart at the new present.
void VariableOrder::rebuild() {
  int usable = 1;
  for (; usable < known_; ++usable) {
    Point& point = points_[static_cast<std::size_t>(usable) - 1];
    space_.difference<double>(x_, point.x, turn_);
    if (turns_too_far(space_, turn_.data())) break;
    std::copy(point.g.begin(), point.g.end(), point.seen.begin());
    see(turn_.data(), point.seen.data());
  }
  known_ = usable;
  std::array<double, most_order + 4> d{};
  const double* now = present();
  for (const StateSpace::Piece& piece : space_.pieces()) {
    if (piece.kind != BlockKind::rotation) continue;
    for (std::size_t j = piece.v0; j < piece.v0 + piece.n; ++j) {
      const auto count = static_cast<std::size_t>(known_);
      d[0] = now != nullptr ? now[j] : 0.0;
      for (std::size_t i = 1; i < count; ++i) d[i] = points_[i - 1].seen[j];
      for (std::size_t level = 1; level < count; ++level)
        for (std::size_t i = count - 1; i >= level; --i)
          d[i] = (d[i - 1] - d[i]) / (psi_[i] - (i == level ? 0.0 : psi_[i - level]));
      double product = 1;
      for (std::size_t i = 0; i < count; ++i) {
        if (i > 0) product *= psi_[i];
        phi(static_cast<int>(i) + 1)[j] = d[i] * product;
      }
    }
  }
}

}  // namespace polhode::ode
