#pragma once
// Roots of polynomials with a few complex coefficients.

#include <complex>
#include <vector>

namespace polhode::ode {

/// Roots of Σ c_j ζ^(k−j), the eigenvalues of its companion matrix; leading coefficients that are nothing but rounding
/// are left off.
///
/// Source   [Golub 2013] section 7.4.6.
/// Proof    tests/order/stability_region_test.cpp
std::vector<std::complex<double>> roots_of(std::vector<std::complex<double>> c);

}  // namespace polhode::ode
