#pragma once
// FNV-1a over little-endian bytes: the hash a run prints.

#include <bit>
#include <cstdint>
#include <span>
#include <string>

namespace polhode {

/// 64-bit FNV-1a of doubles, each as its eight bytes, least significant first. -0.0 and 0.0 differ, as they should:
/// the hash speaks of bits.
class Fnv1a {
 public:
  void add(double value) {
    auto bits = std::bit_cast<std::uint64_t>(value);
    for (int byte = 0; byte < 8; ++byte) {
      state_ = (state_ ^ (bits & 0xffu)) * 0x100000001b3ull;
      bits >>= 8;
    }
  }
  void add(std::span<const double> values) {
    for (double value : values) add(value);
  }
  std::uint64_t value() const { return state_; }
  /// Sixteen hexadecimal digits.
  std::string text() const;

 private:
  std::uint64_t state_ = 0xcbf29ce484222325ull;
};

}  // namespace polhode
