#pragma once
// The functions and constants a formula may name.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "math/expression/operation.hpp"

namespace polhode::expression {

/// How the arguments of a function become nodes.
enum class Shape : std::uint8_t {
  fixed,      ///< one node with the arguments as operands
  fold,       ///< two or more arguments, joined from the left: f(f(a, b), c)
  piecewise,  ///< condition, value, condition, value, …, otherwise
  vectors,    ///< of one or two vectors
  sum,        ///< an index, from, to, and what is summed up
};

struct Function {
  std::string_view name;
  Operation operation;
  Shape shape;
  int arguments;               ///< for `fixed` and `vectors`
  std::string_view signature;  ///< "y, x": what the arguments are called in messages
};

const Function* find_function(std::string_view name);
std::span<const std::string_view> function_names();

/// pi and e.
std::optional<double> find_constant(std::string_view name);
std::span<const std::string_view> constant_names();

/// Whether `function` can take `count` arguments.
bool accepts(const Function& function, int count);

/// "atan2 takes 2 arguments (y, x), not 1".
std::string wrong_count(const Function& function, int count);

/// What other languages call one of our functions ("ln" → "log"), or empty.
std::string_view our_name(std::string_view foreign);

}  // namespace polhode::expression
