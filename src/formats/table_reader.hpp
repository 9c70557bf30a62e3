#pragma once
// Reads one table of a document: every key once, every mistake a finding with its place, unknown keys at the end.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <polhode/base/unit.hpp>
#include <polhode/math/expression.hpp>
#include <polhode/math/vector.hpp>
#include <polhode/scene/scene.hpp>

#include "formats/document.hpp"

namespace polhode {

/// Where findings and places of one document go.
struct ReadContext {
  Diagnostics findings;
  SourceMap source;
};

/// What a formula may speak of: inputs, and behind them names that stand for numbers.
struct FormulaNames {
  std::span<const std::string> names = {};
  std::span<const double> values = {};  ///< of the last names
};

/// A formula over `names`, from a number or a text; a plain quantity is checked for its dimension, if one is given.
std::optional<Expression> read_formula(const Node& node, const std::string& path, std::optional<Dimension> dimension,
                                       const FormulaNames& names, ReadContext& context);

/// A finding about the text of a node, at its place in the file.
Diagnostic inside(const Node& node, const std::string& path, Diagnostic finding);

/// Reads a number: a number, a quantity with a unit of the dimension asked for, or a constant formula ("2*pi"). `names`
/// may hold only names that stand for numbers.
std::optional<double> read_number(const Node& node, const std::string& path, std::optional<Dimension> dimension,
                                  ReadContext& context, const FormulaNames& names = {});

/// A list of three formulas, or of three numbers.
std::optional<std::array<Expression, 3>> read_formulas(const Node& node, const std::string& path, Dimension dimension,
                                                       const FormulaNames& names, ReadContext& context);
std::optional<Vec3> read_vector(const Node& node, const std::string& path, Dimension dimension, ReadContext& context);

std::optional<std::vector<double>> read_numbers(const Node& node, const std::string& path, Dimension dimension,
                                                ReadContext& context);

/// A value of a table whose keys are paths.
struct Leaf {
  std::string path;
  const Member* member;
};
/// All of them: { "a.b" = 1 } and { a.b = 1 } say the same.
std::vector<Leaf> leaves(const Node& table);

class TableReader {
 public:
  /// A node that is no table is a finding, and then reads as an empty one.
  TableReader(const Node& node, std::string path, ReadContext& context);

  // Each returns nothing if the key is absent or its value is wrong (which is then a finding).
  std::optional<double> number(std::string_view key, std::optional<Dimension> dimension);
  std::optional<double> positive(std::string_view key, std::optional<Dimension> dimension);
  std::optional<double> not_negative(std::string_view key, std::optional<Dimension> dimension);
  /// A whole number from 1 to a billion.
  std::optional<int> count(std::string_view key);
  /// A list of numbers of any length.
  std::optional<std::vector<double>> numbers(std::string_view key, Dimension dimension);
  std::optional<Vec3> vector(std::string_view key, Dimension dimension);
  std::optional<Mat3> matrix(std::string_view key, Dimension dimension);
  std::optional<std::string> text(std::string_view key);
  std::optional<bool> truth(std::string_view key);
  /// A text that must be one of `words`; another is a finding with the nearest of them, and with all of them or with
  /// the command that lists them where they are too many for a line.
  std::optional<std::string> word(std::string_view key, std::span<const std::string_view> words,
                                  std::string_view listed_by = {});
  /// Three formulas over `names`.
  std::optional<std::array<Expression, 3>> formulas(std::string_view key, Dimension dimension,
                                                    std::span<const std::string> names);
  /// The value of a key, whatever it is; null if absent. Marks the key as known.
  const Node* find(std::string_view key);
  /// The items of a list of tables ([[body]]); a finding if it is anything else.
  std::span<const Node> list(std::string_view key);

  bool has(std::string_view key) const { return node_->find(key) != nullptr; }
  /// A finding that `key` is missing.
  void missing(std::string_view key, const std::string& hint);
  void error(const Node& at, std::string_view key, std::string message, std::string hint = {});
  void warning(const Node& at, std::string_view key, std::string message, std::string hint = {});
  std::string path(std::string_view key) const {
    return path_.empty() ? std::string(key) : path_ + "." + std::string(key);
  }
  const std::string& path() const { return path_; }
  const Node& node() const { return *node_; }
  ReadContext& context() { return context_; }

  /// Names every key that nobody asked for, with the nearest one that somebody did.
  void finish();

 private:
  const Node* node_;
  std::string path_;
  ReadContext& context_;
  std::vector<std::string_view> known_;
};

}  // namespace polhode
