#include "ode/full_newton.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ode/rounding.hpp"

namespace polhode::ode {

namespace {

constexpr int most_iterations = 60;
constexpr double shortest_step = 0x1p-20;
constexpr double below_an_ulp = 0.5;

double largest(const std::vector<double>& v) {
  double size = 0;
  for (double component : v) size = std::max(size, std::fabs(component));
  return size;
}

}  // namespace

bool FullNewton::advance(const Equations& equations, const double* u, Steps steps) {
  for (double lambda = 1; lambda >= shortest_step; lambda *= 0.5) {
    for (std::size_t i = 0; i < d_.size(); ++i) next_[i] = u[i] + lambda * d_[i];
    if (!equations.residual(next_.data(), r_.data())) continue;
    if (steps == Steps::whole) return true;
    std::copy(r_.begin(), r_.end(), next_d_.begin());
    equations.solve(next_d_.data());
    if (largest(next_d_) <= (1 - 0.25 * lambda) * largest(d_)) return true;
  }
  return false;
}

bool FullNewton::iterate(const Equations& equations, double* u, Work& work, Steps steps) {
  if (!equations.residual(u, r_.data())) return false;
  double before = std::numeric_limits<double>::infinity();
  for (int i = 0; i < most_iterations; ++i) {
    if (!equations.factor(u)) return false;
    std::copy(r_.begin(), r_.end(), d_.begin());
    equations.solve(d_.data());
    for (std::size_t j = 0; j < d_.size(); ++j) next_[j] = u[j] + d_[j];
    const double size = equations.size(d_.data(), next_.data());
    ++work.iterations;
    if (!(size >= 0)) return false;
    // Rounding is all that is left; what d says of it is taken, for it costs nothing.
    const bool done = size <= below_an_ulp || (size <= rounding_at_most && size >= 0.5 * before);
    if (done) {
      const bool moved = size > 0 && equations.residual(next_.data(), r_.data());
      if (moved) std::copy(next_.begin(), next_.end(), u);
      return size == 0 || moved;
    }
    if (!advance(equations, u, steps)) return false;
    std::copy(next_.begin(), next_.end(), u);
    before = size;
  }
  return false;
}

bool FullNewton::solve(const Equations& equations, double* u, Work& work) {
  std::copy(u, u + guess_.size(), guess_.begin());
  if (iterate(equations, u, work, Steps::whole)) return true;
  std::copy(guess_.begin(), guess_.end(), u);
  return iterate(equations, u, work, Steps::nearer);
}

}  // namespace polhode::ode
