#include "sim/local_error.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace polhode {

LocalErrors::LocalErrors(const ode::Problem& problem, StateNorm& norm, const ConvergeReferences& references,
                         const ConvergeOptions& options, const std::vector<double>& corners)
    : problem_(problem),
      norm_(norm),
      reference_(references.choices),
      absolute_part_(options.absolute_part),
      absolute_parts_(options.absolute_parts),
      corners_(corners) {
  const Recording& best = references.best();
  const auto count = static_cast<std::size_t>(options.local_starts);
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t sample = (2 * i + 1) * best.times.size() / (2 * count + 1);
    // From the beginning of a smooth part of the motion the longest steps stay inside it.
    const auto corner = std::upper_bound(corners_.begin(), corners_.end(), best.times[sample]);
    if (corner != corners_.begin())
      while (sample > 0 && best.times[sample - 1] > *(corner - 1)) --sample;
    const VecIn x = best.state(sample);
    starts_.push_back({best.times[sample], {x.begin(), x.end()}});
  }
}

bool LocalErrors::reaches_corner(std::size_t start, double until) const {
  const auto next = std::upper_bound(corners_.begin(), corners_.end(), starts_[start].t);
  return next != corners_.end() && *next <= until;
}

std::optional<double> LocalErrors::of(const ode::Method& method, double h) {
  double squares = 0;
  const auto* rule = std::get_if<ode::MultistepRule>(&method.rule);
  const int steps = rule == nullptr ? 1 : std::max(rule->steps(), static_cast<int>(rule->predictor.size()));
  for (std::size_t start = 0; start < starts_.size(); ++start) {
    if (reaches_corner(start, starts_[start].t + steps * h)) return std::nullopt;
    const double error = rule != nullptr ? of_rule(*rule, start, h) : of_step(method, start, h);
    squares += error * error;
  }
  return std::sqrt(squares / static_cast<double>(starts_.size()));
}

double LocalErrors::doubt(double h) {
  const auto known = doubts_.find(h);
  if (known != doubts_.end()) return known->second;
  double largest = 0;
  for (std::size_t i = 0; i < starts_.size(); ++i)
    largest = std::max(largest, norm_.distance(truth(i, h, 1), solve(reference_[1], starts_[i], starts_[i].t + h)));
  return doubts_[h] = largest;
}

const std::vector<double>& LocalErrors::truth(std::size_t start, double h, int steps) {
  std::vector<double>& x = truths_[{start, h, steps}];
  if (x.empty()) x = steps == 0 ? starts_[start].x : solve(reference_[0], starts_[start], starts_[start].t + steps * h);
  return x;
}

std::vector<double> LocalErrors::solve(const ReferenceChoice& choice, const Start& start, double t1) const {
  ode::Problem problem = problem_;
  problem.t0 = start.t;
  problem.t1 = t1;
  problem.x0 = start.x;
  ode::Options options;
  options.method = &choice.method;
  options.tolerance.relative = choice.tolerance;
  options.tolerance.absolute = choice.tolerance * absolute_part_;
  for (double part : absolute_parts_) options.tolerance.absolute_by_block.push_back(choice.tolerance * part);
  options.output.keep = ode::Keep::samples;
  return ode::solve(problem, options).x_end;
}

double LocalErrors::of_step(const ode::Method& method, std::size_t start, double h) {
  ode::Problem problem = problem_;
  problem.t0 = starts_[start].t;
  problem.t1 = problem.t0 + h;
  problem.x0 = starts_[start].x;
  ode::Options options;
  options.method = &method;
  options.step.fixed = 2 * h;  // one step, whatever t0 + h rounds to
  options.output.keep = ode::Keep::samples;
  const ode::Solution solution = ode::solve(problem, options);
  if (solution.outcome.ended_early()) return std::nan("");
  return norm_.distance(truth(start, h, 1), solution.x_end);
}

double LocalErrors::of_rule(const ode::MultistepRule& rule, std::size_t start, double h) {
  const StateSpace& space = problem_.space;
  const auto nv = static_cast<std::size_t>(space.nv());
  const int past = std::max(rule.steps(), static_cast<int>(rule.predictor.size())) - 1;
  const std::vector<double>& x = truth(start, h, past);  // all in the chart here, as the method's own step
  // Point j lies at 1 − j steps from x: its increment and its rate in the chart.
  const auto points = static_cast<std::size_t>(past) + 2;
  std::vector<std::vector<double>> u(points, std::vector<double>(nv)), rate = u;
  const auto rate_at = [&](double t, VecIn place, const std::vector<double>& increment, std::vector<double>& v) {
    problem_.rate.real(t, place, v);
    space.lift<double>(increment, v);
  };
  for (std::size_t j = 0; j < points; ++j) {
    const int steps = past + 1 - static_cast<int>(j);
    const std::vector<double>& place = truth(start, h, steps);
    space.difference<double>(x, place, u[j]);
    rate_at(starts_[start].t + steps * h, place, u[j], rate[j]);
  }
  if (!rule.predictor.empty()) {
    std::vector<double> predicted(nv), place(x.size());
    for (std::size_t i = 0; i < rule.predictor.size(); ++i)
      for (std::size_t k = 0; k < nv; ++k) predicted[k] += h * rule.predictor[i] * rate[i + 1][k];
    space.retract<double>(x, predicted, place);
    rate_at(starts_[start].t + (past + 1) * h, place, predicted, rate[0]);
  }
  std::vector<double> rest(nv);
  for (std::size_t j = 0; j < rule.alpha.size(); ++j)
    for (std::size_t k = 0; k < nv; ++k)
      rest[k] += (rule.alpha[j] * u[j][k] - h * rule.beta[j] * rate[j][k]) / rule.alpha[0];
  return norm_.size_of(rest);
}

}  // namespace polhode
