#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include <polhode/base/hash.hpp>
#include <polhode/base/text.hpp>

namespace polhode {
namespace {

TEST(Text, ShortestReadsBackAsTheSameDouble) {
  for (double value : {0.1, 1.0 / 3, 6.02214076e23, -5e-324, 0.0})
    EXPECT_EQ(parse_number(shortest(value)), value) << shortest(value);
  EXPECT_EQ(shortest(0.1), "0.1");
}

TEST(Text, NotANumberHasNoSign) {
  for (double value : {std::nan(""), -std::nan("")}) {
    EXPECT_EQ(shortest(value), "nan");
    EXPECT_EQ(rounded(value), "nan");
  }
}

TEST(Text, NumbersAreWholeTexts) {
  EXPECT_EQ(parse_number("+2.5"), 2.5);
  EXPECT_FALSE(parse_number("2.5x"));
  EXPECT_FALSE(parse_number("+-2"));
  EXPECT_FALSE(parse_number(""));
  EXPECT_FALSE(parse_number("inf"));
  EXPECT_FALSE(parse_number("1e400"));
}

TEST(Text, NearestFindsWhatWasMeantAndNothingFarther) {
  const std::array<std::string_view, 4> keys{"tolerance", "title", "body", "load"};
  EXPECT_EQ(nearest("tolerence", keys), "tolerance");
  EXPECT_EQ(nearest("bdoy", keys), "body");
  EXPECT_EQ(nearest("quaternion", keys), "");
  EXPECT_EQ(nearest(std::string(1000, 'b'), keys), "");
}

TEST(Hash, IsFnv1aOfLittleEndianBytes) {
  Fnv1a none;
  EXPECT_EQ(hash_text(none.value()), "cbf29ce484222325");
  Fnv1a zero;
  zero.add(0.0);
  // Eight zero bytes: the offset basis times the prime eight times (each xor with 0 does nothing).
  std::uint64_t expected = 0xcbf29ce484222325ull;
  for (int i = 0; i < 8; ++i) expected *= 0x100000001b3ull;
  EXPECT_EQ(zero.value(), expected);
  Fnv1a minus;
  minus.add(-0.0);
  EXPECT_NE(minus.value(), zero.value());
}

}  // namespace
}  // namespace polhode
