#pragma once
// Rewrites a tree into a cheaper one with the same value, bit for bit.

#include "math/expression/operation.hpp"

namespace polhode::expression {

/// Folds constants; takes the branch that a constant condition chooses; makes products of whole powers up to ±64 (x^2
/// is x*x, with finite derivatives at 0), a root of x^0.5, and one-operand operations of those with a constant.
/// The result may hold nodes that its last one does not use.
Tree simplify(Tree tree);

}  // namespace polhode::expression
