#include "apps/cli/table.hpp"

#include <algorithm>

namespace polhode::cli {
namespace {

/// Bytes that continue a UTF-8 character take no room on the screen.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

}  // namespace

std::string in_columns(const std::vector<std::vector<std::string>>& rows, Align numbers) {
  std::vector<std::size_t> widths;
  for (const std::vector<std::string>& row : rows) {
    if (row.size() < 2) continue;
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  }
  std::string text;
  for (const std::vector<std::string>& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string room(row.size() > 1 ? widths[i] - width_of(row[i]) : 0, ' ');
      line += i > 0 && numbers == Align::right ? room + row[i] : row[i] + room;
      if (i + 1 < row.size()) line += "  ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string wrapped(const std::string& head, std::string_view text, std::size_t width) {
  const std::size_t indent = width_of(head);
  std::string result = head;
  std::size_t column = indent, at = 0;
  while (at < text.size()) {
    const std::size_t blank = std::min(text.find(' ', at), text.size());
    const std::string word(text.substr(at, blank - at));
    at = blank + 1;
    if (column > indent && column + 1 + width_of(word) > width) {
      result += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      result += " ";
      ++column;
    }
    result += word;
    column += width_of(word);
  }
  return result + "\n";
}

}  // namespace polhode::cli
