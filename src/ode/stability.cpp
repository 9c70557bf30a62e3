#include <polhode/ode/stability.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <polhode/ode/solve.hpp>

#include "ode/roots.hpp"

namespace polhode::ode {
namespace {

using Complex = std::complex<double>;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Solution one_step(const Method& method, const Problem& problem) {
  Options options;
  options.method = &method;
  options.step.fixed = 1;
  options.output.keep = Keep::samples;
  return solve(problem, options);
}

/// ρ(ζ) − z σ(ζ); with a predictor, σ's newest term is taken at the predicted point, and the rate again at the end.
std::vector<Complex> step_polynomial(const MultistepRule& rule, Complex z) {
  const std::size_t degree = std::max(static_cast<std::size_t>(rule.steps()), rule.predictor.size());
  std::vector<Complex> c(degree + 1);
  for (std::size_t j = 0; j < rule.alpha.size(); ++j)
    c[j] += rule.alpha[j] - (j == 0 && !rule.predictor.empty() ? 0.0 : z * rule.beta[j]);
  if (rule.predictor.empty()) return c;
  c[1] -= z * rule.beta[0];
  for (std::size_t i = 0; i < rule.predictor.size(); ++i) c[i + 1] -= z * z * rule.beta[0] * rule.predictor[i];
  return c;
}

/// The larger eigenvalue of the step of q' = y p, p' = −y q, whose two columns are steps of two starts; where momenta
/// must be velocities, of q' = p, p' = −y² q, which is the same in other units.
double growth_of_oscillation(const Method& method, double y) {
  const bool velocities = method.needs == Needs::accelerations;
  const double forth = velocities ? 1 : y, back = velocities ? y * y : y;
  const auto turn = [forth, back](auto x, auto v) { v[0] = forth * x[1], v[1] = -back * x[0]; };
  auto rate = [&](double, VecIn x, VecOut v) { turn(x, v); };
  auto dual = [&](double, In<Dual4> x, Out<Dual4> v) { turn(x, v); };
  Problem problem;
  problem.space.vector("q", 1, {}).vector("p", 1, {});
  problem.rate.real = rate;
  problem.rate.dual = dual;
  problem.split = Split{.momenta = {1}, .separable = true, .velocities = velocities};
  problem.t1 = 1;
  problem.x0 = {1, 0};
  const Solution first = one_step(method, problem);
  problem.x0 = {0, 1};
  const Solution second = one_step(method, problem);
  if (first.outcome.ended_early() || second.outcome.ended_early()) return infinity;
  const double half_trace = 0.5 * (first.x_end[0] + second.x_end[1]);
  const double determinant = first.x_end[0] * second.x_end[1] - second.x_end[0] * first.x_end[1];
  const double discriminant = half_trace * half_trace - determinant;
  return discriminant > 0 ? std::fabs(half_trace) + std::sqrt(discriminant) : std::sqrt(determinant);
}

}  // namespace

Complex stability_function(const Method& method, Complex z) {
  const auto times_z = [z](auto x, auto v) {
    v[0] = z.real() * x[0] - z.imag() * x[1];
    v[1] = z.imag() * x[0] + z.real() * x[1];
  };
  auto rate = [&](double, VecIn x, VecOut v) { times_z(x, v); };
  auto dual = [&](double, In<Dual4> x, Out<Dual4> v) { times_z(x, v); };
  Problem problem;
  problem.space.vector("x", 2, {});
  problem.rate.real = rate;
  problem.rate.dual = dual;
  problem.t1 = 1;
  problem.x0 = {1, 0};
  const Solution solution = one_step(method, problem);
  if (solution.outcome.ended_early()) return infinity;
  return {solution.x_end[0], solution.x_end[1]};
}

std::string why_no_region(const Method& method) {
  if (method.variable_order) return "it chooses its order as it goes, and each order has a region of its own";
  switch (method.needs) {
    case Needs::rate: return {};
    case Needs::parts:
    case Needs::momenta:
    case Needs::accelerations:
      return "it takes positions and momenta apart, so that only oscillations, on the imaginary axis, can be asked";
    case Needs::rigid_bodies:
    case Needs::bodies_with_any_loads: return "it is made for rigid bodies alone";
    case Needs::closed_form: return "it follows the motion itself, whatever its steps";
  }
  return {};
}

double growth_per_step(const Method& method, Complex z) {
  if (method.variable_order || !method.takes_oscillators()) return nan;
  if (method.needs != Needs::rate) return z.real() == 0 ? growth_of_oscillation(method, z.imag()) : nan;
  const auto* rule = std::get_if<MultistepRule>(&method.rule);
  if (rule == nullptr) {
    const Complex r = stability_function(method, z);
    return std::isfinite(r.real()) && std::isfinite(r.imag()) ? std::sqrt(std::norm(r)) : infinity;
  }
  double largest = 0;
  for (const Complex& root : roots_of(step_polynomial(*rule, z))) largest = std::max(largest, std::norm(root));
  return std::sqrt(largest);
}

}  // namespace polhode::ode
