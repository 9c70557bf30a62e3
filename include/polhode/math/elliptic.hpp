#pragma once
// Elliptic integrals in Carlson's symmetric form, and Jacobi's functions: what a free body's motion is made of.

namespace polhode::elliptic {

/// R_F(x, y, z) = ½ ∫₀^∞ dt / √((t+x)(t+y)(t+z)), of arguments ≥ 0 of which at most one is zero.
///
/// Source   [Carlson 1995]: duplication, then the series of order seven.
/// Proof    tests/unit/math/elliptic_test.cpp: figures of forty digits, symmetry, homogeneity, duplication
double carlson_f(double x, double y, double z);

/// R_C(x, y) = R_F(x, y, y), x ≥ 0, y > 0, by arcus tangent or logarithm, and by its series where x ≈ y.
double carlson_c(double x, double y);

/// R_J(x, y, z, p) = 3/2 ∫₀^∞ dt / ((t+p) √((t+x)(t+y)(t+z))), p > 0, the others as for R_F.
double carlson_j(double x, double y, double z, double p);

struct Jacobi {
  double sn, cn, dn;
};

/// sn, cn, dn (u | m), given m₁ = 1 − m ∈ [0, 1], so that nothing is lost where m is almost 1.
///
/// Source   [Bulirsch 1965]: descending Landen transformation.
/// Proof    tests/unit/math/elliptic_test.cpp
Jacobi jacobi(double u, double m1);

}  // namespace polhode::elliptic
