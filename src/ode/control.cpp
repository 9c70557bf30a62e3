#include "ode/control.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <polhode/math/elementary.hpp>

#include "ode/engine.hpp"

namespace polhode::ode {

namespace {

constexpr double safety = 0.9, least_factor = 0.2, largest_factor = 6.0, factor_not_finite = 0.1;
constexpr double weight_before = 0.2;  // β q in Gustafsson's notation; his α q is 1 − 0.75 β q
constexpr double least_error = 1e-10;  // below it the factor is at its limit for every order

double power(double base, double exponent) { return fn::exp(exponent * fn::log(base)); }

/// max that keeps a nan in b; one instruction, where a branch would be guessed wrongly every other time.
double larger(double a, double b) { return a > b ? a : b; }

/// The largest |v_i|, nan if the last is.
double largest_of(const double* v, std::size_t n) {
  double largest = 0;
  for (std::size_t i = 0; i < n; ++i) largest = larger(largest, std::fabs(v[i]));
  return largest;
}

double ratio(double error, double allowed) {
  if (error == 0) return 0;
  return error / allowed;
}

/// How far a rotation may turn in one step, as an error: 1 at 2.5 rad, so that no step comes near the chart's end at
/// 2π.
double turn_error(const double* u, int order) {
  const double turn = std::sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]) / 2.5;
  if (turn <= 0.5) return 0;
  double size = 1;
  for (int i = 0; i < order; ++i) size *= turn;
  return size;
}

}  // namespace

ErrorNorm::ErrorNorm(const StateSpace& space, const Tolerance& tolerance)
    : nv_(static_cast<std::size_t>(space.nv())), relative_(tolerance.relative) {
  const auto index = [](int i) { return static_cast<std::size_t>(i); };
  for (const Block& block : space.blocks()) {
    const double absolute =
        tolerance.absolute_by_block.empty() ? tolerance.absolute : tolerance.absolute_by_block[parts_.size()];
    parts_.push_back({block.kind, index(block.x0), index(block.nx), index(block.v0), index(block.nv), absolute});
  }
}

double ErrorNorm::allowed(const Part& part, const double* x, const double* x1) const {
  double scale = 1;
  if (part.kind == BlockKind::vector)
    scale = larger(largest_of(x1 + part.x0, part.nx), largest_of(x + part.x0, part.nx));
  return part.absolute + relative_ * scale;
}

double ErrorNorm::of_step(Engine& engine) const {
  const double* error = engine.error();
  const double* second = engine.error_second();
  double size = 0;
  for (const Part& part : parts_) {
    const double limit = allowed(part, engine.x().data(), engine.x1().data());
    double of_part = ratio(largest_of(error + part.v0, part.nv), limit);
    if (second != nullptr && of_part != 0) {
      const double companion = ratio(largest_of(second + part.v0, part.nv), limit);
      const double both = std::sqrt(of_part * of_part + 0.01 * companion * companion);
      if (both > 0) of_part *= of_part / both;  // 0: the squares underflow, and so small an error is accepted as it is
    }
    size = larger(size, of_part);
  }
  return larger(size, of_turn(engine));
}

double ErrorNorm::of_turn(const Engine& engine) const {
  double size = 0;
  for (const Part& part : parts_)
    if (part.kind == BlockKind::rotation)
      size = larger(size, turn_error(engine.increment() + part.v0, engine.estimate_order()));
  return size;
}

double ErrorNorm::of_rate(const Engine& engine) const {
  const double* x = engine.x().data();
  double size = 0;
  for (const Part& part : parts_)
    size = larger(size, ratio(largest_of(engine.rate().data() + part.v0, part.nv), allowed(part, x, x)));
  return size;
}

double ErrorNorm::of_change(const Engine& engine, VecIn rate) const {
  const double* x = engine.x().data();
  double size = 0;
  for (const Part& part : parts_) {
    double change = 0;
    for (std::size_t i = part.v0; i < part.v0 + part.nv; ++i)
      change = larger(change, std::fabs(rate[i] - engine.rate()[i]));
    size = larger(size, ratio(change, allowed(part, x, x)));
  }
  return size;
}

double ErrorNorm::of_increment(const double* v, VecIn x, const double* u) const { return of_increments(v, x, u, 1); }

double ErrorNorm::of_increments(const double* v, VecIn x, const double* u, std::size_t count) const {
  double size = 0;
  for (const Part& part : parts_) {
    const bool is_vector = part.kind == BlockKind::vector;
    double scale = is_vector ? largest_of(x.data() + part.x0, part.nx) : 1, largest = 0;
    for (std::size_t at = part.v0; at < count * nv_; at += nv_) {
      largest = larger(largest, largest_of(v + at, part.nv));
      if (is_vector) scale = larger(scale, largest_of(u + at, part.nv));
    }
    size = larger(size, ratio(largest, part.absolute + relative_ * scale));
  }
  return size;
}

double ErrorNorm::of_state(VecIn x) const {
  double size = 0;
  for (const Part& part : parts_) {
    const double coordinates = part.kind == BlockKind::vector ? largest_of(x.data() + part.x0, part.nx) : 1.0;
    size = larger(size, ratio(coordinates, allowed(part, x.data(), x.data())));
  }
  return size;
}

double StepControl::after_accepted(double h, double error) {
  const double e = std::max(error, least_error);
  double factor = 0;
  if (kind_ == Control::proportional_integral) {
    const double alpha = (1 - 0.75 * weight_before) / order_, beta = weight_before / order_;
    factor = safety * power(e, -alpha) * power(before_, beta);
  } else {
    factor = safety * power(e, -1.0 / order_);
    if (h_before_ > 0) factor *= std::min(1.0, h / h_before_ * power(before_ / e, 1.0 / order_));
    h_before_ = h;
  }
  factor = std::clamp(factor, least_factor, rejected_ ? 1.0 : largest_factor);
  before_ = std::max(error, kind_ == Control::predictive ? 1e-2 : 1e-4);
  rejected_ = false;
  return h * factor;
}

double StepControl::after_rejected(double h, double error) {
  rejected_ = true;
  if (!(error <= std::numeric_limits<double>::max())) return factor_not_finite * h;
  return h * std::max(least_factor, safety * power(error, -1.0 / order_));
}

double first_step(Engine& engine, const ErrorNorm& norm, int order, double span, double largest) {
  engine.first_rate();
  const double limit = std::min(std::fabs(span), largest);
  const double size = norm.of_state(engine.x());
  const double speed = norm.of_rate(engine);
  double guess = size < 1e-5 || speed < 1e-5 ? 1e-6 : 0.01 * (size / speed);
  guess = std::min(guess, limit);

  const double bend = norm.of_change(engine, engine.probe(std::copysign(guess, span))) / guess;
  const double steepest = larger(speed, bend);
  double h = std::max(1e-6, 1e-3 * guess);
  if (!(steepest <= std::numeric_limits<double>::max()))
    h = guess;
  else if (steepest > 1e-15)
    h = power(0.01 / steepest, 1.0 / order);
  return std::copysign(std::min({100 * guess, h, limit}), span);
}

}  // namespace polhode::ode
