// Rasters as PNG (ISO/IEC 15948), packed by deflate (RFC 1951) with its fixed code. Pictures of few colours shrink a
// hundredfold by repeats alone, so a code made for each picture would gain little.
#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "formats/checksum.hpp"
#include "formats/drawing.hpp"

namespace polhode {
namespace {

/// Bits from the lowest of each byte on; codes of Huffman from their highest bit.
class BitWriter {
 public:
  void bits(std::uint32_t value, int count) {
    held_ |= static_cast<std::uint64_t>(value) << holding_;
    for (holding_ += count; holding_ >= 8; holding_ -= 8, held_ >>= 8) text_ += static_cast<char>(held_ & 0xff);
  }
  void code(std::uint32_t value, int count) {
    std::uint32_t turned = 0;
    for (int i = 0; i < count; ++i) turned |= ((value >> i) & 1u) << (count - 1 - i);
    bits(turned, count);
  }
  std::string finish() && {
    if (holding_ > 0) bits(0, 8 - holding_);
    return std::move(text_);
  }

 private:
  std::string text_;
  std::uint64_t held_ = 0;
  int holding_ = 0;
};

/// A literal byte, the end (256), or the length of a repeat, in the fixed code of RFC 1951, 3.2.6.
void write_symbol(BitWriter& out, std::uint32_t symbol) {
  if (symbol < 144)
    out.code(0x30 + symbol, 8);
  else if (symbol < 256)
    out.code(0x190 + symbol - 144, 9);
  else if (symbol < 280)
    out.code(symbol - 256, 7);
  else
    out.code(0xc0 + symbol - 280, 8);
}

constexpr int shortest_repeat = 3, longest_repeat = 258, farthest = 32768;

/// The classes of RFC 1951, 3.2.5: those of lengths double every four, those of distances every two.
void write_repeat(BitWriter& out, int length, int distance) {
  if (length == longest_repeat) {
    write_symbol(out, 285);
  } else {
    int extra = 0;
    const int offset = length - shortest_repeat;
    while (offset >> (extra + 3) != 0) ++extra;
    write_symbol(out, static_cast<std::uint32_t>(257 + 4 * extra + (offset >> extra)));
    out.bits(static_cast<std::uint32_t>(offset & ((1 << extra) - 1)), extra);
  }
  int extra = 0;
  const int offset = distance - 1;
  while (offset >> (extra + 2) != 0) ++extra;
  out.code(static_cast<std::uint32_t>(2 * extra + (offset >> extra)), 5);
  out.bits(static_cast<std::uint32_t>(offset & ((1 << extra) - 1)), extra);
}

/// Repeats are looked for where the same three bytes stood last.
std::string deflated(std::string_view bytes) {
  BitWriter out;
  out.bits(1, 1);
  out.bits(1, 2);
  std::vector<std::int64_t> last(1 << 15, -farthest - 1);
  const auto size = static_cast<std::int64_t>(bytes.size());
  const auto byte = [&](std::int64_t i) { return static_cast<unsigned char>(bytes[static_cast<std::size_t>(i)]); };
  for (std::int64_t at = 0; at < size;) {
    int length = 0;
    std::int64_t from = at;
    if (at + shortest_repeat <= size) {
      const std::uint32_t three = byte(at) | (std::uint32_t{byte(at + 1)} << 8) | (std::uint32_t{byte(at + 2)} << 16);
      std::int64_t& known = last[(three * 2654435761u) >> 17];
      from = std::exchange(known, at);
      const auto most = std::min<std::int64_t>(longest_repeat, size - at);
      if (at - from <= farthest)
        while (length < most && byte(from + length) == byte(at + length)) ++length;
    }
    if (length < shortest_repeat) {
      write_symbol(out, byte(at++));
      continue;
    }
    write_repeat(out, length, static_cast<int>(at - from));
    at += length;
  }
  write_symbol(out, 256);
  return std::move(out).finish();
}

std::string big_endian(std::uint32_t value) {
  std::string text;
  for (int shift = 24; shift >= 0; shift -= 8) text += static_cast<char>((value >> shift) & 0xff);
  return text;
}

/// RFC 1950: the sum of the bytes, and of their sums.
std::uint32_t adler32(std::string_view bytes) {
  std::uint32_t a = 1, b = 0;
  for (const char one : bytes) {
    a = (a + static_cast<unsigned char>(one)) % 65521;
    b = (b + a) % 65521;
  }
  return (b << 16) | a;
}

std::string chunk(const std::string& kind, const std::string& content) {
  return big_endian(static_cast<std::uint32_t>(content.size())) + kind + content + big_endian(crc32(kind + content));
}

}  // namespace

std::string png_of(const Raster& raster) {
  // Each row as its difference to the one above, so that what goes on downwards is zero.
  const auto row = 3 * static_cast<std::size_t>(raster.width);
  std::string lines;
  lines.reserve((row + 1) * static_cast<std::size_t>(raster.height));
  for (std::size_t y = 0; y < static_cast<std::size_t>(raster.height); ++y) {
    lines += '\2';
    for (std::size_t i = 0; i < row; ++i)
      lines += static_cast<char>(raster.rgb[y * row + i] - (y == 0 ? 0 : raster.rgb[(y - 1) * row + i]));
  }
  const std::string head = big_endian(static_cast<std::uint32_t>(raster.width)) +
                           big_endian(static_cast<std::uint32_t>(raster.height)) + std::string("\x08\x02\0\0\0", 5);
  return "\x89PNG\r\n\x1a\n" + chunk("IHDR", head) +
         chunk("IDAT", "\x78\x01" + deflated(lines) + big_endian(adler32(lines))) + chunk("IEND", "");
}

}  // namespace polhode
