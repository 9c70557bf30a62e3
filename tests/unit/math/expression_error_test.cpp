#include <gtest/gtest.h>

#include <polhode/math/expression.hpp>

namespace polhode {
namespace {

const std::vector<std::string> names{"x", "t", "omega", "handle.angular_velocity_body.y", "theta'"};

std::vector<Diagnostic> findings(std::string_view text) {
  auto made = Expression::compile(text, names);
  EXPECT_FALSE(made.ok()) << text;
  return made.diagnostics().all();
}

struct Case {
  std::string text;
  int column;
  std::string message;
  std::string hint;
};

/// Exactly one finding, with this place and these words.
void expect_refused(std::span<const Case> cases) {
  for (const Case& c : cases) {
    const auto list = findings(c.text);
    ASSERT_EQ(list.size(), 1u) << c.text;
    EXPECT_EQ(list[0].where, (Position{"", 1, c.column})) << c.text;
    EXPECT_EQ(list[0].message, c.message) << c.text;
    EXPECT_EQ(list[0].hint, c.hint) << c.text;
    EXPECT_EQ(list[0].severity, Severity::error);
  }
}

TEST(ExpressionError, UnknownNamesGetTheNearestKnownOne) {
  expect_refused(std::to_array<Case>({
      {"2*omga", 3, "nothing is called 'omga' here", "did you mean 'omega'?"},
      {"1 + Omega", 5, "nothing is called 'Omega' here", "did you mean 'omega'?"},
      {"handle.angular_velocity_bodi.y", 1, "nothing is called 'handle.angular_velocity_bodi.y' here",
       "did you mean 'handle.angular_velocity_body.y'?"},
      {"x*theta", 3, "nothing is called 'theta' here", "did you mean 'theta''?"},
      {"PI", 1, "nothing is called 'PI' here", "did you mean 'pi'?"},
      {"mm", 1, "nothing is called 'mm' here", "a unit stands only directly after a number: 1 mm"},
      {"q", 1, "nothing is called 'q' here",
       "known here: x, t, omega, handle.angular_velocity_body.y, theta'; constants: pi, e"},
      {"sin + 1", 1, "'sin' is a function and needs its arguments", "write sin(x)"},
  }));
  const auto made = Expression::compile("q", {});
  EXPECT_EQ(made.diagnostics()[0].hint, "no inputs are known here; constants: pi, e");
}

TEST(ExpressionError, UnknownFunctionsGetTheNearestKnownOne) {
  expect_refused(std::to_array<Case>({
      {"1 + sinn(x)", 5, "no function is called 'sinn'", "did you mean 'sin'?"},
      {"ln(x)", 1, "no function is called 'ln'", "did you mean 'log'?"},
      {"arctan(x)", 1, "no function is called 'arctan'", "did you mean 'atan'?"},
      {"SQRT(x)", 1, "no function is called 'SQRT'", "did you mean 'sqrt'?"},
      {"frobnicate(x)", 1, "no function is called 'frobnicate'",
       "known functions: sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh, exp, log, log10, sqrt, cbrt, abs, "
       "sign, floor, ceil, mod, pow, if, min, max, hypot, piecewise, dot, cross, norm, sum"},
  }));
}

TEST(ExpressionError, WrongNumbersOfArgumentsSayWhatIsTaken) {
  expect_refused(std::to_array<Case>({
      {"atan2(x)", 1, "atan2 takes 2 arguments (y, x), not 1", ""},
      {"2*sin()", 3, "sin takes 1 argument (x), not 0", ""},
      {"sin(x, t)", 1, "sin takes 1 argument (x), not 2", ""},
      {"max(x)", 1, "max takes 2 or more arguments (a, b, …), not 1", ""},
      {"if(x, 1)", 1, "if takes 3 arguments (condition, then, otherwise), not 2", ""},
      {"piecewise(x, 1, t, 2)", 1,
       "piecewise takes an odd number of arguments from 3 on (condition, value, …, otherwise), not 4", ""},
      {"piecewise(x)", 1,
       "piecewise takes an odd number of arguments from 3 on (condition, value, …, otherwise), not 1", ""},
  }));
}

TEST(ExpressionError, MissingValuesAreNamedByTheirNeighbours) {
  expect_refused(std::to_array<Case>({
      {"2 +", 4, "a value is missing after '+'", ""},
      {"*x", 1, "a value is missing before '*'", ""},
      {"2 + * x", 5, "a value is missing between '+' and '*'", ""},
      {"2*(x +)", 7, "a value is missing between '+' and ')'", ""},
      {"min(x,,t)", 7, "a value is missing between ',' and ','", ""},
      {"min(x,)", 7, "a value is missing between ',' and ')'", ""},
      {"min(,x)", 5, "a value is missing between '(' and ','", ""},
      {"not", 4, "a value is missing after 'not'", ""},
      {"x and", 6, "a value is missing after 'and'", ""},
      {"-", 2, "a value is missing after '-'", ""},
      {"x + ()", 5, "these brackets hold nothing", "write a value between them, or remove them"},
      {"", 1, "the formula is empty", "write a number or a formula such as 2*sin(3*t)"},
      {" \t ", 1, "the formula is empty", "write a number or a formula such as 2*sin(3*t)"},
  }));
}

TEST(ExpressionError, BracketsThatDoNotMatchSayWhere) {
  expect_refused(std::to_array<Case>({
      {"2*(x + 1", 9, "a ')' is missing: the bracket opened at column 3 stays open",
       "add ')' where the bracket should end"},
      {"sin(x", 6, "a ')' is missing: the bracket opened at column 4 stays open",
       "add ')' where the bracket should end"},
      {"((x)", 5, "a ')' is missing: the bracket opened at column 1 stays open",
       "add ')' where the bracket should end"},
      {"x + 1)", 6, "this ')' closes nothing", "remove it, or open a bracket before it"},
      {"(x, t)", 3, "a ',' stands only between the arguments of a function", "a vector is written [x, y]"},
      {"1,5*x", 2, "a ',' stands only between the arguments of a function",
       "write a decimal fraction with a point: 1.5"},
  }));
}

TEST(ExpressionError, MissingOperatorsSayHowAProductIsWritten) {
  expect_refused(std::to_array<Case>({
      {"2 x", 3, "an operator is missing between '2' and 'x'", "for a product write 2*x"},
      {"2(x + 1)", 2, "an operator is missing between '2' and '('", "for a product write 2*("},
      {"2 sin(x)", 3, "an operator is missing between '2' and 'sin'", "for a product write 2*sin(…)"},
      {"(x)(t)", 4, "an operator is missing between ')' and '('", "for a product write )*("},
      {"x t", 3, "an operator is missing between 'x' and 't'", "for a product write x*t"},
      {"x (1 + t)", 3, "an operator is missing between 'x' and '('", "for a product write x*("},
      {"2 3", 3, "an operator is missing between '2' and '3'", "for a product write 2*3"},
      {"1.2.3", 4, "an operator is missing between '1.2' and '.3'", "for a product write 1.2*.3"},
      {"2e", 2, "an operator is missing between '2' and 'e'", "for a product write 2*e"},
      {"3 mm x", 6, "an operator is missing between '3 mm' and 'x'", "for a product write 3 mm*x"},
      {"2 min(x, t)", 3, "an operator is missing between '2' and 'min'", "for a product write 2*min(…)"},
      {"x not t", 3, "an operator is missing before 'not'", "write and not, or or not"},
      {"(x not t)", 4, "an operator is missing before 'not'", "write and not, or or not"},
  }));
}

TEST(ExpressionError, UnitsAreCheckedWhereTheyStand) {
  const std::string power = "the power of a unit must be a whole number from -6 to 6, and not 0";
  const std::string raise = "put a quantity into brackets to raise it to a power: (2 m)^x";
  expect_refused(std::to_array<Case>({
      {"5 rmp", 3, "no unit is called 'rmp'", "did you mean 'rpm'?"},
      {"30 Deg", 4, "no unit is called 'Deg'", "did you mean 'deg'?"},
      {"3 m/ss", 5, "no unit is called 'ss'", "did you mean 's'?"},
      {"2 omga", 3, "no unit is called 'omga'", "did you mean a product with 'omega'?"},
      {"2 blub", 3, "no unit is called 'blub'",
       "known units: m, mm, kg, g, s, rad, deg, rpm, N, J …; a product needs *"},
      {"2 t", 3, "'t' is both an input and a unit here", "write 2*t for the input, or 2000 for the quantity"},
      {"2 t^2", 3, "'t' is both an input and a unit here", "write 2*t for the input, or 2e+06 for the quantity"},
      {"2 m^x", 4, power, raise},
      {"2 m^2.5", 4, power, raise},
      {"2 m^0", 4, power, raise},
      {"2 m^7", 4, power, raise},
      {"2 m^2^2", 6, "a unit has one power", "put a quantity into brackets to raise it to a power: (2 m^2)^3"},
      {"(1 + x) mm", 9, "a unit stands only directly after a number", "write *1 mm"},
      {"x mm", 3, "a unit stands only directly after a number", "write *1 mm"},
      {"1e308 km", 1, "this quantity is beyond the range of a double", ""},
  }));
}

TEST(ExpressionError, SignsOfOtherLanguagesAreTranslated) {
  expect_refused(std::to_array<Case>({
      {"x = 2", 3, "'=' is not an operator here", "did you mean '=='?"},
      {"x**2", 2, "'**' is not an operator here", "write ^ for a power"},
      {"x && t", 3, "'&&' is not an operator here", "write and"},
      {"x || t", 3, "'||' is not an operator here", "write or"},
      {"!x", 1, "'!' is not an operator here", "write not"},
      {"x <> t", 3, "'<>' is not an operator here", "write !="},
      {"x % 2", 3, "'%' is not an operator here", "write mod(x, period), or a number such as 0.05 for 5 %"},
      {"[x]", 1, "a vector has two parts or more", "write brackets as ( )"},
      {"x > 0 ? 1 : 2", 7, "a formula cannot hold '?'", "write if(condition, then, otherwise)"},
      {"x\u00b2", 2, "a formula cannot hold the character U+00B2", "write ^2"},
      {"30\u00b0", 3, "a formula cannot hold the character U+00B0", "write deg after the number"},
      {"0 < x < 1", 7, "comparisons do not chain", "write a < b and b < c"},
      {"1 + not x", 5, "'not' needs brackets here", "write (not …)"},
  }));
}

TEST(ExpressionError, StrangeCharactersArePrintedSafely) {
  const std::string hint = "a formula is made of numbers, names, + - * / ^, brackets and comparisons";
  expect_refused(std::to_array<Case>({
      {"2 $ x", 3, "a formula cannot hold '$'", hint},
      {"x + \u03b8", 5, "a formula cannot hold the character U+03B8", hint},
      {"\U0001f600", 1, "a formula cannot hold the character U+01F600", hint},
      {"x\xff", 2, "a formula cannot hold the byte 0xFF", hint},
      {"x\xc3", 2, "a formula cannot hold the byte 0xC3", hint},
      {"x\xc0\x80", 2, "a formula cannot hold the byte 0xC0", hint},
      {"x\xed\xa0\x80", 2, "a formula cannot hold the byte 0xED", hint},
      {std::string("x\0y", 3), 2, "a formula cannot hold the byte 0x00", hint},
      {"x + \x1b[31m", 5, "a formula cannot hold the byte 0x1B", hint},
  }));
}

TEST(ExpressionError, NumbersBeyondADoubleAreRefused) {
  expect_refused(std::to_array<Case>({
      {"2 + 1e999", 5, "this number is beyond the range of a double", "numbers reach from 1e-307 to 1e308"},
      {"1e-999", 1, "this number is beyond the range of a double", "numbers reach from 1e-307 to 1e308"},
  }));
}

TEST(ExpressionError, AllMistakesOfMeaningAreReportedAtOnce) {
  const auto list = findings("foo + sinn(bar) + atan2(1) = 5 rmp + 2 x + 1e999");
  ASSERT_EQ(list.size(), 8u);
  const std::array<int, 8> columns{1, 7, 12, 19, 28, 32, 40, 44};
  const std::array<const char*, 8> messages{"nothing is called 'foo' here",
                                            "no function is called 'sinn'",
                                            "nothing is called 'bar' here",
                                            "atan2 takes 2 arguments (y, x), not 1",
                                            "'=' is not an operator here",
                                            "no unit is called 'rmp'",
                                            "an operator is missing between '2' and 'x'",
                                            "this number is beyond the range of a double"};
  for (std::size_t i = 0; i < 8; ++i) {
    EXPECT_EQ(list[i].where.column, columns[i]);
    EXPECT_EQ(list[i].message, messages[i]);
  }
}

TEST(ExpressionError, LongNamesAreCut) {
  const auto list = findings(std::string(5000, 'z'));
  EXPECT_EQ(list[0].message, "nothing is called '" + std::string(60, 'z') + "…' here");
}

}  // namespace
}  // namespace polhode
