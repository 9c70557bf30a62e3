#pragma once
// A formula as it is typed to nodes of a graph: shapes are checked, sums and vectors written out.

#include <string_view>
#include <vector>

#include "math/expression/reader.hpp"

namespace polhode::expression {

/// Walks the nodes of a syntax tree in their order; a sum is a loop over the nodes of its term. Mistakes of shape are
/// findings at the operation that cannot be done.
class Elaborator {
 public:
  /// `index` is what a definition with an index is read for.
  Elaborator(Reader& reader, const Syntax& syntax, std::string_view text, Findings& findings, long index = 0)
      : reader_(reader), graph_(reader.graph()), syntax_(syntax), text_(text), findings_(findings), indices_{index} {}

  Value run();

 private:
  struct Loop {
    int begin;
    long at, last;
    Value sum;
  };

  Value visit(const SyntaxNode& node, int& next);
  Value operation(const SyntaxNode& node);
  Value add_up(const SyntaxNode& node, const Value& a, const Value& b);
  Value scale(const SyntaxNode& node, const Value& a, const Value& b);
  Value by_part(const SyntaxNode& node, const Value& a, const Value& b, const Value& c);
  Value refuse_vector(const SyntaxNode& node, const Value& vector);
  Value vector(const SyntaxNode& node);
  Value part(const SyntaxNode& node);
  Value indexed(const SyntaxNode& node);
  Value meaning(const Meaning& meaning, const SyntaxNode& node);
  Value list(int which, const SyntaxNode& node);
  Value rates(Value value, int times, const SyntaxNode& node);
  Value dot(const SyntaxNode& node);
  Value cross(const SyntaxNode& node);
  Value norm(const SyntaxNode& node);
  int dot_product(const std::vector<int>& a, const std::vector<int>& b);
  Value begin_sum(const SyntaxNode& node, int& next);
  Value end_sum(const SyntaxNode& node, int& next);
  /// The whole number that a value is at this place; a finding that begins with `what` if it is none.
  bool whole(const Value& value, const SyntaxNode& node, const char* what, long& result);
  bool place(const Value& value, const SyntaxNode& node, long count, long& which);
  Value mistake(const SyntaxNode& node, std::string message, std::string hint = {});

  const Value& at(int node) const { return values_[static_cast<std::size_t>(node)]; }
  std::string_view text(const SyntaxNode& node) const { return text_.substr(node.offset, node.length); }

  Reader& reader_;
  Graph& graph_;
  const Syntax& syntax_;
  std::string_view text_;
  Findings& findings_;
  std::vector<Value> values_;  ///< by node
  std::vector<long> indices_;
  std::vector<Loop> loops_;
};

}  // namespace polhode::expression
