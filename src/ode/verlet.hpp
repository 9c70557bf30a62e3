#pragma once
// Störmer–Verlet for positions and momenta that do not separate.

#include "ode/compensated.hpp"

namespace polhode::ode {

/// The generalised Störmer–Verlet step of q' = g(t, q, p), p' = f(t, q, p):
///
///   p½ = p + h/2 f(t, q, p½),   q1 = q + h/2 [g(t, q, p½) + g(t1, q1, p½)],   p1 = p½ + h/2 f(t1, q1, p½)
///
/// symplectic and symmetric for every Hamiltonian. The first two are solved by iteration, to rounding: an error left in
/// them would act as friction does.
///
/// Source   [Hairer, Lubich & Wanner 2006] VI.3 (3.4).
/// Proof    tests/order, tests/law/long_run_test.cpp
class Verlet final : public CompensatedEngine {
 public:
  Verlet(const Method& method, const Problem& problem, const Options& options, Trail& trail);

  bool attempt(double t1) override;

 private:
  bool solve_momenta();
  bool solve_positions();

  std::vector<char> is_momentum_;
  std::vector<double> increment_, next_, slope_at_start_, slope_;
};

}  // namespace polhode::ode
