#pragma once
// Runge–Kutta–Nyström steps for accelerations that depend on places alone.

#include <vector>

#include "ode/engine.hpp"

namespace polhode::ode {

/// A step of q' = v, v' = f(t, q) that never looks at v on its way:
///
///   k_i = f(t + c_i h, q + h (c_i v + h Σ_{j<i} a_ij k_j)),   q1 = q + h (v + h Σ b_i k_i),   v1 = v + h Σ b'_i k_i
///                                                                         docs/theory/runge-kutta.md (10)
/// Half of the order conditions of Runge–Kutta are void for such problems, and fewer stages do.
///
/// Source   [Hairer, Nørsett & Wanner 1993] II.14.
/// Proof    tests/order/nystroem_test.cpp
class Nystroem final : public Engine {
 public:
  Nystroem(const Method& method, const NystroemTableau& tableau, const Problem& problem, Trail& trail);

  bool attempt(double t1) override;
  const double* error() override;

 private:
  /// Numbers of places beside those of their velocities.
  struct Run {
    std::size_t place, velocity, size;
  };
  /// The nonzero terms of one sum Σ w_j k_j.
  struct Sum {
    std::size_t first = 0, count = 0;
  };
  Sum add_sum(std::span<const double> weights);
  void sum_up(Sum sum, const Run& run, double* out) const;
  void place(Sum row, double c, double* x) const;
  void move(Sum row, double* x) const;
  std::size_t known_stages() const override { return k_.size() / nv_; }

  const NystroemTableau& tableau_;
  std::vector<Run> runs_;
  std::vector<std::size_t> offset_;  ///< into k_, one for each nonzero weight of all sums
  std::vector<double> weight_;
  std::vector<Sum> rows_;
  Sum b_, velocity_b_, error_sum_, velocity_error_sum_;
  std::vector<double> error_;
};

/// Which numbers of the state are places and which their velocities, in the order of the blocks; empty if they do not
/// pair off.
std::vector<std::pair<std::size_t, std::size_t>> places_and_velocities(const StateSpace& space, const Split& split);

}  // namespace polhode::ode
