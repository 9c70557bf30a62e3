#pragma once
// What a mechanism is made of, from how it was seen to move.

#include <string>
#include <vector>

#include <polhode/base/result.hpp>
#include <polhode/dynamics/tree/regressor.hpp>

namespace polhode {

/// Measured motions and forces, one state after another: nq, nv, nv and nv numbers each.
struct Samples {
  std::vector<double> q, v, a, tau;
};

struct IdentifyOptions {
  RegressorColumns columns;           ///< what resists joints, to be found too
  Surroundings<double> around;        ///< gravity and the base's motion; wrenches are not used
  std::vector<double> tau_deviation;  ///< standard deviation of τ of each degree of freedom; empty: all alike
  double rank_tolerance = 1e-8;       ///< below this share of the largest, a combination counts as not seen
  double largest_condition = 1000;    ///< of the scaled equations; above it the excitation counts as poor
};

/// A combination of parameters that the samples tell: Σ coefficients · π. `parameter` is the one that stands for it,
/// with coefficient one; the others are those that act only together with it.
struct BaseParameter {
  int parameter = -1;
  std::vector<double> coefficients;  ///< of all parameters
  double value = 0;
  double deviation = 0;  ///< standard deviation from the residuals
};

struct Identification {
  std::vector<Parameter> parameters;
  std::vector<BaseParameter> base;
  /// Of all parameters: among those that the samples allow, the ones nearest to the given mechanism's.
  std::vector<double> values;
  std::vector<double> residuals;  ///< of each degree of freedom, root mean square of what stays unexplained of τ
  double condition = 0;           ///< of the scaled equations for the base parameters
  int combinations = 0;           ///< that rich motions of this mechanism would tell
  /// The given mechanism with the values found. What is not physical is replaced by what is near and physical, with a
  /// warning.
  Tree tree;
};

/// Least squares for Y π = τ over all samples.
///
///   τ = W π, W P = Q R: the first columns that are independent stand for the base parameters
///
/// Warnings: combinations that the samples do not show though other motions would, equations that are nearly dependent,
/// values that are not physical. Errors: samples of the wrong size, or none.
///
/// Source   [Gautier 1991]; QR with column pivoting [Golub, Van Loan 2013] section 5.4.2, columns scaled to length one.
/// Frames   as regressor.
/// Proof    tests/law/tree_regressor_law_test.cpp, forces of fresh motions are predicted
Result<Identification> identify(const Tree& tree, const Samples& samples, const IdentifyOptions& options = {});

}  // namespace polhode
