// Derivatives of formulas, against dual numbers.
#include <gtest/gtest.h>

#include <array>

#include <polhode/math/expression.hpp>

namespace polhode {
namespace {

const std::array<std::string, 3> names{"t", "x", "y"};

TEST(ExpressionSlope, EveryOperationHasTheSlopeOfDualNumbers) {
  for (const char* text : {"3",
                           "x",
                           "y",
                           "-x",
                           "x + y",
                           "x - 2*y",
                           "x*y*t",
                           "x/y",
                           "2/x",
                           "x/3",
                           "3 - x",
                           "x^2",
                           "x^3",
                           "x^-2",
                           "x^1.7",
                           "x^y",
                           "2^x",
                           "x^t",
                           "sin(x*y)",
                           "cos(x)",
                           "tan(x)",
                           "asin(x/3)",
                           "acos(y/3)",
                           "atan(x)",
                           "sinh(x)",
                           "cosh(x)",
                           "tanh(x)",
                           "exp(-x^2)",
                           "log(x)",
                           "log10(x*y)",
                           "sqrt(x + y)",
                           "cbrt(x)",
                           "abs(x - 5)",
                           "sign(x)*x",
                           "floor(x)*y",
                           "ceil(x) + x",
                           "atan2(x, y)",
                           "hypot(x, y)",
                           "mod(7*x, y)",
                           "min(x, y)",
                           "max(x, y)",
                           "min(x, 2*x, y)",
                           "if(x > y, x^2, y^2)",
                           "if(x < y, 1, x)",
                           "(x > y)*x",
                           "x*exp(y)*sin(x)/(1 + x^2)"}) {
    const Expression formula = *Expression::compile(text, names);
    for (const double x : {0.4, 1.3})
      for (const double y : {0.7, 1.9}) {
        const std::array<Dual4, 3> dual{Dual4::variable(0.6, 0), Dual4::variable(x, 1), Dual4::variable(y, 2)};
        const Dual4 value = formula.evaluate<Dual4>(dual);
        for (int input = 0; input < 3; ++input) {
          const double slope = formula.derivative(input).evaluate<double>(std::array{0.6, x, y});
          EXPECT_NEAR(slope, value.tangent[input], 1e-14 * (1 + std::abs(slope))) << text << " by " << input;
        }
      }
  }
}

TEST(ExpressionSlope, SecondDerivativesAreDerivativesOfDerivatives) {
  const Expression formula = *Expression::compile("sin(x)*y^3", names);
  const std::array<double, 3> at{0, 0.5, 2};
  EXPECT_NEAR(formula.derivative(1).derivative(2).evaluate<double>(at), std::cos(0.5) * 12, 1e-13);
  EXPECT_TRUE(formula.derivative(0).is_constant());
}

TEST(ExpressionSlope, OfAFlatInputIsZero) {
  EXPECT_EQ(Expression::constant(4).derivative(0).evaluate<double>({}), 0);
  EXPECT_EQ(Expression::compile("x", names)->derivative(1).evaluate<double>({}), 1);
}

}  // namespace
}  // namespace polhode
