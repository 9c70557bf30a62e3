#include <polhode/base/hash.hpp>

namespace polhode {

std::string Fnv1a::text() const {
  static constexpr char digits[] = "0123456789abcdef";
  std::string text(16, '0');
  for (int i = 0; i < 16; ++i) text[static_cast<std::size_t>(i)] = digits[(state_ >> (60 - 4 * i)) & 0xfu];
  return text;
}

}  // namespace polhode
