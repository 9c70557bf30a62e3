// Names, and what stands behind them: parts, rates, numbers, vectors and sums.

#include <algorithm>
#include <string>

#include <polhode/base/text.hpp>

#include "math/expression/parser.hpp"

namespace polhode::expression {

/// r[2].x is read as one name, as it may be an input. Where it is none, it is the name r and what stands behind it.
void Parser::split_names() {
  std::vector<Token> pieces;
  for (const Token& token : tokens_) {
    const std::string_view word = text(token);
    const std::size_t square = token.kind == TokenKind::name ? word.find('[') : std::string_view::npos;
    if (square == std::string_view::npos || dictionary_.is_value(word) ||
        !dictionary_.has_numbers(word.substr(0, square))) {
      pieces.push_back(token);
      continue;
    }
    const std::size_t close = word.find(']', square);
    const auto piece = [&](TokenKind kind, std::size_t from, std::size_t to) {
      pieces.push_back({kind, token.offset + from, to - from});
    };
    piece(TokenKind::name, 0, square);
    piece(TokenKind::open_square, square, square + 1);
    piece(TokenKind::number, square + 1, close);
    pieces.back().number = parse_number(word.substr(square + 1, close - square - 1)).value_or(0);
    piece(TokenKind::close_square, close, close + 1);
    std::size_t end = word.size();
    while (word[end - 1] == '\'') --end;
    piece(TokenKind::field, close + 1, end);
    for (; end < word.size(); ++end) piece(TokenKind::prime, end, end + 1);
  }
  tokens_ = std::move(pieces);
}

int Parser::name() {
  const Token token = take();
  if (peek().kind == TokenKind::open_square) return numbered(token);
  if (peek().kind != TokenKind::open) return value_of(token);
  // An input may share its name with a function; before a bracket it is the function.
  const bool function = find_function(text(token)) != nullptr;
  return function || !is_value(text(token)) ? call(token) : value_of(token);
}

int Parser::find_index(std::string_view word) const {
  for (std::size_t i = indices_.size(); i-- > 0;)
    if (indices_[i] == word) return static_cast<int>(i);
  return -1;
}

int Parser::value_of(const Token& token) {
  const std::string_view word = text(token);
  if (const int index = find_index(word); index >= 0) return add({.form = Form::index, .which = index}, token);
  if (const int known = meaning(token); known >= 0) return known;
  if (const Function* function = find_function(word); function != nullptr && !dictionary_.is_unit(word))
    report(token.offset, quoted(word) + " is a function and needs its arguments",
           "write " + std::string(word) + "(" + std::string(function->signature) + ")");
  else if (dictionary_.indexed(word) >= 0)
    report(token.offset, quoted(word) + " needs a number in square brackets", "write " + std::string(word) + "[1]");
  else
    report(token.offset, "nothing is called " + quoted(word) + " here", dictionary_.value_hint(word));
  return leaf(0);
}

/// The node of what the dictionary knows by this name; -1 if it does not know it.
int Parser::meaning(const Token& token) {
  const Meaning found = dictionary_.find(text(token));
  int value = -1;
  switch (found.kind) {
    case Meaning::Kind::nothing: return -1;
    case Meaning::Kind::constant: return leaf(found.value);
    case Meaning::Kind::input: return add({.form = Form::input, .which = found.which}, token);
    case Meaning::Kind::definition:
      value = add({.form = Form::definition, .which = found.which, .number = static_cast<double>(found.index)}, token);
      break;
    case Meaning::Kind::list: value = add({.form = Form::list, .which = found.which}, token); break;
    case Meaning::Kind::inputs: {
      const int first = static_cast<int>(syntax_.lists.size());
      syntax_.lists.insert(syntax_.lists.end(), found.inputs.begin(), found.inputs.end());
      value = add({.form = Form::inputs, .first = first, .count = static_cast<int>(found.inputs.size())}, token);
    }
  }
  if (found.part > 0) {
    const int which = leaf(found.part);
    value = add({.form = Form::part, .operand = {value, which, -1}}, token);
  }
  return found.primes > 0 ? add({.form = Form::rate, .operand = {value, -1, -1}, .which = found.primes}, token) : value;
}

/// NAME[number]: a part of a vector, or a name that ends in the number.
int Parser::numbered(const Token& token) {
  std::string_view base = text(token);
  while (base.ends_with('\'')) base.remove_suffix(1);
  const Meaning found = dictionary_.find(base);
  const bool one_number =
      find_index(base) >= 0 || found.kind == Meaning::Kind::input || found.kind == Meaning::Kind::constant;
  const bool is_entry = found.kind == Meaning::Kind::list && found.part == 0 && base == text(token);
  if (!dictionary_.has_numbers(base)) {
    if (one_number)
      report(peek().offset, quoted(text(token)) + " is one number and has no parts");
    else
      report(token.offset, "nothing is called " + quoted(text(token)) + " here", dictionary_.value_hint(base));
  } else if (dictionary_.indexed(base) < 0 && !one_number && !is_entry) {
    if (const int vector = meaning(token); vector >= 0) return vector;
  }
  const std::size_t opened = take().offset;
  if (!enter(opened)) return leaf(0);
  const int number = expression(any_level);
  --depth_;
  expect_close(opened, TokenKind::close_square);
  after_quantity_ = false;
  if (stopped_ || !dictionary_.has_numbers(base)) return leaf(0);
  if (is_entry) return add({.form = Form::entry, .operand = {number, -1, -1}, .which = found.which}, token);
  const Token whole{TokenKind::name, token.offset, base.size()};
  const int primes = static_cast<int>(text(token).size() - base.size());
  return add({.form = Form::indexed, .operand = {number, -1, -1}, .which = primes}, whole);
}

int Parser::vector() {
  const Token opening = take();
  const std::vector<int> parts = arguments(opening, opening.offset, TokenKind::close_square);
  if (stopped_) return leaf(0);
  if (parts.size() < 2)
    report(opening.offset, "a vector has two parts or more", parts.empty() ? "write [x, y]" : "write brackets as ( )");
  const int first = static_cast<int>(syntax_.lists.size());
  syntax_.lists.insert(syntax_.lists.end(), parts.begin(), parts.end());
  return add({.form = Form::vector, .first = first, .count = static_cast<int>(parts.size())}, opening);
}

/// Parts and rates behind a value: r[2], r.x, (a + b)'.
int Parser::postfix(int value) {
  while (!stopped_) {
    const Token token = peek();
    if (token.kind == TokenKind::prime) {
      value = primes(value);
    } else if (token.kind == TokenKind::field) {
      value = field(value);
    } else if (token.kind == TokenKind::open_square) {
      take();
      if (!enter(token.offset)) return value;
      const int number = expression(any_level);
      --depth_;
      expect_close(token.offset, TokenKind::close_square);
      count_operation();
      value = add({.form = Form::part, .operand = {value, number, -1}}, token);
    } else {
      break;
    }
    after_quantity_ = false;
  }
  return value;
}

int Parser::field(int value) {
  const Token token = take();
  const std::string_view word = text(token);
  const bool known = word == ".x" || word == ".y" || word == ".z";
  if (!known) report(token.offset, "a vector has no part " + quoted(word), "its parts are .x, .y, .z, or [1], [2], …");
  count_operation();
  const int number = leaf(known ? word[1] - 'x' + 1 : 1);
  return add({.form = Form::part, .operand = {value, number, -1}}, token);
}

int Parser::primes(int value) {
  const Token first = peek();
  int count = 0;
  for (; peek().kind == TokenKind::prime; take()) ++count;
  count_operation();
  if (SyntaxNode& last = syntax_.nodes[static_cast<std::size_t>(value)]; last.form == Form::indexed) {
    last.which += count;
    return value;
  }
  return add({.form = Form::rate, .operand = {value, -1, -1}, .which = count}, first);
}

/// The new name that a sum counts by.
std::string_view Parser::sum_index() {
  const Token token = peek();
  const std::string_view word = text(token);
  const bool plain = token.kind == TokenKind::name && word.find_first_of(".'[") == std::string_view::npos &&
                     peek(1).kind == TokenKind::comma;
  if (!plain) {
    report(token.offset, "a sum counts by an index", "write sum(i, 1, 3, x[i]^2)");
    stop();
    return {};
  }
  if (is_value(word))
    report(token.offset, quoted(word) + " has a meaning here, and cannot count", "choose another letter");
  take();
  return word;
}

/// sum(i, first, last, term), whose index is known in the term alone.
int Parser::sum(const Token& token) {
  const std::size_t opened = take().offset;
  if (!enter(token.offset)) return leaf(0);
  const std::string_view index = sum_index();
  int parts = stopped_ ? 0 : 1;
  const auto next = [&] {
    if (stopped_ || peek().kind != TokenKind::comma) return leaf(0);
    take();
    ++parts;
    return expression(any_level);
  };
  const int first = next(), last = next();
  const int begin =
      add({.form = Form::sum_begin, .operand = {first, last, -1}, .which = static_cast<int>(indices_.size())}, token);
  indices_.push_back(index);
  const int term = next();
  indices_.pop_back();
  while (!stopped_ && peek().kind == TokenKind::comma) next();
  --depth_;
  expect_close(opened, TokenKind::close);
  after_quantity_ = false;
  if (!stopped_ && parts != 4) report(token.offset, wrong_count(*find_function("sum"), parts));
  count_operation();
  const int end = add({.form = Form::sum_end, .operand = {term, begin, -1}}, token);
  syntax_.nodes[static_cast<std::size_t>(begin)].first = end;
  return end;
}

}  // namespace polhode::expression
