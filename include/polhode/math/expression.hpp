#pragma once
// The one formula language of the project, compiled to a flat register program.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <polhode/base/result.hpp>
#include <polhode/math/dual.hpp>
#include <polhode/math/pack.hpp>
#include <polhode/math/vector.hpp>

namespace polhode {

struct ExpressionLimits {
  int depth = 100;          ///< of nested brackets, calls and signs
  int operations = 10'000;  ///< of the compiled program
  int characters = 100'000;
};

/// A formula over named inputs, compiled once and evaluated over double, a pack or a dual number with equal bits in
/// every lane. Grammar, functions and units: docs/reference/expressions.md.
class Expression {
 public:
  /// Compiles `text`; `names[i]` is what input i is called (letters, digits, _, joined by '.', ending in ' for rates).
  /// Findings carry column = byte offset + 1 within `text`, line 1.
  static Result<Expression> compile(std::string_view text, std::span<const std::string> names,
                                    const ExpressionLimits& limits = {});
  static Expression constant(double value);

  /// S is double, Pack4 or Dual4. `inputs` in the order of the names.
  template <class S>
  S evaluate(In<S> inputs) const;

  /// Whether the value can depend on input i.
  bool uses(int input) const;
  bool is_constant() const;
  const std::string& text() const { return text_; }

 private:
  friend class ExpressionCompiler;
  struct Instruction {
    std::uint8_t operation = 0;
    std::uint16_t a = 0, b = 0, c = 0, target = 0;
    double number = 0;
  };
  std::vector<Instruction> program_;
  int registers_ = 0;
  std::string text_;
};

}  // namespace polhode
