#pragma once
// Which terms of two derivations differ.

#include "sim/told_twice.hpp"

namespace polhode {

/// A state that was drawn.
struct DrawnState {
  double t = 0;
  std::vector<double> s, u;
};

/// The terms that differ at some of these states, those of inertia first; empty if what differs is less than can be
/// told apart from rounding.
std::vector<DifferingTerm> differing_terms(const SameAs& same, const std::vector<DrawnState>& states);

}  // namespace polhode
