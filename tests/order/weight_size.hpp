#pragma once
// How much the rounding of rates grows in one step.

#include <cmath>

#include <polhode/ode/method.hpp>

namespace polhode::ode {

/// Σ |bᵢ|, by which the rounding of rates grows in a step; of rules that are not a sum of rates, that of dop853.
inline double weight_size(const Method& method) {
  double size = 0;
  if (const auto* rule = std::get_if<ExplicitTableau>(&method.rule)) {
    for (double b : rule->b) size += std::fabs(b);
  } else if (const auto* extrapolation = std::get_if<Extrapolation>(&method.rule)) {
    // T_kk = Σ γ_j T_j1 with γ_j = Π_{i≠j} n_j²/(n_j² − n_i²).
    for (int j = 1; j <= extrapolation->lines; ++j) {
      double gamma = 1;
      for (int i = 1; i <= extrapolation->lines; ++i)
        if (i != j) gamma *= static_cast<double>(j * j) / (j * j - i * i);
      size += std::fabs(gamma);
    }
  } else if (const auto* rosenbrock = std::get_if<RosenbrockTableau>(&method.rule)) {
    for (double m : rosenbrock->m) size += std::fabs(m);
  } else {
    size = 13;
  }
  return size;
}

}  // namespace polhode::ode
