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

/// Reads a whole text as one double (a leading '+' is allowed). Nothing if it is not one number, or out of range.
std::optional<double> parse_number(std::string_view text);

/// The candidate that a person most likely meant (edit distance at most a third of the length), or empty.
std::string nearest(std::string_view word, std::span<const std::string_view> candidates);
std::string nearest(std::string_view word, std::span<const std::string> candidates);

}  // namespace polhode
