#pragma once
// Which terms of two derivations differ.

#include "sim/told_twice.hpp"

namespace polhode {

/// A state that was drawn.
struct DrawnState {
  double t = 0;
  std::vector<double> s, u;
};

/// Terms that differ, the other's taken `scale` times.
struct DifferingTerms {
  double scale = 1;
  std::vector<DifferingTerm> list;
};

/// The terms that differ at some of these states, those of inertia first; none if what differs is less than can be told
/// apart from rounding.
DifferingTerms differing_terms(const SameAs& same, const std::vector<DrawnState>& states);

}  // namespace polhode
