#pragma once
// Continuations for methods that have none of their own.

#include <span>
#include <vector>

#include <Eigen/LU>

#include <polhode/base/function_ref.hpp>

namespace polhode::ode {

/// Values and slopes at θ of the first `terms` terms of docs/theory/runge-kutta.md (6): θ, θ(1−θ), θ²(1−θ), θ²(1−θ)² …
void evaluate_terms(double theta, int terms, double* value, double* slope);

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

  /// Completes `dense`, at most `terms` vectors of which the first three are given; rate(θ, u, v) must give
  /// v = h F(t + θ h, u).
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

/// Raises the continuation of a step that has all its terms by the defects of its slope, one order a round.
///
/// Terms after the first vanish at both ends; with `terms` − 1 slopes they make any polynomial of that degree. Where
/// the defect h F(θ, u) − u' is taken away at as many points, what errs is h F by what u erred before, and the
/// polynomial: O(h^(q+1)) from O(h^q), up to O(h^(terms+1)). A defect that is multiplied by 1 + O(h) before does as
/// well, so that stiff methods may filter it.
///
/// Proof    tests/order (orders inside the step of radau9)
class DefectContinuation {
 public:
  DefectContinuation(int terms, std::size_t nv);

  /// One round; defect(θ, u, d) must turn d from the slope du/dθ at θ into the defect. The first and the last θ are the
  /// ends of the step.
  void improve(std::span<double> dense, FunctionRef<void(double, const double*, double*)> defect);

 private:
  std::size_t nv_;
  std::vector<double> nodes_, slopes_, inverse_;  ///< slopes of all terms at each node; the inverse of those after c₁
  std::vector<double> u_, defects_;
};

/// Raises the continuation of a step by what is known of the past: it costs no rates and allocates nothing.
///
/// Proof    tests/order (orders inside the step of multistep methods)
class PastContinuation {
 public:
  static constexpr int most = 12;  ///< points of the past
  enum class Known { values, slopes };

  explicit PastContinuation(std::size_t nv) : nv_(nv) {}

  /// Given the first `given` vectors of `dense`, finds as many further ones as there are points, such that the
  /// continuation has at each θ of the past, in units of the step and negative, the value u or the slope du/dθ of
  /// `known(i)`, nv numbers. All vectors after them become zero.
  void complete(std::span<double> dense, int given, std::span<const double> theta, Known kind,
                FunctionRef<const double*(std::size_t)> known);

 private:
  using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, most, most>;
  using Vector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, most, 1>;
  std::size_t nv_;
  Eigen::PartialPivLU<Matrix> factors_;
};

}  // namespace polhode::ode
