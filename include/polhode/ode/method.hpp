#pragma once
// A solver is a row of data: the stepper, the order tests, the docs table and the command line all read this table.

#include <array>
#include <span>
#include <string_view>

namespace polhode::ode {

/// How a step is continued between its ends (docs/theory/runge-kutta.md).
enum class DenseForm { hermite, own };

/// An explicit Runge–Kutta method; a, b … are row-major views of constants that live as long as the program.
///
/// Stages are counted from 0. Stage `end_stage()` is the rate at the end of the step: the last stage of a method whose
/// first stage is the same as the last, else one more that the next step starts with anyway.
struct Method {
  std::string_view name;    ///< what people type: "dop853"
  std::string_view family;  ///< "explicit Runge–Kutta"
  std::string_view title;   ///< "Dormand–Prince 8(5,3)"
  int order = 0;            ///< of the solution that is carried on
  int embedded_order = 0;   ///< of the solution the error is estimated with; 0: fixed step only
  int estimate_order = 0;   ///< the estimate goes as h^estimate_order: what step control works with
  int stages = 0;
  bool first_same_as_last = false;
  DenseForm dense = DenseForm::hermite;
  int dense_order = 0;        ///< local order of the continuation: error O(h^(dense_order+1))
  std::span<const double> a;  ///< strictly lower triangle, row by row: a21, a31, a32, …
  std::span<const double> b;
  std::span<const double> c;
  std::span<const double> error;         ///< b − b̂: the estimate is h Σ error[i] kᵢ
  std::span<const double> error_second;  ///< DOP853's third-order companion, else empty
  std::span<const double> dense_a;       ///< rows of the stages after end_stage() that only the continuation needs
  std::span<const double> dense_c;
  std::span<const double> dense_weights;  ///< rows of weights over all stages: the coefficients c₄, c₅ … of (6)
  std::string_view citation;

  bool adaptive() const { return embedded_order > 0; }
  int end_stage() const { return first_same_as_last ? stages - 1 : stages; }
  /// How many coefficients the continuation has: u1, two of the Hermite cubic, and the method's own.
  int dense_terms() const {
    const int all_stages = end_stage() + 1 + static_cast<int>(dense_c.size());
    return 3 + static_cast<int>(dense_weights.size()) / all_stages;
  }
};

/// Every method, in the order in which they are listed to people.
std::span<const Method> methods();
/// The method of that name, or null.
const Method* find_method(std::string_view name);

namespace detail {
extern const std::array<Method, 7> method_table;
}

namespace method {
inline constexpr const Method& euler = detail::method_table[0];
inline constexpr const Method& midpoint = detail::method_table[1];
inline constexpr const Method& heun = detail::method_table[2];
inline constexpr const Method& rk4 = detail::method_table[3];
inline constexpr const Method& bogacki_shampine = detail::method_table[4];
inline constexpr const Method& dopri5 = detail::method_table[5];
inline constexpr const Method& dop853 = detail::method_table[6];
}  // namespace method

}  // namespace polhode::ode
