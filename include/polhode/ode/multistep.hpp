#pragma once
// Linear multistep rules: what their coefficients say of them, and a rule of one's own.

#include <memory>
#include <string>
#include <vector>

#include <polhode/base/result.hpp>
#include <polhode/ode/method.hpp>

namespace polhode::ode {

/// What follows from the coefficients alone, with ρ(ζ) = Σ α_j ζ^(k−j) and σ(ζ) = Σ β_j ζ^(k−j).
struct MultistepProperties {
  int order = 0;              ///< 0: not even consistent
  double error_constant = 0;  ///< C in the local error C h^(p+1) u^(p+1), for Σ β = 1
  double largest_root = 0;    ///< |ζ| of the largest root of ρ but the one at 1: it multiplies errors in every step
  bool zero_stable = false;   ///< no root of ρ outside the unit circle, none on it twice
  double angle_deg = 0;       ///< stable for all |arg(−hλ)| < this; 90: A-stable, 0: only for bounded hλ
};

/// Order by the conditions Σ α_j s_j^q = q Σ β_j s_j^(q−1), s_j = 1 − j; stability by the roots of ρ − hλ σ.
///
/// Source   [Hairer, Nørsett & Wanner 1993] III.2–III.3; [Hairer & Wanner 1996] V.1–V.2.
/// Proof    tests/order/multistep_test.cpp
MultistepProperties properties_of(const MultistepRule& rule);

/// The coefficients of a rule, as they are typed: those of the new point first, then backwards in time.
struct MultistepCoefficients {
  std::string name;
  std::vector<double> alpha, beta;
};

/// A multistep method that owns its coefficients; a value, cheap to copy.
///
///     Result<OwnMultistep> own = OwnMultistep::from({.name = "leapfrog", .alpha = {1, 0, -1}, .beta = {0, 2, 0}});
///     options.method = &own->method();
///
/// Proof    tests/order/multistep_test.cpp
class OwnMultistep {
 public:
  /// All that is wrong: coefficients that do not fit together, a rule that is not consistent, one that is not
  /// zero-stable, so that its errors grow without bound as h → 0. Or the method they make.
  static Result<OwnMultistep> from(const MultistepCoefficients& coefficients);

  /// Valid as long as this object or a copy of it lives.
  const Method& method() const;
  const MultistepProperties& properties() const;

 private:
  struct Data;
  explicit OwnMultistep(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
  std::shared_ptr<const Data> data_;
};

}  // namespace polhode::ode
