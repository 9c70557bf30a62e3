#pragma once
// Newton's iteration with a new Jacobian at every iterate, for equations that a frozen one does not solve.

#include <cstddef>
#include <vector>

#include <polhode/base/function_ref.hpp>
#include <polhode/ode/solution.hpp>

namespace polhode::ode {

/// Solves r(u) = 0 to rounding by Newton's steps
///
///   u ← u + λ d,   d = M(u)⁻¹ r(u),   M = −∂r/∂u.
///
/// λ is 1, halved as long as r has no value at u + λ d. If that does not get there, once more from the start with λ
/// halved until  |M(u)⁻¹ r(u + λ d)| ≤ (1 − λ/4) |d|, as numbers. Not at once, because equations that are nearly
/// quadratic are solved by overshooting and coming back, which this test forbids. Fixed steps come here when the
/// iteration with one Jacobian fails: theirs is the only way on, while step control would take a smaller step.
///
/// Source   [Deuflhard 2011] 3.3 (the natural monotonicity test).
/// Proof    tests/unit/ode/full_newton_test.cpp, tests/truth/stiff_fixed_step_test.cpp
class FullNewton {
 public:
  struct Equations {
    /// r(u); false if it is not finite.
    FunctionRef<bool(const double* u, double* r)> residual;
    /// Makes and factors M(u), after residual(u); false if it is singular.
    FunctionRef<bool(const double* u)> factor;
    /// r ← M⁻¹ r.
    FunctionRef<void(double* r)> solve;
    /// Of an increment beside the unknowns it leads to, in ulps of them.
    FunctionRef<double(const double* increment, const double* u)> size;
  };

  explicit FullNewton(std::size_t n) : guess_(n), r_(n), d_(n), next_d_(n), next_(n) {}

  /// `u` goes from a guess to the solution; false, and u anywhere, if none was found. Iterations are counted.
  bool solve(const Equations& equations, double* u, Work& work);

 private:
  enum class Steps { whole, nearer };
  bool iterate(const Equations& equations, double* u, Work& work, Steps steps);
  /// Moves next_ along d_ as far as it may, with the residual there in r_; false if it may not at all.
  bool advance(const Equations& equations, const double* u, Steps steps);

  std::vector<double> guess_, r_, d_, next_d_, next_;
};

}  // namespace polhode::ode
