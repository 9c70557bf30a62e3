#include "formats/table_reader.hpp"

#include <algorithm>

#include <polhode/base/text.hpp>

namespace polhode {
namespace {

const Node empty_table;

std::string expected_number(Dimension dimension) {
  const std::string symbol = si_symbol(dimension);
  return symbol.empty() ? "a number," : "a number in " + symbol + ", or a text with a unit,";
}

/// Whether a text is a number with a unit, rather than a formula; a sign behind the number makes it a formula.
bool looks_like_quantity(std::string_view text) {
  const std::size_t number = text.find_first_not_of(" +-");
  if (number == std::string_view::npos) return true;
  double value = 0;
  const NumberRead read = read_number(text.substr(number), value);
  if (read.length == 0) return false;
  const std::string_view rest = text.substr(number + read.length);
  const std::size_t unit = rest.find_first_not_of(' ');
  if (unit == std::string_view::npos) return false;
  const bool letter = (rest[unit] | 0x20) >= 'a' && (rest[unit] | 0x20) <= 'z';
  return letter && rest.find_first_of("()+-*") == std::string_view::npos;
}

}  // namespace

// Behind the quote that opens the text.
Diagnostic inside(const Node& node, const std::string& path, Diagnostic finding) {
  const int column = finding.where.column;
  finding.where = node.where;
  if (finding.where.column > 0 && column > 0) finding.where.column += column;
  finding.path = path;
  return finding;
}

std::optional<Expression> read_formula(const Node& node, const std::string& path, std::optional<Dimension> dimension,
                                       const FormulaNames& names, ReadContext& context) {
  context.source.set(path, node.where);
  if (node.kind == Node::Kind::number) {
    if (node.number - node.number == 0) return Expression::constant(node.number);
    context.findings.error(node.where, path, "this number is not finite");
    return std::nullopt;
  }
  if (node.kind != Node::Kind::string) {
    const std::string expected = dimension ? expected_number(*dimension) : "a number or a formula in quotes,";
    context.findings.error(node.where, path, "expected " + expected + " not " + describe(node));
    return std::nullopt;
  }
  if (dimension) {
    const auto quantity = parse_quantity(node.text, *dimension);
    if (quantity.ok()) return Expression::constant(*quantity);
    // For what is plainly meant as a quantity the finding about its unit helps; for anything else the formula's does.
    if (looks_like_quantity(node.text)) {
      context.findings.add(inside(node, path, quantity.diagnostics()[0]));
      return std::nullopt;
    }
  }
  auto formula = Expression::compile(node.text, names.names, names.values);
  if (!formula.ok()) {
    for (const Diagnostic& finding : formula.diagnostics()) context.findings.add(inside(node, path, finding));
    return std::nullopt;
  }
  return *std::move(formula);
}

std::optional<std::array<Expression, 3>> read_formulas(const Node& node, const std::string& path, Dimension dimension,
                                                       const FormulaNames& names, ReadContext& context) {
  context.source.set(path, node.where);
  if (node.kind != Node::Kind::array || node.items.size() != 3) {
    context.findings.error(node.where, path, "expected a list of three numbers, not " + describe(node),
                           "write [x, y, z]");
    return std::nullopt;
  }
  std::array values{Expression::constant(0), Expression::constant(0), Expression::constant(0)};
  bool good = true;
  for (std::size_t i = 0; i < 3; ++i) {
    auto entry = read_formula(node.items[i], numbered(path, i), dimension, names, context);
    good = good && entry.has_value();
    if (entry) values[i] = *std::move(entry);
  }
  return good ? std::optional(std::move(values)) : std::nullopt;
}

std::optional<Vec3> read_vector(const Node& node, const std::string& path, Dimension dimension, ReadContext& context) {
  const auto entries = read_formulas(node, path, dimension, {}, context);
  if (!entries) return std::nullopt;
  Vec3 value;
  for (std::size_t i = 0; i < 3; ++i) value[static_cast<int>(i)] = (*entries)[i].evaluate<double>({});
  if (value.allFinite()) return value;
  context.findings.error(node.where, path, "a formula in here has no finite value");
  return std::nullopt;
}

std::optional<double> read_number(const Node& node, const std::string& path, std::optional<Dimension> dimension,
                                  ReadContext& context, const FormulaNames& names) {
  const auto formula = read_formula(node, path, dimension, names, context);
  if (!formula) return std::nullopt;
  const double value = formula->evaluate<double>({});
  if (value - value == 0) return value;
  context.findings.error(node.where, path, "this formula has no finite value");
  return std::nullopt;
}

std::optional<std::vector<double>> read_numbers(const Node& node, const std::string& path, Dimension dimension,
                                                ReadContext& context) {
  context.source.set(path, node.where);
  if (node.kind != Node::Kind::array) {
    context.findings.error(node.where, path, "expected a list of numbers, not " + describe(node), "write [1, 2, …]");
    return std::nullopt;
  }
  std::vector<double> values;
  for (std::size_t i = 0; i < node.items.size(); ++i)
    if (const auto value = read_number(node.items[i], numbered(path, i), dimension, context)) values.push_back(*value);
  return values.size() == node.items.size() ? std::optional(std::move(values)) : std::nullopt;
}

std::vector<Leaf> leaves(const Node& table) {
  std::vector<Leaf> list;
  for (const Member& member : table.members) {
    if (member.value.kind != Node::Kind::table) {
      list.push_back({member.key, &member});
      continue;
    }
    for (const Leaf& inner : leaves(member.value)) list.push_back({member.key + "." + inner.path, inner.member});
  }
  return list;
}

TableReader::TableReader(const Node& node, std::string path, ReadContext& context)
    : node_(&node), path_(std::move(path)), context_(context) {
  if (!path_.empty()) context_.source.set(path_, node.where);
  if (node.kind == Node::Kind::table) return;
  context_.findings.error(node.where, path_, "expected a table, not " + describe(node), "write { key = value, … }");
  node_ = &empty_table;
}

const Node* TableReader::find(std::string_view key) {
  if (std::find(known_.begin(), known_.end(), key) == known_.end()) known_.push_back(key);
  const Node* node = node_->find(key);
  if (node != nullptr) context_.source.set(path(key), node->where);
  return node;
}

void TableReader::error(const Node& at, std::string_view key, std::string message, std::string hint) {
  context_.findings.error(at.where, path(key), std::move(message), std::move(hint));
}

void TableReader::warning(const Node& at, std::string_view key, std::string message, std::string hint) {
  context_.findings.warning(at.where, path(key), std::move(message), std::move(hint));
}

void TableReader::missing(std::string_view key, const std::string& hint) {
  if (node_ == &empty_table) return;  // that it is no table was said already
  context_.findings.error(node_->where, path_, "'" + std::string(key) + "' is missing", hint);
}

std::optional<double> TableReader::number(std::string_view key, std::optional<Dimension> dimension) {
  const Node* node = find(key);
  return node == nullptr ? std::nullopt : read_number(*node, path(key), dimension, context_);
}

std::optional<double> TableReader::positive(std::string_view key, std::optional<Dimension> dimension) {
  const auto value = number(key, dimension);
  if (!value || *value > 0) return value;
  error(*node_->find(key), key, "must be greater than zero, not " + shortest(*value));
  return std::nullopt;
}

std::optional<double> TableReader::not_negative(std::string_view key, std::optional<Dimension> dimension) {
  const auto value = number(key, dimension);
  if (!value || *value >= 0) return value;
  error(*node_->find(key), key, "must be zero or more, not " + shortest(*value));
  return std::nullopt;
}

std::optional<int> TableReader::count(std::string_view key) {
  constexpr double most = 1e9;
  const auto value = number(key, dimension::none);
  if (!value) return std::nullopt;
  if (*value >= 1 && *value <= most && *value == static_cast<double>(static_cast<int>(*value)))
    return static_cast<int>(*value);
  error(*node_->find(key), key, "expected a whole number from 1 on, not " + shortest(*value));
  return std::nullopt;
}

std::optional<std::vector<double>> TableReader::numbers(std::string_view key, Dimension dimension) {
  const Node* node = find(key);
  return node == nullptr ? std::nullopt : read_numbers(*node, path(key), dimension, context_);
}

std::optional<Vec3> TableReader::vector(std::string_view key, Dimension dimension) {
  const Node* node = find(key);
  return node == nullptr ? std::nullopt : read_vector(*node, path(key), dimension, context_);
}

std::optional<std::array<Expression, 3>> TableReader::formulas(std::string_view key, Dimension dimension,
                                                               std::span<const std::string> names) {
  const Node* node = find(key);
  return node == nullptr ? std::nullopt : read_formulas(*node, path(key), dimension, {.names = names}, context_);
}

std::optional<Mat3> TableReader::matrix(std::string_view key, Dimension dimension) {
  const Node* node = find(key);
  if (node == nullptr) return std::nullopt;
  const auto is_row = [](const Node& row) { return row.kind == Node::Kind::array && row.items.size() == 3; };
  if (node->kind != Node::Kind::array || node->items.size() != 3 ||
      !std::all_of(node->items.begin(), node->items.end(), is_row)) {
    error(*node, key, "expected three rows of three numbers, not " + describe(*node),
          "write [[a, b, c], [d, e, f], [g, h, i]]");
    return std::nullopt;
  }
  Mat3 value;
  bool good = true;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const std::string where = numbered(numbered(path(key), i), j);
      const Node& entry = node->items[static_cast<std::size_t>(i)].items[static_cast<std::size_t>(j)];
      const auto number = read_number(entry, where, dimension, context_);
      good = good && number.has_value();
      value(i, j) = number.value_or(0);
    }
  return good ? std::optional(value) : std::nullopt;
}

std::optional<std::string> TableReader::text(std::string_view key) {
  const Node* node = find(key);
  if (node == nullptr) return std::nullopt;
  if (node->kind == Node::Kind::string) return node->text;
  error(*node, key, "expected a text in quotes, not " + describe(*node));
  return std::nullopt;
}

std::optional<bool> TableReader::truth(std::string_view key) {
  const Node* node = find(key);
  if (node == nullptr) return std::nullopt;
  if (node->kind == Node::Kind::truth) return node->truth;
  error(*node, key, "expected true or false, not " + describe(*node));
  return std::nullopt;
}

std::optional<std::string> TableReader::word(std::string_view key, std::span<const std::string_view> words,
                                             std::string_view listed_by) {
  const auto value = text(key);
  if (!value || std::find(words.begin(), words.end(), *value) != words.end()) return value;
  std::string all = listed_by.empty() ? "known:" : "all of them: " + std::string(listed_by);
  if (listed_by.empty())
    for (std::string_view word : words) all += (word == words.front() ? " " : ", ") + std::string(word);
  const std::string near = nearest(*value, words);
  error(*node_->find(key), key, "there is no '" + value->substr(0, 60) + "' here",
        (near.empty() ? "" : "did you mean '" + near + "'? ") + all);
  return std::nullopt;
}

std::span<const Node> TableReader::list(std::string_view key) {
  const Node* node = find(key);
  if (node == nullptr) return {};
  if (node->kind == Node::Kind::array) return node->items;
  const std::string name(key);
  error(*node, key, "expected a list of tables, not " + describe(*node), "write [[" + name + "]] above each of them");
  return {};
}

void TableReader::finish() {
  for (const Member& member : node_->members) {
    if (std::find(known_.begin(), known_.end(), member.key) != known_.end()) continue;
    const std::string near = nearest(member.key, known_);
    std::string hint;
    if (near.empty())
      for (std::string_view key : known_) hint += (hint.empty() ? "known here: " : ", ") + std::string(key);
    else
      hint = "did you mean '" + near + "'?";
    context_.findings.error(member.where, path(member.key.substr(0, 60)), "this key is not known", hint);
  }
}

}  // namespace polhode
