// JSON in: one value, as a tree with the place of everything in it.
#include <charconv>

#include <polhode/base/text.hpp>

#include "formats/document.hpp"

namespace polhode {
namespace {

constexpr int deepest = 64;

class Parser {
 public:
  Parser(std::string_view text, const std::string& file, int line) : text_(text), file_(file), line_(line) {}

  Result<Node> whole() {
    Node node;
    if (!value(node, 0)) return finding_;
    blanks();
    if (at_ < text_.size())
      return fail("there is something behind the value", "one value stands alone, or alone on its line"), finding_;
    return node;
  }

 private:
  Position here() const { return {file_, line_, static_cast<int>(at_ - line_start_) + 1}; }
  bool fail(std::string message, std::string hint) {
    finding_ = {.where = here(), .message = std::move(message), .hint = std::move(hint)};
    return false;
  }
  void blanks() {
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '\n') {
        ++line_;
        line_start_ = at_ + 1;
      } else if (c != ' ' && c != '\t' && c != '\r') {
        return;
      }
    }
  }
  bool take(char c) {
    blanks();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  bool value(Node& node, int depth) {
    blanks();
    node.where = here();
    if (at_ >= text_.size()) return fail("the text ends where a value should stand", "for example {\"q\": [0, 0.5]}");
    if (depth > deepest)
      return fail("this is nested more than " + std::to_string(deepest) + " deep", "take away brackets");
    const char c = text_[at_];
    if (c == '{') return object(node, depth);
    if (c == '[') return array(node, depth);
    if (c == '"') {
      node.kind = Node::Kind::string;
      return string(node.text);
    }
    if (word("true") || word("false")) {
      node.kind = Node::Kind::truth;
      node.truth = c == 't';
      return true;
    }
    if (word("null")) {
      node.kind = Node::Kind::other;
      node.text = "null";
      return true;
    }
    return number(node);
  }
  bool word(std::string_view expected) {
    if (!text_.substr(at_).starts_with(expected)) return false;
    at_ += expected.size();
    return true;
  }
  bool digits() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') ++at_;
    return at_ > begin;
  }
  bool one_of(std::string_view letters) {
    if (at_ >= text_.size() || letters.find(text_[at_]) == std::string_view::npos) return false;
    ++at_;
    return true;
  }
  /// read_number() reads more than JSON has: 01, 1., inf and nan.
  bool number(Node& node) {
    const std::size_t begin = at_;
    const bool minus = one_of("-");
    const std::size_t first = at_;
    if (!digits()) {
      at_ = begin;
      const bool meant = minus || text_[at_] == '.' || text_[at_] == '+';
      return fail(meant ? "this is no number of JSON" : "expected a number, a text, a list or an object",
                  "for example {\"q\": [0, -0.5, 1e-3]}");
    }
    if (text_[first] == '0' && at_ - first > 1) {
      at_ = begin;
      return fail("a number of JSON has no zeros before it", "write 0.5, not 00.5, and 7, not 07");
    }
    if (one_of(".") && !digits()) return fail("expected digits behind the point", "write 1.0 or 1");
    if (one_of("eE")) {
      one_of("+-");
      if (!digits()) return fail("expected digits behind the e", "for example 1e-3");
    }
    if (!read_number(text_.substr(begin, at_ - begin), node.number).ok()) {
      at_ = begin;
      return fail("this number is beyond what a double holds", "numbers go from 1e-307 to 1e308");
    }
    node.kind = Node::Kind::number;
    return true;
  }
  bool string(std::string& text) {
    for (++at_; at_ < text_.size() && text_[at_] != '"';) {
      if (static_cast<unsigned char>(text_[at_]) < 0x20)
        return fail("a text does not go over the end of a line", "close it with \", or write \\n for a new line");
      if (text_[at_] == '\\') {
        if (!escape(text)) return false;
      } else {
        text.push_back(text_[at_++]);
      }
    }
    if (at_ >= text_.size()) return fail("this text has no closing quote", "put \" behind it");
    ++at_;
    return true;
  }
  bool escape(std::string& text) {
    constexpr std::string_view letters = "\"\\/bfnrt", meant = "\"\\/\b\f\n\r\t";
    const char letter = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
    if (letter == 'u') return escape_by_number(text);
    const std::size_t which = letters.find(letter);
    if (which == std::string_view::npos)
      return fail("no letter is written like this", "a backslash itself is written \\\\");
    text.push_back(meant[which]);
    at_ += 2;
    return true;
  }
  /// \u and four hexadecimal digits, where two halves stand for one letter beyond the first 65 536.
  bool escape_by_number(std::string& text) {
    unsigned letter = 0;
    if (!code_unit(letter)) return false;
    if (letter >= 0xdc00 && letter < 0xe000)
      return fail("this is the second half of a letter, without its first", "\\ud83d\\ude00, or the letter itself");
    if (letter >= 0xd800 && letter < 0xdc00) {
      unsigned second = 0;
      if (!text_.substr(at_).starts_with("\\u") || !code_unit(second) || second < 0xdc00 || second >= 0xe000)
        return fail("this is the first half of a letter, without its second", "\\ud83d\\ude00, or the letter itself");
      letter = 0x10000 + ((letter - 0xd800) << 10) + (second - 0xdc00);
    }
    const auto add = [&](unsigned byte) { text.push_back(static_cast<char>(byte)); };
    const auto follow = [&](int shift) { add(0x80 | ((letter >> shift) & 0x3f)); };
    if (letter < 0x80) return add(letter), true;
    if (letter < 0x800) return add(0xc0 | (letter >> 6)), follow(0), true;
    if (letter < 0x10000) return add(0xe0 | (letter >> 12)), follow(6), follow(0), true;
    return add(0xf0 | (letter >> 18)), follow(12), follow(6), follow(0), true;
  }
  bool code_unit(unsigned& unit) {
    const std::string_view four = text_.substr(at_).substr(0, 6).substr(2);
    const auto [end, error] = std::from_chars(four.data(), four.data() + four.size(), unit, 16);
    if (four.size() != 4 || error != std::errc() || end != four.data() + 4)
      return fail("expected four hexadecimal digits behind \\u", "for example \\u00e9");
    at_ += 6;
    return true;
  }
  bool array(Node& node, int depth) {
    node.kind = Node::Kind::array;
    ++at_;
    if (take(']')) return true;
    do {
      if (!value(node.items.emplace_back(), depth + 1)) return false;
    } while (take(','));
    return take(']') || fail("expected , or ] here", "a list is [0, 0.5]");
  }
  bool object(Node& node, int depth) {
    node.kind = Node::Kind::table;
    ++at_;
    if (take('}')) return true;
    do {
      blanks();
      Member member;
      member.where = here();
      if (at_ >= text_.size() || text_[at_] != '"')
        return fail("expected a key in quotes here", "for example {\"q\": [0, 0.5]}");
      if (!string(member.key)) return false;
      if (node.find(member.key) != nullptr)
        return fail("the key \"" + printable(member.key) + "\" stands here twice", "take one away");
      if (!take(':')) return fail("expected : behind the key", "for example {\"q\": [0, 0.5]}");
      if (!value(member.value, depth + 1)) return false;
      node.members.push_back(std::move(member));
    } while (take(','));
    return take('}') || fail("expected , or } here", "for example {\"q\": [0, 0.5], \"v\": [1, 2]}");
  }

  std::string_view text_;
  const std::string& file_;
  int line_;
  std::size_t at_ = 0, line_start_ = 0;
  Diagnostic finding_;
};

}  // namespace

Result<Node> parse_json(std::string_view text, const std::string& file, int line) {
  return Parser(text, file, line).whole();
}

}  // namespace polhode
