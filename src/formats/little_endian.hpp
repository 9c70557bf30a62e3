#pragma once
// Numbers as bytes, the lowest first, on every machine.

#include <bit>
#include <concepts>
#include <cstdint>
#include <string>

namespace polhode {

template <std::unsigned_integral T>
void append_bytes(std::string& bytes, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i) bytes += static_cast<char>((value >> (8 * i)) & 0xff);
}
inline void append_bytes(std::string& bytes, float value) { append_bytes(bytes, std::bit_cast<std::uint32_t>(value)); }
inline void append_bytes(std::string& bytes, double value) { append_bytes(bytes, std::bit_cast<std::uint64_t>(value)); }

}  // namespace polhode
