// Numbers with units. A unit belongs to the number before it: 2*3 mm is 2*(3 mm), and 1/2 s is 1/(2 s).

#include <cmath>
#include <string>

#include <polhode/base/text.hpp>
#include <polhode/base/unit.hpp>

#include "math/expression/parser.hpp"

namespace polhode::expression {

int Parser::number() {
  const Token token = take();
  quantity_start_ = token.offset;
  after_quantity_ = true;
  const TokenKind behind = peek(1).kind;
  const bool name_follows =
      peek().kind == TokenKind::name && behind != TokenKind::open && behind != TokenKind::open_square;
  return leaf(name_follows ? quantity(token) : token.number);
}

/// Whether the name `ahead` tokens on can only be a unit or a misspelt one: no call, no value of the formula.
bool Parser::unit_follows(std::size_t ahead) const {
  const TokenKind behind = peek(ahead + 1).kind;
  if (peek(ahead).kind != TokenKind::name || behind == TokenKind::open || behind == TokenKind::open_square)
    return false;
  const std::string_view word = text(peek(ahead));
  if (is_value(word)) return false;
  if (dictionary_.is_unit(word)) return true;
  return !find_function(word) && dictionary_.near_value(word).empty() && !dictionary_.near_unit(word).empty();
}

double Parser::quantity(const Token& number) {
  const Token first = peek();
  const bool value = is_value(text(first)) || find_function(text(first)) != nullptr;
  if (value && !dictionary_.is_unit(text(first))) return number.number;
  std::string factors;
  bool known = true;
  bool certain = find_index(text(first)) < 0 &&
                 (dictionary_.find(text(first)).kind == Meaning::Kind::constant || !dictionary_.is_value(text(first)));
  std::string sign;
  while (!stopped_) {
    const Token unit = take();
    if (!dictionary_.is_unit(text(unit))) {
      report(unit.offset, "no unit is called " + quoted(text(unit)), dictionary_.unit_hint(text(unit)));
      known = false;
    }
    factors += sign + std::string(text(unit)) + unit_power();
    const TokenKind kind = peek().kind;
    const bool product = kind == TokenKind::times || kind == TokenKind::divide;
    if (!unit_follows(product ? 1 : 0)) break;
    sign = kind == TokenKind::divide ? "/" : "*";
    certain = true;
    if (product) take();
  }
  if (!known || stopped_) return 0;
  if (!certain) refuse_ambiguous(number, first, factors);
  const double si = parse_unit(factors)->to_si(number.number);
  if (!std::isfinite(si)) report(number.offset, "this quantity is beyond the range of a double");
  return si;
}

/// The whole power after a unit, or nothing.
std::string Parser::unit_power() {
  if (peek().kind != TokenKind::power) return {};
  const std::size_t offset = take().offset;
  const bool negative = peek().kind == TokenKind::minus;
  if (negative) take();
  const Token power = peek();
  const bool whole = power.kind == TokenKind::number && power.number == std::floor(power.number);
  if (!whole || power.number < 1 || power.number > 6) {
    report(offset, "the power of a unit must be a whole number from -6 to 6, and not 0",
           "put a quantity into brackets to raise it to a power: (2 m)^x");
    stop();
    return {};
  }
  take();
  if (peek().kind == TokenKind::power) {
    report(peek().offset, "a unit has one power", "put a quantity into brackets to raise it to a power: (2 m^2)^3");
    stop();
  }
  return (negative ? "^-" : "^") + std::to_string(static_cast<int>(power.number));
}

void Parser::refuse_ambiguous(const Token& number, const Token& unit, const std::string& factors) {
  const double value = parse_unit(factors)->to_si(number.number);
  report(unit.offset, quoted(text(unit)) + " is both an input and a unit here",
         "write " + std::string(text(number)) + "*" + std::string(text(unit)) + " for the input, or " +
             shortest(value) + " for the quantity");
}

}  // namespace polhode::expression
