#include <polhode/base/hash.hpp>

namespace polhode {

std::string hash_text(std::uint64_t hash) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string text(16, '0');
  for (int i = 0; i < 16; ++i) text[static_cast<std::size_t>(i)] = digits[(hash >> (60 - 4 * i)) & 0xfu];
  return text;
}

}  // namespace polhode
