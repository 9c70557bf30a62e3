// One step of one free body through the public solve(), with the library's own rate: full inertia tensor, uniform
// field. And of each of a hundred thousand that are solved side by side, starts and sums over all of them included.
#include <benchmark/benchmark.h>

#include <polhode/polhode.hpp>

namespace {

using namespace polhode;

void step(benchmark::State& state, const ode::Method& method, std::vector<Load> loads) {
  const MassProperties bar = solid::of(solid::Cylinder{.mass = 0.20, .radius = 0.008, .length = 0.12});
  const MassProperties stem = solid::of(solid::Cylinder{.mass = 0.08, .radius = 0.008, .length = 0.06});
  const FreeBodies bodies(
      {{"handle",
        bar.placed({.R = Rotation::about_y(pi / 2)}) + stem.placed({.R = Rotation::about_x(pi / 2), .p = {0, 0.03, 0}}),
        std::move(loads)}});
  const FreeBodyState start{.v_WBcm = {1, 2, 3}, .w_WB_B = {0.001, 8, 0}};
  const auto rate = [&bodies](double t, VecIn x, VecOut v) { bodies.rate<double>(t, x, v); };
  const ode::Problem problem{.space = bodies.state_space(),
                             .rate = rate,
                             .t0 = 0,
                             .t1 = 100,
                             .x0 = bodies.coordinates({&start, 1}),
                             .events = {}};
  ode::Options options;
  options.method = &method;
  options.step.fixed = 1e-3;
  options.output.keep = ode::Keep::samples;
  double steps = 0;
  for (auto _ : state) {
    const ode::Solution solution = ode::solve(problem, options);
    steps += static_cast<double>(solution.statistics.steps);
    benchmark::DoNotOptimize(solution.hash);
  }
  state.counters["per_step"] = benchmark::Counter(steps, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

BENCHMARK_CAPTURE(step, rk4_free, ode::method::rk4, {});
BENCHMARK_CAPTURE(step, rk4_gravity, ode::method::rk4, {load::Gravity{{0, 0, -9.81}}});
BENCHMARK_CAPTURE(step, rk4_gravity_push_torque, ode::method::rk4,
                  {load::Gravity{{0, 0, -9.81}}, load::Push{{0, 0.03, 0}, Vec3(0, 0, 0.1), Axes::world},
                   load::Torque{Vec3(0, 1e-3, 0), Axes::body}});
BENCHMARK_CAPTURE(step, dop853_gravity, ode::method::dop853, {load::Gravity{{0, 0, -9.81}}});

void swarm(benchmark::State& state, bool principal, std::vector<Load> loads) {
  const MassProperties box = solid::of(solid::Box{.mass = 0.2, .size = {0.03, 0.02, 0.01}});
  const MassProperties turned = box.placed({.R = Rotation::exp({0.3, 0.2, 0.1})});
  const Swarm stones{{"stone", principal ? box : turned, std::move(loads)}, 100'000, [](int i) {
                       return FreeBodyState{.v_WBcm = {1, 2, 1e-4 * i}, .w_WB_B = {0.1, 1 + 1e-4 * i, 0.3}};
                     }};
  SimulateOptions options;
  options.method = method::rk4;
  options.step = 1e-3;
  options.t_end = 0.5;
  double steps = 0;
  for (auto _ : state) {
    const SwarmRecord record = simulate(stones, options);
    steps += static_cast<double>(record.steps);
    benchmark::DoNotOptimize(record.hash);
  }
  state.counters["per_step"] = benchmark::Counter(steps, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

BENCHMARK_CAPTURE(swarm, rk4_gravity, true, {load::Gravity{{0, 0, -9.81}}});
BENCHMARK_CAPTURE(swarm, rk4_gravity_products, false, {load::Gravity{{0, 0, -9.81}}});
BENCHMARK_CAPTURE(swarm, rk4_gravity_push_torque, true,
                  {load::Gravity{{0, 0, -9.81}}, load::Push{{0, 0.03, 0}, Vec3(0, 0, 0.1), Axes::world},
                   load::Torque{Vec3(0, 1e-3, 0), Axes::body}});

}  // namespace
