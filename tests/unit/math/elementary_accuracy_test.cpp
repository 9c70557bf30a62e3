// Every elementary function against the same function in 64-bit significands.

#include <gtest/gtest.h>

#include <limits>

#include "support/long_run.hpp"
#include "unit/math/elementary_samples.hpp"

namespace polhode::elementary_samples {
namespace {

// The oracle's own error, an ulp or two of long double, is 2⁻¹⁰ of what is measured.
static_assert(std::numeric_limits<long double>::digits >= 64);

/// |got − want| in units in the last place of want; an infinity stands for 2¹⁰²⁴, where the doubles end.
double error_in_ulps(double got, long double want) {
  if (std::isnan(got) || std::isnan(want)) return std::isnan(got) && std::isnan(want) ? 0 : HUGE_VAL;
  const auto end = [](long double x) { return std::fabs(x) < 0x1p1024L ? x : std::copysign(0x1p1024L, x); };
  const long double truth = end(want);
  int exponent = 0;
  std::frexp(truth, &exponent);
  const int unit = std::min(std::max(exponent, -1021), 1024) - 53;
  return static_cast<double>(std::fabs(std::ldexp(end(got) - truth, -unit)));
}

int arguments() { return long_run() ? 10'000'000 : 2'000'000; }

void report(const char* name, double worst, double bound, const std::string& where) {
  testing::Test::RecordProperty(std::string(name) + "_max_ulp", std::to_string(worst));
  std::printf("%-6s max error %.4f ulp over %d arguments\n", name, worst, arguments());
  EXPECT_LE(worst, bound) << name << " at " << where;
}

class UnaryAccuracy : public testing::TestWithParam<Unary> {};
class BinaryAccuracy : public testing::TestWithParam<Binary> {};

TEST_P(UnaryAccuracy, StaysWithinItsBound) {
  const Unary& f = GetParam();
  Source source(1);
  double worst = 0, where = 0;
  for (int i = 0; i < arguments(); ++i) {
    const double x = f.draw(source);
    const double error = error_in_ulps(f.scalar(x), f.truth(x));
    if (error > worst) worst = error, where = x;
  }
  report(f.name, worst, f.ulps, testing::PrintToString(where));
}

TEST_P(BinaryAccuracy, StaysWithinItsBound) {
  const Binary& f = GetParam();
  Source source(2);
  double worst = 0;
  Pair where;
  for (int i = 0; i < arguments(); ++i) {
    const auto [x, y] = f.draw(source);
    const double error = error_in_ulps(f.scalar(x, y), f.truth(x, y));
    if (error > worst) worst = error, where = {x, y};
  }
  report(f.name, worst, f.ulps, testing::PrintToString(where));
}

const auto name_of = [](const auto& info) { return std::string(info.param.name); };
INSTANTIATE_TEST_SUITE_P(Elementary, UnaryAccuracy, testing::ValuesIn(unary_functions), name_of);
INSTANTIATE_TEST_SUITE_P(Elementary, BinaryAccuracy, testing::ValuesIn(binary_functions), name_of);

// 6381956970095103 · 2⁷⁹⁷ is the double nearest to a multiple of π/2 of all: cos = −4.687165924254627611e-19 there
// (digits from a computation with 400 digits).
TEST(ElementaryAccuracyTest, TheDoubleNearestToAMultipleOfAQuarterTurnIsReducedExactly) {
  const double x = std::ldexp(6381956970095103.0, 797);
  EXPECT_EQ(fn::cos(x), -4.687165924254627611e-19);
  EXPECT_EQ(fn::sin(x), 1.0);
}

}  // namespace
}  // namespace polhode::elementary_samples
