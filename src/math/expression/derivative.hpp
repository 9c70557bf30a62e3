#pragma once
// The derivative of a formula by one of its inputs, as a formula.

#include "math/expression/operation.hpp"

namespace polhode::expression {

/// By the rules of differentiation, node after node. Comparisons, sign, floor and ceil are flat; abs, min, max and a
/// choice have the slope of the side taken.
///
/// Proof    tests/unit/math/expression_slope_test.cpp, against dual numbers
Tree derivative(const Tree& tree, int input);

}  // namespace polhode::expression
