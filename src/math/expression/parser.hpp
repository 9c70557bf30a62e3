#pragma once
// Tokens to a syntax tree. The grammar is docs/reference/expressions.md.

#include <string_view>
#include <vector>

#include <polhode/math/expression.hpp>

#include "math/expression/dictionary.hpp"
#include "math/expression/findings.hpp"
#include "math/expression/lexer.hpp"
#include "math/expression/syntax.hpp"

namespace polhode::expression {

/// Recursive descent with precedence climbing. Mistakes of meaning (an unknown name, a wrong number of arguments, a
/// missing *) are reported and read over, so that all of them appear at once; a mistake of structure ends the reading,
/// because whatever followed would be a guess.
class Parser {
 public:
  /// `index` is what the definition that is read counts by; empty if it does not.
  Parser(std::string_view text, const Dictionary& dictionary, const ExpressionLimits& limits, Findings& findings,
         std::string_view index = {});

  /// What is typed; meaningless if there are findings.
  Syntax parse();

 private:
  enum Level { any_level, or_level, and_level, not_level, comparison_level, sum_level, product_level, power_level };
  struct Binary {
    Level level;
    Operation operation;
  };

  // parser.cpp: structure
  static const Binary* binary(TokenKind kind);
  int expression(Level lowest);
  int operand(Level lowest);
  int infix(int left, const Binary& binary);
  int primary(const Token& token);
  int bracket();
  int call(const Token& token);
  std::vector<int> arguments(const Token& function, std::size_t opened, TokenKind closing);
  int call_node(const Function& function, const std::vector<int>& arguments, const Token& token);
  void expect_close(std::size_t opened, TokenKind closing);

  // parser_names.cpp: names, vectors and sums
  void split_names();
  int name();
  int value_of(const Token& token);
  int meaning(const Token& token);
  int numbered(const Token& token);
  int vector();
  int postfix(int value);
  int field(int value);
  int primes(int value);
  int sum(const Token& token);
  std::string_view sum_index();
  int find_index(std::string_view word) const;
  bool is_value(std::string_view word) const { return find_index(word) >= 0 || dictionary_.is_value(word); }

  // quantity.cpp: numbers and their units
  int number();
  double quantity(const Token& number);
  bool unit_follows(std::size_t index) const;
  std::string unit_power();
  void refuse_ambiguous(const Token& number, const Token& unit, const std::string& factors);

  // parser_findings.cpp: what is said about mistakes of structure
  int missing_operand();
  void missing_operator();
  void report_rest();
  void report_comma();
  void report(std::size_t offset, std::string message, std::string hint = {});
  void stop();

  const Token& peek(std::size_t ahead = 0) const;
  const Token& take() { return tokens_[at_ + 1 < tokens_.size() ? at_++ : at_]; }
  std::string_view text(const Token& token) const { return text_.substr(token.offset, token.length); }
  int operation(Operation operation, const Token& token, int a, int b = -1, int c = -1);
  void count_operation();
  int add(SyntaxNode node, const Token& token);
  int leaf(double number);
  bool enter(std::size_t offset);

  std::string_view text_;
  const Dictionary& dictionary_;
  ExpressionLimits limits_;
  Findings& findings_;
  std::vector<Token> tokens_;
  Syntax syntax_;
  std::vector<std::string_view> indices_;  ///< that are counted here, the innermost last
  std::size_t at_ = 0;
  std::size_t quantity_start_ = 0;  ///< where the number of the quantity just read began
  bool after_quantity_ = false;
  int depth_ = 0;
  int operations_ = 0;
  bool stopped_ = false;
};

}  // namespace polhode::expression
