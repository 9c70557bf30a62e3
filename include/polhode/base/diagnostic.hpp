#pragma once
// A finding about somebody's data: where, what, and what to do about it.

#include <string>
#include <string_view>
#include <vector>

namespace polhode {

/// A place in a text. Lines and columns count from 1; 0 means "not known". Columns count bytes.
struct Position {
  std::string file;
  int line = 0;
  int column = 0;

  friend bool operator==(const Position&, const Position&) = default;
};

enum class Severity { error, warning };

/// One finding. `path` names the datum in the project's one grammar of paths (`body[0].inertia`),
/// `message` is a sentence without a final stop, `hint` says what to do.
struct Diagnostic {
  Severity severity = Severity::error;
  Position where;
  std::string path;
  std::string message;
  std::string hint;

  friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

/// `file:line:column: error: path: message` and, on a second line, the indented hint.
std::string format(const Diagnostic& finding);

/// All findings about one input, in the order in which they were met.
class Diagnostics {
 public:
  void add(Diagnostic finding) { findings_.push_back(std::move(finding)); }
  void error(Position where, std::string path, std::string message, std::string hint = {}) {
    findings_.push_back({Severity::error, std::move(where), std::move(path), std::move(message), std::move(hint)});
  }
  void warning(Position where, std::string path, std::string message, std::string hint = {}) {
    findings_.push_back({Severity::warning, std::move(where), std::move(path), std::move(message), std::move(hint)});
  }
  void append(const Diagnostics& others) {
    findings_.insert(findings_.end(), others.findings_.begin(), others.findings_.end());
  }

  bool has_errors() const;
  bool empty() const { return findings_.empty(); }
  std::size_t size() const { return findings_.size(); }
  const Diagnostic& operator[](std::size_t i) const { return findings_[i]; }
  std::vector<Diagnostic>& all() { return findings_; }
  const std::vector<Diagnostic>& all() const { return findings_; }
  auto begin() const { return findings_.begin(); }
  auto end() const { return findings_.end(); }

 private:
  std::vector<Diagnostic> findings_;
};

/// Every finding on lines of its own, sorted by position within a file.
std::string format(const Diagnostics& findings);

}  // namespace polhode
