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
    if (at_ < text_.size()) return fail("there is something behind the value"), finding_;
    return node;
  }

 private:
  Position here() const { return {file_, line_, static_cast<int>(at_ - line_start_) + 1}; }
  bool fail(std::string message, std::string hint = {}) {
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
    if (at_ >= text_.size()) return fail("the text ends where a value should stand");
    if (depth > deepest) return fail("this is nested more than " + std::to_string(deepest) + " deep");
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
  bool number(Node& node) {
    const char* const begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), node.number);
    const bool letter = *begin != '-' && (*begin < '0' || *begin > '9');
    if (letter || error != std::errc() || end == begin)
      return fail(error == std::errc::result_out_of_range ? "this number is beyond what a double holds"
                                                          : "expected a number, a text, a list or an object",
                  "for example {\"q\": [0, 0.5]}");
    node.kind = Node::Kind::number;
    at_ += static_cast<std::size_t>(end - begin);
    return true;
  }
  bool string(std::string& text) {
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (static_cast<unsigned char>(text_[at_]) < 0x20) return fail("a text does not go over the end of a line");
      if (text_[at_] == '\\' && (++at_ >= text_.size() || text_[at_] == 'u'))
        return fail("escapes by number are not read here", "write the letter itself");
      text.push_back(text_[at_]);
    }
    if (at_ >= text_.size()) return fail("this text has no closing quote");
    ++at_;
    return true;
  }
  bool array(Node& node, int depth) {
    node.kind = Node::Kind::array;
    ++at_;
    if (take(']')) return true;
    do {
      if (!value(node.items.emplace_back(), depth + 1)) return false;
    } while (take(','));
    return take(']') || fail("expected , or ] here");
  }
  bool object(Node& node, int depth) {
    node.kind = Node::Kind::table;
    ++at_;
    if (take('}')) return true;
    do {
      blanks();
      Member member;
      member.where = here();
      if (at_ >= text_.size() || text_[at_] != '"') return fail("expected a key in quotes here");
      if (!string(member.key)) return false;
      if (node.find(member.key) != nullptr) return fail("the key \"" + printable(member.key) + "\" stands here twice");
      if (!take(':')) return fail("expected : behind the key");
      if (!value(member.value, depth + 1)) return false;
      node.members.push_back(std::move(member));
    } while (take(','));
    return take('}') || fail("expected , or } here");
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
