#pragma once
// Letters of a text in UTF-8, one by one.

#include <algorithm>
#include <string_view>

namespace polhode {

/// The next letter of a text that is not empty; its bytes are taken away. Of bytes that are no UTF-8 some letter is
/// made.
inline char32_t take_letter(std::string_view& text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  const unsigned first = byte(0);
  const std::size_t size = first < 0xc0 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  char32_t code = size == 1 ? first : first & (0xffu >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) code = (code << 6) | (byte(i) & 0x3f);
  text.remove_prefix(std::min(size, text.size()));
  constexpr char32_t last = 0x10ffff, unknown = 0xfffd;
  return code <= last ? code : unknown;
}

}  // namespace polhode
