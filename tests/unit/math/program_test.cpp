// Several formulas in one program: bits, sharing, and nothing allocated.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include <polhode/math/elementary.hpp>
#include <polhode/math/formulas.hpp>

#include "unit/ode/counting_new.hpp"

namespace polhode {
namespace {

/// Outputs that use every instruction: products of sums, sums of products, signs, factors on either side.
std::vector<std::string> texts() {
  return {"x*y + z",         "x*y - z",       "z - x*y",         "x*y + z*w",      "x*y - z*w",   "x*y*z*w",
          "-(x*y)",          "3*(x*y)",       "(3*x)*y",         "3*x + y",        "y + 3*x",     "3*x - y",
          "y - 3*x",         "sin(x)*cos(x)", "cos(y)",          "sin(z)",         "x/3 + x/4",   "2/x",
          "5 - x",           "x^7 + y^-3",    "if(x < y, x, z)", "atan2(x, y)*-z", "sqrt(x*x+1)", "x*x + y*y + z*z",
          "exp(x)*exp(x)*y", "-x*-y",         "x - -y",          "-x + y"};
}

struct Fixture {
  Formulas book{{"x", "y", "z", "w"}};
  std::vector<Term> terms;
  Program together;
  Fixture() {
    for (const std::string& text : texts()) terms.push_back(*book.number(text));
    const std::size_t count = terms.size();
    for (std::size_t i = 0; i < count; ++i) terms.push_back(book.derivative(terms[i], 0));
    together = *book.compile(terms);
  }
};

bool same(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

TEST(Program, GivesEachFormulaTheBitsItHasByItself) {
  const Fixture f;
  const std::array x{0.3, -1.7, 2.9, 0.11};
  std::vector<double> all(f.terms.size());
  f.together.evaluate<double>(x, all);
  for (std::size_t i = 0; i < texts().size(); ++i) {
    const auto alone = Expression::compile(texts()[i], std::array<std::string, 4>{"x", "y", "z", "w"});
    EXPECT_TRUE(same(alone->evaluate<double>(x), all[i])) << texts()[i];
    EXPECT_TRUE(same(alone->derivative(0).evaluate<double>(x), all[i + texts().size()])) << texts()[i];
  }
}

TEST(Program, GivesTheBitsOfTheOperationsAsTyped) {
  const auto value = [](const char* text) {
    return Expression::compile(text, std::array<std::string, 4>{"x", "y", "z", "w"})
        ->evaluate<double>(std::array{0.3, -1.7, 2.9, 0.11});
  };
  const double x = 0.3, y = -1.7, z = 2.9, w = 0.11;
  EXPECT_TRUE(same(value("x*y*z*w"), x * y * z * w));
  EXPECT_TRUE(same(value("x*y + z*w"), x * y + z * w));
  EXPECT_TRUE(same(value("z - x*y"), z - x * y));
  EXPECT_TRUE(same(value("x*y - z*w"), x * y - z * w));
  EXPECT_TRUE(same(value("x*y - z"), x * y - z));
  EXPECT_TRUE(same(value("3*(x*y)"), 3 * (x * y)));
  EXPECT_TRUE(same(value("3*x*y"), 3 * x * y));
  EXPECT_TRUE(same(value("y - 3*x"), y - 3 * x));
  EXPECT_TRUE(same(value("3*x - y"), 3 * x - y));
  EXPECT_TRUE(same(value("x/3 + x/4"), x / 3 + x / 4));
  EXPECT_TRUE(same(value("sin(x)*cos(x)"), fn::sin(x) * fn::cos(x)));
}

TEST(Program, KeepsWhatIeee754MakesOfZeros) {
  const auto value = [](const char* text, double x) {
    return Expression::compile(text, std::array<std::string, 1>{"x"})->evaluate<double>(std::array{x});
  };
  const double infinite = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(std::signbit(value("x + 0", -0.0)));
  EXPECT_FALSE(std::signbit(value("0 - x", 0.0)));
  EXPECT_TRUE(std::signbit(value("x - 0", -0.0)));
  EXPECT_TRUE(std::signbit(value("-x", 0.0)));
  EXPECT_TRUE(std::signbit(value("-1*x", 0.0)));
  EXPECT_FALSE(std::signbit(value("-(x - x)*-1", 3.0)));
  EXPECT_TRUE(std::isnan(value("0*x", infinite)));
  EXPECT_TRUE(std::isnan(value("x - x", infinite)));
  EXPECT_TRUE(std::isnan(value("x/x", 0.0)));
  EXPECT_EQ(value("x/8", 5e-324 * 12), 5e-324 * 2);  // 1.5 rounds to even
  // Derivatives have no such zeros: 0*x is flat.
  EXPECT_TRUE(Expression::compile("0*x^2 + 3", std::array<std::string, 1>{"x"})->derivative(0).is_constant());
}

TEST(Program, HasEqualBitsInEveryLaneAndAsTheValueOfDualNumbers) {
  const Fixture f;
  std::array<Pack4, 4> packs;
  std::vector<double> one(f.terms.size());
  std::vector<Pack4> four(f.terms.size());
  std::vector<Dual4> duals(f.terms.size());
  for (int lane = 0; lane < 4; ++lane)
    for (int i = 0; i < 4; ++i) packs[i].set(lane, 0.4 + 0.3 * i - 0.7 * lane * (i - 1.5));
  f.together.evaluate<Pack4>(packs, four);
  for (int lane = 0; lane < 4; ++lane) {
    std::array<double, 4> x;
    std::array<Dual4, 4> d;
    for (int i = 0; i < 4; ++i) d[i] = Dual4::variable(x[i] = packs[i][lane], i);
    f.together.evaluate<double>(x, one);
    f.together.evaluate<Dual4>(d, duals);
    for (std::size_t i = 0; i < one.size(); ++i) {
      const bool nan = one[i] != one[i];
      EXPECT_TRUE(nan ? four[i][lane] != four[i][lane] : same(one[i], four[i][lane])) << i;
      EXPECT_TRUE(nan ? duals[i].value != duals[i].value : same(one[i], duals[i].value)) << i;
    }
    // The slopes of the values are the values of the slopes, to a few roundings of terms of their size.
    const std::size_t half = texts().size();
    for (std::size_t i = 0; i < half; ++i) {
      const double slope = one[i + half];
      if (slope == slope) {
        EXPECT_NEAR(duals[i].tangent[0], slope, 2e-14 * (1 + std::abs(slope))) << texts()[i];
      }
    }
  }
}

TEST(Program, ComputesOnceWhatFormulasShare) {
  Formulas book({"a", "b"});
  const Term f = *book.number("sin(a - b)*exp(a*b)");
  const Program alone = *book.compile({f});
  const Program with_slopes = *book.compile({f, book.derivative(f, 0), book.derivative(f, 1)});
  // a − b, sin, a·b, exp, product; then no more than products of these.
  EXPECT_EQ(alone.instructions(), 5u);
  EXPECT_LE(with_slopes.instructions(), 10u);
  EXPECT_EQ(with_slopes.inputs(), 2u);
  EXPECT_TRUE(with_slopes.reads(1));
  EXPECT_FALSE(with_slopes.reads(2));
}

TEST(Program, ReadsAStateBehindTheTime) {
  Formulas book({"t", "x", "x'"});
  const Program program = *book.compile({*book.number("t*x + x'")});
  double result = 0;
  program.evaluate_at<double>(3, std::array{5.0, 7.0}, {&result, 1});
  EXPECT_EQ(result, 22);
}

TEST(Program, AllocatesNothing) {
  const Fixture f;
  std::array<double, 4> x{0.3, -1.7, 2.9, 0.11};
  std::array<Pack4, 4> p{1.0, 2.0, 3.0, 4.0};
  std::array<Dual4, 4> d{1.0, 2.0, 3.0, 4.0};
  std::vector<double> y(f.terms.size());
  std::vector<Pack4> yp(f.terms.size());
  std::vector<Dual4> yd(f.terms.size());
  const long before = allocations();
  f.together.evaluate<double>(x, y);
  f.together.evaluate<Pack4>(p, yp);
  f.together.evaluate<Dual4>(d, yd);
  f.together.evaluate_at<double>(0, x, y);
  EXPECT_EQ(allocations(), before);
}

}  // namespace
}  // namespace polhode
