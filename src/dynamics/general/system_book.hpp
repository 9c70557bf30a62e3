#pragma once
// The texts of a system as terms of one graph.

#include <optional>

#include <polhode/dynamics/general/lagrangian.hpp>
#include <polhode/dynamics/general/system_text.hpp>
#include <polhode/math/formulas.hpp>

namespace polhode::general {

/// Inputs are t, the coordinates, and as many rates or momenta. What cannot be read is a finding, whose path is the key
/// of the text ("forces.theta") and whose column lies within it, and becomes 0.
class SystemBook {
 public:
  /// `second` makes the names of the second half of the state from those of the first.
  SystemBook(const SystemText& text, std::string (*second)(const std::string& coordinate));

  Term number(const std::string& path, const std::string& text);
  Term slope(Term of, int input) { return book.derivative(of, input); }
  /// The term of a force on each coordinate.
  std::vector<Term> forces();
  std::vector<NamedExpression> named(const char* key, const std::vector<SystemText::Formula>& list);
  std::vector<NamedExpressions> points();
  std::optional<Program> program(const std::vector<Term>& outputs);
  Expression expression(Term term, const std::string& text);
  bool is_zero(Term term) const { return book.value(term) == 0.0; }

  // Inputs by their meaning.
  static constexpr int time = 0;
  int q(std::size_t i) const { return 1 + static_cast<int>(i); }
  int second(std::size_t i) const { return 1 + static_cast<int>(n + i); }

  const SystemText& text;
  std::size_t n;
  Formulas book;
  Diagnostics findings;

 private:
  void add(const std::string& path, const Diagnostics& found);
};

inline std::string rate_of(const std::string& coordinate) { return coordinate + "'"; }
inline std::string momentum_of(const std::string& coordinate) { return "p_" + coordinate; }

}  // namespace polhode::general
