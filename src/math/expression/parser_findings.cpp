// What is said about mistakes of structure.

#include <string>

#include <polhode/base/text.hpp>

#include "math/expression/parser.hpp"

namespace polhode::expression {
void Parser::report(std::size_t offset, std::string message, std::string hint) {
  if (stopped_) return;
  findings_.add(offset, std::move(message), std::move(hint));
  if (findings_.full()) stop();
}

void Parser::stop() {
  stopped_ = true;
  at_ = tokens_.size() - 1;
}

int Parser::missing_operand() {
  const Token token = peek();
  if (!stopped_ && token.kind != TokenKind::bad) {
    const bool last = token.kind == TokenKind::end;
    std::string message = "a value is missing";
    if (at_ > 0) message += last ? " after " : " between ";
    if (at_ > 0) message += quoted(text(tokens_[at_ - 1]));
    if (!last) message += (at_ > 0 ? " and " : " before ") + quoted(text(token));
    report(token.offset, std::move(message));
  }
  stop();
  return leaf(0);
}

void Parser::missing_operator() {
  const Token& before = tokens_[at_ - 1];
  const Token next = peek();
  const std::string_view word = text(next);
  const bool call = next.kind == TokenKind::name && peek(1).kind == TokenKind::open;
  if (next.kind == TokenKind::name && !call && !is_value(word) && dictionary_.is_unit(word)) {
    report(next.offset, "a unit stands only directly after a number", "write *1 " + std::string(word));
    stop();
    return;
  }
  std::string left(text(before));
  if (after_quantity_) left = text_.substr(quantity_start_, before.offset + before.length - quantity_start_);
  std::string right(word);
  if (call) right += "(…)";
  report(next.offset, "an operator is missing between " + quoted(left) + " and " + quoted(word),
         left.size() + right.size() < 60 ? "for a product write " + left + "*" + right : "a product needs *");
}

void Parser::report_rest() {
  const Token token = peek();
  if (token.kind == TokenKind::comma) return report_comma();
  if (token.kind == TokenKind::close || token.kind == TokenKind::close_square)
    report(token.offset, "this " + quoted(text(token)) + " closes nothing", "remove it, or open a bracket before it");
  else if (token.kind == TokenKind::open_square || token.kind == TokenKind::field)
    report(token.offset, "a number has no parts", "parts stand behind a name or brackets: r[1], (a + b).x");
  else if (token.kind == TokenKind::prime)
    report(token.offset, "a ' stands only behind a name or brackets",
           "it is the rate of what stands before it: (2*x)'");
  else if (token.kind == TokenKind::word_not)
    report(token.offset, "an operator is missing before 'not'", "write and not, or or not");
  stop();
}

void Parser::report_comma() {
  const std::size_t comma = peek().offset;
  const bool decimal =
      comma > 0 && comma + 1 < text_.size() && is_digit(text_[comma - 1]) && is_digit(text_[comma + 1]);
  report(comma, "a ',' stands only between the arguments of a function",
         decimal ? "write a decimal fraction with a point: 1.5" : "a vector is written [x, y]");
  stop();
}

}  // namespace polhode::expression
