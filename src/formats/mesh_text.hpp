#pragma once
// What the text formats of meshes share: words with their places, and findings that stop in time.

#include <optional>
#include <string>
#include <string_view>

#include <polhode/base/result.hpp>
#include <polhode/base/text.hpp>
#include <polhode/formats/mesh.hpp>

namespace polhode::mesh_text {

/// After this many errors a file is taken for something else than it claims to be.
inline constexpr std::size_t most_errors = 20;

struct Word {
  std::string_view text;
  int line = 0;
  int column = 0;
};

/// Splits a text into lines and words. Ends of line are LF, CRLF or CR.
class Scanner {
 public:
  /// `continued`: a backslash before the end of a line joins it to the next. `comment`: from here to the end of a line
  /// nothing counts ('\0' for none).
  Scanner(std::string_view text, bool continued, char comment)
      : text_(text), continued_(continued), comment_(comment) {}

  bool at_end() const { return at_ >= text_.size(); }
  /// The next word of the line, or nothing at its end.
  std::optional<Word> word() {
    skip_blanks();
    if (at_end() || is_line_end(text_[at_])) return std::nullopt;
    const std::size_t begin = at_;
    while (!at_end() && !is_blank(text_[at_]) && !is_line_end(text_[at_]) && text_[at_] != comment_or_none() &&
           !continues())
      ++at_;
    return Word{text_.substr(begin, at_ - begin), line_, static_cast<int>(begin - line_begin_) + 1};
  }
  /// Where the next word would stand: for findings about something missing.
  Word here() const { return {{}, line_, static_cast<int>(at_ - line_begin_) + 1}; }
  void next_line() {
    while (!at_end() && !is_line_end(text_[at_])) ++at_;
    pass_line_end();
  }

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }
  static bool is_line_end(char c) { return c == '\n' || c == '\r'; }
  char comment_or_none() const { return comment_ == '\0' ? '\n' : comment_; }
  bool continues() const {
    return continued_ && text_[at_] == '\\' && at_ + 1 < text_.size() && is_line_end(text_[at_ + 1]);
  }
  void skip_blanks() {
    while (!at_end()) {
      if (is_blank(text_[at_])) {
        ++at_;
      } else if (continues()) {
        ++at_;
        pass_line_end();
      } else if (comment_ != '\0' && text_[at_] == comment_) {
        while (!at_end() && !is_line_end(text_[at_])) ++at_;
      } else {
        return;
      }
    }
  }
  void pass_line_end() {
    if (at_end()) return;
    if (text_[at_] == '\r' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n') ++at_;
    ++at_;
    ++line_;
    line_begin_ = at_;
  }

  std::string_view text_;
  bool continued_;
  char comment_;
  std::size_t at_ = 0;
  std::size_t line_begin_ = 0;
  int line_ = 1;
};

/// Findings with the file's name, at words.
class Findings {
 public:
  explicit Findings(const std::string& file) : file_(file) {}

  void error(const Word& at, std::string message, std::string hint = {}) {
    all_.error({file_, at.line, at.column}, {}, std::move(message), std::move(hint));
    ++errors_;
  }
  void error(std::string message, std::string hint = {}) {
    all_.error({file_}, {}, std::move(message), std::move(hint));
    ++errors_;
  }
  void warning(const Word& at, std::string message, std::string hint = {}) {
    all_.warning({file_, at.line, at.column}, {}, std::move(message), std::move(hint));
  }
  void warning(std::string message, std::string hint = {}) {
    all_.warning({file_}, {}, std::move(message), std::move(hint));
  }
  std::size_t errors() const { return errors_; }
  /// True once: when there are so many errors that reading on makes no sense.
  bool too_many() {
    if (errors_ < most_errors) return false;
    error("too many errors; the rest of the file was not read");
    return true;
  }
  Diagnostics take() { return std::move(all_); }

 private:
  const std::string& file_;
  Diagnostics all_;
  std::size_t errors_ = 0;
};

/// A word as it may be shown: short and printable.
std::string quoted(std::string_view word);

/// The finding about a file with more bytes than the options allow, or nothing.
std::optional<Diagnostic> too_large(std::string_view bytes, const std::string& file, const MeshReadOptions& options);

/// One finite number from the scanner; an error that says `what` it should have been if it is none.
std::optional<double> number(Scanner& scanner, const char* what, Findings& findings);

}  // namespace polhode::mesh_text
