#pragma once
// Numbers to text and back, independent of locale, and the nearest word to a misspelt one.

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace polhode {

/// Shortest decimal text that reads back as the same double; "nan", "inf", "-inf" for the rest.
std::string shortest(double value);

/// `digits` significant digits, for people ("9.81", "1.2e-05").
std::string rounded(double value, int digits = 4);

/// The path of an entry of a list, counted from 0: "load[3]".
std::string numbered(std::string_view list, std::size_t i);

/// How much of a text was read as a number.
struct NumberRead {
  std::size_t length = 0;  ///< characters; 0: the text does not begin with a number
  bool in_range = true;    ///< false: a number beyond those that a double holds, too large or too small

  bool ok() const { return length > 0 && in_range; }
};
/// Reads the decimal number that a text begins with, as std::from_chars does: the nearest double, independent of
/// locale, no spaces or '+' before it; inf and nan are numbers. The value is left alone if there is none in range.
/// Proof    tests/unit/base/number_test.cpp
NumberRead read_number(std::string_view text, double& value);

/// Reads a whole text as one double (a leading '+' is allowed). Nothing if it is not one number, or out of range.
std::optional<double> parse_number(std::string_view text);

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The text with the capitals of ASCII made small.
std::string lower_case(std::string_view text);

/// A text as a terminal may be sent it: control characters, marks that turn the direction of writing and bytes that are
/// no UTF-8 become what they are called in TOML and C (\u001b, \n, \xff), so that a file cannot move the cursor.
std::string printable(std::string_view text);

/// The candidate that a person most likely meant, or empty: the same but for its capitals, or with one slip (a letter
/// too much, too little, wrong or swapped) from three letters on, two from seven, three from twelve.
std::string nearest(std::string_view word, std::span<const std::string_view> candidates);
std::string nearest(std::string_view word, std::span<const std::string> candidates);

}  // namespace polhode
