#include "math/expression/parser.hpp"

#include <algorithm>
#include <string>

namespace polhode::expression {

Parser::Parser(std::string_view text, const Dictionary& dictionary, const ExpressionLimits& limits, Findings& findings,
               std::string_view index)
    : text_(text), dictionary_(dictionary), limits_(limits), findings_(findings), tokens_(tokenize(text, findings)) {
  // Reading is recursive: beyond this a caller's limit would be the size of the stack.
  limits_.depth = std::min(limits_.depth, ExpressionLimits::deepest);
  if (!index.empty()) indices_.push_back(index);
  split_names();
}

Syntax Parser::parse() {
  syntax_.root = expression(any_level);
  if (!stopped_ && peek().kind != TokenKind::end) report_rest();
  return std::move(syntax_);
}

const Token& Parser::peek(std::size_t ahead) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }

const Parser::Binary* Parser::binary(TokenKind kind) {
  static constexpr Binary sum{sum_level, Operation::add}, difference{sum_level, Operation::subtract},
      product{product_level, Operation::multiply}, quotient{product_level, Operation::divide},
      power{power_level, Operation::power}, less{comparison_level, Operation::less},
      less_equal{comparison_level, Operation::less_equal}, greater{comparison_level, Operation::greater},
      greater_equal{comparison_level, Operation::greater_equal}, equal{comparison_level, Operation::equal},
      not_equal{comparison_level, Operation::not_equal}, both{and_level, Operation::logical_and},
      either{or_level, Operation::logical_or};
  switch (kind) {
    case TokenKind::plus: return &sum;
    case TokenKind::minus: return &difference;
    case TokenKind::times: return &product;
    case TokenKind::divide: return &quotient;
    case TokenKind::power: return &power;
    case TokenKind::less: return &less;
    case TokenKind::less_equal: return &less_equal;
    case TokenKind::greater: return &greater;
    case TokenKind::greater_equal: return &greater_equal;
    case TokenKind::equal: return &equal;
    case TokenKind::not_equal: return &not_equal;
    case TokenKind::word_and: return &both;
    case TokenKind::word_or: return &either;
    // Two values side by side: a product without its sign, reported by infix().
    case TokenKind::number:
    case TokenKind::name:
    case TokenKind::open: return &product;
    default: return nullptr;
  }
}

int Parser::expression(Level lowest) {
  int left = operand(lowest);
  bool compared = false;
  while (!stopped_) {
    const Binary* found = binary(peek().kind);
    if (found == nullptr || found->level < lowest) break;
    if (found->level == comparison_level && compared)
      report(peek().offset, "comparisons do not chain", "write a < b and b < c");
    compared = found->level == comparison_level;
    left = infix(left, *found);
  }
  return left;
}

int Parser::infix(int left, const Binary& found) {
  const Token token = peek();
  if (token.kind == TokenKind::number || token.kind == TokenKind::name || token.kind == TokenKind::open) {
    missing_operator();
    if (stopped_) return left;
  } else {
    take();
  }
  after_quantity_ = false;
  if (found.level != power_level)
    return operation(found.operation, token, left, expression(static_cast<Level>(found.level + 1)));
  // Right associative, so each further ^ is one level deeper.
  if (!enter(peek().offset)) return left;
  const int exponent = expression(power_level);
  --depth_;
  return operation(found.operation, token, left, exponent);
}

/// A value with the signs before it: -x^2 is -(x^2), and 2^-1 is 2^(-1).
int Parser::operand(Level lowest) {
  const Token token = peek();
  after_quantity_ = false;
  if (token.kind != TokenKind::plus && token.kind != TokenKind::minus && token.kind != TokenKind::word_not)
    return primary(token);
  const bool negation = token.kind == TokenKind::word_not;
  if (negation && lowest > not_level) report(token.offset, "'not' needs brackets here", "write (not …)");
  take();
  if (!enter(token.offset)) return leaf(0);
  const int inner = expression(negation ? not_level : power_level);
  --depth_;
  if (token.kind == TokenKind::plus) return inner;
  return operation(negation ? Operation::logical_not : Operation::negate, token, inner);
}

int Parser::primary(const Token& token) {
  switch (token.kind) {
    case TokenKind::number: return number();
    case TokenKind::name: return postfix(name());
    case TokenKind::open: return postfix(bracket());
    case TokenKind::open_square: return postfix(vector());
    default: return missing_operand();
  }
}

int Parser::bracket() {
  const std::size_t opened = take().offset;
  if (!enter(opened)) return leaf(0);
  if (peek().kind == TokenKind::close) {
    report(opened, "these brackets hold nothing", "write a value between them, or remove them");
    stop();
  }
  const int inner = expression(any_level);
  --depth_;
  expect_close(opened, TokenKind::close);
  after_quantity_ = false;
  return inner;
}

void Parser::expect_close(std::size_t opened, TokenKind closing) {
  if (stopped_) return;
  const std::string sign = closing == TokenKind::close ? "')'" : "']'";
  if (peek().kind == closing) {
    take();
  } else if (peek().kind == TokenKind::end) {
    report(peek().offset,
           "a " + sign + " is missing: the bracket opened at column " + std::to_string(opened + 1) + " stays open",
           "add " + sign + " where the bracket should end");
    stop();
  } else {
    report_rest();
  }
}

int Parser::call(const Token& token) {
  const Function* function = find_function(text(token));
  if (function == nullptr)
    report(token.offset, "no function is called " + quoted(text(token)), dictionary_.function_hint(text(token)));
  else if (function->shape == Shape::sum)
    return sum(token);
  const std::size_t opened = take().offset;
  const std::vector<int> list = arguments(token, opened, TokenKind::close);
  if (stopped_ || function == nullptr) return leaf(0);
  if (const int count = static_cast<int>(list.size()); !accepts(*function, count)) {
    report(token.offset, wrong_count(*function, count));
    return leaf(0);
  }
  return call_node(*function, list, token);
}

std::vector<int> Parser::arguments(const Token& function, std::size_t opened, TokenKind closing) {
  std::vector<int> list;
  if (!enter(function.offset)) return list;
  if (peek().kind != closing) {
    list.push_back(expression(any_level));
    while (!stopped_ && peek().kind == TokenKind::comma) {
      take();
      list.push_back(expression(any_level));
    }
  }
  --depth_;
  expect_close(opened, closing);
  after_quantity_ = false;
  return list;
}

int Parser::call_node(const Function& function, const std::vector<int>& list, const Token& token) {
  const auto argument = [&](std::size_t i) { return i < list.size() ? list[i] : -1; };
  if (function.shape == Shape::fixed)
    return operation(function.operation, token, argument(0), argument(1), argument(2));
  if (function.shape == Shape::vectors) {
    const Form form = function.name == "dot" ? Form::dot : function.name == "cross" ? Form::cross : Form::norm;
    count_operation();
    return add({.form = form, .operand = {argument(0), argument(1), -1}}, token);
  }
  if (function.shape == Shape::fold) {
    int joined = list[0];
    for (std::size_t i = 1; i < list.size(); ++i) joined = operation(function.operation, token, joined, list[i]);
    return joined;
  }
  int chosen = list.back();
  for (std::size_t i = list.size() - 1; i >= 2; i -= 2)
    chosen = operation(Operation::choose, token, list[i - 2], list[i - 1], chosen);
  return chosen;
}

int Parser::add(SyntaxNode node, const Token& token) {
  node.offset = token.offset;
  node.length = token.length;
  syntax_.nodes.push_back(node);
  return static_cast<int>(syntax_.nodes.size()) - 1;
}

int Parser::leaf(double value) {
  syntax_.nodes.push_back({.number = value});
  return static_cast<int>(syntax_.nodes.size()) - 1;
}

void Parser::count_operation() {
  if (++operations_ <= limits_.operations || stopped_) return;
  report(peek().offset, "the formula has more than " + std::to_string(limits_.operations) + " operations",
         "break it into several, or compute a table");
  stop();
}

int Parser::operation(Operation operation, const Token& token, int a, int b, int c) {
  count_operation();
  return add({.form = Form::operation, .operation = operation, .operand = {a, b, c}}, token);
}

bool Parser::enter(std::size_t offset) {
  if (++depth_ <= limits_.depth) return true;
  report(offset, "brackets, calls, signs and powers nest deeper than " + std::to_string(limits_.depth),
         "break the formula into several");
  stop();
  return false;
}

}  // namespace polhode::expression
