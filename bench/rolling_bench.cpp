// Bodies that roll: one evaluation of an ellipsoid's rate in each form of the equations, ten seconds of the rattleback
// at 1e-10, and Euler's disk from 30 degrees to its last millisecond.
#include <benchmark/benchmark.h>

#include <polhode/polhode.hpp>

namespace {

using namespace polhode;

RollingBody ellipsoid(RollingForm form) {
  RollingBody body{.name = "stone", .mass = 0.5};
  body.surface.shape = surface::Ellipsoid{{0.06, 0.05, 0.04}};
  body.inertia = uniform_solid(body.surface, body.mass)->inertia();
  body.form = form;
  body.gravity = {0, 0, -9.81};
  return body;
}

/// The counter is called per_step as in the other benchmarks; a step here is one evaluation.
void rate(benchmark::State& state, RollingForm form) {
  const Rolling rolling(ellipsoid(form));
  RollingState start;
  start.R_WB = Rotation::exp({0.3, 0.5, 0.1});
  start.w_WB_W = {3, 1, 4};
  std::vector<double> x = rolling.coordinates(rolling.complete(0, start));
  std::vector<double> v(static_cast<std::size_t>(rolling.state_space().nv()));
  double evaluations = 0;
  for (auto _ : state) {
    for (int i = 0; i < 1000; ++i) {
      rolling.rate<double>(0, x, v);
      benchmark::DoNotOptimize(v.data());
      benchmark::ClobberMemory();
    }
    evaluations += 1000;
  }
  state.counters["per_step"] =
      benchmark::Counter(evaluations, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK_CAPTURE(rate, ellipsoid_space, RollingForm::space);
BENCHMARK_CAPTURE(rate, ellipsoid_body, RollingForm::body);
BENCHMARK_CAPTURE(rate, ellipsoid_euler, RollingForm::euler);

/// A whole run with its first and last state alone, events watched and monitors read; per_step is that of a run.
void whole(benchmark::State& state, const Rolling& rolling, const RollingState& start, double end,
           const ode::Method& solver) {
  const System system{RollingSystem({rolling})};
  const std::vector<double> x0 = rolling.coordinates(start);
  SimulateOptions options{.t_end = end, .tolerance = 1e-10, .sample = end};
  options.method = solver;
  options.watches = contact_watches(rolling, 0, x0.size());
  double runs = 0;
  for (auto _ : state) {
    const Recording run = simulate(system, x0, options);
    benchmark::DoNotOptimize(run.hash);
    runs += 1;
  }
  state.counters["per_step"] = benchmark::Counter(runs, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void rattleback(benchmark::State& state, RollingForm form, const ode::Method& solver) {
  RollingBody body{.name = "stone", .mass = 1};
  body.surface.shape = surface::Ellipsoid{{0.2, 0.03, 0.02}};
  body.centre = {0, 0, 0.01};
  body.inertia << 2e-4, -2e-5, 0, -2e-5, 1.6e-3, 0, 0, 0, 1.7e-3;
  body.form = form;
  body.gravity = {0, 0, -9.81};
  const Rolling rolling(body);
  RollingState start;
  start.R_WB = Rotation::about_x(0.5 * pi / 180);
  start.w_WB_W = start.R_WB * Vec3(0, 0, -5);
  whole(state, rolling, rolling.complete(0, start), 10, solver);
}
BENCHMARK_CAPTURE(rattleback, space_dop853, RollingForm::space, method::dop853);
BENCHMARK_CAPTURE(rattleback, space_verner8, RollingForm::space, method::verner8);
BENCHMARK_CAPTURE(rattleback, body_dop853, RollingForm::body, method::dop853);
BENCHMARK_CAPTURE(rattleback, body_verner8, RollingForm::body, method::verner8);
BENCHMARK_CAPTURE(rattleback, euler_verner8, RollingForm::euler, method::verner8);

void euler_disk(benchmark::State& state) {
  RollingBody body{.name = "disk", .mass = 0.44};
  body.surface.shape = surface::Disk{0.0375, 0.00635};
  body.inertia = uniform_solid(body.surface, body.mass)->inertia();
  body.gravity = {0, 0, -9.81};
  body.dissipation = dissipation::RollingTorque{1e-4};
  body.flat_tilt = 0.03 * pi / 180;
  const Rolling rolling(body);
  RollingStart start;
  start.motion = rolling_start::Steady{.tilt = pi / 6};
  whole(state, rolling, *start_state(rolling, 0, start, ""), 30, method::dop853);
}
BENCHMARK(euler_disk);

}  // namespace
