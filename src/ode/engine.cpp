#include "ode/engine.hpp"

#include <algorithm>
#include <cmath>

#include "ode/adams.hpp"
#include "ode/bdf.hpp"
#include "ode/collocation.hpp"
#include "ode/dense.hpp"
#include "ode/diagonal.hpp"
#include "ode/exact.hpp"
#include "ode/extrapolation.hpp"
#include "ode/lie_group.hpp"
#include "ode/multistep.hpp"
#include "ode/nystroem.hpp"
#include "ode/rigid_step.hpp"
#include "ode/rosenbrock.hpp"
#include "ode/rounding.hpp"
#include "ode/runge_kutta.hpp"
#include "ode/splitting.hpp"
#include "ode/textbook_step.hpp"
#include "ode/verlet.hpp"

namespace polhode::ode {

namespace {

bool is_flat(const StateSpace& space) {
  return std::all_of(space.pieces().begin(), space.pieces().end(),
                     [](const StateSpace::Piece& piece) { return piece.kind == BlockKind::vector; });
}

}  // namespace

Engine::Engine(const Method& method, const Problem& problem, Trail& trail, int stages, int dense_terms)
    : method_(method),
      problem_(problem),
      space_(problem.space),
      rate_(problem.rate.real),
      trail_(trail),
      nx_(static_cast<std::size_t>(problem.space.nx())),
      nv_(static_cast<std::size_t>(problem.space.nv())),
      control_(method.control, std::max(method.estimate_order, 1)),
      estimate_order_(method.estimate_order),
      flat_(is_flat(problem.space)) {
  for (auto* x : {&x_, &x1_, &x_stage_}) x->resize(nx_);
  for (auto* v : {&u_, &u1_, &end_rate_, &moved_rate_, &bad_u_, &bad_rate_, &glance_u_, &glance_rate_}) v->resize(nv_);
  k_.resize(nv_ * static_cast<std::size_t>(stages));
  dense_.resize(nv_ * static_cast<std::size_t>(dense_terms));
}

void Engine::restart(double t, VecIn x) {
  t_ = t;
  std::copy(x.begin(), x.end(), x_.begin());
  has_first_rate_ = has_bad_ = false;
}

void Engine::first_rate() {
  if (has_first_rate_) return;
  evaluate_rate(t_, x_, {k_.data(), nv_});
  has_first_rate_ = true;
}

void Engine::end_rate() {
  if (has_end_rate_) return;
  evaluate_rate(t1_, x1_, end_rate_);
  has_end_rate_ = true;
}

bool Engine::project_end() {
  if (!problem_.projection) return true;
  has_end_rate_ = false;  // it was taken before
  return problem_.projection(t1_, x1_);
}

void Engine::accept() {
  t_ = t1_;
  std::swap(x_, x1_);
  has_first_rate_ = has_end_rate_;
  has_bad_ = false;
  if (has_end_rate_) std::copy(end_rate_.begin(), end_rate_.end(), k_.begin());
}

void Engine::chart_rate(double t, const double* u, double* v) {
  if (flat_) {
    for (std::size_t i = 0; i < nv_; ++i) x_stage_[i] = x_[i] + u[i];
    return evaluate_rate(t, x_stage_, {v, nv_});
  }
  space_.retract<double>(x_, {u, nv_}, x_stage_);
  evaluate_rate(t, x_stage_, {v, nv_});
  space_.lift<double>({u, nv_}, {v, nv_});
}

void Engine::watched_rate(double t, const double* u, double* v) {
  chart_rate(t, u, v);
  if (has_bad_ || all_finite({v, nv_})) return;
  has_bad_ = true;
  std::copy(u, u + nv_, bad_u_.begin());
  std::copy(v, v + nv_, bad_rate_.begin());
}

const double* Engine::continuation() {
  if (!has_continuation_) make_continuation();
  has_continuation_ = true;
  return dense_.data();
}

void Engine::make_continuation() {
  first_rate();
  end_rate();
  space_.difference<double>(x_, x1_, u1_);
  std::copy(end_rate_.begin(), end_rate_.end(), u_.begin());
  space_.lift<double>(u1_, u_);
  fill_cubic(u_.data());
  raise_cubic();
}

void Engine::fill_cubic(const double* end_slope) {
  double* c1 = dense_.data();
  double* c2 = c1 + nv_;
  double* c3 = c2 + nv_;
  for (std::size_t i = 0; i < nv_; ++i) {
    c1[i] = u1_[i];
    c2[i] = h_ * k_[i] - c1[i];
    c3[i] = c1[i] - h_ * end_slope[i] - c2[i];
  }
}

void Engine::raise_cubic() {
  const std::size_t size = nv_ * static_cast<std::size_t>(std::max(step_terms(), 3));
  std::fill(dense_.begin() + static_cast<std::ptrdiff_t>(size), dense_.end(), 0.0);
  if (size == 3 * nv_) return;
  if (!rate_continuation_) rate_continuation_ = std::make_unique<RateContinuation>(continuation_terms(), nv_);
  has_bad_ = false;
  const auto rate = [this](double theta, const double* u, double* v) {
    watched_rate(t_ + theta * h_, u, v);
    for (std::size_t i = 0; i < nv_; ++i) v[i] *= h_;
  };
  rate_continuation_->complete({dense_.data(), size}, rate);
}

void Engine::evaluate(double theta, VecOut x) {
  continuation();
  continue_chart(dense_, nv_, theta, u_);
  space_.retract<double>(x_, u_, x);
}

void Engine::glance_half_way(VecOut x) {
  first_rate();
  know_end();
  space_.difference<double>(x_, x1_, glance_u_);
  std::copy(end_rate_.begin(), end_rate_.end(), glance_rate_.begin());
  space_.lift<double>(glance_u_, glance_rate_);
  for (std::size_t i = 0; i < nv_; ++i) glance_u_[i] = 0.5 * glance_u_[i] + 0.125 * h_ * (k_[i] - glance_rate_[i]);
  space_.retract<double>(x_, glance_u_, x);
}

bool Engine::rate_is_finite() const { return all_finite({k_.data(), nv_}); }
bool Engine::end_is_finite() const { return all_finite(x1_); }

bool Engine::continuation_is_finite() {
  continuation();
  return all_finite(dense_);
}

/// In a stiff motion the estimated error is made of the fast modes: the rate at the end of the step, moved by it, shows
/// how fast. With e the error and Δ the change of the rate, −h e·Δ/e·e is h|λ| of a decay and nothing of an
/// oscillation, whose steps accuracy holds down, too. Costs one rate.
bool Engine::is_held_by_stability() {
  const double limit = stability_limit();
  const double* estimate = limit > 0 ? error() : nullptr;
  if (estimate == nullptr) return false;
  double size = 0, largest = 0;
  for (std::size_t i = 0; i < nv_; ++i) size = std::max(size, std::fabs(estimate[i]));
  for (double component : x1_) largest = std::max(largest, std::fabs(component));
  if (!(size > 0)) return false;
  // Far enough above rounding to see a difference.
  const double scale = std::max(1.0, root_of_eps * largest / size);
  for (std::size_t i = 0; i < nv_; ++i) u_[i] = scale * estimate[i];
  end_rate();
  space_.retract<double>(x1_, u_, x_stage_);
  evaluate_rate(t1_, x_stage_, moved_rate_);
  double along = 0, square = 0;
  for (std::size_t i = 0; i < nv_; ++i) {
    along += u_[i] * (moved_rate_[i] - end_rate_[i]);
    square += u_[i] * u_[i];
  }
  return -h_ * along > near_enough * limit * square;
}

VecIn Engine::probe(double h) {
  first_rate();
  for (std::size_t i = 0; i < nv_; ++i) u_[i] = h * k_[i];
  chart_rate(t_ + h, u_.data(), end_rate_.data());
  return end_rate_;
}

const Block* Engine::block_not_finite() const {
  const auto bad_block = [this](const double* rate) -> const Block* {
    for (const Block& block : space_.blocks())
      if (!all_finite({rate + block.v0, static_cast<std::size_t>(block.nv)})) return &block;
    return nullptr;
  };
  for (std::size_t i = 0; i < known_stages(); ++i)
    if (const Block* block = bad_block(k_.data() + i * nv_)) return block;
  for (const double* rate : {has_end_rate_ ? end_rate_.data() : nullptr, has_bad_ ? bad_rate_.data() : nullptr})
    if (const Block* block = rate != nullptr ? bad_block(rate) : nullptr) return block;
  for (const Block& block : space_.blocks())
    if (!all_finite({x1_.data() + block.x0, static_cast<std::size_t>(block.nx)})) return &block;
  return nullptr;
}

const Block* Engine::block_grown() const {
  // Rates are products of a few coordinates: no sooner than from such sizes do they overflow.
  double largest = 1e50;
  const Block* grown = nullptr;
  const auto look = [&](const Block& block, const double* values, int n) {
    for (int i = 0; i < n; ++i)
      if (std::isfinite(values[i]) && std::fabs(values[i]) > largest) largest = std::fabs(values[i]), grown = &block;
  };
  for (const Block& block : space_.blocks()) {
    look(block, x_.data() + block.x0, block.nx);
    look(block, x1_.data() + block.x0, block.nx);
    if (has_bad_) look(block, bad_u_.data() + block.v0, block.nv);
    for (std::size_t i = 0; i < known_stages(); ++i) look(block, k_.data() + i * nv_ + block.v0, block.nv);
  }
  return grown;
}

std::unique_ptr<Engine> make_engine(const Method& method, const Problem& problem, const Options& options,
                                    Trail& trail) {
  const auto make = [&](const auto& rule) -> std::unique_ptr<Engine> {
    using Rule = std::decay_t<decltype(rule)>;
    if constexpr (std::is_same_v<Rule, ExplicitTableau>)
      return std::make_unique<RungeKutta>(method, rule, problem, trail);
    if constexpr (std::is_same_v<Rule, NystroemTableau>)
      return std::make_unique<Nystroem>(method, rule, problem, trail);
    if constexpr (std::is_same_v<Rule, Extrapolation>)
      return std::make_unique<Extrapolator>(method, rule, problem, options, trail);
    if constexpr (std::is_same_v<Rule, MultistepRule>)
      return std::make_unique<Multistep>(method, rule, problem, options, trail);
    if constexpr (std::is_same_v<Rule, VariableAdams>) return std::make_unique<Adams>(method, problem, options, trail);
    if constexpr (std::is_same_v<Rule, VariableBdf>) return std::make_unique<Bdf>(method, problem, options, trail);
    if constexpr (std::is_same_v<Rule, DiagonalTableau>)
      return std::make_unique<Diagonal>(method, rule, problem, options, trail);
    if constexpr (std::is_same_v<Rule, CollocationTableau>)
      return std::make_unique<CollocationEngine>(method, rule, problem, options, trail);
    if constexpr (std::is_same_v<Rule, RosenbrockTableau>)
      return std::make_unique<Rosenbrock>(method, rule, problem, trail);
    if constexpr (std::is_same_v<Rule, Composition>)
      return std::make_unique<Splitting>(method, rule, problem, options, trail);
    if constexpr (std::is_same_v<Rule, LieGroupTableau>)
      return std::make_unique<LieGroup>(method, rule, problem, trail);
    if constexpr (std::is_same_v<Rule, GeneralisedVerlet>)
      return std::make_unique<Verlet>(method, problem, options, trail);
    if constexpr (std::is_same_v<Rule, RigidRule>)
      return std::make_unique<RigidStep>(method, rule, problem, options, trail);
    if constexpr (std::is_same_v<Rule, TextbookStep>)
      return std::make_unique<TextbookStepper>(method, rule, problem, trail);
    if constexpr (std::is_same_v<Rule, ExactFlow>) return std::make_unique<Exact>(method, problem, trail);
  };
  return std::visit(make, method.rule);
}

}  // namespace polhode::ode
