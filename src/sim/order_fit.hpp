#pragma once
// The exponent in e = C hᵖ (1 + c h + …), with its confidence.

#include <optional>
#include <vector>

#include <polhode/sim/converge.hpp>

namespace polhode {

struct OrderPoint {
  double h = 0, error = 0;
  bool usable = false;  ///< finished, above rounding and doubt
};

struct OrderFit {
  std::optional<ObservedOrder> order;
  std::vector<bool> used;  ///< one for each point
};

/// Points from coarse to fine; `symmetric` says that the next term of the expansion is c h². What is fitted, and to
/// which points: sim/converge.hpp.
///
/// Proof    tests/truth/converge_test.cpp
OrderFit fit_order(const std::vector<OrderPoint>& points, bool symmetric);

}  // namespace polhode
