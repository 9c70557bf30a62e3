#include <polhode/base/text.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <vector>

#include "base/number_text.hpp"

namespace polhode {
namespace {

/// Optimal-string-alignment distance: insertions, deletions, substitutions and swaps of neighbours each cost 1.
int edit_distance(std::string_view a, std::string_view b) {
  const std::size_t n = b.size();
  std::vector<int> before(n + 1), above(n + 1), row(n + 1);
  for (std::size_t j = 0; j <= n; ++j) above[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= n; ++j) {
      const int change = a[i - 1] == b[j - 1] ? 0 : 1;
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(above);
    above.swap(row);
  }
  return above[n];
}

/// How many slips still leave a word recognisable. The shorter of the two counts: "rotate" is not a misspelt "state".
int slips_allowed(std::size_t length) { return length < 3 ? 0 : length < 7 ? 1 : length < 12 ? 2 : 3; }

template <class Word>
std::string nearest_of(std::string_view word, std::span<const Word> candidates) {
  // Words longer than any key of ours are not misspelt keys; they are also how a hostile file would buy time.
  if (word.size() > 64) return {};
  const std::string given = lower_case(word);
  std::string best;
  int smallest = 4;
  for (const Word& candidate : candidates) {
    const int distance = edit_distance(given, lower_case(candidate));
    if (distance >= smallest || distance > slips_allowed(std::min(word.size(), candidate.size()))) continue;
    smallest = distance;
    best = std::string(candidate);
  }
  return best;
}

/// The character that starts a text, and the bytes it takes: 0 if they are no UTF-8.
struct Character {
  std::uint32_t code = 0;
  std::size_t bytes = 0;
};
Character first_character(std::string_view text) {
  const auto byte = [text](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
  const std::uint32_t head = byte(0);
  const std::size_t bytes = head < 0x80 ? 1 : head < 0xc2 ? 0 : head < 0xe0 ? 2 : head < 0xf0 ? 3 : head < 0xf5 ? 4 : 0;
  if (bytes <= 1) return {head, bytes};
  if (bytes > text.size()) return {};
  std::uint32_t code = head & (0xffu >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0u) != 0x80u) return {};
    code = code << 6 | (byte(i) & 0x3fu);
  }
  // Longer than it need be, half of a pair, or beyond the last character.
  const bool overlong = (bytes == 3 && code < 0x800) || (bytes == 4 && code < 0x10000);
  if (overlong || (code >= 0xd800 && code < 0xe000) || code > 0x10ffff) return {};
  return {code, bytes};
}

/// Control characters of ASCII and Latin-1, line and paragraph separators, and marks of the direction of writing.
bool is_control(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x200e || code == 0x200f ||
         (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

std::string hexadecimal(std::uint32_t value, int digits) {
  std::string text;
  for (int i = digits - 1; i >= 0; --i) text += "0123456789abcdef"[(value >> (4 * i)) & 0xfu];
  return text;
}

}  // namespace

std::string numbered(std::string_view list, std::size_t i) { return std::string(list) + "[" + std::to_string(i) + "]"; }

std::string shortest(double value) {
  if (std::isnan(value)) return "nan";  // whatever its sign
#if defined(__cpp_lib_to_chars)
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  return {buffer, end};
#else
  return shortest_by_printf(value);
#endif
}

std::string rounded(double value, int digits) {
  if (std::isnan(value)) return "nan";
#if defined(__cpp_lib_to_chars)
  char buffer[48];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, digits).ptr;
  return {buffer, end};
#else
  return rounded_by_printf(value, digits);
#endif
}

std::optional<double> parse_number(std::string_view text) {
  if (!text.empty() && text.front() == '+') {
    text.remove_prefix(1);
    if (!text.empty() && text.front() == '-') return std::nullopt;
  }
  double value = 0;
  const NumberRead read = read_number(text, value);
  if (!read.ok() || read.length != text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::string lower_case(std::string_view text) {
  std::string small(text);
  for (char& c : small) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return small;
}

std::string printable(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const Character c = first_character(text);
    const std::size_t bytes = std::max<std::size_t>(c.bytes, 1);
    if (c.bytes == 0)
      shown += "\\x" + hexadecimal(static_cast<unsigned char>(text[0]), 2);
    else if (c.code == '\n')
      shown += "\\n";
    else if (c.code == '\t')
      shown += "\\t";
    else if (is_control(c.code))
      shown += "\\u" + hexadecimal(c.code, 4);
    else
      shown += text.substr(0, bytes);
    text.remove_prefix(bytes);
  }
  return shown;
}

std::string nearest(std::string_view word, std::span<const std::string_view> candidates) {
  return nearest_of(word, candidates);
}

std::string nearest(std::string_view word, std::span<const std::string> candidates) {
  return nearest_of(word, candidates);
}

}  // namespace polhode
