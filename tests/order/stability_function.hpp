#pragma once
// R(z) of any method, measured.

#include <complex>

#include <polhode/ode/solve.hpp>

namespace polhode::ode {

using Complex = std::complex<double>;

/// One step of size 1 of x' = z x from x = 1, with the complex number as two real ones.
inline Complex stability_function(const Method& method, Complex z) {
  const auto times_z = [z](auto x, auto v) {
    v[0] = z.real() * x[0] - z.imag() * x[1];
    v[1] = z.imag() * x[0] + z.real() * x[1];
  };
  auto rate = [&](double, VecIn x, VecOut v) { times_z(x, v); };
  auto dual = [&](double, In<Dual4> x, Out<Dual4> v) { times_z(x, v); };
  Problem problem;
  problem.space.vector("x", 2, {});
  problem.rate.real = rate;
  problem.rate.dual = dual;
  problem.t1 = 1;
  problem.x0 = {1, 0};
  Options options;
  options.method = &method;
  options.step.fixed = 1;
  options.output.keep = Keep::samples;
  const Solution solution = solve(problem, options);
  return {solution.x_end[0], solution.x_end[1]};
}

}  // namespace polhode::ode
