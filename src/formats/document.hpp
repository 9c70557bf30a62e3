#pragma once
// What a person typed, as a tree with the place of everything in it. The readers above never see the TOML library.

#include <string>
#include <string_view>
#include <vector>

#include <polhode/base/result.hpp>

namespace polhode {

struct Member;

/// A value of a document. `where` points at its first character.
struct Node {
  enum class Kind { table, array, string, number, truth, other };
  Kind kind = Kind::table;
  Position where;
  std::string text;   ///< of a string, or the source form of `other` (a date)
  double number = 0;  ///< of a number
  bool truth = false;
  std::vector<Node> items;      ///< of an array
  std::vector<Member> members;  ///< of a table, in the order of the text

  const Node* find(std::string_view key) const;
  Node* find(std::string_view key);
};

struct Member {
  std::string key;
  Position where;
  Node value;
};

/// "a number", "a table" …: what a node is, for findings.
std::string describe(const Node& node);

/// Reads TOML 1.0. One finding for a text that is not TOML (the grammar gives no way to go on behind it).
Result<Node> parse_toml(std::string_view text, const std::string& file);

/// Reads one value of JSON (RFC 8259, without escapes by number); the text begins in line `line` of the file. One
/// finding for a text that is none.
Result<Node> parse_json(std::string_view text, const std::string& file, int line = 1);

/// Replaces or adds the value at a path such as `run.end`, `body[0].mass`, `body.handle.velocity[2]` (a table of an
/// array may be called by its `name`). The text is read as a TOML value, or as a string if it is none. `assignment` is
/// the whole flag, "run.end=5": it is the "file" of every finding about it.
Result<bool> assign(Node& document, const std::string& assignment);

}  // namespace polhode
