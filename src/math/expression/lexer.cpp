#include "math/expression/lexer.hpp"

#include <array>
#include <system_error>

#include <polhode/base/text.hpp>

namespace polhode::expression {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_word(char c) { return is_letter(c) || is_digit(c); }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

struct Sign {
  std::string_view text;
  TokenKind kind;
  std::string_view mistake;  ///< set if the sign belongs to another language
  std::string_view hint;
};

// Longer signs first. The unicode ones are what a text processor makes of - and *.
constexpr auto signs = std::to_array<Sign>({
    {"**", TokenKind::power, "'**' is not an operator here", "write ^ for a power"},
    {"<=", TokenKind::less_equal},
    {">=", TokenKind::greater_equal},
    {"==", TokenKind::equal},
    {"!=", TokenKind::not_equal},
    {"<>", TokenKind::not_equal, "'<>' is not an operator here", "write !="},
    {"&&", TokenKind::word_and, "'&&' is not an operator here", "write and"},
    {"||", TokenKind::word_or, "'||' is not an operator here", "write or"},
    {"+", TokenKind::plus},
    {"-", TokenKind::minus},
    {"*", TokenKind::times},
    {"/", TokenKind::divide},
    {"^", TokenKind::power},
    {"(", TokenKind::open},
    {")", TokenKind::close},
    {",", TokenKind::comma},
    {"<", TokenKind::less},
    {">", TokenKind::greater},
    {"=", TokenKind::equal, "'=' is not an operator here", "did you mean '=='?"},
    {"!", TokenKind::word_not, "'!' is not an operator here", "write not"},
    {"%", TokenKind::bad, "'%' is not an operator here", "write mod(x, period), or a number such as 0.05 for 5 %"},
    {"[", TokenKind::open_square},
    {"]", TokenKind::close_square},
    {"'", TokenKind::prime},
    {"{", TokenKind::bad, "a formula cannot hold '{'", "write brackets as ( )"},
    {"}", TokenKind::bad, "a formula cannot hold '}'", "write brackets as ( )"},
    {"?", TokenKind::bad, "a formula cannot hold '?'", "write if(condition, then, otherwise)"},
    {"\u2212", TokenKind::minus},
    {"\u00b7", TokenKind::times},
    {"\u22c5", TokenKind::times},
    {"\u00d7", TokenKind::times},
    {"\u2264", TokenKind::less_equal},
    {"\u2265", TokenKind::greater_equal},
    {"\u2260", TokenKind::not_equal},
    {"\u03c0", TokenKind::name},
    {"\u00b2", TokenKind::bad, "a formula cannot hold the character U+00B2", "write ^2"},
    {"\u00b3", TokenKind::bad, "a formula cannot hold the character U+00B3", "write ^3"},
    {"\u00b0", TokenKind::bad, "a formula cannot hold the character U+00B0", "write deg after the number"},
});

class Lexer {
 public:
  Lexer(std::string_view text, Findings& findings) : text_(text), findings_(findings) {}

  std::vector<Token> read() {
    std::vector<Token> tokens;
    tokens.reserve(text_.size() / 2 + 2);
    do tokens.push_back(next());
    while (tokens.back().kind != TokenKind::end && tokens.back().kind != TokenKind::bad);
    return tokens;
  }

 private:
  char at(std::size_t offset) const { return offset < text_.size() ? text_[offset] : '\0'; }

  Token next() {
    while (is_space(at(at_))) ++at_;
    if (at_ >= text_.size()) return {TokenKind::end, text_.size(), 0};
    if (is_digit(at(at_)) || (at(at_) == '.' && is_digit(at(at_ + 1)))) return number();
    if (is_letter(at(at_))) return name();
    if (at(at_) == '.' && is_letter(at(at_ + 1))) return field();
    return sign();
  }

  Token field() {
    const std::size_t start = at_++;
    while (is_word(at(at_))) ++at_;
    return {TokenKind::field, start, at_ - start};
  }

  Token number() {
    Token token{TokenKind::number, at_, 0};
    const NumberRead read = read_number(text_.substr(at_), token.number);
    token.length = read.length;
    if (!read.in_range)
      findings_.add(at_, "this number is beyond the range of a double", "numbers reach from 1e-307 to 1e308");
    at_ += token.length;
    return token;
  }

  /// The length of a number in brackets before a dot, as in stone[17].position; 0 if there is none.
  std::size_t copy_number() const {
    std::size_t end = at_ + 1;
    while (is_digit(at(end))) ++end;
    return at(at_) == '[' && end > at_ + 1 && at(end) == ']' && at(end + 1) == '.' ? end + 1 - at_ : 0;
  }

  /// letters, digits, _, joined by dots, ending in any number of '; a part but the last may have a number in brackets.
  Token name() {
    const std::size_t start = at_;
    while (is_word(at(at_)) || (at(at_) == '.' && is_word(at(at_ + 1)))) {
      ++at_;
      at_ += copy_number();
    }
    while (at(at_) == '\'') ++at_;
    const std::string_view word = text_.substr(start, at_ - start);
    TokenKind kind = TokenKind::name;
    if (word == "and") kind = TokenKind::word_and;
    if (word == "or") kind = TokenKind::word_or;
    if (word == "not") kind = TokenKind::word_not;
    return {kind, start, word.size()};
  }

  Token sign() {
    const std::size_t start = at_;
    for (const Sign& sign : signs) {
      if (text_.substr(start, sign.text.size()) != sign.text) continue;
      at_ += sign.text.size();
      if (!sign.mistake.empty()) findings_.add(start, std::string(sign.mistake), std::string(sign.hint));
      return {findings_.full() ? TokenKind::bad : sign.kind, start, sign.text.size()};
    }
    findings_.add(start, "a formula cannot hold " + printable(text_, start),
                  "a formula is made of numbers, names, + - * / ^, brackets and comparisons");
    return {TokenKind::bad, start, 1};
  }

  std::string_view text_;
  Findings& findings_;
  std::size_t at_ = 0;
};

std::string hex(unsigned value, int digits) {
  static constexpr char figures[] = "0123456789ABCDEF";
  std::string text;
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) text += figures[(value >> shift) & 0xfu];
  return text;
}

/// The code point of the well-formed UTF-8 sequence at `offset`, or 0.
unsigned code_point(std::string_view text, std::size_t offset) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(offset);
  std::size_t extra = 0;
  unsigned value = 0;
  if (lead >= 0xc2 && lead <= 0xdf) extra = 1, value = lead & 0x1fu;
  if (lead >= 0xe0 && lead <= 0xef) extra = 2, value = lead & 0x0fu;
  if (lead >= 0xf0 && lead <= 0xf4) extra = 3, value = lead & 0x07u;
  if (extra == 0 || offset + extra >= text.size()) return 0;
  for (std::size_t i = 1; i <= extra; ++i) {
    if ((byte(offset + i) & 0xc0u) != 0x80u) return 0;
    value = (value << 6) | (byte(offset + i) & 0x3fu);
  }
  const bool overlong = (extra == 2 && value < 0x800) || (extra == 3 && value < 0x10000);
  const bool surrogate = value >= 0xd800 && value <= 0xdfff;
  return overlong || surrogate || value > 0x10ffff ? 0 : value;
}

}  // namespace

std::vector<Token> tokenize(std::string_view text, Findings& findings) { return Lexer(text, findings).read(); }

std::string printable(std::string_view text, std::size_t offset) {
  const char c = text[offset];
  if (c > ' ' && c <= '~') return std::string("'") + c + "'";
  if (const unsigned value = code_point(text, offset); value != 0)
    return "the character U+" + hex(value, value > 0xffff ? 6 : 4);
  return "the byte 0x" + hex(static_cast<unsigned char>(c), 2);
}

}  // namespace polhode::expression
