#include <gtest/gtest.h>

#include <polhode/math/expression.hpp>

namespace polhode {
namespace {

const std::vector<std::string> names{"x"};

std::string repeated(std::string_view piece, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += piece;
  return text;
}

Diagnostic refused(std::string_view text, const ExpressionLimits& limits = {}) {
  const auto made = Expression::compile(text, names, limits);
  EXPECT_FALSE(made.ok());
  EXPECT_EQ(made.diagnostics().size(), 1u);
  return made.ok() ? Diagnostic{} : made.diagnostics()[0];
}

TEST(ExpressionLimits, NestingBeyondTheDepthIsRefusedWhereItPasses) {
  const std::string message = "brackets, calls, signs and powers nest deeper than 100";
  for (std::string_view piece : {"(", "sin(", "-", "not ", "x^", "min(x,"}) {
    const Diagnostic finding = refused(repeated(piece, 5000) + "x");
    EXPECT_EQ(finding.message, message) << piece;
    EXPECT_GT(finding.where.column, static_cast<int>(100 * piece.size())) << piece;
    EXPECT_LE(finding.where.column, static_cast<int>(101 * piece.size() + 1)) << piece;
  }
  EXPECT_TRUE(Expression::compile(repeated("(", 100) + "x" + repeated(")", 100), names).ok());
}

TEST(ExpressionLimits, NoCallerCanAskForMoreDepthThanTheStackHolds) {
  // One level of brackets around every level of precedence: the deepest recursion for each bracket.
  const ExpressionLimits limits{.depth = 1'000'000, .operations = 1'000'000, .characters = 10'000'000};
  const Diagnostic finding = refused(repeated("x or x and x<x+x*x^(", 200'000), limits);
  EXPECT_EQ(finding.message, "brackets, calls, signs and powers nest deeper than 500");
}

TEST(ExpressionLimits, TooManyOperationsAreRefused) {
  const std::string chain = "x" + repeated("+x", 10'000);
  const auto longest = Expression::compile(chain, names);
  ASSERT_TRUE(longest.ok());
  EXPECT_EQ(longest->evaluate<double>(std::array{0.5}), 5000.5);
  const Diagnostic finding = refused(chain + "+x");
  EXPECT_EQ(finding.message, "the formula has more than 10000 operations");
  EXPECT_EQ(finding.where.column, 20004);
}

TEST(ExpressionLimits, TooManyCharactersAreRefused) {
  const Diagnostic finding = refused("x + x", {.characters = 4});
  EXPECT_EQ(finding.message, "the formula has 5 characters, more than the 4 allowed");
  EXPECT_TRUE(Expression::compile("x + x", names, {.characters = 5}).ok());
}

TEST(ExpressionLimits, FindingsEndAfterTwenty) {
  for (std::string_view piece : {"q+", "=x", "2 q+", "sin()+"}) {
    const auto made = Expression::compile("x" + repeated(piece, 9000), names);
    ASSERT_FALSE(made.ok());
    EXPECT_GE(made.diagnostics().size(), 1u) << piece;
    EXPECT_LE(made.diagnostics().size(), 21u) << piece;
  }
}

TEST(ExpressionLimits, LongChainsAndWideCallsFitTheRegisters) {
  // 1 − (1 − (1 − …)) by brackets is limited by depth; these grow in breadth.
  std::string wide = "max(x";
  std::string pieces = "piecewise(";
  std::string polynomial = "0";
  for (int i = 0; i < 2000; ++i) {
    wide += ", x*" + std::to_string(i);
    pieces += "x < " + std::to_string(i) + ", sin(x*" + std::to_string(i) + "), ";
    polynomial += " + (x + " + std::to_string(i) + ")*(x - " + std::to_string(i) + ")";
  }
  wide += ")";
  pieces += "-1)";
  const auto evaluated = [](const std::string& text) {
    const auto made = Expression::compile(text, names);
    EXPECT_TRUE(made.ok()) << format(made.diagnostics());
    return made->evaluate<double>(std::array{3.0});
  };
  EXPECT_EQ(evaluated(wide), 3 * 1999);
  EXPECT_DOUBLE_EQ(evaluated(pieces), -0.53657291800043497);  // x < 4: sin(12)
  EXPECT_EQ(evaluated(polynomial), 2000 * 9 - 1999.0 * 2000 * 3999 / 6);
}

TEST(ExpressionLimits, SharedValuesGiveWayWhenRegistersRunOut) {
  // Every product of the first half comes back in the second: keeping all 200 would take 200 registers.
  std::string text = "0";
  double expected = 0;
  for (int half = 0; half < 2; ++half)
    for (int i = 0; i < 200; ++i) {
      text += " + (x + " + std::to_string(i) + ")*(x + " + std::to_string(2 * i + 1) + ")";
      expected += (3.0 + i) * (3.0 + 2 * i + 1);
    }
  const auto made = Expression::compile(text, names);
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(made->evaluate<double>(std::array{3.0}), expected);
}

}  // namespace
}  // namespace polhode
