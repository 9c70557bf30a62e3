#pragma once
// The one formula language of the project, compiled to a flat register program.

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <polhode/base/result.hpp>
#include <polhode/math/program.hpp>

namespace polhode {

namespace expression {
class Graph;
}

/// What a formula may cost. A text beyond a limit is refused with a finding.
struct ExpressionLimits {
  static constexpr int deepest = 500;  ///< a larger depth counts as this one

  int depth = 100;          ///< of nested brackets, calls, signs and powers
  int operations = 10'000;  ///< operators and calls; each becomes at most one instruction
  int characters = 100'000;
  int expanded = 1'000'000;  ///< operations when sums, vectors, definitions and derivatives are written out
};

/// A formula over named inputs, compiled once and evaluated over double, a pack or a dual number with equal bits in
/// every lane. Grammar, functions and units: docs/reference/expressions.md.
class Expression {
 public:
  /// Compiles `text`; `names[i]` is what input i is called (letters, digits, _, joined by '.', ending in ' for rates).
  /// Findings carry column = byte offset + 1 within `text`, line 1.
  static Result<Expression> compile(std::string_view text, std::span<const std::string> names,
                                    const ExpressionLimits& limits = {});
  /// The same with the last names standing for `values`, one each: parameters, folded into the program like numbers
  /// typed in their place.
  static Result<Expression> compile(std::string_view text, std::span<const std::string> names,
                                    std::span<const double> values, const ExpressionLimits& limits = {});
  static Expression constant(double value);

  // What a name means to every formula that has no input of that name.
  static bool is_name_of_constant(std::string_view name);
  static bool is_name_of_function(std::string_view name);

  /// S is double, Pack4 or Dual4. `inputs` in the order of the names. Allocates nothing.
  template <class S>
  S evaluate(In<S> inputs) const;
  /// The same for a formula whose first input is the time: input 0 is t, input i is x[i − 1]. Reads a state where it
  /// is.
  template <class S>
  S evaluate_at(double t, In<S> x) const;

  /// The slope of the value by input i, as a formula of the same inputs.
  Expression derivative(int input) const;

  /// Whether the value can depend on input i.
  bool uses(int input) const;
  bool is_constant() const;
  /// Whether the value is that of a comparison, or of `and`, `or`, `not`: 1 or 0.
  bool is_truth() const { return truth_; }
  const std::string& text() const { return text_; }

 private:
  friend class Formulas;
  /// A program of that node, if `most` registers are enough.
  static std::optional<Expression> from(const expression::Graph& graph, int node, int most, std::string text);

  Program program_;                                 ///< with one output
  std::shared_ptr<const expression::Graph> graph_;  ///< what derivatives are taken of; none for a constant
  int node_ = 0;
  bool truth_ = false;
  std::string text_;
};

}  // namespace polhode
