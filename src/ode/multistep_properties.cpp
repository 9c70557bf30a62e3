#include <polhode/ode/multistep.hpp>

#include <algorithm>
#include <cmath>
#include <complex>

#include <polhode/math/elementary.hpp>
#include <polhode/math/vector.hpp>

#include "ode/roots.hpp"

namespace polhode::ode {

namespace {

using Root = std::complex<double>;
constexpr double on_circle = 1e-6;  // a double root is found to the square root of rounding, and cubed sums above it

/// ρ − μ σ.
std::vector<Root> corrector_polynomial(const MultistepRule& rule, Root mu) {
  std::vector<Root> c;
  for (std::size_t j = 0; j < rule.alpha.size(); ++j) c.push_back(rule.alpha[j] - mu * rule.beta[j]);
  return c;
}

/// All roots in the unit circle, those on it simple.
bool root_condition(const std::vector<Root>& roots) {
  for (std::size_t i = 0; i < roots.size(); ++i) {
    if (std::abs(roots[i]) > 1 + on_circle) return false;
    for (std::size_t j = 0; j < i; ++j)
      if (std::abs(roots[i] - roots[j]) < 100 * on_circle && std::abs(roots[i]) > 1 - 100 * on_circle) return false;
  }
  return true;
}

Root value_at(std::span<const double> coefficients, Root zeta) {
  Root value = 0;
  for (double c : coefficients) value = value * zeta + c;
  return value;
}

/// The sector about the negative axis that the root locus μ = ρ/σ, |ζ| = 1, leaves free, if the rule is stable there.
double stable_angle_deg(const MultistepRule& rule) {
  const std::vector<Root> sigma(rule.beta.begin(), rule.beta.end());
  if (rule.beta.front() == 0 || !root_condition(roots_of(sigma)) ||
      !root_condition(roots_of(corrector_polynomial(rule, -1.0))))
    return 0;
  constexpr int points = 40'000;
  double least = pi / 2;
  for (int i = 1; i <= points; ++i) {
    const double phase = pi * i / points;
    const Root zeta(fn::cos(phase), fn::sin(phase));
    const Root mu = value_at(rule.alpha, zeta) / value_at(rule.beta, zeta);
    if (mu.real() < -1e-12 * std::abs(mu)) least = std::min(least, fn::atan2(std::fabs(mu.imag()), -mu.real()));
  }
  return least * (180 / pi);
}

/// Σ α_j s_j^q − q Σ β_j s_j^(q−1), and the sum of the sizes of its terms.
struct Condition {
  double value = 0, size = 0;
  Condition(const MultistepRule& rule, int q) {
    for (std::size_t j = 0; j < rule.alpha.size(); ++j) {
      const double s = 1.0 - static_cast<double>(j);
      double power = 1;  // s^(q−1)
      for (int i = 1; i < q; ++i) power *= s;
      const double of_alpha = q == 0 ? rule.alpha[j] : rule.alpha[j] * power * s;
      const double of_beta = q == 0 ? 0 : q * rule.beta[j] * power;
      value += of_alpha - of_beta;
      size += std::fabs(of_alpha) + std::fabs(of_beta);
    }
  }
  /// Coefficients typed as decimals of 12 digits still count.
  bool holds() const { return std::fabs(value) <= 1e-11 * size; }
};

}  // namespace

MultistepProperties properties_of(const MultistepRule& rule) {
  MultistepProperties properties;
  int q = 0;
  while (q <= 2 * rule.steps() && Condition(rule, q).holds()) ++q;
  properties.order = std::max(q - 1, 0);
  double sum = 0, factorial = 1;
  for (double beta : rule.beta) sum += beta;
  for (int i = 2; i <= q; ++i) factorial *= i;
  properties.error_constant = Condition(rule, q).value / (factorial * sum);

  const std::vector<Root> roots = roots_of(corrector_polynomial(rule, 0.0));
  properties.zero_stable = root_condition(roots);
  const auto principal = std::min_element(roots.begin(), roots.end(),
                                          [](Root a, Root b) { return std::norm(a - 1.0) < std::norm(b - 1.0); });
  for (auto root = roots.begin(); root != roots.end(); ++root)
    if (root != principal) properties.largest_root = std::max(properties.largest_root, std::abs(*root));
  if (properties.zero_stable && properties.order > 0) properties.angle_deg = stable_angle_deg(rule);
  return properties;
}

}  // namespace polhode::ode
