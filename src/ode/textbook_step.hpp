#pragma once
// Steps of rigid bodies as texts for beginners print them, so that they can be compared with the others.

#include "ode/rigid_step.hpp"

namespace polhode::ode {

/// One step of each body, all in world axes and with forces taken where the step begins:
///
///   v1 = v + h F/m,   p1 = p + h v1,   ω1 = ω + h J⁻¹ (τ − g),                        docs/theory/state-forms.md (5)
///
///   six_step             J = R I Rᵀ,  g = ω × J ω,   R1 = exp(h ω1) R
///   games103_corrected   J = R I Rᵀ,  g = ω × J ω,   q1 = q + h/2 [0, ω1] q, normalised
///   games103_naive       J = R I Rᵀ,  g = 0,         the same
///   games103_printed     J = R I R,   g = 0,         the same
///
/// The first two are of order 1. The third leaves out ω × J ω, which is right for a ball alone; the last turns the
/// inertia into a matrix that is none, which is not even right for that. Smaller steps do not bring them nearer to the
/// motion.
///
/// q + h/2 [0, ω] q, normalised, is the turn by 2 arctan(h |ω|/2) about ω.
///
/// Source   founding texts 000 (six steps) and 002 (games103), which itself misses the last term.
/// Frames   I about the centre of mass or the pivot, body axes.
/// Proof    tests/order/textbook_step_test.cpp, tests/order/rigid_order_test.cpp
class TextbookStepper final : public Engine {
 public:
  TextbookStepper(const Method& method, TextbookStep rule, const Problem& problem, Trail& trail);

  bool attempt(double t1) override;

 private:
  struct Body : RigidPlaces {
    Mat3 inertia;
  };
  /// ω1 in world axes; its part of the increment, the turn in body axes, is put into u1.
  Vec3 turn(const Body& body);

  const TextbookStep rule_;
  const RateOf<double> load_function_;
  std::vector<Body> bodies_;
  std::vector<Vec3> w_W_;  ///< at the end of the step, for each body
  std::vector<double> load_;
};

}  // namespace polhode::ode
