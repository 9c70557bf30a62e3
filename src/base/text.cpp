#include <polhode/base/text.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>
#include <vector>

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

template <class Word>
std::string nearest_of(std::string_view word, std::span<const Word> candidates) {
  // Words longer than any key of ours are not misspelt keys; they are also how a hostile file would buy time.
  if (word.size() > 64) return {};
  std::string best;
  int smallest = static_cast<int>(word.size()) / 3 + 1;
  for (const Word& candidate : candidates) {
    const int distance = edit_distance(word, candidate);
    if (distance < smallest || (distance == smallest && best.empty() && distance <= 1)) {
      smallest = distance;
      best = std::string(candidate);
    }
  }
  return best;
}

}  // namespace

std::string shortest(double value) {
  if (std::isnan(value)) return "nan";  // whatever its sign
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  return {buffer, end};
}

std::string rounded(double value, int digits) {
  if (std::isnan(value)) return "nan";
  char buffer[48];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, digits).ptr;
  return {buffer, end};
}

std::optional<double> parse_number(std::string_view text) {
  if (!text.empty() && text.front() == '+') {
    text.remove_prefix(1);
    if (!text.empty() && text.front() == '-') return std::nullopt;
  }
  double value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::string nearest(std::string_view word, std::span<const std::string_view> candidates) {
  return nearest_of(word, candidates);
}

std::string nearest(std::string_view word, std::span<const std::string> candidates) {
  return nearest_of(word, candidates);
}

}  // namespace polhode
