#include <gtest/gtest.h>

#include <cmath>

#include <polhode/math/expression.hpp>

namespace polhode {
namespace {

const std::vector<std::string> names{"x", "y"};

/// Value and ∂/∂x, ∂/∂y at (x, y).
Dual4 at(std::string_view text, double x, double y = 0.5) {
  const auto made = Expression::compile(text, names);
  EXPECT_TRUE(made.ok()) << text << "\n" << format(made.diagnostics());
  if (!made.ok()) return {};
  const std::array inputs{Dual4::variable(x, 0), Dual4::variable(y, 1)};
  return made->evaluate<Dual4>(inputs);
}

struct Case {
  const char* text;
  double x, dx, dy;
};

TEST(ExpressionDerivative, MatchesTheClosedForm) {
  // y = 0.5. Closed forms of the slopes, evaluated by the C library; a slope takes a few operations of at most 2 ulp.
  const double x = 0.7, y = 0.5;
  const auto cases = std::to_array<Case>({
      {"x + y", x, 1, 1},
      {"x - y", x, 1, -1},
      {"3 - x", x, -1, 0},
      {"x*y", x, y, x},
      {"x/y", x, 1 / y, -x / (y * y)},
      {"2/x", x, -2 / (x * x), 0},
      {"x/4", x, 0.25, 0},
      {"-x", x, -1, 0},
      {"sin(x)", x, std::cos(x), 0},
      {"cos(2*x)", x, -2 * std::sin(2 * x), 0},
      {"tan(x)", x, 1 / (std::cos(x) * std::cos(x)), 0},
      {"asin(x)", x, 1 / std::sqrt(1 - x * x), 0},
      {"acos(x)", x, -1 / std::sqrt(1 - x * x), 0},
      {"atan(x)", x, 1 / (1 + x * x), 0},
      {"atan2(y, x)", x, -y / (x * x + y * y), x / (x * x + y * y)},
      {"sinh(x)", x, std::cosh(x), 0},
      {"cosh(x)", x, std::sinh(x), 0},
      {"tanh(x)", x, 1 / (std::cosh(x) * std::cosh(x)), 0},
      {"exp(x*y)", x, y * std::exp(x * y), x * std::exp(x * y)},
      {"log(x)", x, 1 / x, 0},
      {"log10(x)", x, 1 / (x * std::log(10.0)), 0},
      {"sqrt(x)", x, 0.5 / std::sqrt(x), 0},
      {"x^0.5", x, 0.5 / std::sqrt(x), 0},
      {"cbrt(x)", x, std::cbrt(x) / (3 * x), 0},
      {"hypot(x, y)", x, x / std::hypot(x, y), y / std::hypot(x, y)},
      {"x^3", x, 3 * x * x, 0},
      {"x^-2", x, -2 / (x * x * x), 0},
      {"x^7", x, 7 * std::pow(x, 6), 0},
      {"x^2.5", x, 2.5 * std::pow(x, 1.5), 0},
      {"x^y", x, y * std::pow(x, y - 1), std::pow(x, y) * std::log(x)},
      {"2^x", x, std::pow(2.0, x) * std::log(2.0), 0},
      {"mod(x + 5, y)", x, 1, -11},  // 5.7 = 11·0.5 + 0.2
      {"0.5*x^2*y - cos(y)", x, x * y, 0.5 * x * x + std::sin(y)},
  });
  for (const Case& c : cases) {
    const Dual4 got = at(c.text, c.x, y);
    const double tolerance = 16 * 2.2e-16;
    EXPECT_NEAR(got.tangent[0], c.dx, tolerance * std::abs(c.dx)) << c.text;
    EXPECT_NEAR(got.tangent[1], c.dy, tolerance * std::abs(c.dy)) << c.text;
    EXPECT_EQ(got.tangent[2], 0) << c.text;
  }
}

void expect_slope(const char* text, double x, double value, double slope) {
  const Dual4 got = at(text, x);
  EXPECT_EQ(got.value, value) << text << " at " << x;
  EXPECT_EQ(got.tangent[0], slope) << text << " at " << x;
  EXPECT_EQ(got.tangent[1], 0) << text << " at " << x;
}

TEST(ExpressionDerivative, PowersHaveFiniteSlopesAtZero) {
  expect_slope("x^2", 0, 0, 0);
  expect_slope("x^3", 0, 0, 0);
  expect_slope("x^2", -3, 9, -6);
  expect_slope("x^3", -2, -8, 12);
  expect_slope("x^1", 0, 0, 1);
  expect_slope("x^0", 0, 1, 0);
  expect_slope("x^1.5", 0, 0, 0);
  expect_slope("pow(x, 2)", 0, 0, 0);
  expect_slope("sqrt(0*x + 4)", 0, 2, 0);
}

TEST(ExpressionDerivative, CornersHaveAOneSidedSlope) {
  expect_slope("abs(x)", 2, 2, 1);
  expect_slope("abs(x)", -2, 2, -1);
  expect_slope("abs(x)", 0.0, 0, 1);
  expect_slope("sign(x)", 2, 1, 0);
  expect_slope("sign(x)", 0, 0, 0);
  expect_slope("floor(x)", 2.5, 2, 0);
  expect_slope("ceil(x)", 2.5, 3, 0);
  expect_slope("min(x, 3)", 2, 2, 1);
  expect_slope("min(x, 3)", 4, 3, 0);
  expect_slope("max(x, 3)", 4, 4, 1);
  expect_slope("min(x, 3)", 3, 3, 1);  // the first where they are equal
  expect_slope("max(3, x)", 3, 3, 0);
  expect_slope("x < 3", 2, 1, 0);
  expect_slope("not x and x", 2, 0, 0);
}

TEST(ExpressionDerivative, BranchesNotTakenLeaveNothingBehind) {
  expect_slope("if(x > 0, sqrt(x), 0)", 0, 0, 0);
  expect_slope("if(x > 0, sqrt(x), 0)", -1, 0, 0);
  expect_slope("if(x > 0, sqrt(x), 0)", 4, 2, 0.25);
  expect_slope("piecewise(x < 0, log(x), x == 0, 1, x/x*sin(x)/x)", 0, 1, 0);
  expect_slope("piecewise(x < 1, x^2, x < 2, 2*x, 7)", 0.5, 0.25, 1);
  expect_slope("piecewise(x < 1, x^2, x < 2, 2*x, 7)", 1, 2, 2);
  expect_slope("piecewise(x < 1, x^2, x < 2, 2*x, 7)", 2, 7, 0);
}

}  // namespace
}  // namespace polhode
