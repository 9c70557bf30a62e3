#pragma once
// What the names of a formula mean, and what a misspelt one was meant to be.

#include <span>
#include <string>
#include <string_view>

#include "math/expression/function_table.hpp"

namespace polhode::expression {

class Dictionary {
 public:
  explicit Dictionary(std::span<const std::string> inputs) : inputs_(inputs) {}

  /// The number of the input of this name, or -1.
  int input(std::string_view name) const;
  /// An input or a constant: what stands for a value by itself.
  bool is_value(std::string_view name) const { return input(name) >= 0 || find_constant(name).has_value(); }
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
  std::span<const std::string> inputs_;
};

/// A name for a message, cut if it is long.
std::string quoted(std::string_view word);

}  // namespace polhode::expression
