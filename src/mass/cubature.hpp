#pragma once
// Adaptive integration of several functions at once over boxes of one to three dimensions.

#include <span>
#include <vector>

#include <polhode/base/function_ref.hpp>
#include <polhode/math/elementary.hpp>
#include <polhode/math/vector.hpp>

namespace polhode {

/// A box of coordinates; `chart` tells the integrand which map the coordinates belong to.
struct Region {
  Vec3 low = Vec3::Zero();
  Vec3 high = Vec3::Zero();
  int chart = 0;
};

struct CubatureOptions {
  double tolerance = 1e-10;  ///< of the sum of cell errors, relative to the first component
  long max_evaluations = 20'000'000;
};

struct Cubature {
  std::vector<double> values;
  double error = 0;  ///< estimate, relative to the first component
  long evaluations = 0;
  bool converged = false;
  bool refused = false;  ///< the integrand returned false; nothing else is valid then
};

/// Fills `values` at a point; false ends the integration.
using Integrand = FunctionRef<bool(int chart, const Vec3& at, std::span<double> values)>;

/// Tensor product of Gauss–Kronrod (7, 15) rules; the worst cell is halved across the direction in which its Gauss and
/// Kronrod sums differ most, until the sum of all differences is below the tolerance. The components should be scaled
/// so that none matters that is small against the first. Directions beyond `dimensions` stay at the middle of the
/// region.
///
/// Source   nodes and weights: [Piessens et al. 1983] QK15, checked here against their moment equations.
/// Proof    tests/unit/mass/cubature_test.cpp
Cubature integrate(int dimensions, int components, std::span<const Region> regions, Integrand f,
                   const CubatureOptions& options);

}  // namespace polhode
