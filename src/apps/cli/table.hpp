#pragma once
// Text in columns.

#include <string>
#include <string_view>
#include <vector>

namespace polhode::cli {

enum class Align { left, right };

/// Rows of cells as lines; columns are wide enough for their widest cell, the last one runs free. A row of one cell is
/// a line of its own. `numbers` says where the cells of all columns but the first stand in them.
std::string in_columns(const std::vector<std::vector<std::string>>& rows, Align numbers = Align::left);

/// `head` and behind it the words of the text, in lines of at most `width` characters that all begin where the head
/// ends.
std::string wrapped(const std::string& head, std::string_view text, std::size_t width);
inline constexpr std::size_t page_width = 100;

}  // namespace polhode::cli
