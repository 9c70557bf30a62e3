#include "math/expression/function_table.hpp"

#include <array>
#include <tuple>

namespace polhode::expression {
namespace {

constexpr auto functions = std::to_array<Function>({
    {"sin", Operation::sin, Shape::fixed, 1, "x"},
    {"cos", Operation::cos, Shape::fixed, 1, "x"},
    {"tan", Operation::tan, Shape::fixed, 1, "x"},
    {"asin", Operation::asin, Shape::fixed, 1, "x"},
    {"acos", Operation::acos, Shape::fixed, 1, "x"},
    {"atan", Operation::atan, Shape::fixed, 1, "x"},
    {"atan2", Operation::atan2, Shape::fixed, 2, "y, x"},
    {"sinh", Operation::sinh, Shape::fixed, 1, "x"},
    {"cosh", Operation::cosh, Shape::fixed, 1, "x"},
    {"tanh", Operation::tanh, Shape::fixed, 1, "x"},
    {"exp", Operation::exp, Shape::fixed, 1, "x"},
    {"log", Operation::log, Shape::fixed, 1, "x"},
    {"log10", Operation::log10, Shape::fixed, 1, "x"},
    {"sqrt", Operation::sqrt, Shape::fixed, 1, "x"},
    {"cbrt", Operation::cbrt, Shape::fixed, 1, "x"},
    {"abs", Operation::abs, Shape::fixed, 1, "x"},
    {"sign", Operation::sign, Shape::fixed, 1, "x"},
    {"floor", Operation::floor, Shape::fixed, 1, "x"},
    {"ceil", Operation::ceil, Shape::fixed, 1, "x"},
    {"mod", Operation::mod, Shape::fixed, 2, "x, period"},
    {"pow", Operation::power, Shape::fixed, 2, "base, exponent"},
    {"if", Operation::choose, Shape::fixed, 3, "condition, then, otherwise"},
    {"min", Operation::min, Shape::fold, 2, "a, b, …"},
    {"max", Operation::max, Shape::fold, 2, "a, b, …"},
    {"hypot", Operation::hypot, Shape::fold, 2, "a, b, …"},
    {"piecewise", Operation::choose, Shape::piecewise, 3, "condition, value, …, otherwise"},
    {"dot", Operation::number, Shape::vectors, 2, "a, b"},
    {"cross", Operation::number, Shape::vectors, 2, "a, b"},
    {"norm", Operation::number, Shape::vectors, 1, "a"},
    {"sum", Operation::number, Shape::sum, 4, "i, first, last, term"},
});

struct Constant {
  std::string_view name;
  double value;
};
constexpr auto constants = std::to_array<Constant>({{"pi", 3.141592653589793}, {"e", 2.718281828459045}});

struct Foreign {
  std::string_view theirs, ours;
};
constexpr auto foreign_names = std::to_array<Foreign>({
    {"ln", "log"},
    {"arcsin", "asin"},
    {"arccos", "acos"},
    {"arctan", "atan"},
    {"arctan2", "atan2"},
    {"sgn", "sign"},
    {"fabs", "abs"},
    {"fmod", "mod"},
    {"select", "if"},
    {"ceiling", "ceil"},
});

template <class Rows>
constexpr auto names_of(const Rows& rows) {
  std::array<std::string_view, std::tuple_size_v<Rows>> list{};
  for (std::size_t i = 0; i < list.size(); ++i) list[i] = rows[i].name;
  return list;
}
constexpr auto function_list = names_of(functions);
constexpr auto constant_list = names_of(constants);

}  // namespace

const Function* find_function(std::string_view name) {
  for (const Function& function : functions)
    if (function.name == name) return &function;
  return nullptr;
}

std::span<const std::string_view> function_names() { return function_list; }

std::optional<double> find_constant(std::string_view name) {
  for (const Constant& constant : constants)
    if (constant.name == name) return constant.value;
  if (name == "\u03c0") return constants[0].value;
  return std::nullopt;
}

std::span<const std::string_view> constant_names() { return constant_list; }

bool accepts(const Function& function, int count) {
  switch (function.shape) {
    case Shape::fixed:
    case Shape::vectors:
    case Shape::sum: return count == function.arguments;
    case Shape::fold: return count >= function.arguments;
    case Shape::piecewise: return count >= function.arguments && count % 2 == 1;
  }
  return false;
}

std::string wrong_count(const Function& function, int count) {
  std::string text = std::string(function.name) + " takes ";
  switch (function.shape) {
    case Shape::fixed:
    case Shape::vectors:
    case Shape::sum:
      text += std::to_string(function.arguments) + (function.arguments == 1 ? " argument" : " arguments");
      break;
    case Shape::fold: text += "2 or more arguments"; break;
    case Shape::piecewise: text += "an odd number of arguments from 3 on"; break;
  }
  return text + " (" + std::string(function.signature) + "), not " + std::to_string(count);
}

std::string_view our_name(std::string_view foreign) {
  for (const Foreign& pair : foreign_names)
    if (pair.theirs == foreign) return pair.ours;
  return {};
}

}  // namespace polhode::expression
