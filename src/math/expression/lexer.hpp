#pragma once
// Text to tokens.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "math/expression/findings.hpp"

namespace polhode::expression {

enum class TokenKind : std::uint8_t {
  number,
  name,
  plus,
  minus,
  times,
  divide,
  power,
  open,
  close,
  open_square,
  close_square,
  comma,
  prime,  ///< a ' that is no part of a name
  field,  ///< .x behind brackets or a '
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
  word_and,
  word_or,
  word_not,
  bad,  ///< already reported; reading stops here
  end,
};

struct Token {
  TokenKind kind = TokenKind::end;
  std::size_t offset = 0;
  std::size_t length = 0;
  double number = 0;
};

/// All tokens of `text`; the last is `bad` or `end`.
std::vector<Token> tokenize(std::string_view text, Findings& findings);

/// A character for a message: itself if it can be printed, else its code point or byte ("U+00B2", "byte 0xff").
std::string printable(std::string_view text, std::size_t offset);

}  // namespace polhode::expression
