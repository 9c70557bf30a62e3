#pragma once
// What multistep methods share that choose their order together with their step.

#include <array>
#include <vector>

#include "ode/engine.hpp"

namespace polhode::ode {

/// The past at unequal times as modified divided differences, seen in the chart at the start of the step, and the
/// choice of order and step.
///
///   φ₁ = g(t_n),   φ_{i+1} = ψ₁ … ψ_i g[t_n, … t_{n−i}],   ψ_i = t_n − t_{n−i}            docs/theory/multistep.md (5)
///
/// of g = F (Adams) or g = u (BDF). The step to t_n + h needs φ*_i = β_i φ_i, and then φ_{i+1} ← φ_i − φ*_i. On flat
/// blocks nothing else is kept; of rotations the points are, because their chart moves with the present: their
/// differences are made anew after each step, from as many points as lie within 2.8 rad.
///
/// Source   [Shampine & Gordon 1975] ch. 5, 10; [Brenan, Campbell & Petzold 1996] ch. 5; letters as there.
/// Proof    tests/order/variable_order_test.cpp
class VariableOrder : public Engine {
 public:
  static constexpr int most_order = 12;

  void restart(double t, VecIn x) override;
  void accept() override;
  double after_accepted(double h, double error) override;
  double after_rejected(double h, double error) override;

 protected:
  /// `beyond`: how many differences more than its order a formula needs.
  VariableOrder(const Method& method, const Problem& problem, const Options& options, Trail& trail, int stages,
                int dense_terms, int beyond);

  /// Starts the try of a step to t1: ψ, α, β, σ of its nodes, and φ*.
  void begin(double t1);
  double* phi(int i) { return phi_.data() + static_cast<std::size_t>(i - 1) * nv_; }
  double* star(int i) { return star_.data() + static_cast<std::size_t>(i - 1) * nv_; }
  double* next(int i) { return next_.data() + static_cast<std::size_t>(i - 1) * nv_; }

  /// Fills next(1) … with the differences at the end of the step, seen from its start.
  virtual void differences_at_end() = 0;
  /// next(i + 1) = next(i) − φ*_i from i = first on.
  void difference_from(int first);
  /// Size of the error that a formula of one order more would have made.
  virtual double error_of_higher() = 0;
  /// What errors of formulas of this order are multiplied with when orders are compared.
  virtual double weight(int) const { return 1; }
  /// g at x, as φ₁ there, and as what is kept of it when the chart moves on; null if that is nothing.
  virtual const double* present() const = 0;
  /// g ← what was kept of a past point, as seen from x, where u is the point.
  virtual void see(const double* u, double* g) const = 0;

  struct Point {
    std::vector<double> x, g, seen;
  };
  const ErrorNorm norm_;
  const int highest_, beyond_;

  int order_ = 1;
  int known_ = 0;                                                                   ///< how many φ are known
  std::array<double, most_order + 4> psi_{}, psi1_{}, alpha_{}, beta_{}, sigma_{};  ///< ψ at both ends; indices from 1
  double error_same_ = 0, error_lower_ = 0, error_lowest_ = 0;                      ///< of orders k, k − 1, k − 2
  std::vector<Point> points_;  ///< newest first, the one before the start of the step

 private:
  void rebuild();
  bool should_lower() const;
  int choose_order(double error);

  std::vector<double> phi_, star_, next_;
  std::vector<double> turn_;
  int next_order_ = 1, since_change_ = 0, failures_ = 0;
  bool climbing_ = true;  ///< raising order and step together, from the start until something speaks against it
};

}  // namespace polhode::ode
