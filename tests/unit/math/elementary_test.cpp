// Special values of the elementary functions, and their bits.

#include <gtest/gtest.h>

#include <limits>
#include <map>

#include <polhode/base/hash.hpp>

#include "unit/math/elementary_samples.hpp"

namespace polhode::elementary_samples {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double largest = std::numeric_limits<double>::max();
constexpr double smallest = std::numeric_limits<double>::denorm_min();
constexpr double pi = 3.141592653589793238462643383279503;

/// Equal to the bit, so that −0 is not 0; any nan is a nan.
testing::AssertionResult same(double got, double want) {
  const bool equal =
      std::isnan(want) ? std::isnan(got) : std::bit_cast<std::uint64_t>(got) == std::bit_cast<std::uint64_t>(want);
  if (equal) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "got " << testing::PrintToString(got) << ", want "
                                     << testing::PrintToString(want);
}

TEST(ElementaryTest, SineAndCosineAtTheEdgesOfTheirDomain) {
  EXPECT_TRUE(same(fn::sin(0.0), 0.0));
  EXPECT_TRUE(same(fn::sin(-0.0), -0.0));
  EXPECT_TRUE(same(fn::tan(-0.0), -0.0));
  EXPECT_TRUE(same(fn::cos(0.0), 1.0));
  EXPECT_TRUE(same(fn::cos(-0.0), 1.0));
  EXPECT_TRUE(same(fn::sin(smallest), smallest));
  EXPECT_TRUE(same(fn::tan(-smallest), -smallest));
  for (double x : {inf, -inf, nan}) {
    EXPECT_TRUE(same(fn::sin(x), nan));
    EXPECT_TRUE(same(fn::cos(x), nan));
    EXPECT_TRUE(same(fn::tan(x), nan));
  }
}

TEST(ElementaryTest, ArcFunctionsReachTheirEndsExactly) {
  EXPECT_TRUE(same(fn::asin(1.0), pi / 2));
  EXPECT_TRUE(same(fn::asin(-1.0), -pi / 2));
  EXPECT_TRUE(same(fn::asin(-0.0), -0.0));
  EXPECT_TRUE(same(fn::acos(1.0), 0.0));
  EXPECT_TRUE(same(fn::acos(-1.0), pi));
  EXPECT_TRUE(same(fn::acos(0.0), pi / 2));
  EXPECT_TRUE(same(fn::atan(inf), pi / 2));
  EXPECT_TRUE(same(fn::atan(-inf), -pi / 2));
  EXPECT_TRUE(same(fn::atan(1.0), pi / 4));
  EXPECT_TRUE(same(fn::atan(-0.0), -0.0));
  for (double x : {std::nextafter(1.0, 2.0), -2.0, inf, -inf, nan}) {
    EXPECT_TRUE(same(fn::asin(x), nan)) << x;
    EXPECT_TRUE(same(fn::acos(x), nan)) << x;
  }
  EXPECT_TRUE(same(fn::atan(nan), nan));
}

TEST(ElementaryTest, Atan2KnowsEveryQuadrantAndItsBorders) {
  for (double s : {1.0, -1.0}) {
    EXPECT_TRUE(same(fn::atan2(s * 0.0, 0.0), s * 0.0));
    EXPECT_TRUE(same(fn::atan2(s * 0.0, -0.0), s * pi));
    EXPECT_TRUE(same(fn::atan2(s * 0.0, 3.0), s * 0.0));
    EXPECT_TRUE(same(fn::atan2(s * 0.0, -3.0), s * pi));
    EXPECT_TRUE(same(fn::atan2(s * 3.0, 0.0), s * pi / 2));
    EXPECT_TRUE(same(fn::atan2(s * 3.0, -0.0), s * pi / 2));
    EXPECT_TRUE(same(fn::atan2(s * 3.0, 3.0), s * pi / 4));
    EXPECT_TRUE(same(fn::atan2(s * 3.0, -3.0), s * 3 * pi / 4));
    EXPECT_TRUE(same(fn::atan2(s * inf, inf), s * pi / 4));
    EXPECT_TRUE(same(fn::atan2(s * inf, -inf), s * 3 * pi / 4));
    EXPECT_TRUE(same(fn::atan2(s * inf, 1.0), s * pi / 2));
    EXPECT_TRUE(same(fn::atan2(s * 1.0, inf), s * 0.0));
    EXPECT_TRUE(same(fn::atan2(s * 1.0, -inf), s * pi));
    EXPECT_TRUE(same(fn::atan2(s * largest, largest), s * pi / 4));
    EXPECT_TRUE(same(fn::atan2(s * smallest, smallest), s * pi / 4));
    EXPECT_TRUE(same(fn::atan2(s * smallest, largest), s * 0.0));
  }
  EXPECT_TRUE(same(fn::atan2(nan, 1.0), nan));
  EXPECT_TRUE(same(fn::atan2(inf, nan), nan));
}

TEST(ElementaryTest, ExponentialAndLogarithmEndInZeroAndInfinity) {
  EXPECT_TRUE(same(fn::exp(0.0), 1.0));
  EXPECT_TRUE(same(fn::exp(-0.0), 1.0));
  EXPECT_TRUE(same(fn::exp(inf), inf));
  EXPECT_TRUE(same(fn::exp(largest), inf));
  EXPECT_TRUE(same(fn::exp(709.782712893384), 1.7976931348622732e308));  // the last that is finite
  EXPECT_TRUE(same(fn::exp(709.7827128933841), inf));
  EXPECT_TRUE(same(fn::exp(-745.1332191019411), smallest));  // the last that is not zero
  EXPECT_TRUE(same(fn::exp(-745.1332191019412), 0.0));
  EXPECT_TRUE(same(fn::exp(-inf), 0.0));
  EXPECT_TRUE(same(fn::exp(nan), nan));
  EXPECT_TRUE(same(fn::log(1.0), 0.0));
  EXPECT_TRUE(same(fn::log(0.0), -inf));
  EXPECT_TRUE(same(fn::log(-0.0), -inf));
  EXPECT_TRUE(same(fn::log(inf), inf));
  EXPECT_TRUE(same(fn::log(smallest), -744.4400719213812));  // −1074 ln 2
  for (double x : {-smallest, -1.0, -inf, nan}) EXPECT_TRUE(same(fn::log(x), nan)) << x;
}

TEST(ElementaryTest, PowersFollowTheTableOfIeee754) {
  for (double y : {0.0, -0.0}) {
    for (double x : {0.0, -0.0, 1.0, -3.0, inf, -inf, nan}) EXPECT_TRUE(same(fn::pow(x, y), 1.0)) << x;
  }
  for (double y : {2.5, -inf, inf, nan, largest}) EXPECT_TRUE(same(fn::pow(1.0, y), 1.0)) << y;
  EXPECT_TRUE(same(fn::pow(-1.0, inf), 1.0));
  EXPECT_TRUE(same(fn::pow(-1.0, -inf), 1.0));
  for (double s : {1.0, -1.0}) {
    EXPECT_TRUE(same(fn::pow(s * 0.0, 3.0), s * 0.0));
    EXPECT_TRUE(same(fn::pow(s * 0.0, -3.0), s * inf));
    EXPECT_TRUE(same(fn::pow(s * 0.0, 2.0), 0.0));
    EXPECT_TRUE(same(fn::pow(s * 0.0, -2.0), inf));
    EXPECT_TRUE(same(fn::pow(s * 0.0, 0.5), 0.0));
    EXPECT_TRUE(same(fn::pow(s * 0.0, -0.5), inf));
    EXPECT_TRUE(same(fn::pow(s * 0.0, inf), 0.0));
    EXPECT_TRUE(same(fn::pow(s * 0.0, -inf), inf));
    EXPECT_TRUE(same(fn::pow(s * inf, 3.0), s * inf));
    EXPECT_TRUE(same(fn::pow(s * inf, -3.0), s * 0.0));
    EXPECT_TRUE(same(fn::pow(s * inf, 2.0), inf));
    EXPECT_TRUE(same(fn::pow(s * inf, -0.5), 0.0));
    EXPECT_TRUE(same(fn::pow(s * 2.0, inf), inf));
    EXPECT_TRUE(same(fn::pow(s * 2.0, -inf), 0.0));
    EXPECT_TRUE(same(fn::pow(s * 0.5, inf), 0.0));
    EXPECT_TRUE(same(fn::pow(s * 0.5, -inf), inf));
    EXPECT_TRUE(same(fn::pow(s * 2.0, 3.0), s * 8.0));
    EXPECT_TRUE(same(fn::pow(s * 2.0, 1025.0), s * inf));
    EXPECT_TRUE(same(fn::pow(s * 2.0, -1075.0), s * 0.0));
    EXPECT_TRUE(same(fn::pow(s * 2.0, -1074.0), smallest));
    EXPECT_TRUE(same(fn::pow(s * 1.0, 9007199254740991.0), s));  // 2⁵³ − 1, the last odd double
    EXPECT_TRUE(same(fn::pow(s * 1.0, 9007199254740992.0), 1.0));
  }
  EXPECT_TRUE(same(fn::pow(-2.0, 0.5), nan));
  EXPECT_TRUE(same(fn::pow(-inf, 0.5), inf));
  EXPECT_TRUE(same(fn::pow(nan, 2.0), nan));
  EXPECT_TRUE(same(fn::pow(2.0, nan), nan));
  EXPECT_TRUE(same(fn::pow(std::nextafter(1.0, 2.0), largest), inf));
  EXPECT_TRUE(same(fn::pow(std::nextafter(1.0, 0.0), largest), 0.0));
}

TEST(ElementaryTest, SmallPowersOfSmallIntegersAreExact) {
  for (int x = -12; x <= 12; ++x) {
    double product = 1;
    for (int n = 0; n <= 12; ++n, product *= x)
      EXPECT_TRUE(same(fn::pow(double(x), double(n)), product)) << x << '^' << n;
  }
}

TEST(ElementaryTest, HyperbolicFunctionsAndHypotenuseAtTheirEdges) {
  EXPECT_TRUE(same(fn::sinh(-0.0), -0.0));
  EXPECT_TRUE(same(fn::sinh(-inf), -inf));
  EXPECT_TRUE(same(fn::cosh(0.0), 1.0));
  EXPECT_TRUE(same(fn::cosh(-inf), inf));
  EXPECT_TRUE(std::isfinite(fn::cosh(710.0)));  // e^710 is not
  EXPECT_TRUE(same(fn::tanh(-0.0), -0.0));
  EXPECT_TRUE(same(fn::tanh(inf), 1.0));
  EXPECT_TRUE(same(fn::tanh(-700.0), -1.0));
  EXPECT_TRUE(same(fn::sinh(nan), nan));
  EXPECT_TRUE(same(fn::cosh(nan), nan));
  EXPECT_TRUE(same(fn::tanh(nan), nan));
  EXPECT_TRUE(same(fn::hypot(3.0, -4.0), 5.0));
  EXPECT_TRUE(same(fn::hypot(-inf, nan), inf));
  EXPECT_TRUE(same(fn::hypot(1.0, nan), nan));
  EXPECT_TRUE(same(fn::hypot(-0.0, 0.0), 0.0));
  EXPECT_TRUE(same(fn::hypot(largest, 1.0), largest));
  EXPECT_TRUE(same(fn::hypot(smallest, 0.0), smallest));
}

TEST(ElementaryTest, FloorAndRoundingKeepSignsAndInfinities) {
  EXPECT_TRUE(same(fn::floor(-0.5), -1.0));
  EXPECT_TRUE(same(fn::floor(0.999), 0.0));
  EXPECT_TRUE(same(fn::floor(-0.0), -0.0));
  EXPECT_TRUE(same(fn::floor(-inf), -inf));
  EXPECT_TRUE(same(fn::floor(nan), nan));
  EXPECT_TRUE(same(fn::floor(4503599627370495.5), 4503599627370495.0));
  EXPECT_TRUE(same(round_even(2.5), 2.0));
  EXPECT_TRUE(same(round_even(3.5), 4.0));
  EXPECT_TRUE(same(round_even(-0.4), -0.0));
}

TEST(ElementaryTest, SincosGivesTheBitsOfSineAndCosine) {
  Source source(3);
  for (int i = 0; i < 10'000; ++i) {
    const double x = angle(source);
    const auto [s, c] = fn::sincos(x);
    EXPECT_TRUE(same(s, fn::sin(x)));
    EXPECT_TRUE(same(c, fn::cos(x)));
    EXPECT_TRUE(same(fn::kernel::sincos(x).sin, s)) << "the inline kernel";
  }
}

/// A hash of 10⁵ results; a nan counts as one whatever its payload, which IEEE 754 leaves open.
template <class F>
std::string bits_of(F&& value) {
  Fnv1a hash;
  Source source(4);
  for (int i = 0; i < 100'000; ++i) {
    const double y = value(source);
    hash.add(std::isnan(y) ? nan : y);
  }
  return hash_text(hash.value());
}

// Every compiler, option and target gives these; a change here changes the hash of every run ever published.
const std::map<std::string, std::string> expected_bits = {
    {"abs", "daeb238b67344633"},   {"acos", "42bf9205def80726"},  {"asin", "d8ec669d65d94bd4"},
    {"atan", "df5efc2552099a46"},  {"atan2", "1d1ca2c47694580b"}, {"cos", "ff17485337c4adf4"},
    {"cosh", "7c433582b7c9ede4"},  {"exp", "86590322006bff08"},   {"floor", "53ff2920f3c19467"},
    {"hypot", "0dfc745a39749762"}, {"log", "f815312d5a54ffc3"},   {"pow", "311d4e234f36cfd1"},
    {"sin", "5cb3de39f2d10e2e"},   {"sinh", "af7ccafbc60ba093"},  {"sqrt", "f413f531eeb0a9c9"},
    {"tan", "283216242d1dd4cb"},   {"tanh", "bba62ab416161bfa"},
};

TEST(ElementaryTest, EveryFunctionHasTheSameBitsFromEveryCompiler) {
  std::map<std::string, std::string> bits;
  for (const Unary& f : unary_functions) {
    bits[f.name] = bits_of([&](Source& source) { return f.scalar(f.draw(source)); });
  }
  for (const Binary& f : binary_functions) {
    bits[f.name] = bits_of([&](Source& source) {
      const auto [x, y] = f.draw(source);
      return f.scalar(x, y);
    });
  }
  EXPECT_EQ(bits, expected_bits);
}

}  // namespace
}  // namespace polhode::elementary_samples
