#pragma once
// A formula as it is typed: what the parser makes and the elaborator reads.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "math/expression/operation.hpp"

namespace polhode::expression {

enum class Form : std::uint8_t {
  number,
  input,       ///< `which`
  definition,  ///< `which`; of one with an index that of the whole number `number`
  list,        ///< a parameter of several numbers: `which`
  entry,       ///< the one that operand[0] counts of list `which`
  inputs,      ///< the vector of inputs r.x, r.y, …: parts `first` to `first` + `count` of Syntax::lists are inputs
  index,       ///< what a sum or an indexed definition counts: `which`
  operation,   ///< of scalars; of vectors where that means something
  vector,      ///< nodes `first` to `first` + `count` of Syntax::lists
  part,        ///< of vector operand[0], the one that operand[1] counts
  indexed,     ///< a name with a number behind it: x[3] is x3, or the third of definitions x[i]; which ' follow
  rate,        ///< of operand[0], `which` times
  dot,
  cross,
  norm,
  sum_begin,  ///< from operand[0] to operand[1], counted by index `which`; the term follows, up to sum_end `first`
  sum_end,    ///< operand[0] is the term, operand[1] the node of the beginning
};

struct SyntaxNode {
  Form form = Form::number;
  Operation operation = Operation::number;
  int operand[3] = {-1, -1, -1};
  int which = -1;
  int first = 0, count = 0;
  double number = 0;
  std::size_t offset = 0, length = 0;  ///< where it stands in the text
};

/// Operands stand before the node that uses them, and the nodes of a subexpression side by side.
struct Syntax {
  std::vector<SyntaxNode> nodes;
  std::vector<int> lists;
  int root = -1;
};

}  // namespace polhode::expression
