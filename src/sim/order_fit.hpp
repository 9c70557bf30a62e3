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

/// What a method claims: an order, or something from it to one that it seems to have.
struct ClaimedOrder {
  int least = 0, most = 0;
};

struct OrderFit {
  std::optional<ObservedOrder> order;
  std::vector<bool> used;  ///< one for each point
};

/// Points from coarse to fine; `symmetric` says that the next term of the expansion is c h². What is fitted, and to
/// which points, and when it is asymptotic: sim/converge.hpp. Without a claim it is not asked whether it is.
///
/// Proof    tests/truth/converge_test.cpp
OrderFit fit_order(const std::vector<OrderPoint>& points, bool symmetric, std::optional<ClaimedOrder> claimed);

}  // namespace polhode
