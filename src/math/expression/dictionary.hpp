#pragma once
// What the names of a formula mean, and what a misspelt one was meant to be.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "math/expression/function_table.hpp"

namespace polhode::expression {

/// A formula with a name. With an index, one for each whole number.
struct Definition {
  std::string name, index, text;
};

/// A parameter of several numbers.
struct NumberList {
  std::string name;
  std::vector<double> values;
};

/// What a name stands for.
struct Meaning {
  enum class Kind { nothing, input, constant, definition, list, inputs };
  Kind kind = Kind::nothing;
  int which = -1;
  long index = 0;           ///< of a definition with an index: r3 is r[3]
  double value = 0;         ///< of a constant
  int primes = 0;           ///< ' behind the name of a definition, list or vector
  int part = 0;             ///< 1, 2, 3 for .x, .y, .z behind it
  std::vector<int> inputs;  ///< r.x, r.y, … of a vector r

  bool known() const { return kind != Kind::nothing; }
};

class Dictionary {
 public:
  explicit Dictionary(std::span<const std::string> inputs, const std::vector<Definition>* definitions = nullptr,
                      const std::vector<NumberList>* lists = nullptr)
      : inputs_(inputs), definitions_(definitions), lists_(lists) {}

  /// The number of the input of this name, or -1.
  int input(std::string_view name) const;
  /// The definition that a name with an index behind it means, or -1.
  int indexed(std::string_view name) const;
  Meaning find(std::string_view name) const;
  /// Whether there is anything that NAME[number] could mean.
  bool has_numbers(std::string_view name) const;
  /// What stands for a value by itself.
  bool is_value(std::string_view name) const { return find(name).known(); }
  bool is_unit(std::string_view name) const;

  // The name most likely meant, or empty.
  std::string near_value(std::string_view word) const;
  std::string near_unit(std::string_view word) const;
  std::string near_function(std::string_view word) const;

  // What to do about a name that is nothing.
  std::string value_hint(std::string_view word) const;
  std::string unit_hint(std::string_view word) const;
  std::string function_hint(std::string_view word) const;

 private:
  Meaning find_base(std::string_view name) const;
  Meaning numbered_definition(std::string_view name) const;
  std::vector<std::string> known_names() const;

  std::span<const std::string> inputs_;
  const std::vector<Definition>* definitions_;
  const std::vector<NumberList>* lists_;
};

/// A name for a message, cut if it is long.
std::string quoted(std::string_view word);

}  // namespace polhode::expression
