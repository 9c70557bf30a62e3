#pragma once
// A motion together with small disturbances of it, as one problem.

#include <vector>

#include <polhode/sim/system.hpp>

namespace polhode {

/// x' = f, V' = ∂f/∂x V for `count` columns and, if asked for, a last number with the rate ∇·f. The system is flat and
/// has a rate over dual numbers.
class TangentFlow {
 public:
  TangentFlow(const System& system, std::size_t count, bool divergence);
  TangentFlow(const TangentFlow&) = delete;
  TangentFlow& operator=(const TangentFlow&) = delete;

  std::size_t size() const { return n_ + count_ * n_ + (divergence_ ? 1 : 0); }
  std::size_t column(std::size_t k) const { return n_ + k * n_; }
  /// Without times, start and breaks.
  const ode::Problem& problem() const { return problem_; }

 private:
  static void call(void* flow, double t, VecIn z, VecOut v) { static_cast<TangentFlow*>(flow)->rate(t, z, v); }
  void rate(double t, VecIn z, VecOut v);
  static bool project(void* flow, double t, VecOut z) {
    auto& self = *static_cast<TangentFlow*>(flow);
    return self.own_projection_(t, z.subspan(0, self.n_));
  }

  const System& system_;
  std::size_t n_, count_;
  bool divergence_;
  ode::Projection own_projection_;
  std::vector<Dual4> x_, v_;
  ode::Problem problem_;
};

}  // namespace polhode
