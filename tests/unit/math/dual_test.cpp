// Dual numbers: rules of differentiation, against differences in more digits.

#include <gtest/gtest.h>

#include <limits>

#include <Eigen/Geometry>

#include "unit/math/elementary_samples.hpp"

namespace polhode::elementary_samples {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

/// f'(x) by central differences of fourth order in long double, with h = 2⁻¹³ d, d the distance to the next singularity
/// or 1. Truncation is h⁴ f⁽⁵⁾/30, and the steepest case here, x⁻³, has f⁽⁵⁾ = 2520 f/d⁵: 84 · 2⁻⁵² f/d. The oracle's
/// rounding, 2⁻⁶³ f, comes in times 1.5/h: 6 · 2⁻⁵² f/d. The dual number's own few ulp add some 2⁻⁵⁰ f'. Below 2⁻⁴⁴ in
/// all.
template <class F>
long double slope(F&& f, double x, double distance) {
  const long double h = 0x1p-13L * static_cast<long double>(distance);
  const long double near = (f(x + h) - f(x - h)) / (2 * h), far = (f(x + 2 * h) - f(x - 2 * h)) / (4 * h);
  return (4 * near - far) / 3;
}
constexpr double slope_error = 0x1p-44;

/// How far x may move before f is singular, at most 1.
double distance(const std::string& name, double x) {
  if (name == "tan") return std::min(1.0, std::fabs(std::cos(x)));
  if (name == "asin" || name == "acos") return 1 - std::fabs(x);
  if (name == "log" || name == "sqrt") return std::min(1.0, x);
  return 1;
}

TEST(DualTest, EveryFunctionCarriesItsDerivativeAlongEveryDirection) {
  for (const Unary& f : unary_functions) {
    const std::string name = f.name;
    if (name == "abs" || name == "floor") continue;
    const bool bounded = name == "asin" || name == "acos", above = name == "log" || name == "sqrt";
    Source source(5);
    for (int i = 0; i < 1000; ++i) {
      const double x = bounded ? source.uniform(-0.99, 0.99) : above ? source.uniform(0.01, 9) : source.uniform(-4, 4);
      Dual4 argument(x);
      for (int k = 0; k < 4; ++k) argument.tangent.set(k, k - 1.5);
      const Dual4 y = f.dual(argument);
      EXPECT_EQ(y.value, f.scalar(x)) << name;
      const double d = distance(name, x);
      const auto truth = static_cast<double>(slope(f.truth, x, d));
      const double size = std::fabs(static_cast<double>(f.truth(x))) / d + std::fabs(truth);
      for (int k = 0; k < 4; ++k)
        EXPECT_NEAR(y.tangent[k], truth * (k - 1.5), 2 * slope_error * size) << name << ' ' << x;
    }
  }
}

TEST(DualTest, FunctionsOfTwoVariablesCarryBothPartialDerivatives) {
  for (const Binary& f : binary_functions) {
    Source source(6);
    for (int i = 0; i < 1000; ++i) {
      const double a = source.uniform(0.1, 4),
                   b = std::string(f.name) == "pow" ? source.uniform(-3, 3) : source.uniform(0.1, 4);
      const Dual4 y = f.dual(Dual4::variable(a, 0), Dual4::variable(b, 2));
      EXPECT_EQ(y.value, f.scalar(a, b));
      const auto by_a = static_cast<double>(slope([&](long double x) { return f.truth(x, b); }, a, std::min(a, 1.0)));
      const auto by_b = static_cast<double>(slope([&](long double x) { return f.truth(a, x); }, b, 0.1));
      const double size = 10 * std::fabs(y.value) + std::fabs(by_a) + std::fabs(by_b);
      EXPECT_NEAR(y.tangent[0], by_a, slope_error * size) << f.name << ' ' << a << ' ' << b;
      EXPECT_NEAR(y.tangent[2], by_b, slope_error * size) << f.name << ' ' << a << ' ' << b;
      EXPECT_EQ(y.tangent[1], 0);
      EXPECT_EQ(y.tangent[3], 0);
    }
  }
}

TEST(DualTest, ProductsAndQuotientsFollowLeibnizExactlyOnSmallIntegers) {
  const Dual4 x = Dual4::variable(8, 0), y = Dual4::variable(-2, 1);
  const Dual4 f = x * x * y - 3 * x / y + (y - 1) / 4 + 5 / y;
  EXPECT_EQ(f.value, 64 * -2 + 12 - 0.75 - 2.5);
  EXPECT_EQ(f.tangent[0], 2 * 8 * -2 + 1.5);                   // 2 x y − 3/y
  EXPECT_EQ(f.tangent[1], 64 + 3 * 8 / 4.0 + 0.25 - 5 / 4.0);  // x² + 3 x/y² + ¼ − 5/y²
  Dual4 g = x;
  g += y, g -= 2.0, g *= x, g /= 4.0, g *= 2.0, g /= y, g += 1.0, g -= y;
  EXPECT_EQ(g.value, (8 - 2 - 2.0) * 8 / 4 * 2 / -2 + 1 + 2);
  EXPECT_EQ(g.tangent[0], (2 * 8 - 2 - 2.0) / 2 / -2);
}

TEST(DualTest, PowersWithConstantExponentAreSmoothAtZeroAndBelow) {
  const Dual4 zero = Dual4::variable(0, 0), below = Dual4::variable(-2, 0);
  EXPECT_EQ(fn::pow(zero, Dual4(2.0)).tangent[0], 0);
  EXPECT_EQ(fn::pow(zero, Dual4(1.0)).tangent[0], 1);
  EXPECT_EQ(fn::pow(zero, Dual4(0.0)).tangent[0], 0);
  EXPECT_EQ(fn::pow(zero, Dual4(1.5)).tangent[0], 0);
  EXPECT_EQ(fn::pow(zero, Dual4(0.5)).tangent[0], inf);
  EXPECT_EQ(fn::pow(below, Dual4(3.0)).tangent[0], 12);
  EXPECT_EQ(fn::pow(below, Dual4(-1.0)).tangent[0], -0.25);
  EXPECT_EQ(fn::pow(Dual4(0.0), Dual4::variable(3, 1)).tangent[1], 0);
}

TEST(DualTest, WhatStandsStillHasNoDerivativeEvenWhereTheSlopeIsInfinite) {
  Dual4 at_zero = Dual4::variable(0, 0), at_one = Dual4::variable(1, 0);
  EXPECT_EQ(fn::sqrt(at_zero).tangent[0], inf);
  EXPECT_EQ(fn::sqrt(at_zero).tangent[1], 0);
  EXPECT_EQ(fn::log(at_zero).tangent[1], 0);
  EXPECT_EQ(fn::asin(at_one).tangent[0], inf);
  EXPECT_EQ(fn::asin(at_one).tangent[1], 0);
  EXPECT_EQ(fn::acos(at_one).tangent[1], 0);
  EXPECT_EQ(fn::hypot(Dual4(0.0), Dual4(0.0)).tangent[0], 0);
  EXPECT_EQ(fn::atan2(Dual4(0.0), Dual4(0.0)).tangent[0], 0);
}

TEST(DualTest, ChoicesFollowTheValue) {
  const Dual4 x = Dual4::variable(-3, 0), y = Dual4::variable(2, 1);
  EXPECT_EQ(abs(x).tangent[0], -1);
  EXPECT_EQ(abs(y).tangent[1], 1);
  EXPECT_EQ(min(x, y).tangent[0], 1);
  EXPECT_EQ(max(x, y).tangent[1], 1);
  EXPECT_EQ(select(x < y, x, y).tangent[0], 1);
  EXPECT_EQ(select(x > y, x, 7.0).tangent[0], 0);
  EXPECT_EQ(copysign(y, x).tangent[1], -1);
  EXPECT_EQ(fn::floor(x).tangent[0], 0);
}

TEST(DualTest, EigenMatricesOfDualNumbersDifferentiateTheirProducts) {
  Eigen::Matrix<Dual4, 3, 1> a, b;
  for (int i = 0; i < 3; ++i) a[i] = Dual4::variable(i + 1, i), b[i] = 2.0 * i - 1;
  Eigen::Matrix3d m;
  m << 1, 2, 3, 4, 5, 6, 7, 8, 10;
  // d(a × b)/da = −[b]ₓ and d(aᵀ m a)/da = (m + mᵀ) a.
  const Eigen::Matrix<Dual4, 3, 1> c = a.cross(b);
  EXPECT_EQ(c[0].tangent[1], b[2].value);
  EXPECT_EQ(c[0].tangent[2], -b[1].value);
  const Dual4 q = a.dot(m * a);
  const Eigen::Vector3d gradient = (m + m.transpose()) * Eigen::Vector3d(1, 2, 3);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(q.tangent[i], gradient[i]);
  EXPECT_EQ((2.0 * a - a / 2.0)[1].tangent[1], 1.5);
}

}  // namespace
}  // namespace polhode::elementary_samples
