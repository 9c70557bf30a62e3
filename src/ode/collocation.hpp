#pragma once
// Fully implicit Runge–Kutta steps by collocation: Gauss–Legendre and Radau IIA.

#include <optional>

#include "ode/continuation.hpp"
#include "ode/full_newton.hpp"
#include "ode/implicit.hpp"
#include "ode/lu.hpp"

namespace polhode::ode {

/// A⁻¹ of a collocation method with two, three or five stages, brought to diagonal form by a real matrix T:
///
///   T⁻¹ A⁻¹ T = diag(γ, (α β; −β α), …),   without γ for two stages, with two pairs for five
///
/// so that the Newton matrix of all stages falls apart into real and complex ones of the size of the state.
///
/// Source   [Hairer & Wanner 1996] IV.8.
/// Proof    tests/order/implicit_order_conditions_test.cpp
struct StageTransform {
  std::size_t stages;
  bool has_real;
  double gamma = 0;
  struct Pair {
    double alpha = 0, beta = 0;
  };
  std::vector<Pair> pairs;
  std::vector<double> T, from_residual;  ///< T, and T⁻¹ A⁻¹; by rows
  std::vector<double> end;               ///< bᵀ A⁻¹: u1 = Σ end_i z_i

  explicit StageTransform(const CollocationTableau& tableau);

 private:
  void find(const std::vector<double>& inverse_of_A);
};

/// A row of weights Σ w_j k_j, if more digits are known than a double has: a short leading part, whose products err at
/// random, and the rest, whose own error is a thousandth of an ulp of the whole. Else the doubles alone.
///
/// Source   [Hairer, McLachlan & Razakarivony 2008].
/// Proof    tests/law/symplectic_drift_test.cpp
struct LongWeights {
  std::vector<double> lead, rest;  ///< rest may be empty

  LongWeights(std::span<const double> weights, std::span<const double> beyond_double);
  /// The row that starts at `first`, over `count` terms.
  template <std::size_t count, class S>
  S sum(std::size_t first, const S* terms) const {
    S of_lead = lead[first] * terms[0];
    for (std::size_t j = 1; j < count; ++j) of_lead += lead[first + j] * terms[j];
    if (rest.empty()) return of_lead;
    S of_rest = rest[first] * terms[0];
    for (std::size_t j = 1; j < count; ++j) of_rest += rest[first + j] * terms[j];
    return of_lead + of_rest;
  }
};

/// Collocation in the chart at the start of the step, with the letters of the book:
///
///   z_i = h Σ_j a_ij F(t + c_j h, z_j),   u1 = h Σ b_i F_i, or z_s where c_s = 1      docs/theory/implicit.md (2)
///
/// solved by simplified Newton from the collocation polynomial of the step before; by full Newton, with a Jacobian of
/// its own for every stage, the transformed stages are of no use, and one matrix holds them all.
///
/// If c_s = 1 (Radau IIA) the defect of the collocation polynomial's slope at the start, h f(t, x) − p'(0), gives the
/// error estimate (γ/h − J)⁻¹ defect/h, and once more added to p, with the polynomial that vanishes at both ends and
/// whose slope does at every c_i, a continuation of one order higher: that of the method. Both are filtered by J, so
/// that in a stiff motion neither grows with h J: (4), (5). With five stages this is not yet the order of the method:
/// two rounds with filtered defects at points inside follow (DefectContinuation).
///
/// Source   [Hairer & Wanner 1996] IV.8.
/// Proof    tests/order, tests/order/stiff_order_test.cpp
class CollocationEngine final : public ImplicitEngine {
 public:
  CollocationEngine(const Method& method, const CollocationTableau& tableau, const Problem& problem,
                    const Options& options, Trail& trail);

  void restart(double t, VecIn x) override;
  void accept() override;
  const double* error() override;

 private:
  bool factor() override;
  Convergence::Verdict find_stages(Way way) override;
  Convergence::Verdict iterate();
  bool solve_fully();
  bool factor_whole(const double* at);
  void find_rates();
  void make_continuation() override;
  template <std::size_t stages>
  void guess_stages();
  template <std::size_t stages>
  void residuals();
  template <std::size_t stages>
  void add_increments();
  void newton_increment();
  void solve_transformed();
  template <std::size_t stages>
  void set_end();
  void filtered_defect(const double* rate);
  void improve_continuation();
  double* z(std::size_t stage) { return z_.data() + stage * nv_; }

  const CollocationTableau& tableau_;
  const std::size_t stages_;
  const bool ends_in_last_stage_;
  const StageTransform transform_;
  const LongWeights a_, b_;
  Lu<double> real_;
  std::vector<Lu<PlainComplex>> complex_;  ///< one for each pair

  std::optional<Lu<double>> whole_;  ///< of all stages at once; with fixed steps
  std::optional<FullNewton> full_;

  std::vector<double> z_, residual_, increment_;
  std::vector<double> transformed_;  ///< by stages; the two of a pair as complex numbers, one after the other
  std::vector<double> x_before_, z_before_;
  std::vector<double> barycentric_;     ///< 1/Π (c_j − c_k) over the start and the other stages
  double h_before_ = 0;                 ///< 0: nothing to extrapolate
  std::vector<double> defect_weights_;  ///< of the z_i in −p'(0)
  std::vector<double> nested_;          ///< of the z_i, then of the filtered defect, by terms
  bool has_error_ = false, first_ = true;
  std::vector<double> error_, defect_;
  std::optional<DefectContinuation> further_;  ///< of methods whose order is above that of (5)
};

}  // namespace polhode::ode
