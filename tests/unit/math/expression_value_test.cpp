#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <polhode/math/expression.hpp>

namespace polhode {
namespace {

const std::vector<std::string> names{"x", "y", "t", "theta'", "handle.angular_velocity_body.y", "arm.q2", "mass"};
constexpr std::array<double, 7> inputs{3, 4, 0.5, -2, 8, 0.25, 7};

Expression compiled(std::string_view text) {
  auto made = Expression::compile(text, names);
  EXPECT_TRUE(made.ok()) << text << "\n" << format(made.diagnostics());
  return made.ok() ? *made : Expression::constant(std::numeric_limits<double>::quiet_NaN());
}

double value(std::string_view text) { return compiled(text).evaluate<double>(inputs); }

struct Case {
  const char* text;
  double expected;
};

void expect_equal(std::span<const Case> cases) {
  for (const Case& c : cases) EXPECT_EQ(value(c.text), c.expected) << c.text;
}

// The own elementary functions are within 2 ulp, and arguments such as pi/6 are themselves half an ulp off: 4 ulp.
void expect_near(std::span<const Case> cases) {
  for (const Case& c : cases) EXPECT_DOUBLE_EQ(value(c.text), c.expected) << c.text;
}

TEST(ExpressionValue, ArithmeticIsThatOfDoubles) {
  expect_equal(std::to_array<Case>({
      {"1", 1},         {".5", 0.5},      {"1.", 1},     {"1e-3", 1e-3}, {"2.5E+2", 250}, {"0.1 + 0.2", 0.1 + 0.2},
      {"x + y", 7},     {"x - y", -1},    {"x*y", 12},   {"x/y", 0.75},  {"x^y", 81},     {"+x", 3},
      {"-x", -3},       {"--x", 3},       {"x*-y", -12}, {"x - -y", 7},  {"(x)", 3},      {"((x + 1))*2", 8},
      {" x\t+\n1 ", 4}, {"1/3", 1.0 / 3}, {"5 - x", 2},  {"12/x", 4},    {"x/2", 1.5},
  }));
  EXPECT_TRUE(std::signbit(value("-0")));
  EXPECT_EQ(value("1/0"), std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(value("0/0")));
}

TEST(ExpressionValue, PrecedenceIsThatOfMathematics) {
  expect_equal(std::to_array<Case>({
      {"1 + 2*3", 7},
      {"(1 + 2)*3", 9},
      {"10 - 4 - 3", 3},
      {"100/10/5", 2},
      {"12/2*3", 18},
      {"2^3^2", 512},
      {"(2^3)^2", 64},
      {"-x^2", -9},
      {"(-x)^2", 9},
      {"2^-1", 0.5},
      {"2^-x", 0.125},
      {"2^-x^2", 1.0 / 512},
      {"2*x^2", 18},
      {"-x*y", -12},
      {"-2^2*3", -12},
      {"1 + x < 2*y", 1},
      {"1 < 2 and 3 < 2", 0},
      {"1 or 0 and 0", 1},
      {"(1 or 0) and 0", 0},
      {"not 1 < 2", 0},
      {"not 0 and 0", 0},
      {"not not x", 1},
      {"-x < 0 and not y == 3", 1},
      {"1 + (2 < 3)", 2},
  }));
}

TEST(ExpressionValue, PowersAreProductsWhereTheyCanBe) {
  expect_equal(std::to_array<Case>({
      {"x^0", 1},
      {"x^1", 3},
      {"x^2", 9},
      {"x^3", 27},
      {"x^5", 243},
      {"x^-2", 1.0 / 9},
      {"(-x)^3", -27},
      {"pow(x, 4)", 81},
      {"y^0.5", 2},
      {"0.1^2", 0.1 * 0.1},
      {"t^64", 0x1p-64},
      {"2^10", 1024},
      {"0^0", 1},
      {"1.1^3", 1.1 * 1.1 * 1.1},
      {"1.1^5", (1.1 * 1.1) * (1.1 * 1.1) * 1.1},
  }));
  expect_near(std::to_array<Case>({{"y^1.5", 8}, {"x^65", 1.0301051460877537453973547267843e31}, {"4^-0.5", 0.5}}));
}

TEST(ExpressionValue, FunctionsMatchTheirClosedForms) {
  constexpr double root2 = 1.4142135623730951, root3 = 1.7320508075688772;
  expect_near(std::to_array<Case>({
      {"sin(pi/6)", 0.5},
      {"cos(pi/3)", 0.5},
      {"tan(pi/4)", 1},
      {"asin(0.5)", 0.5235987755982988730771},
      {"acos(0.5)", 1.0471975511965977461542},
      {"atan(1)", 0.7853981633974483096157},
      {"atan2(1, -1)", 2.3561944901923449288470},
      {"atan2(-1, -1)", -2.3561944901923449288470},
      {"sinh(log(2))", 0.75},
      {"cosh(log(2))", 1.25},
      {"tanh(log(2))", 0.6},
      {"exp(1)", 2.7182818284590452353603},
      {"exp(-x)", 0.0497870683678639429793},
      {"log(10)", 2.3025850929940456840180},
      {"log(e)", 1},
      {"sqrt(2)", root2},
      {"sqrt(x)", root3},
      {"2*sin(pi/3)", root3},
      {"log10(2)", 0.3010299956639811952137},
      {"log10(0.02)", -1.6989700043360188047863},
      {"cbrt(2)", 1.2599210498948731647672},
      {"hypot(1, 2, 2)", 3},
      {"hypot(3e200, 4e200)", 5e200},
      {"hypot(3e-200, 4e-200)", 5e-200},
      {"sin(2*t)^2 + cos(2*t)^2", 1},
  }));
  expect_equal(std::to_array<Case>({
      {"sin(0)", 0},           {"cos(0)", 1},
      {"exp(0)", 1},           {"log(1)", 0},
      {"log10(1000)", 3},      {"log10(1e-3)", -3},
      {"log10(1e22)", 22},     {"log10(1e300)", 300},
      {"log10(1e-300)", -300}, {"log10(1)", 0},
      {"cbrt(27)", 3},         {"cbrt(-8)", -2},
      {"cbrt(0)", 0},          {"cbrt(1e-300)", 1e-100},
      {"abs(-2.5)", 2.5},      {"sign(-2.5)", -1},
      {"sign(0)", 0},          {"sign(7)", 1},
      {"floor(2.7)", 2},       {"floor(-2.1)", -3},
      {"ceil(2.1)", 3},        {"ceil(-2.7)", -2},
      {"floor(5)", 5},         {"mod(7, 3)", 1},
      {"mod(-7, 3)", 2},       {"mod(7, -3)", -2},
      {"mod(5.5, 2)", 1.5},    {"mod(1e17, 3)", 1},  // 10^17 = 99…9 + 1, and a sum of nines divides by 3
      {"hypot(x, y)", 5},      {"min(x, y)", 3},
      {"max(x, y)", 4},        {"min(5, 2, 8, 3)", 2},
      {"max(5, 2, 8, 3)", 8},  {"pow(2, 3)", 8},
  }));
}

TEST(ExpressionValue, NotANumberIsNeverHidden) {
  for (const char* text : {"min(0/0, 1)", "min(1, 0/0)", "max(x, 0/0)", "max(0/0, x)", "sign(0/0)", "sqrt(-x)",
                           "log(-1)", "asin(2)", "log10(-1)", "cbrt(0/0)", "mod(1, 0)", "(-x)^0.3"})
    EXPECT_TRUE(std::isnan(value(text))) << text;
}

TEST(ExpressionValue, ComparisonsAndLogicGiveOneOrZero) {
  expect_equal(std::to_array<Case>({
      {"x < y", 1},
      {"x > y", 0},
      {"x <= 3", 1},
      {"x >= 3.5", 0},
      {"x == 3", 1},
      {"x != 3", 0},
      {"x and 0", 0},
      {"x and y", 1},
      {"0 or 0", 0},
      {"0 or -2", 1},
      {"not x", 0},
      {"not 0", 1},
      {"0/0 == 0/0", 0},
      {"0/0 < 1", 0},
      {"x \u2264 3", 1},
      {"x \u2260 3", 0},
      {"y \u2265 5", 0},
  }));
}

TEST(ExpressionValue, PiecewiseTakesTheFirstThatHolds) {
  expect_equal(std::to_array<Case>({
      {"if(x > 2, 10, 20)", 10},
      {"if(x > 3, 10, 20)", 20},
      {"piecewise(x < 1, 1, x < 4, 2, x < 10, 3, 4)", 2},
      {"piecewise(x < 1, 1, x < 2, 2, 3)", 3},
      {"piecewise(1, 5, 0/0)", 5},
      {"if(x > 5, sqrt(-x), x)", 3},
      {"if(x - 3, 1, 2)", 2},
      {"piecewise(t < 1 s, 2 N*t/1 s, 2 N)", 1},
  }));
}

TEST(ExpressionValue, NamesMayBePathsAndRates) {
  expect_equal(std::to_array<Case>({
      {"theta'", -2},
      {"theta'^2", 4},
      {"handle.angular_velocity_body.y", 8},
      {"2*arm.q2", 0.5},
      {"0.5*mass*theta'^2", 14},
  }));
}

TEST(ExpressionValue, ConstantsGiveWayToInputs) {
  EXPECT_EQ(value("pi"), 3.141592653589793);
  EXPECT_EQ(value("\u03c0"), 3.141592653589793);
  EXPECT_EQ(value("e"), 2.718281828459045);
  const std::vector<std::string> own{"e", "min"};
  const auto made = Expression::compile("e + min + min(e, min)", own);
  ASSERT_TRUE(made.ok()) << format(made.diagnostics());
  EXPECT_EQ(made->evaluate<double>(std::array{2.0, 5.0}), 9);
}

TEST(ExpressionValue, SignsOfTextProcessorsAreRead) {
  expect_equal(std::to_array<Case>({{"x \u2212 1", 2}, {"2\u00b7x", 6}, {"2\u00d7x", 6}, {"2\u22c5x", 6}}));
}

TEST(ExpressionValue, UnitsBelongToTheNumberBeforeThem) {
  constexpr double degree = 3.141592653589793 / 180;
  expect_equal(std::to_array<Case>({
      {"12 mm", 0.012},       {"12mm", 0.012},   {"200 g", 0.2},    {"2*3 mm", 0.006},
      {"9.81 m/s^2", 9.81},   {"3 m/s", 3},      {"36 km/h", 10},   {"3 rev/min", 3 * 2 * 3.141592653589793 / 60},
      {"2 min", 120},         {"2 kg m^2/s", 2}, {"3 N mm", 0.003}, {"3 N*mm", 0.003},
      {"3 N\u00b7mm", 0.003}, {"10 s^-1", 10},   {"1/2 ms", 500},   {"(2 mm)^2", 0.002 * 0.002},
      {"2 mm^2", 2 / 1e6},    {"-30 mm", -0.03}, {"10 m/4 s", 2.5}, {"1 m < 2 mm", 0},
  }));
  expect_near(std::to_array<Case>({{"30 deg", 30 * degree}, {"sin(30 deg)", 0.5}, {"10 deg/s", 10 * degree}}));
}

TEST(ExpressionValue, AfterAUnitOnlyAnotherUnitContinuesIt) {
  expect_equal(std::to_array<Case>({
      {"2 m*x", 6},
      {"2 m * x", 6},
      {"5 N*t", 2.5},  // the time t, not the tonne
      {"5 N/t", 10},
      {"2 mm*pi", 0.002 * 3.141592653589793},
      {"6 rad/min(x, y)", 2},
      {"9.81 m/s^2*x", 9.81 * 3},
      {"3 kg/mm*y", 12000},
  }));
  EXPECT_EQ(value("5 N*sin(t)"), 5 * value("sin(t)"));
}

TEST(ExpressionValue, AnInputNamedLikeAUnitIsTheUnitOnlyBesideAnother) {
  const std::vector<std::string> own{"m"};
  const auto with_m = [&](const char* text) {
    const auto made = Expression::compile(text, own);
    EXPECT_TRUE(made.ok()) << text << "\n" << format(made.diagnostics());
    return made.ok() ? made->evaluate<double>(std::array{7.0}) : 0;
  };
  EXPECT_EQ(with_m("5 N*m"), 35);
  EXPECT_EQ(with_m("6 mm/m"), 0.006 / 7);
  EXPECT_EQ(with_m("m*9.81 m/s^2"), 7 * 9.81);  // s is a unit alone, so this m is the metre
  EXPECT_FALSE(Expression::compile("2 m", own).ok());
  EXPECT_FALSE(Expression::compile("2 N m", own).ok());
}

TEST(ExpressionValue, OnlyInputsThatMatterAreUsed) {
  const Expression formula = compiled("x + if(1, t, y) + mass^0");
  EXPECT_TRUE(formula.uses(0));
  EXPECT_FALSE(formula.uses(1));
  EXPECT_TRUE(formula.uses(2));
  EXPECT_FALSE(formula.uses(6));
  EXPECT_FALSE(formula.is_constant());
  EXPECT_EQ(formula.text(), "x + if(1, t, y) + mass^0");
  EXPECT_TRUE(compiled("2*sin(30 deg)^2").is_constant());
  EXPECT_EQ(compiled("1 + 2").evaluate<double>({}), 3);
  EXPECT_EQ(Expression::constant(2.5).evaluate<double>({}), 2.5);
  EXPECT_EQ(Expression::constant(2.5).text(), "2.5");
}

TEST(ExpressionValue, TooFewInputsAreTheCallersMistake) {
  EXPECT_THROW(compiled("t").evaluate<double>(std::array{1.0, 2.0}), UsageError);
}

}  // namespace
}  // namespace polhode
