#pragma once
// In which numbers the motion of a body is kept.

#include <span>
#include <string_view>

#include <polhode/math/vector.hpp>

namespace polhode {

/// Coordinates of a body, all of the same motion (docs/theory/state-forms.md). All but the first are plain vectors, as
/// the founding texts have them: nothing but the solver's accuracy keeps R a rotation and q of length 1. R is row by
/// row; P = m v, L about the centre of mass, ω in world axes.
enum class StateForm {
  rotation,             ///< p, R ∈ SO(3), v, ω in body axes: ours, and the only one for a body with a pivot
  matrix_momentum,      ///< x, R, P, L: 18 numbers
  quaternion_momentum,  ///< x, q, P, L: 13
  matrix_velocity,      ///< c, v, R, ω: 18
  particle              ///< x, v: 6; has no attitude
};

/// What is done to R or q after every step, so that it stays a rotation.
enum class Renormalise {
  none,
  quaternion,    ///< q ← q / |q|
  polar,         ///< R ← the nearest rotation
  gram_schmidt,  ///< the first column keeps its direction, the second its plane with the first
  newton         ///< R ← ½ R (3 − RᵀR), one step towards the nearest rotation
};

struct StateFormKind {
  StateForm form;
  std::string_view name;  ///< what people type
  int numbers;            ///< of the state of one body
  std::string_view sentence;
};
/// Those that a body may have.
std::span<const StateFormKind> state_forms();
std::string_view to_string(StateForm form);
/// How many numbers the state and its rate have.
int numbers_of(StateForm form);

struct RenormaliseKind {
  Renormalise what;
  std::string_view name;
};
std::span<const RenormaliseKind> renormalisations();
/// Whether there is something in such a state that it can be applied to. None can always.
bool applies_to(Renormalise what, StateForm form);

/// Brings R, or q, of the state of one body back to a rotation.
///
/// Proof    tests/law/state_form_law_test.cpp
void renormalise(Renormalise what, StateForm form, VecOut x);

/// By how much R or q of a state misses being a rotation: the Frobenius norm of RᵀR − 1, or |q| − 1.
double rotation_defect(StateForm form, VecIn x);

}  // namespace polhode
