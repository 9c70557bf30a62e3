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

TEST(Text, EntriesOfListsAreCountedFromZero) {
  EXPECT_EQ(numbered("load", 0), "load[0]");
  EXPECT_EQ(numbered(numbered("inertia", 2), 10), "inertia[2][10]");
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

TEST(Nearest, SuggestsOnlyWhatIsClose) {
  constexpr std::array<std::string_view, 6> keys{"state", "velocity", "body", "mm", "kg", "angular_velocity_body"};
  EXPECT_EQ(nearest("rotate", keys), "");
  EXPECT_EQ(nearest("stat", keys), "state");
  EXPECT_EQ(nearest("State", keys), "state");
  EXPECT_EQ(nearest("KG", keys), "kg");
  EXPECT_EQ(nearest("k", keys), "");
  EXPECT_EQ(nearest("nm", keys), "");
  EXPECT_EQ(nearest("bold", keys), "");
  EXPECT_EQ(nearest("veloicity", keys), "velocity");
  EXPECT_EQ(nearest("angular_velocty_bodi", keys), "angular_velocity_body");
}

TEST(Printable, LeavesTextAloneAndShowsWhatATerminalWouldObey) {
  EXPECT_EQ(printable("A T-handle flips, 3·10⁶ × 𝛚"), "A T-handle flips, 3·10⁶ × 𝛚");
  EXPECT_EQ(printable("\x1b[2Jgone\r\a\x7f"), "\\u001b[2Jgone\\u000d\\u0007\\u007f");
  EXPECT_EQ(printable("two\nlines\t"), "two\\nlines\\t");
  EXPECT_EQ(printable("\xc2\x9b"
                      "2J"),
            "\\u009b2J");                                                     // CSI as one character
  EXPECT_EQ(printable("\u202egnp.exe"), "\\u202egnp.exe");                    // right-to-left override
  EXPECT_EQ(printable("\xff\xc0\xaf\xe2\x82"), "\\xff\\xc0\\xaf\\xe2\\x82");  // no UTF-8, overlong, cut off
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");                    // half of a surrogate pair
  EXPECT_EQ(printable(std::string_view("\0", 1)), "\\u0000");
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
