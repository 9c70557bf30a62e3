#pragma once
// Formulas that speak of each other, their derivatives, and programs that evaluate many of them at once.

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <polhode/math/expression.hpp>

namespace polhode {

/// A number of a Formulas: something that can be evaluated, differentiated and calculated with. Belongs to the Formulas
/// that gave it.
struct Term {
  int node = 0;
  friend bool operator==(const Term&, const Term&) = default;
};

/// A number, or a vector of several.
struct Terms {
  bool vector = false;
  std::vector<Term> parts;  ///< of a number, one
};

/// The formulas of one system. They share inputs, parameters, definitions that use each other in any order, and a graph
/// in which every subexpression exists once; derivatives are taken in that graph, so that a formula, its slopes and the
/// slopes of those become one program that computes what they have in common once.
///
///   Formulas book({"t", "theta", "theta'"});
///   book.parameter("l", 2);
///   book.define("bob", "l*[sin(theta), -cos(theta)]");
///   const Term kinetic = *book.number("0.5*dot(bob', bob')");
///   const Term momentum = book.derivative(kinetic, 2);
///   const Program program = *book.compile({kinetic, momentum});
///
/// The rate of an input x is the input x' if there is one, that of t is 1; rates of what is made of them follow.
/// Grammar: docs/reference/expressions.md.
///
/// Proof    tests/unit/math/formulas_test.cpp, tests/truth/formula_derivatives_test.cpp
class Formulas {
 public:
  explicit Formulas(std::vector<std::string> inputs, const ExpressionLimits& limits = {});
  ~Formulas();
  Formulas(Formulas&&) noexcept;
  Formulas& operator=(Formulas&&) noexcept;

  // ── names; all of them before the first formula is read ──

  /// The input by which rates are taken, in place of t.
  void clock(std::string name);
  void parameter(std::string name, double value);
  /// Of several numbers: name[1], name[2], …
  void parameter(std::string name, std::vector<double> values);
  /// A name for a formula: NAME, or NAME[INDEX], one for each whole number. The findings come from check().
  void define(std::string name, std::string text);
  /// Whether a formula knows this name; what is new must not have it.
  bool knows(std::string_view name) const;
  /// Reads all definitions. Findings have the definition's name as path and the column within its text.
  Diagnostics check();

  // ── formulas to terms ──

  /// A finding has a column within `text`; one in a definition that was not found before has its name as path.
  Result<Term> number(std::string_view text);
  /// A number or a vector.
  Result<Terms> read(std::string_view text);

  // ── calculating; a 0 leaves sums and makes products 0. Beyond the limit of operations the result is meaningless, and
  //    compile() says so ──

  Term constant(double value);
  Term input(int which);
  Term sum(Term a, Term b);
  Term difference(Term a, Term b);
  Term product(Term a, Term b);
  Term quotient(Term a, Term b);
  Term negative(Term a);
  /// ∂a/∂(input).
  Term derivative(Term a, int input);
  /// Σ ∂a/∂(input i) · rates[i]: with rates of the inputs the derivative by the time.
  Term derivative_along(Term a, std::span<const Term> rates);

  // ── asking ──

  const std::vector<std::string>& inputs() const;
  /// The number of the input of this name, or -1.
  int find_input(std::string_view name) const;
  /// Whether the value can depend on this input.
  bool depends(Term a, int input) const { return first_needed(a, input, input + 1).has_value(); }
  /// The first of the inputs from one number to before another on which it can depend: one look at the formula for all.
  std::optional<int> first_needed(Term a, int from, int to) const;
  /// The value, if it is a number whatever the inputs.
  std::optional<double> value(Term a) const;
  /// Whether the value is 0 whatever the inputs: by its structure, or because its parts cancel, to rounding, at some
  /// tens of points that are drawn. True is as sure as numbers are; false may mean that it could not be told.
  bool vanishes(Term a) const;
  /// Whether no term changes with this input, told in the same way.
  bool indifferent(std::span<const Term> terms, int input) const;

  // ── to programs ──

  /// One output for each term.
  Result<Program> compile(std::span<const Term> outputs) const;
  Result<Program> compile(std::initializer_list<Term> outputs) const {
    return compile(std::span(outputs.begin(), outputs.size()));
  }
  /// The same as an Expression, whose derivatives can be taken later; `text` is what it is called in findings.
  Result<Expression> expression(Term a, std::string text) const;

 private:
  struct Book;
  std::unique_ptr<Book> book_;
};

}  // namespace polhode
