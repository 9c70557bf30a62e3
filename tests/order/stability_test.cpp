// What a step makes of x' = λ x: x1 = R(h λ) x. Measured by stepping, and compared with the function that theory gives.

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <limits>

#include <polhode/ode/stability.hpp>

namespace polhode::ode {
namespace {

using Complex = std::complex<double>;

constexpr double eps = std::numeric_limits<double>::epsilon();

/// R(z) and the sum of the absolute values of its terms, the unit of its rounding.
struct Theory {
  Complex value;
  double size;
};

/// R(z) = 1 + z bᵀ (1 + z A + z² A² + …) 1: a polynomial, as A is nilpotent.
Theory polynomial(const ExplicitTableau& rule, Complex z) {
  const auto n = static_cast<std::size_t>(rule.stages());
  std::vector<Complex> k(n);
  std::vector<double> size(n);
  Theory r{1, 1};
  std::size_t next = 0;
  for (std::size_t i = 0; i < n; ++i) {
    k[i] = 1, size[i] = 1;
    for (std::size_t j = 0; j < i; ++j, ++next) {
      k[i] += z * rule.a[next] * k[j];
      size[i] += std::abs(z) * std::fabs(rule.a[next]) * size[j];
    }
    r.value += z * rule.b[i] * k[i];
    r.size += std::abs(z) * std::fabs(rule.b[i]) * size[i];
  }
  return r;
}

/// The leapfrog zᵢ₊₁ = zᵢ₋₁ + 2 w zᵢ in closed form, zᵢ = A r₊ⁱ + B r₋ⁱ with r± = w ± √(1 + w²); its smoothed end; and
/// the extrapolation as one sum with weights Π n_j²/(n_j² − n_i²).
Theory extrapolated(const Extrapolation& rule, Complex z) {
  Theory r{0, 1};
  for (int j = 1; j <= rule.lines; ++j) {
    const int n = 2 * j;
    const Complex w = z / static_cast<double>(n), root = std::sqrt(1.0 + w * w);
    const Complex plus = w + root, minus = w - root;
    const Complex A = (1.0 + w - minus) / (plus - minus), B = 1.0 - A;
    const auto at = [&](int i) { return A * std::pow(plus, i) + B * std::pow(minus, i); };
    double weight = 1;
    for (int i = 1; i <= rule.lines; ++i)
      if (i != j) weight *= static_cast<double>(j * j) / (j * j - i * i);
    r.value += weight * 0.5 * (at(n - 1) + at(n) + w * at(n));
    r.size += std::fabs(weight) * std::pow(1 + std::abs(w) + std::sqrt(1 + std::norm(w)), n + 1);
  }
  return r;
}

const std::vector<Complex> points{{-0.5, 0}, {0, 1}, {-1, 2}, {0.3, -0.7}, {-2.5, 0.5}, {-4, 3}};

TEST(Stability, AnExplicitStepIsItsPolynomial) {
  for (const Method& method : methods())
    for (Complex z : points) {
      Theory theory{};
      if (const auto* tableau = std::get_if<ExplicitTableau>(&method.rule))
        theory = polynomial(*tableau, z);
      else if (const auto* extrapolation = std::get_if<Extrapolation>(&method.rule))
        theory = extrapolated(*extrapolation, z);
      else
        continue;
      // A sum of at most some 50 terms, each a product of as many rounded factors as its power.
      EXPECT_LE(std::abs(stability_function(method, z) - theory.value), 50 * eps * theory.size)
          << method.name << " " << z;
    }
}

TEST(Stability, AStepOfOrderPAgreesWithTheExponentialUpToThatPower) {
  for (const Method& method : methods()) {
    if (!std::holds_alternative<ExplicitTableau>(method.rule) && !std::holds_alternative<Extrapolation>(method.rule))
      continue;
    // |R(z) − eᶻ| ≤ |z|^(p+1): the coefficients of both series are at most 1 from there on and fall, |z| = 1/4.
    const Complex z = std::polar(0.25, 2.0);
    EXPECT_LE(std::abs(stability_function(method, z) - std::exp(z)), std::pow(0.25, method.order + 1) + 50 * eps * 400)
        << method.name;
  }
}

TEST(Stability, NoExplicitStepIsStableFarToTheLeft) {
  for (const Method& method : methods()) {
    if (method.implicit || !method.one_step() || method.needs != Needs::rate) continue;
    EXPECT_EQ(method.stability, Stability::conditional) << method.name;
    EXPECT_GT(std::abs(stability_function(method, -1000.0)), 1) << method.name;
  }
}

}  // namespace
}  // namespace polhode::ode
