#pragma once
// A solver is a row of data: the stepper, the order tests, the docs table and the command line all read this table.

#include <span>
#include <string_view>

namespace polhode::ode {

/// How a step is continued between its ends (docs/theory/runge-kutta.md).
enum class DenseForm { hermite, own };

/// An explicit Runge–Kutta method; a, b … are row-major views of constants that live as long as the program.
struct Method {
  std::string_view name;    ///< what people type: "dop853"
  std::string_view family;  ///< "explicit Runge–Kutta"
  std::string_view title;   ///< "Dormand–Prince 8(5,3)"
  int order = 0;            ///< of the solution that is carried on
  int embedded_order = 0;   ///< of the error estimate; 0: fixed step only
  int stages = 0;
  bool first_same_as_last = false;
  DenseForm dense = DenseForm::hermite;
  int dense_order = 0;        ///< local order of the continuation: error O(h^(dense_order+1))
  std::span<const double> a;  ///< strictly lower triangle, row by row: a21, a31, a32, …
  std::span<const double> b;
  std::span<const double> c;
  std::span<const double> error;         ///< b − b̂: the estimate is h Σ error[i] kᵢ
  std::span<const double> error_second;  ///< DOP853's third-order companion, else empty
  std::span<const double> dense_a;       ///< further stages that only the continuation needs
  std::span<const double> dense_c;
  std::span<const double> dense_weights;  ///< rows of weights over all stages, highest coefficients of the continuation
  std::string_view citation;

  bool adaptive() const { return embedded_order > 0; }
};

/// Every method, in the order in which they are listed to people.
std::span<const Method> methods();
/// The method of that name, or null.
const Method* find_method(std::string_view name);

namespace method {
extern const Method &euler, &midpoint, &heun, &rk4, &bogacki_shampine, &dopri5, &dop853;
}

}  // namespace polhode::ode
