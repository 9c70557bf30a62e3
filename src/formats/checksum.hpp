#pragma once
// CRC-32, by which archives and pictures see whether they arrived whole.

#include <array>
#include <cstdint>
#include <string_view>

namespace polhode {

/// Of the polynomial 0xedb88320, as in zip and PNG.
inline std::uint32_t crc32(std::string_view bytes) {
  static const auto table = [] {
    std::array<std::uint32_t, 256> list{};
    for (std::uint32_t n = 0; n < 256; ++n) {
      std::uint32_t c = n;
      for (int k = 0; k < 8; ++k) c = (c & 1) != 0 ? 0xedb88320u ^ (c >> 1) : c >> 1;
      list[n] = c;
    }
    return list;
  }();
  std::uint32_t c = 0xffffffffu;
  for (const char byte : bytes) c = table[(c ^ static_cast<unsigned char>(byte)) & 0xff] ^ (c >> 8);
  return c ^ 0xffffffffu;
}

}  // namespace polhode
