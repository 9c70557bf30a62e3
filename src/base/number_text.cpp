#include "base/number_text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <system_error>

namespace polhode {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::size_t digits_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_digit(text[end])) ++end;
  return end - at;
}

/// The length of "(letters)" behind nan, or 0.
std::size_t bracket_at(std::string_view text, std::size_t at) {
  const auto is_word = [](char c) { return is_digit(c) || c == '_' || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z'); };
  if (at >= text.size() || text[at] != '(') return 0;
  std::size_t end = at + 1;
  while (end < text.size() && is_word(text[end])) ++end;
  return end < text.size() && text[end] == ')' ? end + 1 - at : 0;
}

/// "inf", "infinity", "nan" and "nan(…)", behind a sign of so many characters.
NumberRead read_word(std::string_view text, std::size_t sign, double& value) {
  const std::string word = lower_case(text.substr(sign, 8));
  NumberRead read;
  if (word.starts_with("nan")) {
    read.length = sign + 3 + bracket_at(text, sign + 3);
    value = std::copysign(std::numeric_limits<double>::quiet_NaN(), sign == 0 ? 1.0 : -1.0);
  } else if (word.starts_with("inf")) {
    read.length = sign + (word == "infinity" ? 8 : 3);
    value = sign == 0 ? infinity : -infinity;
  }
  return read;
}

/// The length of the decimal number a text begins with, behind a sign; 0 if there is none. Says whether a digit of it
/// is not zero, so that a value of zero has lost it.
std::size_t decimal_length(std::string_view text, std::size_t sign, bool& nonzero) {
  const std::size_t whole = digits_at(text, sign);
  std::size_t end = sign + whole, fraction = 0;
  if (end < text.size() && text[end] == '.') {
    fraction = digits_at(text, end + 1);
    if (whole + fraction > 0) end += 1 + fraction;
  }
  if (whole + fraction == 0) return 0;
  nonzero = text.substr(sign, end - sign).find_first_of("123456789") != std::string_view::npos;
  if (end < text.size() && (text[end] | 0x20) == 'e') {
    const std::size_t digits = end + 1 + (end + 1 < text.size() && (text[end + 1] == '+' || text[end + 1] == '-'));
    if (const std::size_t count = digits_at(text, digits); count > 0) end = digits + count;
  }
  return end;
}

/// ± d.ddd… · 10^exponent
struct Decimal {
  std::string digits;
  int exponent = 0;

  /// The value of a positive one.
  double value() const { return std::strtod((digits + "e" + std::to_string(exponent + 1 - size())).c_str(), nullptr); }
  int size() const { return static_cast<int>(digits.size()); }
  void next_above() {
    std::size_t i = digits.size();
    while (i > 0 && digits[i - 1] == '9') digits[--i] = '0';
    if (i > 0)
      ++digits[i - 1];
    else
      digits.insert(0, "1"), digits.pop_back(), ++exponent;
  }
};

/// The nearest decimal of so many digits to a positive number.
Decimal decimal_of(double value, int digits) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.*e", digits - 1, value);
  const std::string_view text(buffer);
  const std::size_t e = text.find('e');
  Decimal decimal{std::string(text.substr(0, 1)), std::atoi(buffer + e + 1)};
  if (digits > 1) decimal.digits += text.substr(2, e - 2);
  return decimal;
}

/// The decimal with the fewest digits that reads back as the number. One with at most 15 is the nearest of 15, but
/// for the smallest numbers, which have fewer; one of 16 is the nearest or, at powers of 2, below which numbers lie
/// closer, the one above.
Decimal shortest_decimal(double value) {
  for (int digits = value < std::numeric_limits<double>::min() ? 1 : 15; digits < 17; ++digits) {
    Decimal near = decimal_of(value, digits);
    if (near.value() < value) {
      Decimal above = near;
      above.next_above();
      if (above.value() == value) near = above;
    }
    if (near.value() == value) return near;
  }
  return decimal_of(value, 17);
}

}  // namespace

std::string rounded_by_printf(double value, int digits) {
  char buffer[48];
  std::snprintf(buffer, sizeof buffer, "%.*g", digits, value);
  return buffer;
}

std::string shortest_by_printf(double value) {
  const std::string sign = std::signbit(value) ? "-" : "";
  const double size = std::fabs(value);
  if (size == infinity) return sign + "inf";
  if (size == 0) return sign + "0";
  Decimal decimal = shortest_decimal(size);
  decimal.digits.resize(decimal.digits.find_last_not_of('0') + 1);
  const int n = decimal.size(), e = decimal.exponent;
  const std::string power = std::to_string(std::abs(e));
  const auto scientific = static_cast<int>(n + (n > 1 ? 1 : 0) + 2 + std::max<std::size_t>(2, power.size()));
  const int plain = e >= n - 1 ? e + 1 : e >= 0 ? n + 1 : 1 - e + n;
  if (plain > scientific)
    return sign + decimal.digits[0] + (n > 1 ? "." + decimal.digits.substr(1) : "") + (e < 0 ? "e-" : "e+") +
           (power.size() < 2 ? "0" : "") + power;
  if (e < 0) return sign + "0." + std::string(static_cast<std::size_t>(-e - 1), '0') + decimal.digits;
  const auto whole = static_cast<std::size_t>(e + 1);
  if (e < n - 1) return sign + decimal.digits.substr(0, whole) + "." + decimal.digits.substr(whole);
  // A whole number is written out, not filled with zeros.
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.0f", size);
  return sign + buffer;
}

NumberRead read_number_by_strtod(std::string_view text, double& value) {
  const std::size_t sign = !text.empty() && text[0] == '-' ? 1 : 0;
  bool nonzero = false;
  const std::size_t length = decimal_length(text, sign, nonzero);
  if (length == 0) return read_word(text, sign, value);
  const std::string copy(text.substr(0, length));
  const double number = std::strtod(copy.c_str(), nullptr);
  NumberRead read{.length = length, .in_range = std::isfinite(number) && (number != 0 || !nonzero)};
  if (read.in_range) value = number;
  return read;
}

NumberRead read_number(std::string_view text, double& value) {
#if defined(__cpp_lib_to_chars)
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  return {.length = static_cast<std::size_t>(end - text.data()), .in_range = status != std::errc::result_out_of_range};
#else
  return read_number_by_strtod(text, value);
#endif
}

}  // namespace polhode
