// Text to number, by the standard library where it can, and by ours elsewhere: the same bits, the same end.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>

#include <polhode/base/text.hpp>

#include "base/number_text.hpp"

namespace polhode {
namespace {

struct Reading {
  std::size_t length;
  bool in_range;
  std::uint64_t bits;
};

Reading reading(NumberRead (*read)(std::string_view, double&), std::string_view text) {
  double value = 12345;  // to see that it is left alone
  const NumberRead got = read(text, value);
  return {got.length, got.in_range, std::isnan(value) ? 0 : std::bit_cast<std::uint64_t>(value)};
}

void expect_alike(const std::string& text) {
  const Reading ours = reading(&read_number_by_strtod, text), theirs = reading(&read_number, text);
  EXPECT_EQ(ours.length, theirs.length) << text;
  EXPECT_EQ(ours.in_range, theirs.in_range) << text;
  EXPECT_EQ(ours.bits, theirs.bits) << text;
}

TEST(Number, ATextBeginsWithTheNumberThatStandsThereAndNoMore) {
  double value = 0;
  EXPECT_EQ(read_number("9.81 m/s^2", value).length, 4U);
  EXPECT_EQ(value, 9.81);
  EXPECT_EQ(read_number("1e-3kg", value).length, 4U);
  EXPECT_EQ(value, 0.001);
  EXPECT_FALSE(read_number("kg", value).ok());
  EXPECT_FALSE(read_number("", value).ok());
}

TEST(Number, WhatIsBeyondTheRangeOfADoubleIsSaidAndLeavesTheValueAlone) {
  double value = 7;
  for (const char* text : {"1e400", "-1e400", "1e-400", "0.00001e-400"}) {
    const NumberRead read = read_number_by_strtod(text, value);
    EXPECT_FALSE(read.in_range) << text;
    EXPECT_EQ(read.length, std::string_view(text).size()) << text;
  }
  EXPECT_EQ(value, 7);
  EXPECT_TRUE(read_number_by_strtod("0e-400", value).ok());
  EXPECT_EQ(value, 0);
}

TEST(Number, BothReadersAgreeOnFormsThatFewPeopleType) {
  for (const char* text : {"0",
                           "-0",
                           "00012",
                           ".5",
                           "5.",
                           ".",
                           "-",
                           "-.5e1",
                           "1e",
                           "1e+",
                           "1e+5",
                           "1.e5",
                           "1..2",
                           "+1",
                           " 1",
                           "0x10",
                           "1_000",
                           "1,5",
                           "inf",
                           "-Infinity",
                           "infin",
                           "nan",
                           "-nan",
                           "nan(x_1)",
                           "nan(",
                           "nanx",
                           "4.9e-324",
                           "2.5e-324",
                           "2.4e-324",
                           "1.7976931348623157e308",
                           "1.7976931348623159e308",
                           "2.2250738585072011e-308",
                           "1e400",
                           "-1e-400",
                           "9007199254740993",
                           "9007199254740992.99999999999999999999999999999999999999999999999999999999999999",
                           "123456789012345678901234567890e-20",
                           "1e99999999999999999999",
                           "1e-99999999999999999999",
                           "0e99999999999"})
    expect_alike(text);
}

TEST(Number, BothReadersGiveTheSameBitsForEveryDoubleAndNearHalves) {
  std::mt19937_64 random(20);
  for (int i = 0; i < 20'000; ++i) {
    const double value = std::bit_cast<double>(random());
    if (!std::isfinite(value)) continue;
    expect_alike(shortest(value));
    expect_alike(rounded(value, 1 + static_cast<int>(random() % 25)));
    expect_alike(rounded(value, 1 + static_cast<int>(random() % 6)) + "e" + std::to_string(random() % 30));
  }
}

TEST(Number, ALongRowOfDigitsIsRoundedAsAWhole) {
  // Half way between 1 and its successor, and a digit more, eight hundred places behind.
  const std::string half = "1.00000000000000011102230246251565404236316680908203125";
  double value = 0;
  ASSERT_TRUE(read_number_by_strtod(half, value).ok());
  EXPECT_EQ(value, 1.0);
  ASSERT_TRUE(read_number_by_strtod(half + std::string(800, '0') + "1", value).ok());
  EXPECT_EQ(value, std::nextafter(1.0, 2.0));
}

void expect_written_alike(double value) {
  EXPECT_EQ(shortest_by_printf(value), shortest(value));
  for (int digits : {1, 4, 17}) EXPECT_EQ(rounded_by_printf(value, digits), rounded(value, digits));
}

TEST(Number, BothWritersAgreeOnEveryPowerOfTwoAndOfTen) {
  for (int i = -1074; i < 1024; ++i)
    for (double value : {std::ldexp(1.0, i), -std::ldexp(1.0, i), std::nextafter(std::ldexp(1.0, i), 0.0)})
      expect_written_alike(value);
  for (int i = -323; i < 309; ++i) {
    double value = 0;
    ASSERT_TRUE(read_number("1e" + std::to_string(i), value).ok());
    for (double near : {value, std::nextafter(value, 1e300), std::nextafter(value, 0.0), 9 * value})
      if (std::isfinite(near)) expect_written_alike(near);
  }
}

TEST(Number, BothWritersAgreeOnEveryDouble) {
  std::mt19937_64 random(21);
  for (int i = 0; i < 20'000; ++i) {
    const double value = std::bit_cast<double>(random());
    if (!std::isnan(value)) expect_written_alike(value);
    expect_written_alike(static_cast<double>(random() % 1'000'000) / 1000);
    expect_written_alike(static_cast<double>(random() >> (random() % 64)));
  }
  for (double value : {0.0, -0.0, 1e22, 123456789012345680000.0, 0.1, 0.0001, 0.00001, 12345.6789, 1e5, 1e15, 1e16})
    expect_written_alike(value);
}

}  // namespace
}  // namespace polhode
