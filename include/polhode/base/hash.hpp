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
    for (int byte = 0; byte < 8; ++byte, bits >>= 8) state_ = (state_ ^ (bits & 0xffu)) * prime;
  }
  void add(std::span<const double> values) {
    if constexpr (std::endian::native == std::endian::little) {
      // The bytes as they lie in memory: nothing but loads beside the chain of products, the longest wait of a step.
      const auto* bytes = reinterpret_cast<const unsigned char*>(values.data());
      std::uint64_t state = state_;
      for (std::size_t i = 0; i < values.size(); ++i, bytes += 8)
        for (int byte = 0; byte < 8; ++byte) state = (state ^ bytes[byte]) * prime;
      state_ = state;
    } else {
      for (double value : values) add(value);
    }
  }
  std::uint64_t value() const { return state_; }

 private:
  static constexpr std::uint64_t prime = 0x100000001b3ull;
  std::uint64_t state_ = 0xcbf29ce484222325ull;
};

/// Sixteen hexadecimal digits: how a hash is printed everywhere.
std::string hash_text(std::uint64_t hash);

}  // namespace polhode
