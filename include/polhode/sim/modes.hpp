#pragma once
// Small oscillations about an equilibrium.

#include <complex>
#include <vector>

#include <polhode/sim/system.hpp>

namespace polhode {

/// What goes as Re(shape e^{λt}). A pair λ, λ* is one mode, told by the one with Im λ ≥ 0.
struct Mode {
  std::complex<double> eigenvalue;          ///< [1/s]
  double frequency = 0;                     ///< |Im λ| [rad/s]
  double damping_ratio = 0;                 ///< −Re λ/|λ|: 1 and beyond do not swing, negative ones grow
  std::vector<std::complex<double>> shape;  ///< of Modes::shown; the largest is 1
  bool real_shape = false;                  ///< all coordinates swing in step, or against each other
  int alike = 1;  ///< modes of this λ, itself among them: any combination of theirs is one as well
};

struct Modes {
  std::vector<Mode> all;           ///< ascending in frequency, then damping
  std::vector<std::size_t> shown;  ///< coordinates that shapes are told of: places if names tell them, else all
  int zero_modes = 0;              ///< eigenvalues that are zero: drifts along which nothing pulls back
  bool defective = false;          ///< fewer shapes than eigenvalues: something grows as t e^{λt}
};

/// Eigenvalues and eigenvectors of ∂f/∂x at x, which should be an equilibrium.
///
///   δ' = J δ,  δ = Re Σ cₖ sₖ e^{λₖt}                                docs/theory/analysis.md (3)
///
/// Source   [Landau & Lifshitz 1976] § 23.
/// Proof    tests/truth/modes_test.cpp
Modes modes(const System& system, double t, VecIn x);

}  // namespace polhode
