#pragma once
// A solver is a row of data: the steppers, the order tests, the docs table and the command line all read these rows.

#include <array>
#include <cstddef>
#include <iterator>
#include <span>
#include <string_view>
#include <variant>

namespace polhode::ode {

/// An explicit Runge–Kutta rule; a, b … are row-major views of constants that outlive the method.
///
/// Stages are counted from 0. Stage `end_stage()` is the rate at the end of the step: the last stage of a method whose
/// first stage is the same as the last, else one more that the next step starts with anyway.
struct ExplicitTableau {
  bool first_same_as_last = false;
  std::span<const double> a;  ///< strictly lower triangle, row by row: a21, a31, a32, …
  std::span<const double> b;
  std::span<const double> c;
  std::span<const double> error;         ///< b − b̂: the estimate is h Σ error[i] kᵢ
  std::span<const double> error_second;  ///< DOP853's third-order companion, else empty
  std::span<const double> dense_a;       ///< rows of the stages after end_stage() that only the continuation needs
  std::span<const double> dense_c;
  /// Rows of weights over all stages: the coefficients c₄, c₅ … of docs/theory/runge-kutta.md (6). Without them the
  /// continuation is built from rates (src/ode/continuation.hpp).
  std::span<const double> dense_weights;

  int stages() const { return static_cast<int>(b.size()); }
  int end_stage() const { return first_same_as_last ? stages() - 1 : stages(); }
  int all_stages() const { return end_stage() + 1 + static_cast<int>(dense_c.size()); }
};

/// A composition of the flows of two parts: drift(a₀h), kick(b₀h), drift(a₁h), kick(b₁h) …; where a coefficient is zero
/// nothing is done.
struct Composition {
  std::span<const double> drift;  ///< a, as many as b or one more
  std::span<const double> kick;   ///< b
};

/// A Runge–Kutta rule made of exponentials of rates frozen at its stages.
struct LieGroupTableau {
  /// x ← x ⊞ h Σ weight[j] k_j, on the way from the start of the step to a stage or to its end.
  struct Exponential {
    int stage;  ///< the one it leads to; the number of stages: the end
    std::array<double, 5> weights{};
  };
  std::span<const double> c;
  std::span<const Exponential> exponentials;  ///< by stages, each in the order in which they are applied
};

/// Störmer–Verlet for any Hamiltonian, implicit where it is not separable.
struct GeneralisedVerlet {};

/// A step of rigid bodies that keeps what free bodies keep.
enum class RigidRule { moser_veselov, energy_momentum, midpoint };

/// What a method must know of a problem besides its rate (ode/problem.hpp).
enum class Needs { rate, parts, momenta, rigid_bodies };

/// How the next step size is found from the errors of the last steps (src/ode/control.hpp).
enum class Control { proportional_integral, predictive };

/// What is claimed of the method on x' = λ x, Re λ ≤ 0; tests/order/stability_test.cpp measures it.
enum class Stability { conditional, a_stable, l_stable };

/// A solver: what people and step control need to know of it, and the rule that makes a step.
struct Method {
  std::string_view name;    ///< what people type: "dop853"
  std::string_view family;  ///< "explicit Runge–Kutta"
  std::string_view title;   ///< "Dormand–Prince 8(5,3)"
  int order = 0;            ///< of the solution that is carried on
  int embedded_order = 0;   ///< of the solution the error is estimated with; 0: fixed step only
  int estimate_order = 0;   ///< the estimate goes as h^estimate_order: what step control works with
  int stages = 0;
  int dense_order = 0;  ///< local order of the continuation: error O(h^(dense_order+1))
  bool implicit = false;
  Stability stability = Stability::conditional;
  Control control = Control::proportional_integral;
  Needs needs = Needs::rate;
  bool symplectic = false;          ///< on problems whose flow is
  bool symmetric = false;           ///< a step back undoes a step
  std::string_view conserves = {};  ///< what it keeps to rounding, beyond what every method keeps
  std::variant<ExplicitTableau, Composition, LieGroupTableau, GeneralisedVerlet, RigidRule> rule;
  std::string_view citation;

  bool adaptive() const { return embedded_order > 0; }
};

/// A list of methods that live somewhere else.
class MethodList {
 public:
  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = Method;
    using difference_type = std::ptrdiff_t;
    using pointer = const Method*;
    using reference = const Method&;

    explicit Iterator(const Method* const* at = nullptr) : at_(at) {}
    const Method& operator*() const { return **at_; }
    const Method* operator->() const { return *at_; }
    Iterator& operator++() { return ++at_, *this; }
    Iterator operator++(int) { return Iterator(at_++); }
    bool operator==(const Iterator&) const = default;

   private:
    const Method* const* at_;
  };
  explicit MethodList(std::span<const Method* const> all) : all_(all) {}
  Iterator begin() const { return Iterator(all_.data()); }
  Iterator end() const { return Iterator(all_.data() + all_.size()); }
  std::size_t size() const { return all_.size(); }

 private:
  std::span<const Method* const> all_;
};

/// Every method, in the order in which they are listed to people.
MethodList methods();
/// The method of that name, or null.
const Method* find_method(std::string_view name);

/// Constant-initialised, so a method may be named in another file's static initialiser.
namespace method {
extern const Method euler, midpoint, heun, rk4, bogacki_shampine, dopri5, dop853;
extern const Method semi_implicit_euler, stoermer_verlet, yoshida4, yoshida6, yoshida8, blanes_moan4, blanes_moan6;
extern const Method splitting2, splitting4, splitting6, generalised_verlet;
extern const Method crouch_grossman3, crouch_grossman4, commutator_free4;
extern const Method moser_veselov, energy_momentum, lie_midpoint;
}  // namespace method

}  // namespace polhode::ode
