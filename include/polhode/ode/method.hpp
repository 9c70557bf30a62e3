#pragma once
// A solver is a row of data: the steppers, the order tests, the docs table and the command line all read these rows.

#include <array>
#include <cstddef>
#include <iterator>
#include <span>
#include <string_view>
#include <variant>

#include <polhode/ode/rules.hpp>

namespace polhode::ode {

/// What a method must know of a problem besides its rate (ode/problem.hpp). Of rigid bodies, unless it says any loads,
/// under loads that do not depend on velocities.
enum class Needs { rate, parts, momenta, accelerations, rigid_bodies, bodies_with_any_loads, closed_form };

/// How the next step size is found from the errors of the last steps (src/ode/control.hpp).
enum class Control { proportional_integral, predictive };

/// What is claimed of the method on x' = λ x, Re λ ≤ 0; tests/order/stability_test.cpp measures it.
enum class Stability { conditional, a_stable, l_stable };

/// A solver: what people and step control need to know of it, and the rule that makes a step.
struct Method {
  std::string_view name;    ///< what people type: "dop853"
  std::string_view family;  ///< "explicit Runge–Kutta"
  std::string_view title;   ///< "Dormand–Prince 8(5,3)"
  /// Of the solution that is carried on; the highest, if it is chosen step by step. 0: there is no error but rounding
  /// (exact()), or it does not converge to the motion.
  int order = 0;
  int embedded_order = 0;  ///< of the solution the error is estimated with; 0: no error is estimated
  /// If > order: what the error at step ends may seem to go with. The leading terms of such a method are so small that
  /// smooth problems show them only below rounding; order conditions know better.
  int apparent_order = 0;
  int estimate_order = 0;  ///< the estimate goes as h^estimate_order: what step control works with
  int stages = 0;
  int dense_order = 0;  ///< local order of the continuation: error O(h^(dense_order+1))
  bool implicit = false;
  bool variable_order = false;  ///< chooses its order with its step; takes no fixed step
  Stability stability = Stability::conditional;
  /// What is left of the order on x' = λ (x − φ(t)) + φ'(t) as h λ → −∞; 0: not made for stiff motion.
  int stiff_order = 0;
  bool smooth = true;  ///< the continuations of neighbouring steps have equal slopes where they meet
  Control control = Control::proportional_integral;
  Needs needs = Needs::rate;
  bool symplectic = false;          ///< on problems whose flow is
  bool symmetric = false;           ///< a step back undoes a step
  std::string_view conserves = {};  ///< what it keeps to rounding, beyond what every method keeps
  std::variant<ExplicitTableau, NystroemTableau, Extrapolation, DiagonalTableau, CollocationTableau, RosenbrockTableau,
               MultistepRule, VariableAdams, VariableBdf, Composition, LieGroupTableau, GeneralisedVerlet, RigidRule,
               TextbookStep, ExactFlow>
      rule;
  std::string_view citation;

  bool exact() const { return std::holds_alternative<ExactFlow>(rule); }
  /// Whether it finds its steps itself; else it must be given one.
  bool adaptive() const { return embedded_order > 0 || exact(); }
  bool made_for_bodies() const { return needs == Needs::rigid_bodies || needs == Needs::bodies_with_any_loads; }
  /// Whether it can be given any positions and momenta, and not bodies alone.
  bool takes_oscillators() const { return !made_for_bodies() && needs != Needs::closed_form; }
  /// Whether a step depends on where it starts alone, and on nothing before.
  bool one_step() const { return !variable_order && !std::holds_alternative<MultistepRule>(rule); }
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
extern const Method euler, midpoint, heun, ralston, rk4, three_eighths, bogacki_shampine;
extern const Method fehlberg45, cash_karp, dopri5, tsitouras5;
extern const Method dop853, verner6, verner7, verner8, verner9;
extern const Method nystroem8, nystroem12;
extern const Method gbs4, gbs8, gbs12, gbs;
extern const Method ab1, ab2, ab3, ab4, ab5;
extern const Method abm1, abm2, abm3, abm4, abm5;
extern const Method am1, am2, am3, am4, am5;
extern const Method bdf1, bdf2, bdf3, bdf4, bdf5, bdf6;
extern const Method adams, bdf;
extern const Method implicit_euler, linearly_implicit_euler, trapezoid, implicit_midpoint, tr_bdf2, sdirk4, rodas4,
    rodas5p, radau5, radau9, gauss4, gauss6;
extern const Method semi_implicit_euler, stoermer_verlet, yoshida4, yoshida6, yoshida8, blanes_moan4, blanes_moan6;
extern const Method splitting2, splitting4, splitting6, generalised_verlet;
extern const Method crouch_grossman3, crouch_grossman4, commutator_free4;
extern const Method moser_veselov, energy_momentum, lie_midpoint;
extern const Method six_step, games103_printed, games103_naive, games103_corrected;
extern const Method exact;
}  // namespace method

}  // namespace polhode::ode
