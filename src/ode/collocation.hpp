#pragma once
// Fully implicit Runge–Kutta steps by collocation: Gauss–Legendre and Radau IIA.

#include "ode/implicit.hpp"
#include "ode/lu.hpp"

namespace polhode::ode {

/// A⁻¹ of a collocation method with two or three stages, brought to diagonal form by a real matrix T:
///
///   T⁻¹ A⁻¹ T = diag(γ, (α β; −β α)),   without γ for two stages
///
/// so that the Newton matrix of all stages falls apart into a real and a complex one of the size of the state.
///
/// Source   [Hairer & Wanner 1996] IV.8.
/// Proof    tests/order/implicit_order_conditions_test.cpp
struct StageTransform {
  std::size_t stages;
  bool has_real;
  double gamma = 0, alpha = 0, beta = 0;
  std::vector<double> T, from_residual;  ///< T, and T⁻¹ A⁻¹; by rows
  std::vector<double> end;               ///< bᵀ A⁻¹: u1 = Σ end_i z_i

  explicit StageTransform(const CollocationTableau& tableau);
};

/// A row of weights Σ w_j k_j, with more digits than a double has: a short leading part, whose products err at random,
/// and the rest, whose own error is a thousandth of an ulp of the whole.
///
/// Source   [Hairer, McLachlan & Razakarivony 2008].
/// Proof    tests/law/symplectic_drift_test.cpp
struct LongWeights {
  std::vector<double> lead, rest;

  LongWeights(std::span<const double> weights, std::span<const double> beyond_double);
  /// The row that starts at `first`, over vectors of nv numbers one after the other.
  double sum(std::size_t first, std::size_t count, const double* k, std::size_t nv) const {
    double of_lead = 0, of_rest = 0;
    for (std::size_t j = 0; j < count; ++j) {
      of_lead += lead[first + j] * k[j * nv];
      of_rest += rest[first + j] * k[j * nv];
    }
    return of_lead + of_rest;
  }
};

/// Collocation in the chart at the start of the step, with the letters of the book:
///
///   z_i = h Σ_j a_ij F(t + c_j h, z_j),   u1 = h Σ b_i F_i, or z_s where c_s = 1      docs/theory/implicit.md (2)
///
/// solved by simplified Newton from the collocation polynomial of the step before.
///
/// If c_s = 1 (Radau IIA) the defect of the collocation polynomial's slope at the start, h f(t, x) − p'(0), gives the
/// error estimate (γ/h − J)⁻¹ defect/h, and once more added to p, with the polynomial that vanishes at both ends and
/// whose slope does at every c_i, a continuation of one order higher: that of the method. Both are filtered by J, so
/// that in a stiff motion neither grows with h J: (4), (5).
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
  Convergence::Verdict find_stages() override;
  void make_continuation() override;
  void guess_stages();
  void newton_increment();
  void set_end();
  void filtered_defect(const double* rate);
  double* z(std::size_t stage) { return z_.data() + stage * nv_; }

  const CollocationTableau& tableau_;
  const std::size_t stages_;
  const bool ends_in_last_stage_;
  const StageTransform transform_;
  const LongWeights a_, b_;
  Lu<double> real_;
  Lu<PlainComplex> complex_;

  std::vector<double> z_, residual_, increment_, transformed_;
  std::vector<PlainComplex> pair_;
  std::vector<double> x_before_, z_before_;
  double h_before_ = 0;                 ///< 0: nothing to extrapolate
  std::vector<double> defect_weights_;  ///< of the z_i in −p'(0)
  std::vector<double> nested_;          ///< of the z_i, then of the filtered defect, by terms
  bool has_error_ = false, first_ = true;
  std::vector<double> error_, defect_;
};

}  // namespace polhode::ode
