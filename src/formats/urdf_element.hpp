#pragma once
// Elements of a URDF file with their places and paths. The only header of the readers that knows of tinyxml2.

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <polhode/base/result.hpp>
#include <polhode/math/pose.hpp>

namespace tinyxml2 {
class XMLAttribute;
class XMLElement;
}  // namespace tinyxml2

namespace polhode::urdf {

/// A name as it may stand in a finding: quoted, and not longer than anyone reads.
std::string in_quotes(std::string_view name);

/// What the readers of one file share.
class Context {
 public:
  explicit Context(std::string file) : file_(std::move(file)) {}

  Position at(int line) const { return {file_, line, 0}; }
  void error(int line, std::string path, std::string message, std::string hint = {}) {
    findings.error(at(line), std::move(path), std::move(message), std::move(hint));
  }
  void warning(int line, std::string path, std::string message, std::string hint = {}) {
    findings.warning(at(line), std::move(path), std::move(message), std::move(hint));
  }
  /// "did you mean 'x'?", or `otherwise`. After a hundred of them nobody reads on, and a hostile file would buy time.
  std::string suggestion(std::string_view word, std::span<const std::string_view> words, std::string otherwise = {});

  enum class Kind { ignored, unknown, xacro };
  /// Counts what is passed over; summary() tells of each kind once. True for the first of a kind, which may have a
  /// hint.
  bool pass_over(Kind kind, const std::string& what, int line, const std::string& path);
  void advise(const std::string& what, std::string hint) { passed_[what].hint = std::move(hint); }
  void summary();

  Diagnostics findings;

 private:
  struct Passed {
    Kind kind;
    int line = 0, count = 0;
    std::string path, hint;
  };
  std::string file_;
  std::map<std::string, Passed> passed_;
  int suggestions_ = 0;
};

/// One element while it is read. Attributes and children that nobody asks for are named by finish().
class Element {
 public:
  Element(const tinyxml2::XMLElement& xml, std::string path, Context& context)
      : xml_(&xml), path_(std::move(path)), context_(&context) {}

  int line() const;
  /// Of an attribute, or of the element if there is none.
  int line(const char* attribute) const;
  const std::string& path() const { return path_; }
  /// Once the name is known: `joint 'elbow'` says more than `joint[3]`.
  void rename(std::string path) { path_ = std::move(path); }
  Context& context() const { return *context_; }

  /// The attribute's value; nothing if it is absent.
  std::optional<std::string> text(const char* attribute);
  /// A finite number; nothing if it is absent, and a finding if it is none. Infinity on request.
  std::optional<double> number(const char* attribute, bool infinite = false);
  std::optional<double> positive(const char* attribute);
  std::optional<double> not_negative(const char* attribute, bool infinite = false);
  /// Three numbers with blanks between them.
  std::optional<Vec3> vector(const char* attribute, const char* example = "0 0 1");
  bool has(const char* attribute) const;
  bool has_child(const char* name) const;
  /// A finding if the attribute is absent; `example` is the element as it should be.
  bool require(const char* attribute, const std::string& example);

  /// The child of that name; a second one is a finding.
  std::optional<Element> child(const char* name);
  /// All children of that name, their paths numbered.
  std::vector<Element> children(const char* name);
  /// Children that are known but not read.
  void ignore(std::initializer_list<const char*> names, const std::string& hint = {});
  /// Children, and attributes, that need no word.
  void pass(std::initializer_list<const char*> names) {
    known_children_.insert(known_children_.end(), names.begin(), names.end());
  }
  void know(std::initializer_list<const char*> attributes);

  void error(std::string message, std::string hint = {}) const;
  void error_at(const char* attribute, std::string message, std::string hint = {}) const;
  void warning(std::string message, std::string hint = {}) const;
  void warning_at(const char* attribute, std::string message, std::string hint = {}) const;
  void finish();

 private:
  const tinyxml2::XMLAttribute* find(const char* attribute);
  void finish_attributes();
  void finish_children();

  const tinyxml2::XMLElement* xml_;
  std::string path_;
  Context* context_;
  std::vector<std::string_view> known_attributes_, known_children_;
};

/// The attributes xyz and rpy of an element; what is absent, or cannot be read, is zero.
Pose read_pose(Element& element);
/// <origin xyz rpy>: the pose of what it places; none, or one that cannot be read, is the identity.
Pose read_origin(Element& parent);

}  // namespace polhode::urdf
