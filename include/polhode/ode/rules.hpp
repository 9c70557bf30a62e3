#pragma once
// What a method does in a step, as data: one struct for each family of rules.

#include <array>
#include <span>

namespace polhode::ode {

/// An explicit Runge–Kutta rule; a, b … are row-major views of constants that outlive the method.
///
/// Stages are counted from 0. Stage `end_stage()` is the rate at the end of the step: the last stage of a method whose
/// first stage is the same as the last, else one more that the next step starts with anyway.
struct ExplicitTableau {
  bool first_same_as_last = false;
  std::span<const double> a;  ///< strictly lower triangle, row by row: a21, a31, a32, …
  std::span<const double> b;
  std::span<const double> c;
  std::span<const double> error;         ///< b − b̂: the estimate is h Σ error[i] kᵢ
  std::span<const double> error_second;  ///< DOP853's third-order companion, else empty
  std::span<const double> dense_a;       ///< rows of the stages after end_stage() that only the continuation needs
  std::span<const double> dense_c;
  /// Rows of weights over all stages: the coefficients c₄, c₅ … of docs/theory/runge-kutta.md (6). Without them the
  /// continuation is built from rates (src/ode/continuation.hpp).
  std::span<const double> dense_weights;

  int stages() const { return static_cast<int>(b.size()); }
  int end_stage() const { return first_same_as_last ? stages() - 1 : stages(); }
  int all_stages() const { return end_stage() + 1 + static_cast<int>(dense_c.size()); }
};

/// An explicit rule for accelerations that depend on time and places alone (src/ode/nystroem.hpp): rows over them.
struct NystroemTableau {
  bool first_same_as_last = false;
  std::span<const double> a;              ///< strictly lower triangle, row by row
  std::span<const double> b, velocity_b;  ///< h² Σ b k of the places, h Σ velocity_b k of the velocities
  std::span<const double> c;
  std::span<const double> error, velocity_error;  ///< b − b̂, likewise

  int stages() const { return static_cast<int>(b.size()); }
};

/// Modified midpoint steps, extrapolated: line j of the tableau takes 2 j substeps, k lines give order 2 k. Where least
/// and most lines differ, step control chooses their number, too; with a fixed step it is `lines`.
struct Extrapolation {
  int lines = 0;
  int least_lines = 0, most_lines = 0;
};

/// A linear multistep rule of k steps, coefficients of the newest point first; views of constants that outlive it:
///
///   α₀ u₁ + α₁ u₀ + α₂ u₋₁ + … = h (β₀ F₁ + β₁ F₀ + β₂ F₋₁ + …)            docs/theory/multistep.md (1)
struct MultistepRule {
  std::span<const double> alpha;  ///< k + 1 of them
  std::span<const double> beta;   ///< as many; explicit if the first is 0
  /// Of a predictor–corrector: weights of F₀, F₋₁ … in the explicit step to the point where F₁ is taken. Else empty,
  /// and an implicit rule is solved.
  std::span<const double> predictor;
  double angle_deg = 0;  ///< what is claimed: stable for all |arg(−hλ)| ≤ angle_deg

  int steps() const { return static_cast<int>(alpha.size()) - 1; }
  bool is_explicit() const { return beta.front() == 0 || !predictor.empty(); }
};

/// Adams's formulas of orders 1 to `Method::order` at unequal steps, predicted and corrected.
struct VariableAdams {};

/// Backward differentiation formulas of orders 1 to `Method::order` with fixed leading coefficients at unequal steps.
struct VariableBdf {};

/// A Runge–Kutta rule whose stages are implicit one after the other; all on the diagonal are the same, but the first
/// may be 0.
struct DiagonalTableau {
  std::span<const double> a;  ///< lower triangle with its diagonal, row by row
  std::span<const double> b;
  std::span<const double> c;
  std::span<const double> error;  ///< b − b̂
  /// For each stage the coefficients of θ, θ² … in b_i(θ), the continuation being Σ b_i(θ) h k_i. Without them it is
  /// built from rates.
  std::span<const double> dense_powers;

  int stages() const { return static_cast<int>(b.size()); }
};

/// A collocation rule with two, three or five stages that are implicit all at once. If the last node is 1 the rule has
/// an error estimate and a continuation of its own (src/ode/collocation.hpp).
struct CollocationTableau {
  std::span<const double> a;  ///< row by row
  std::span<const double> b;
  std::span<const double> c;
  /// What the true figures have more than their doubles, for symplectic rules, else empty: a coefficient that is wrong
  /// by half an ulp makes the energy drift, steadily and far above the random walk of rounding.
  std::span<const double> a_rest, b_rest;
  /// Of five stages, what the others find for themselves (src/ode/collocation.hpp, StageTransform): γ, α, β, α, β; T
  /// and T⁻¹ A⁻¹, row by row.
  std::span<const double> eigenvalues, transform, from_residual;

  int stages() const { return static_cast<int>(b.size()); }
};

/// A Rosenbrock rule in the form that needs no products with the Jacobian (src/ode/rosenbrock.hpp).
struct RosenbrockTableau {
  double gamma = 0;
  std::span<const double> a, c;    ///< strictly lower triangles, row by row
  std::span<const double> alpha;   ///< times of the stages
  std::span<const double> gammas;  ///< γ_i: shares of the slope in time
  std::span<const double> m;       ///< weights of the solution
  std::span<const double> error;   ///< m − m̂
  std::span<const double> dense;   ///< rows h₁, h₂ … of u(θ) = θ (u1 + (1−θ) (h₁ + θ (h₂ + θ h₃)))

  int stages() const { return static_cast<int>(m.size()); }
};

/// A composition of the flows of two parts: drift(a₀h), kick(b₀h), drift(a₁h), kick(b₁h) …; where a coefficient is zero
/// nothing is done.
struct Composition {
  std::span<const double> drift;  ///< a, as many as b or one more
  std::span<const double> kick;   ///< b
};

/// A Runge–Kutta rule made of exponentials of rates frozen at its stages.
struct LieGroupTableau {
  /// x ← x ⊞ h Σ weight[j] k_j, on the way from the start of the step to a stage or to its end.
  struct Exponential {
    int stage;  ///< the one it leads to; the number of stages: the end
    std::array<double, 5> weights{};
  };
  std::span<const double> c;
  std::span<const Exponential> exponentials;  ///< by stages, each in the order in which they are applied
};

/// Störmer–Verlet for any Hamiltonian, implicit where it is not separable.
struct GeneralisedVerlet {};

/// A step of rigid bodies that keeps what free bodies keep.
enum class RigidRule { moser_veselov, energy_momentum, midpoint };

/// A step of rigid bodies as texts for beginners print it, right or wrong (src/ode/textbook_step.hpp).
enum class TextbookStep { six_step, games103_printed, games103_naive, games103_corrected };

/// The motion itself, where the problem knows it (src/ode/exact.hpp).
struct ExactFlow {};

}  // namespace polhode::ode
