#pragma once
// What a method makes of x' = λ x, and what λ are in a problem.

#include <complex>
#include <string>
#include <vector>

#include <polhode/ode/method.hpp>
#include <polhode/ode/problem.hpp>

namespace polhode::ode {

/// R(z): what one step of a one-step method makes of 1 under x' = λ x, z = h λ. It is found by taking that step, with
/// the complex number as two real ones; infinite where the step has no solution.
///
/// Source   [Hairer & Wanner 1996] IV.2.
/// Proof    tests/order/stability_test.cpp, tests/order/implicit_stability_test.cpp
std::complex<double> stability_function(const Method& method, std::complex<double> z);

/// Why x' = λ x with any complex λ says nothing of the method, as a sentence; empty if it does.
std::string why_no_region(const Method& method);

/// By what a step multiplies solutions of x' = λ x in the long run: |R(z)| of a one-step method; of a multistep rule
/// the largest root of ρ − z σ, that of the predicted and corrected rule if it has a predictor. A method whose
/// why_no_region() says that it takes positions and momenta apart has a value for imaginary z = i h ω, of
/// q' = ω p, p' = −ω q; everything else without a value is nan.
///
/// Source   [Hairer & Wanner 1996] V.1.
/// Proof    tests/order/stability_region_test.cpp
double growth_per_step(const Method& method, std::complex<double> z);

/// The part of the plane of z = h λ in which nothing grows.
struct StabilityRegion {
  using Loop = std::vector<std::complex<double>>;
  /// Closed curves |growth| = 1, of which an even-odd fill is the region; where it reaches the window's edge they run
  /// just outside the window.
  std::vector<Loop> loops;
  /// Nothing grows by more than 1e-10 a step for −real ≤ z ≤ 0, and for |Im z| ≤ imaginary on the imaginary axis; 0 if
  /// something grows at 0.05 already, infinite if no end was found up to 10⁶.
  double real_limit = 0, imaginary_limit = 0;
};

/// A part of the plane, symmetric about the real axis.
struct StabilityWindow {
  double left = -4, right = 2, height = 4;
};

/// The boundary by marching squares, `cells` of them along the wider side, each crossing found to rounding. Methods
/// without a region have no loops.
///
/// Proof    tests/order/stability_region_test.cpp
StabilityRegion stability_region(const Method& method, const StabilityWindow& window, int cells = 96);

/// Eigenvalues of ∂F/∂u, F(t, u) = dexp⁻¹_u f(t, x ⊞ u) at u = 0: of the rate in the chart at the state, in which every
/// method takes its steps. By dual numbers if the rate exists for them. Sorted by real, then imaginary part.
///
/// Proof    tests/order/stability_region_test.cpp
std::vector<std::complex<double>> eigenvalues_of(const Problem& problem, double t, VecIn x);

}  // namespace polhode::ode
