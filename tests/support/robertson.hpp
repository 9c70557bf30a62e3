#pragma once
// Robertson's reactions as rates.

#include <polhode/ode/problem.hpp>

namespace polhode::ode {

/// Three concentrations whose rates differ by nine decades, 1/s.
/// Source: H. H. Robertson 1966, The solution of a set of reaction rate equations.
template <class S>
void robertson(In<S> x, Out<S> v) {
  const S first = 0.04 * x[0], second = 1e4 * x[1] * x[2], third = 3e7 * x[1] * x[1];
  v[0] = second - first;
  v[1] = first - second - third;
  v[2] = third;
}

/// The reactions from the first substance alone.
inline Problem robertson_problem(double t1, bool with_duals) {
  Problem problem;
  problem.space.vector("A", 1, {}).vector("B", 1, {}).vector("C", 1, {});
  problem.rate.real = [](double, VecIn x, VecOut v) { robertson<double>(x, v); };
  if (with_duals) problem.rate.dual = [](double, In<Dual4> x, Out<Dual4> v) { robertson<Dual4>(x, v); };
  problem.t1 = t1;
  problem.x0 = {1, 0, 0};
  return problem;
}

}  // namespace polhode::ode
