#pragma once
// A continuation for methods that have none of their own.

#include <span>
#include <vector>

#include <polhode/base/function_ref.hpp>

namespace polhode::ode {

/// Raises the Hermite cubic of a step to any order by rates taken on it.
///
/// The cubic c₁, c₂, c₃ of docs/theory/runge-kutta.md (6) errs by O(h⁴). The further terms of (6) vanish with their
/// slopes at both ends. A continuation that errs by O(h^(m+3)) gives rates at m points inside that err by as much, and
/// with them the polynomial with m further terms errs by O(h^(m+4)): one level higher; and so on.
///
/// Source   [Enright, Jackson, Nørsett & Thomsen 1986].
/// Proof    tests/order (orders inside the step)
class RateContinuation {
 public:
  /// u and v have nv numbers; the continuation will have `terms` ≥ 3 vectors of coefficients.
  RateContinuation(int terms, std::size_t nv);

  /// Completes `dense`, whose first three vectors are given; rate(θ, u, v) must give v = h F(t + θ h, u).
  void complete(std::span<double> dense, FunctionRef<void(double, const double*, double*)> rate);

 private:
  /// For m points inside: where they are, and the inverse of the slopes of the m further terms there.
  struct Level {
    std::vector<double> nodes, inverse;
  };
  std::size_t nv_;
  std::vector<Level> levels_;
  std::vector<double> u_, slopes_;
};

}  // namespace polhode::ode
