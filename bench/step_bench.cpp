// What one step costs through the public solve(): a free rigid body in uniform gravity, state p, R, v, w (13 numbers).
// "ns/step" is the whole run divided by its steps, hash and finiteness checks included.

#include <benchmark/benchmark.h>

#include <polhode/ode/solve.hpp>

namespace {

using namespace polhode;

struct Body {
  double moments[3] = {0.3, 0.5, 0.7};
  double gravity[3] = {0, 0, -9.81};
  void operator()(double, VecIn x, VecOut rate) const {
    const double *v = x.data() + 7, *w = x.data() + 10;
    double* out = rate.data();
    out[0] = v[0], out[1] = v[1], out[2] = v[2];
    out[3] = w[0], out[4] = w[1], out[5] = w[2];
    out[6] = gravity[0], out[7] = gravity[1], out[8] = gravity[2];
    out[9] = (moments[1] - moments[2]) / moments[0] * w[1] * w[2];
    out[10] = (moments[2] - moments[0]) / moments[1] * w[2] * w[0];
    out[11] = (moments[0] - moments[1]) / moments[2] * w[0] * w[1];
  }
};

void run(benchmark::State& state, const ode::Method& method, double fixed, double tolerance) {
  const Body body;
  ode::Problem problem;
  problem.space.vector("p", 3, dimension::length)
      .rotation("R")
      .vector("v", 3, dimension::velocity)
      .vector("w", 3, dimension::angular_velocity);
  problem.rate.real = body;
  problem.t1 = 100;
  problem.x0 = {0, 0, 0, 1, 0, 0, 0, 1, 2, 3, 0.01, 3, 0.02};
  ode::Options options;
  options.method = &method;
  options.step.fixed = fixed;
  options.tolerance = {.relative = tolerance, .absolute = tolerance};
  options.output.keep = ode::Keep::samples;
  double steps = 0, evaluations = 0;
  for (auto _ : state) {
    const ode::Solution solution = ode::solve(problem, options);
    steps += static_cast<double>(solution.statistics.steps);
    evaluations += static_cast<double>(solution.statistics.rate_evaluations);
    benchmark::DoNotOptimize(solution.hash);
  }
  const auto per = benchmark::Counter::kIsRate | benchmark::Counter::kInvert;
  state.counters["per_step"] = benchmark::Counter(steps, per);
  state.counters["per_rate"] = benchmark::Counter(evaluations, per);
}

BENCHMARK_CAPTURE(run, euler_fixed, ode::method::euler, 1e-3, 0);
BENCHMARK_CAPTURE(run, rk4_fixed, ode::method::rk4, 1e-3, 0);
BENCHMARK_CAPTURE(run, dopri5_fixed, ode::method::dopri5, 1e-3, 0);
BENCHMARK_CAPTURE(run, dop853_fixed, ode::method::dop853, 1e-3, 0);
BENCHMARK_CAPTURE(run, dopri5_to_1e_9, ode::method::dopri5, 0, 1e-9);
BENCHMARK_CAPTURE(run, dop853_to_1e_12, ode::method::dop853, 0, 1e-12);

}  // namespace
